package shop.orders.refund;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import shop.orders.Money;
import shop.orders.Order;

/** The same fee for every refund: used where {@code refund.policy} is {@code flat}. */
@Component
@ConditionalOnProperty(name = "refund.policy", havingValue = "flat", matchIfMissing = true)
public class FlatFeePolicy implements RefundPolicy {
    private final long feeCents;

    public FlatFeePolicy(@Value("${refund.flat-fee-cents:250}") long feeCents) {
        this.feeCents = feeCents;
    }

    @Override
    public Money fee(Order order) {
        return capped(order, Money.of(feeCents, order.total().currency()));
    }
}
