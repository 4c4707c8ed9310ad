"""Which files an edit of one Go file makes resolve again: those that may see what changed, no others."""

import pytest

from tests.ingest.incremental.again import GO, Shop

TEXTS = {
    "go.mod": "module example.com/shop\n",
    "order/order.go": """package order

import "example.com/shop/price"

type Order struct {
	Price price.Price
}

func (o *Order) Total() int {
	return o.Price.Cents()
}

func New() *Order {
	return &Order{}
}
""",
    "order/store.go": """package order

import "example.com/shop/log"

func Load() *Order {
	log.Tell("load")
	return New()
}
""",
    "price/price.go": """package price

type Price struct{}

func (p Price) Cents() int {
	return round(1)
}

func round(cents int) int {
	return cents
}

var Free = zero()

func zero() Price {
	return Price{}
}
""",
    "log/log.go": "package log\n\nfunc Tell(text string) {\n\twrite(text)\n}\n\nfunc write(text string) {\n}\n",
    "pay/pay.go": """package pay

import "example.com/shop/order"

type Charger interface {
	Charge(cents int)
}

func Pay(by Charger) {
	by.Charge(order.Load().Price.Cents())
}
""",
    "cash/cash.go": """package cash

type Cash struct{}

func (c Cash) Charge(cents int) {
	type note struct{ Cash }
	note{}.Charge(cents)
}
""",
}


def _edit(path: str, before: str, after: str) -> set[str]:
    shop = Shop(TEXTS, GO)
    text = shop.texts[path]
    assert before in text
    return _names(shop.edit({path: text.replace(before, after)}))


def _names(paths: set[str]) -> set[str]:
    return {path.rpartition("/")[2].removesuffix(".go") for path in paths}


def test_at_first_every_file_is_resolved_and_then_none() -> None:
    """Nothing changed: nothing is resolved."""
    shop = Shop({}, GO)
    assert shop.edit(TEXTS) == TEXTS.keys() - {"go.mod"}
    assert shop.edit({}) == set()


@pytest.mark.parametrize(
    ("path", "before", "after", "resolved"),
    [
        ("price/price.go", "return round(1)", "x := 1\n\treturn round(x)", {"price"}),
        ("price/price.go", "package price\n", "package price\n\n// more\n", {"price"}),
        ("price/price.go", "Cents() int", "Cents() int64", {"price", "order", "store", "pay"}),
        ("price/price.go", "var Free = zero()", "var Free = round(1)", {"price", "order", "store", "pay"}),
        ("log/log.go", "func Tell(text string)", "func Tell(text any)", {"log", "store"}),
        ("order/store.go", "func Load() *Order", "func Load() Order", {"store", "order", "pay"}),
        (
            "order/store.go",
            'import "example.com/shop/log"',
            'import (\n\t"example.com/shop/log"\n\t"fmt"\n)',
            {"store"},
        ),
        ("cash/cash.go", "Charge(cents int) {", "Charge(cents string) {", {"cash"}),
        ("cash/cash.go", "note{}.Charge(cents)", "note{Cash: c}.Charge(cents)", {"cash"}),
    ],
    ids=[
        "body",
        "lines",
        "signature",
        "variable",
        "imported",
        "by two",
        "an import",
        "interface",
        "local type",
    ],
)
def test_who_sees_a_change(path: str, before: str, after: str, resolved: set[str]) -> None:
    """A body is seen by nobody else; of an import a file's own bodies alone may speak."""
    assert _edit(path, before, after) == resolved


def test_files_come_and_go() -> None:
    """A new package concerns all, since imports may mean it; a file of a package those who see the package."""
    shop = Shop(TEXTS, GO)
    assert _names(shop.edit({"price/more.go": "package price\n\nfunc More() {}\n"})) == {
        "more",
        "price",
        "order",
        "store",
        "pay",
    }
    assert _names(shop.edit({}, ("price/more.go",))) == {"price", "order", "store", "pay"}
    everything = shop.edit({"bank/bank.go": "package bank\n"})
    assert everything == shop.texts.keys() - {"go.mod"}
    assert shop.edit({"go.mod": "module example.com/store\n"}) == shop.texts.keys() - {"go.mod"}
