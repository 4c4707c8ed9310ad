"""Rounding of money."""

from decimal import ROUND_HALF_UP, Decimal


def to_cents(amount: Decimal) -> int:
    """Whole cents of an amount in cents."""
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_UP))
