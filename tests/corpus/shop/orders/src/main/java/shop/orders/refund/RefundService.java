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
import shop.orders.payment.PaymentLease;

/**
 * Refunds an order: the customer gets the total less the fee of the refund policy.
 *
 * <p>A refund is paid once. The refund key and the lease see to it (postmortem PM-2026-03).
 */
@Service
public class RefundService {
    private static final Logger log = LoggerFactory.getLogger(RefundService.class);

    private final OrderRepository orders;
    private final RefundPolicy policy;
    private final PaymentGateway payments;
    private final PaymentLease lease;
    private final OrderEvents events;

    public RefundService(OrderRepository orders, RefundPolicy policy, PaymentGateway payments,
            PaymentLease lease, OrderEvents events) {
        this.orders = orders;
        this.policy = policy;
        this.payments = payments;
        this.lease = lease;
        this.events = events;
    }

    /** Pays the refund of an order back and returns what was paid. */
    public Money refund(String orderId) {
        Order order = orders.find(orderId).orElseThrow(() -> new UnknownOrderException(orderId));
        String key = refundKey(order);
        return lease.holding(key, () -> pay(order, key));
    }

    /** What the customer would get back, without paying it. */
    public Money quote(Order order) {
        return order.total().minus(policy.fee(order));
    }

    private Money pay(Order order, String key) {
        if (orders.refundExists(key)) {
            log.info("refund {} was already paid", key);
            return Money.of(0, order.total().currency());
        }
        Money amount = quote(order);
        payments.payBack(order.getId(), amount);
        orders.recordRefund(key, order.getId(), amount);
        order.moveTo(OrderStatus.REFUNDED);
        orders.save(order);
        events.refunded(order, amount);
        return amount;
    }

    private static String refundKey(Order order) {
        return "refund:" + order.getId();
    }
}
