"""How the command line names what a way leads through."""

import pytest

from kg.cli.seen import short
from kg.schema.ids import Uid


@pytest.mark.parametrize(
    ("uid", "shown"),
    [
        ("orders:java:src/main/java:shop.orders.Refund#refund(String)", "Refund#refund(String)"),
        ("orders:endpoint:http:.:GET /orders/{}", "GET /orders/{}"),
        ("orders:doc:docs/a.b.md#refunds", "docs/a.b.md#refunds"),
        ("orders:go:shop/pay#Charge", "shop/pay#Charge"),
    ],
)
def test_a_uid_is_shown_without_its_repository_and_package(uid: str, shown: str) -> None:
    """A class by its own name, a path as it is."""
    assert short(Uid(uid)) == shown
