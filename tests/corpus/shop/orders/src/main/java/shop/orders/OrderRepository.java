package shop.orders;

import java.util.Optional;

/** Reads and writes orders; the table is {@code orders} (see db/migration). */
public interface OrderRepository {

    Optional<Order> find(String id);

    void save(Order order);

    /** True when a refund with this key was already recorded: a refund is paid once. */
    boolean refundExists(String refundKey);

    void recordRefund(String refundKey, String orderId, Money amount);
}
