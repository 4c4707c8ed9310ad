package shop.orders;

import java.time.Clock;
import org.springframework.stereotype.Service;
import shop.orders.events.OrderEvents;
import shop.orders.payment.PaymentGateway;
import shop.orders.refund.UnknownOrderException;

/** Takes orders from placed to shipped. */
@Service
public class OrderService {
    private final OrderRepository orders;
    private final PaymentGateway payments;
    private final OrderEvents events;
    private final Clock clock;

    public OrderService(OrderRepository orders, PaymentGateway payments, OrderEvents events, Clock clock) {
        this.orders = orders;
        this.payments = payments;
        this.events = events;
        this.clock = clock;
    }

    /** Charges the customer for an order that was placed. */
    public Order pay(String orderId) {
        Order order = get(orderId);
        payments.charge(orderId, order.total());
        order.markPaid(clock.instant());
        orders.save(order);
        events.paid(order);
        return order;
    }

    public void ship(String orderId) {
        move(orderId, OrderStatus.SHIPPED);
    }

    public void cancel(String orderId) {
        move(orderId, OrderStatus.CANCELLED);
    }

    public Order get(String orderId) {
        return orders.find(orderId).orElseThrow(() -> new UnknownOrderException(orderId));
    }

    private void move(String orderId, OrderStatus next) {
        Order order = get(orderId);
        order.moveTo(next);
        orders.save(order);
    }
}
