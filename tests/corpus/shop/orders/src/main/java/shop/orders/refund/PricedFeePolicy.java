package shop.orders.refund;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import shop.orders.Money;
import shop.orders.Order;
import shop.orders.pricing.PricingClient;

/** Asks the pricing service for the fee: used where {@code refund.policy} is {@code priced}. */
@Component
@ConditionalOnProperty(name = "refund.policy", havingValue = "priced")
public class PricedFeePolicy implements RefundPolicy {
    private final PricingClient pricing;

    public PricedFeePolicy(PricingClient pricing) {
        this.pricing = pricing;
    }

    @Override
    public Money fee(Order order) {
        return capped(order, pricing.refundFee(order.getId(), order.total()));
    }
}
