"""Customers and refund statistics in PostgreSQL."""

from .customers import Customer, Customers, Tier

CUSTOMERS = "select order_id, customer_id, tier from customer_orders"


def open_customers() -> Customers:
    """All customers by order; small enough to be held in memory."""
    rows = {row[0]: Customer(row[1], Tier(row[2])) for row in query(CUSTOMERS)}
    return Customers(rows)


def query(sql: str, *values: object) -> list[tuple[str, ...]]:
    """Run a statement in the service's database."""
    from .database import connection

    with connection() as open_connection:
        return open_connection.execute(sql, values).fetchall()
