package shop.orders;

/** One article of an order, with the price it had when the order was placed. */
public record OrderLine(String sku, int quantity, Money price) {

    public Money total() {
        return Money.of(price.cents() * quantity, price.currency());
    }
}
