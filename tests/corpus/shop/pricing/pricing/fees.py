"""How a refund is priced."""

from decimal import Decimal

from .customers import Customer
from .rounding import to_cents
from .settings import Settings


def refund_fee(total_cents: int, customer: Customer, settings: Settings) -> int:
    """The fee in cents for refunding an order.

    A percentage of the total, at least the minimum, nothing for gold customers.
    """
    if customer.is_gold and settings.free_for_gold:
        return 0
    percentage = percentage_of(total_cents, settings.percent)
    return max(percentage, settings.minimum_fee_cents)


def percentage_of(cents: int, percent: float) -> int:
    """So many percent of an amount, in whole cents."""
    return to_cents(Decimal(cents) * Decimal(str(percent)) / Decimal(100))
