package shop.orders.refund;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import shop.orders.Money;
import shop.orders.Order;
import shop.orders.OrderRepository;
import shop.orders.OrderStatus;
import shop.orders.events.OrderEvents;
import shop.orders.payment.PaymentGateway;

/**
 * Refunds an order: the customer gets the total less the fee of the refund policy.
 */
@Service
public class RefundService {
    private static final Logger log = LoggerFactory.getLogger(RefundService.class);

    private final OrderRepository orders;
    private final RefundPolicy policy;
    private final PaymentGateway payments;
    private final OrderEvents events;

    public RefundService(OrderRepository orders, RefundPolicy policy, PaymentGateway payments,
            OrderEvents events) {
        this.orders = orders;
        this.policy = policy;
        this.payments = payments;
        this.events = events;
    }

    /** Pays the refund of an order back and returns what was paid. */
    public Money refund(String orderId) {
        Order order = orders.find(orderId).orElseThrow(() -> new UnknownOrderException(orderId));
        Money amount = quote(order);
        payments.payBack(order.getId(), amount);
        order.moveTo(OrderStatus.REFUNDED);
        orders.save(order);
        events.refunded(order, amount);
        log.info("refunded {}", orderId);
        return amount;
    }

    /** What the customer would get back, without paying it. */
    public Money quote(Order order) {
        return order.total().minus(policy.fee(order));
    }
}
