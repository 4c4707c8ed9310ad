package shop.orders.payment;

/** Somebody else is working on this payment. */
public class LeaseHeldException extends RuntimeException {

    public LeaseHeldException(String key) {
        super(key + " is held by another worker");
    }
}
