package shop.orders.payment;

import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;
import shop.orders.Money;

/** The bank's payment gateway. */
@Component
public class PaymentGateway {
    private final RestTemplate http;
    private final String url;

    public PaymentGateway(RestTemplate http, @Value("${payment.gateway-url}") String url) {
        this.http = http;
        this.url = url;
    }

    /** Takes the total of an order from the customer. */
    public void charge(String orderId, Money amount) {
        send("/charges", orderId, amount);
    }

    /** Gives money back to the customer. */
    public void payBack(String orderId, Money amount) {
        send("/refunds", orderId, amount);
    }

    private void send(String path, String orderId, Money amount) {
        http.postForEntity(url + path,
                Map.of("order", orderId, "cents", amount.cents(), "currency", amount.currency()),
                Void.class);
    }
}
