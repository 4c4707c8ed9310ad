package shop.orders.payment;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Lets one worker at a time act on a payment. The lease ends by itself after
 * {@code payment.lease-seconds}: shorter than the gateway's timeout it lets two workers pay
 * (ADR 3).
 */
@Component
public class PaymentLease {
    private final LeaseStore store;
    private final Duration length;

    public PaymentLease(LeaseStore store, @Value("${payment.lease-seconds}") long seconds) {
        this.store = store;
        this.length = Duration.ofSeconds(seconds);
    }

    /** Runs the action while the lease is held; refuses when somebody else holds it. */
    public <T> T holding(String key, Supplier<T> action) {
        if (!store.acquire(key, length)) {
            throw new LeaseHeldException(key);
        }
        try {
            return action.get();
        } finally {
            store.release(key);
        }
    }
}
