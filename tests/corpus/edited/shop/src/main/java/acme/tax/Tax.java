package acme.tax;

public interface Tax {
    int rate(int limit);
}
