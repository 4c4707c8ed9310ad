package shop.orders;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Turns rows of the table {@code orders} into orders. */
final class OrderRows {

    private OrderRows() {}

    static Order read(ResultSet row, int number) throws SQLException {
        Order order = new Order(row.getString("id"), List.of());
        OrderStatus status = OrderStatus.valueOf(row.getString("status"));
        if (status != OrderStatus.PLACED) {
            order.moveTo(status);
        }
        return order;
    }
}
