package shop.orders.pricing;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;
import shop.orders.Money;

/** The pricing service (repository shop/pricing): fees and discounts are decided there. */
@Component
public class PricingClient {
    private final RestTemplate http;
    private final String baseUrl;

    public PricingClient(RestTemplate http, @Value("${pricing.base-url}") String baseUrl) {
        this.http = http;
        this.baseUrl = baseUrl;
    }

    /** The fee for refunding an order: {@code GET /refund-fees/{order}} of the pricing service. */
    public Money refundFee(String orderId, Money total) {
        FeeReply reply = http.getForObject(
                baseUrl + "/refund-fees/{order}?cents={cents}", FeeReply.class, orderId, total.cents());
        return Money.of(reply.cents(), total.currency());
    }

    /** What the pricing service answers. */
    public record FeeReply(long cents) {}
}
