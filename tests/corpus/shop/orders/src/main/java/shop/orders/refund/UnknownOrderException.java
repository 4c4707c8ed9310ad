package shop.orders.refund;

/** There is no such order. */
public class UnknownOrderException extends RuntimeException {

    public UnknownOrderException(String orderId) {
        super("no order " + orderId);
    }
}
