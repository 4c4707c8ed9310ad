package shop.orders.refund;

import shop.orders.Money;
import shop.orders.Order;

/** What is kept back when an order is refunded. */
public interface RefundPolicy {

    /** The fee for refunding this order, never more than its total. */
    Money fee(Order order);

    /** A fee that is never more than the order's total. */
    default Money capped(Order order, Money fee) {
        Money total = order.total();
        return total.minus(fee).isNegative() ? total : fee;
    }
}
