"""Documents that name what no longer exists."""

from tests.ingest.resolve.documents import documented, stale

PAY = "package com.acme; public class Pay extends Base { public void settle() {} private int limit; }"
BASE = "package com.acme; public class Base { public void close() {} }"
FILES = {
    "src/com/acme/Pay.java": PAY,
    "src/com/acme/Base.java": BASE,
    "app/core/fees.py": "def fee(): pass\n",
}


def gone(text: str, path: str = "docs/pay.md") -> list[str]:
    return [site.split(" ")[-1] for site in stale({**FILES, path: text})]


def test_a_member_that_was_renamed_in_code_only_is_stale() -> None:
    """The section stays, has no edge to the new name, and is marked at its line."""
    files = {**FILES, "docs/pay.md": "# Pay\n\n`com.acme.Pay#capture` takes money.\n"}
    assert stale(files) == ["2:0 unknown com.acme.Pay#capture"]
    assert not [uid for uid in documented(files) if "settle" in uid]


def test_a_member_of_an_ancestor_is_there() -> None:
    """Inherited methods, fields, and what every class has are no findings."""
    assert gone("`Pay#close`, `Pay#limit`, `Pay#equals`, `Pay#settle`\n") == []


def test_a_class_that_rests_on_a_library_may_have_anything() -> None:
    """So does one whose members are generated."""
    more = {
        "src/com/acme/Repo.java": "package com.acme; public interface Repo extends JpaRepository<Pay, Long> {}",
        "src/com/acme/Order.java": "package com.acme; @Data public class Order {}",
    }
    assert stale({**FILES, **more, "a.md": "`Repo#findAll`, `Order#getId()`\n"}) == []


def test_a_class_of_a_known_package_that_is_gone_is_stale() -> None:
    """Of another package nobody knows."""
    assert gone("`com.acme.Refund` and `com.other.Refund`, `com.acme.Refund#pay`\n") == [
        "com.acme.Refund",
        "com.acme.Refund#pay",
    ]


def test_a_source_file_that_is_gone_is_stale() -> None:
    """In a folder that is there; what users are to make, or tools do, is not missed."""
    assert gone("`src/com/acme/Old.java` [x](../app/core/tax.py#L3)\n") == [
        "src/com/acme/Old.java",
        "../app/core/tax.py#L3",
    ]
    assert (
        gone("`app/core/local_settings.py`, `src/other/New.java`, `build/com/acme/Old.java`, `Old.java`\n")
        == []
    )


def test_the_past_is_never_stale() -> None:
    """Release notes, decisions, incidents, and sections on migration name what was."""
    text = "# A\n`com.acme.Pay#capture`\n"
    for path in ("CHANGELOG.md", "docs/adr/1.md", "postmortems/PM-2024-01.md"):
        assert gone(text, path) == []
    assert gone("# Migrating to 2\n`com.acme.Pay#capture`\n") == []
