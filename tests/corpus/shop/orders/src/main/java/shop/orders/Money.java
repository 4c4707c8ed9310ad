package shop.orders;

/** An amount in the smallest unit of a currency, so that nothing is ever rounded by accident. */
public record Money(long cents, String currency) {

    public Money {
        if (currency == null || currency.length() != 3) {
            throw new IllegalArgumentException("a currency has three letters");
        }
    }

    public static Money of(long cents, String currency) {
        return new Money(cents, currency);
    }

    public Money minus(Money other) {
        requireSame(other);
        return new Money(cents - other.cents, currency);
    }

    public Money plus(Money other) {
        requireSame(other);
        return new Money(cents + other.cents, currency);
    }

    public boolean isNegative() {
        return cents < 0;
    }

    private void requireSame(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot mix " + currency + " and " + other.currency);
        }
    }
}
