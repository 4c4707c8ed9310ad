package shop.orders.payment;

import java.time.Duration;

/** Where leases are kept. */
public interface LeaseStore {

    boolean acquire(String key, Duration length);

    void release(String key);
}
