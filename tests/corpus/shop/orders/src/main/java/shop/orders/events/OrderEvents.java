package shop.orders.events;

import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import shop.orders.Money;
import shop.orders.Order;

/** Tells the rest of the shop what happened to an order. */
@Component
public class OrderEvents {
    public static final String REFUNDED = "orders.refunded";
    public static final String PAID = "orders.paid";

    private final KafkaTemplate<String, String> kafka;

    public OrderEvents(KafkaTemplate<String, String> kafka) {
        this.kafka = kafka;
    }

    public void paid(Order order) {
        kafka.send(PAID, order.getId());
    }

    public void refunded(Order order, Money amount) {
        kafka.send(REFUNDED, order.getId() + ":" + amount.cents());
    }
}
