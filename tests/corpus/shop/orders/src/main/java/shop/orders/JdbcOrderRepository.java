package shop.orders;

import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Orders in PostgreSQL. */
@Repository
public class JdbcOrderRepository implements OrderRepository {
    private final JdbcTemplate jdbc;

    public JdbcOrderRepository(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Order> find(String id) {
        return jdbc.query("select id, status, paid_at from orders where id = ?", OrderRows::read, id)
                .stream()
                .findFirst();
    }

    @Override
    public void save(Order order) {
        jdbc.update("update orders set status = ?, paid_at = ? where id = ?",
                order.getStatus().name(), order.getPaidAt(), order.getId());
    }

    @Override
    public boolean refundExists(String refundKey) {
        Integer found = jdbc.queryForObject(
                "select count(*) from refunds where refund_key = ?", Integer.class, refundKey);
        return found != null && found > 0;
    }

    @Override
    public void recordRefund(String refundKey, String orderId, Money amount) {
        jdbc.update("insert into refunds (refund_key, order_id, cents, currency) values (?, ?, ?, ?)",
                refundKey, orderId, amount.cents(), amount.currency());
    }
}
