package acme;

public class Money {
    static int round(long cents) {
        return cents > 0 ? (int) cents : 0;
    }

    int total(Money other) {
        return round(1) + other.total(this);
    }
}
