package acme;

import acme.tax.Tax;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class Pay {
    @Value("${pay.limit}")
    private int limit;
    private final Tax tax;

    Pay(Tax tax) {
        this.tax = tax;
    }

    @GetMapping("/orders/{id}/fee")
    public int charge(long id) {
        int fee = tax.rate(limit);
        return fee > limit ? refund(id) : fee;
    }

    int refund(long id) {
        return Money.round(id);
    }
}
