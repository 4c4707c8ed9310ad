"""Which of several things of one name a document means."""

from tests.ingest.resolve.documents import documented

JAVA = "package shop.{0}; public class Entity {{ public void store() {{}} }}"
BOTH = {
    "base/src/main/java/shop/blocking/Entity.java": JAVA.format("blocking"),
    "base/src/main/java/shop/reactive/Entity.java": JAVA.format("reactive"),
    "base/src/main/java/shop/reactive/Driver.java": "package shop.reactive; public class DriverPool {}",
}
BLOCKING = "java:base/src/main/java:shop.blocking.Entity"
REACTIVE = "java:base/src/main/java:shop.reactive.Entity"


def test_nothing_near_leaves_candidates() -> None:
    """One in two."""
    assert documented({**BOTH, "base/README.md": "See `Entity`.\n"}) == {
        BLOCKING: ("candidate", 0.5),
        REACTIVE: ("candidate", 0.5),
    }


def test_a_heading_or_the_line_may_tell() -> None:
    """Words that only one of the packages has."""
    assert documented({**BOTH, "base/README.md": "# Reactive base\n`Entity`\n"}) == {
        REACTIVE: ("inferred", 0.7)
    }
    assert documented({**BOTH, "base/README.md": "The blocking `Entity`.\n"}) == {BLOCKING: ("inferred", 0.7)}


def test_what_is_named_beside_it_tells() -> None:
    """A class of the same package in the same section."""
    found = documented({**BOTH, "base/README.md": "`DriverPool` stores an `Entity`.\n"})
    assert found[REACTIVE] == ("inferred", 0.7)
    assert BLOCKING not in found


def test_the_own_module_comes_first() -> None:
    """A README of a module speaks of that module: classes, keys and files of a name that others have too."""
    files = {
        "a/src/main/java/x/Gate.java": "package x; public class Gate {}",
        "b/src/main/java/y/Gate.java": "package y; public class Gate {}",
        "a/src/main/resources/application.properties": "gate.limit=1\n",
        "b/src/main/resources/application.properties": "gate.limit=2\n",
        "a/pom.xml": "<project/>",
        "b/pom.xml": "<project/>",
    }
    assert documented({**files, "b/README.md": "`Gate`, `gate.limit`, `pom.xml`\n"}) == {
        "java:b/src/main/java:y.Gate": ("inferred", 0.8),
        "config:b:gate.limit": ("inferred", 0.8),
        "file:b/pom.xml": ("inferred", 0.8),
    }
    found = documented({**files, "README.md": "`gate.limit` and `pom.xml`\n"})
    assert found == {"config:a:gate.limit": ("candidate", 0.5), "config:b:gate.limit": ("candidate", 0.5)}


def test_a_member_by_its_simple_name_needs_its_class() -> None:
    """Two parts without brackets are a field of anything, unless the section names what has them."""
    files = {"app/fees.py": "class FeeTable:\n    def row_count(self): pass\n"}
    member = "python:app.fees.FeeTable.row_count"
    assert member not in documented({**files, "a.md": "Set `row_count`.\n"})
    assert documented({**files, "a.md": "Set `row_count` of `FeeTable`.\n"})[member] == ("inferred", 0.8)


def test_a_class_of_another_class_needs_it_too() -> None:
    """`Options` in running text is no nested class of something far away."""
    files = {"src/x/Pay.java": "package x; public class Pay { public static class RetryOptions {} }"}
    nested = "java:src:x.Pay.RetryOptions"
    assert nested not in documented({**files, "a.md": "Mind the `RetryOptions`.\n"})
    assert documented({**files, "a.md": "`Pay` has `RetryOptions`.\n"})[nested] == ("inferred", 0.8)


def test_a_name_that_a_package_gives_on_is_found() -> None:
    """`shop.Cart` is written where `src.shop.model.cart.Cart` is meant."""
    files = {"src/shop/model/cart.py": "class Cart:\n    def total(self): pass\n"}
    assert documented({**files, "a.md": "`shop.Cart`\n"}) == {
        "python:src.shop.model.cart.Cart": ("inferred", 0.9)
    }
    assert documented({**files, "a.md": "`shop.total`\n"}) == {}, "no package gives on a member of a class"


def test_a_constant_stands_for_its_class() -> None:
    """It has no node of its own."""
    files = {"src/x/Codes.java": "package x; public enum ErrorCode { NOT_FOUND }"}
    assert documented({**files, "a.md": "`ErrorCode.NOT_FOUND`, `ErrorCode.ELSE`\n"}) == {
        "java:src:x.ErrorCode": ("inferred", 0.8)
    }
