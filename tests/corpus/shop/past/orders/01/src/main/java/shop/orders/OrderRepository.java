package shop.orders;

import java.util.Optional;

/** Reads and writes orders; the table is {@code orders} (see db/migration). */
public interface OrderRepository {

    Optional<Order> find(String id);

    void save(Order order);
}
