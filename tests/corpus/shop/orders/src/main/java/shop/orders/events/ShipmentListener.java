package shop.orders.events;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import shop.orders.OrderService;

/** Marks orders as shipped when the warehouse says so. */
@Component
public class ShipmentListener {
    private final OrderService orders;

    public ShipmentListener(OrderService orders) {
        this.orders = orders;
    }

    @KafkaListener(topics = "warehouse.shipped")
    public void onShipped(String orderId) {
        orders.ship(orderId);
    }
}
