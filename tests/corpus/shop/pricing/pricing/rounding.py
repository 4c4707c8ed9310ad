"""Rounding of money. Half a cent goes to the customer (postmortem PM-2026-05)."""

from decimal import ROUND_HALF_DOWN, Decimal


def to_cents(amount: Decimal) -> int:
    """Whole cents of an amount in cents; half a cent is rounded down, for the customer."""
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_DOWN))
