"""How fees are decided."""

from pricing.customers import Customer, Tier
from pricing.fees import percentage_of, refund_fee
from pricing.settings import Settings

SETTINGS = Settings(minimum_fee_cents=100, percent=2.5, free_for_gold=True)


def test_gold_customers_pay_nothing():
    assert refund_fee(10_000, Customer("1", Tier.GOLD), SETTINGS) == 0


def test_half_a_cent_goes_to_the_customer():
    assert percentage_of(20, 2.5) == 0
