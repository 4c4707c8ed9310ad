package shop.orders.web;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import shop.orders.Money;
import shop.orders.Order;
import shop.orders.OrderService;
import shop.orders.refund.RefundService;

/** The order API, as written down in openapi/orders.yaml. */
@RestController
@RequestMapping("/orders")
public class OrderController {
    private final OrderService orders;
    private final RefundService refunds;

    public OrderController(OrderService orders, RefundService refunds) {
        this.orders = orders;
        this.refunds = refunds;
    }

    @GetMapping("/{id}")
    public Order show(@PathVariable String id) {
        return orders.get(id);
    }

    @PostMapping("/{id}/pay")
    public Order pay(@PathVariable String id) {
        return orders.pay(id);
    }

    @PostMapping("/{id}/refund")
    public Money refund(@PathVariable String id) {
        return refunds.refund(id);
    }

    @GetMapping("/{id}/refund-quote")
    public Money quote(@PathVariable String id) {
        return refunds.quote(orders.get(id));
    }
}
