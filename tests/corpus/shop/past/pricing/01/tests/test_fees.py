"""How fees are decided."""

from pricing.customers import Customer, Tier
from pricing.fees import refund_fee
from pricing.settings import Settings

SETTINGS = Settings(minimum_fee_cents=100, percent=2.5, free_for_gold=True)


def test_gold_customers_pay_nothing():
    assert refund_fee(10_000, Customer("1", Tier.GOLD), SETTINGS) == 0
