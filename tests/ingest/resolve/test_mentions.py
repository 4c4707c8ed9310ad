"""What documents speak of, and how surely."""

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.mentions import resolve_mentions
from kg.ingest.resolve.world import Around
from kg.schema.facts import Resolution

PAY = "package com.acme;\npublic class Pay {\n  public void capture() {}\n  public void close() {}\n  public void get() {}\n"
PAY += "  void refund(long id) {}\n  void refund(Order o, long cents) {}\n}\n"
CODE = {
    "src/com/acme/Pay.java": PAY,
    "src/com/acme/Conn.java": "package com.acme;\npublic class Conn { public void close() {} }\n",
    "app/pricing.py": "def final_price(x):\n    return x\n\n\nclass Fee:\n    def apply_to(self): pass\n",
    "conf/app.properties": "payment.timeout=3\n",
}


def resolved(text: str, more: dict[str, str] | None = None) -> Resolution:
    files = {**CODE, "docs/pay.md": text, **(more or {})}
    facts = [parse_file("r", path, "b", content.encode()) for path, content in sorted(files.items())]
    artifacts, _ = resolve_keys(facts)
    return resolve_mentions(facts, Around(artifacts))


def documented(text: str, more: dict[str, str] | None = None) -> dict[str, tuple[str, float]]:
    """What the text documents (the end of the uid) -> how, confidence."""
    edges = resolved(text, more).edges
    return {e.target.rpartition(":")[2]: (e.how.value, e.confidence) for e in edges}


def test_a_qualified_name_a_path_and_a_key_are_exact() -> None:
    """What is written out in full needs no guess."""
    text = "# Pay\n`com.acme.Pay#capture` in `src/com/acme/Pay.java`, [code](../app/pricing.py), `payment.timeout`, `app.pricing.final_price`\n"
    assert documented(text) == {
        "com.acme.Pay#capture()": ("exact", 1.0),
        "src/com/acme/Pay.java": ("exact", 1.0),
        "app/pricing.py": ("exact", 1.0),
        "payment.timeout": ("exact", 1.0),
        "app.pricing.final_price": ("exact", 1.0),
    }


def test_a_name_that_only_one_thing_has_is_inferred() -> None:
    """A class and a member by their short names, in a code span or in running text."""
    assert documented("`Pay#capture()` and `Conn`, `final_price`, `Fee.apply_to`\n") == {
        "com.acme.Pay#capture()": ("inferred", 0.9),
        "com.acme.Conn": ("inferred", 0.8),
        "app.pricing.final_price": ("inferred", 0.8),
        "app.pricing.Fee.apply_to": ("inferred", 0.9),
    }


def test_a_bare_common_word_is_nothing() -> None:
    """`get` is a word; even `get()` alone says too little."""
    assert documented("You get a receipt; `get` and `get()` and `close` and `capture`\n") == {}


def test_a_common_name_is_at_most_a_weak_candidate() -> None:
    """Two classes have a `close()`: one in two, and only beside the name of one of them; alone it is a word."""
    assert documented("Call `close()` at the end of `Conn`.\n") == {
        "com.acme.Conn": ("inferred", 0.8),
        "com.acme.Pay#close()": ("candidate", 0.5),
        "com.acme.Conn#close()": ("candidate", 0.5),
    }
    assert documented("Call `close()` at the end.\n") == {}


def test_a_name_that_many_have_is_nothing() -> None:
    """More than three owners of a name are no hint."""
    more = {f"src/x/C{n}.java": f"package x; class C{n} {{ void shutDown() {{}} }}" for n in range(5)}
    assert documented("Call `shutDown()`.\n", more) == {}


def test_overloads_are_named_together_or_by_their_types() -> None:
    """Without parameters a name means all of them, with parameters the one."""
    assert documented("`Pay#refund`\n") == {
        "com.acme.Pay#refund(long)": ("inferred", 0.7),
        "com.acme.Pay#refund(Order,long)": ("inferred", 0.7),
    }
    assert documented("`com.acme.Pay#refund(Order, long)`\n") == {
        "com.acme.Pay#refund(Order,long)": ("exact", 1.0)
    }


def test_a_test_of_the_same_name_is_not_meant() -> None:
    """A document speaks of the code rather than of its tests."""
    more = {"src/test/java/x/Conn.java": "package x; class Conn {}"}
    assert documented("`Conn`\n", more) == {"com.acme.Conn": ("inferred", 0.8)}


def test_a_member_that_is_gone_is_said() -> None:
    """After a rename the section names nothing, has no edge to the new name, and is marked."""
    found = resolved("# Pay\n\nSee `com.acme.Pay#settle`.\n")
    assert found.edges == ()
    assert {uid: [str(site) for site in sites] for uid, sites in found.open_sites.items()} == {
        "r:doc:docs/pay.md#Pay": ["2:0 unknown com.acme.Pay#settle"]
    }


def test_two_mentions_of_a_thing_are_one_edge_with_both_lines() -> None:
    """The better known one counts; lines are relative to the section."""
    (edge,) = resolved("# A\n\n`Conn`\n`com.acme.Conn`\n").edges
    assert (edge.how, edge.confidence, edge.sites) == ("exact", 1.0, (2, 3))


def test_a_link_to_this_repository_elsewhere_is_inferred() -> None:
    """A web link to a file of that path may be to another version of it."""
    assert documented("[x](https://gitlab.example.com/g/r/-/blob/feature/x/app/pricing.py#L1)\n") == {
        "app/pricing.py": ("inferred", 0.8),
        "app.pricing.final_price": ("inferred", 0.8),
    }
    assert documented("[x](https://gitlab.example.com/g/other/-/blob/main/app/pricing.py)\n") == {}


def test_a_file_by_its_name_is_inferred_when_it_is_the_only_one() -> None:
    """`Pay.java:4` in an incident report leads to the file."""
    assert documented("see `Pay.java:4`\n") == {
        "src/com/acme/Pay.java": ("inferred", 0.8),
        "com.acme.Pay#close()": ("inferred", 0.8),
    }
    assert documented("see `Pay.java:4`\n", {"other/Pay.java": "class Other {}"}) == {}


def test_links_out_of_the_repository_and_to_documents_are_nothing() -> None:
    """`../../x`, other sites and other documents are no subject."""
    assert documented("[a](../../etc/passwd) [b](https://x.y/z) [c](pay.md) [d](/nope.py)\n") == {}


def test_documents_without_code_give_nothing() -> None:
    """No mention, no edge."""
    assert resolved("# Nothing\nto see here\n") == Resolution()
