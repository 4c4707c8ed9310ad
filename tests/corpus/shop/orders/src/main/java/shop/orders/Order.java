package shop.orders;

import java.time.Instant;
import java.util.List;

/** An order as it is stored: its lines, its status, and when it was paid. */
public class Order {
    private final String id;
    private final List<OrderLine> lines;
    private OrderStatus status = OrderStatus.PLACED;
    private Instant paidAt;

    public Order(String id, List<OrderLine> lines) {
        this.id = id;
        this.lines = List.copyOf(lines);
    }

    public String getId() {
        return id;
    }

    public List<OrderLine> getLines() {
        return lines;
    }

    public OrderStatus getStatus() {
        return status;
    }

    public Instant getPaidAt() {
        return paidAt;
    }

    /** The sum of all lines in the currency of the first. */
    public Money total() {
        Money sum = Money.of(0, lines.get(0).price().currency());
        for (OrderLine line : lines) {
            sum = sum.plus(line.total());
        }
        return sum;
    }

    public void markPaid(Instant when) {
        moveTo(OrderStatus.PAID);
        paidAt = when;
    }

    public void moveTo(OrderStatus next) {
        if (!status.canBecome(next)) {
            throw new IllegalStateException(id + " cannot go from " + status + " to " + next);
        }
        status = next;
    }
}
