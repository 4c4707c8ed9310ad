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
}
