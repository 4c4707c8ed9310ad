package shop.orders;

/** Where an order is on its way; only the moves in {@link #canBecome} are allowed. */
public enum OrderStatus {
    PLACED,
    PAID,
    SHIPPED,
    REFUNDED,
    CANCELLED;

    public boolean canBecome(OrderStatus next) {
        return switch (this) {
            case PLACED -> next == PAID || next == CANCELLED;
            case PAID -> next == SHIPPED || next == REFUNDED || next == CANCELLED;
            case SHIPPED -> next == REFUNDED;
            case REFUNDED, CANCELLED -> false;
        };
    }
}
