package shop.orders.refund;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shop.orders.Money;
import shop.orders.Order;
import shop.orders.OrderLine;

class FlatFeePolicyTest {

    @Test
    void theFeeIsNeverMoreThanTheTotal() {
        Order order = new Order("1", List.of(new OrderLine("cup", 1, Money.of(100, "EUR"))));
        assertEquals(Money.of(100, "EUR"), new FlatFeePolicy(250).fee(order));
    }
}
