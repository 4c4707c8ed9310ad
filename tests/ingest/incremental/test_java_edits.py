"""Which files an edit of one Java file makes resolve again: those that look at what changed, no others."""

import pytest

from tests.ingest.incremental.again import Shop

PAY, ORDER, SHOP, MAIL = (f"src/main/java/acme/{name}.java" for name in ("Pay", "Order", "Shop", "Mail"))

TEXTS = {
    PAY: """
        package acme;
        public class Pay extends Base {
            public int charge(Order order) { return order.total(); }
            static int count() { return 0; }
        }
    """,
    ORDER: """
        package acme;
        public class Order {
            public int total() { return sum(); }
            int sum() { return 1; }
            Note note() { return null; }
        }
    """,
    SHOP: """
        package acme;
        import acme.util.Tool;
        public class Shop {
            Pay pay = new Pay();
            int sell(Order order) { Tool.log(); return pay.charge(order) + pay.rate(1); }
            void tell(Order order) { order.note().write(); }
        }
    """,
    MAIL: """
        package acme;
        class Mail {
            Shop shop;
            int send() { return shop.sell(null); }
            int other() { return 2; }
        }
    """,
    "src/main/java/acme/Base.java": "package acme;\nclass Base { int rate(int of) { return of; } }",
    "src/main/java/acme/Note.java": "package acme;\nclass Note { void write() { } }",
    "src/main/java/acme/util/Tool.java": """
        package acme.util;
        public class Tool { public static void log() { } }
    """,
}


def _edit(path: str, before: str, after: str) -> set[str]:
    shop = Shop(TEXTS)
    assert before in TEXTS[path]
    return {_name(each) for each in shop.edit({path: TEXTS[path].replace(before, after)})}


def _name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".java")


def test_at_first_every_file_is_resolved_and_then_none() -> None:
    """Nothing changed: nothing is resolved."""
    shop = Shop({})
    assert shop.edit(TEXTS) == set(TEXTS)
    assert shop.edit({}) == set()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return sum();", "return sum() + sum();"),
        ("return sum();", "Runnable r = () -> sum(); return 7;"),
        ("package acme;", "package acme; // a line more\n\n"),
        ("{ return 1; }", "{ class Inner { void f() { sum(); } } return 1; }"),
    ],
)
def test_a_change_of_a_body_resolves_one_file(before: str, after: str) -> None:
    """Calls, lambdas, local classes and lines are nobody else's business."""
    assert _edit(ORDER, before, after) == {"Order"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int total()", "int sum(int of)"),
        ("int sum() {", "int total(int of) { return of; } int sum() {"),
        ("public int total()", "public long total()"),
        ("public int total()", "public static int total()"),
        ("public int total()", "private int total()"),
        ("int sum() {", "int price; int sum() {"),
    ],
)
def test_a_change_of_an_interface_resolves_those_who_look_at_it(before: str, after: str) -> None:
    """Renamed, overloaded, another result, static, private, a field: Mail, which only passes one on, is not."""
    assert _edit(ORDER, before, after) == {"Order", "Pay", "Shop"}


@pytest.mark.parametrize("after", ["class Order implements Runnable", "@Deprecated class Order"])
def test_a_change_of_what_a_class_is_reaches_those_who_are_handed_one(after: str) -> None:
    """Its supertypes decide which overload takes it: Mail hands an Order to `Shop.sell`."""
    assert _edit(ORDER, "class Order", after) == {"Order", "Pay", "Shop", "Mail"}


def test_a_member_that_comes_from_above_is_looked_up_above() -> None:
    """`pay.rate` is declared in Base, which Shop never names."""
    assert _edit("src/main/java/acme/Base.java", "int rate(int of)", "int rate(long of)") == {
        "Base",
        "Pay",
        "Shop",
    }


def test_a_result_that_is_only_passed_through_is_a_dependency() -> None:
    """`order.note().write()` in Shop looks at Note without naming it; Order itself only names it."""
    assert _edit("src/main/java/acme/Note.java", "void write()", "void write(int of)") == {"Note", "Shop"}


def test_an_import_that_is_taken_away_changes_one_file() -> None:
    """Imports are no interface, as long as signatures mean the same."""
    assert _edit(SHOP, "import acme.util.Tool;", "") == {"Shop"}


def test_an_import_that_changes_what_a_signature_means_changes_those_who_look_at_it() -> None:
    """`Note` in Order's signature comes to mean another class: Shop, which writes a note, is resolved."""
    shop = Shop(TEXTS | {"src/main/java/acme/util/Note.java": "package acme.util;\npublic class Note { }"})
    text = TEXTS[ORDER].replace("package acme;", "package acme;\nimport acme.util.Note;")
    assert {_name(path) for path in shop.edit({ORDER: text})} == {"Order", "Pay", "Shop"}


def test_a_class_that_appears_takes_a_name_that_meant_something_else() -> None:
    """A `String` of the package hides the library's where the name is used; where it is not, nothing happens."""
    shop = Shop(TEXTS | {MAIL: TEXTS[MAIL].replace("int other", "String name; int other")})
    text = "package acme;\nclass String { }"
    assert {_name(path) for path in shop.edit({"src/main/java/acme/String.java": text})} == {"Mail", "String"}
    assert {
        _name(path)
        for path in shop.edit({"src/main/java/acme/Unused.java": "package acme;\nclass Unused { }"})
    } == {"Unused"}


def test_a_class_that_is_gone_leaves_its_callers_open() -> None:
    """Shop calls Tool; the others never asked for it. Shop's own signatures mean what they meant."""
    shop = Shop(TEXTS)
    assert {_name(path) for path in shop.edit({}, gone=("src/main/java/acme/util/Tool.java",))} == {"Shop"}


def test_a_class_that_moves_to_another_package_is_gone_and_new() -> None:
    """Who imports it there is resolved, and who found it in its own package."""
    shop = Shop(TEXTS)
    moved = "src/main/java/acme/paper/Note.java"
    text = TEXTS["src/main/java/acme/Note.java"].replace("package acme;", "package acme.paper;")
    assert {_name(path) for path in shop.edit({moved: text}, gone=("src/main/java/acme/Note.java",))} >= {
        "Note",
        "Order",
        "Shop",
    }


def test_a_supertype_that_brings_a_member_class_changes_what_a_name_means() -> None:
    """`Note` in a class whose base gets a member `Note` is that member from then on."""
    shop = Shop(TEXTS | {ORDER: TEXTS[ORDER].replace("class Order", "class Order extends Base")})
    base = TEXTS["src/main/java/acme/Base.java"].replace("int rate", "static class Note { } int rate")
    assert {_name(path) for path in shop.edit({"src/main/java/acme/Base.java": base})} == {
        "Base",
        "Order",
        "Pay",
        "Shop",
    }


def test_back_to_an_earlier_text_gives_the_earlier_edges() -> None:
    """There and back: what is kept is of the last state only, and is found by content."""
    shop = Shop(TEXTS)
    assert shop.edit({ORDER: TEXTS[ORDER].replace("int total()", "int whole()")}) > {ORDER}
    assert shop.edit({ORDER: TEXTS[ORDER]}) > {ORDER}


BEANS = {
    "src/main/java/acme/Repo.java": "package acme;\ninterface Repo { }",
    "src/main/java/acme/Sql.java": "package acme;\n@Service class Sql implements Repo { void f() { } }",
    "src/main/java/acme/Svc.java": "package acme;\n@Service class Svc { @Autowired Repo repo; }",
    "src/main/java/acme/Far.java": "package acme;\n@Service class Far { Far(Sql sql) { } }",
}


@pytest.mark.parametrize(
    ("path", "text", "resolved"),
    [
        ("New.java", "@Service class New implements Repo { }", {"New", "Svc"}),
        ("New.java", "class New implements Repo { }", {"New"}),
        ("Sql.java", "@Service class Sql implements Repo { void f() { f(); } }", {"Sql"}),
        ("Sql.java", '@Service("other") class Sql implements Repo { void f() { } }', {"Sql", "Svc", "Far"}),
        (
            "Config.java",
            "@Configuration class Config { @Bean Repo a() { return new Sql(); } }",
            {"Config", "Svc", "Far"},
        ),
        ("Mark.java", "@Component @interface Mark { }", {"Mark", "Sql", "Svc", "Far"}),
    ],
)
def test_a_bean_resolves_those_that_ask_for_one(path: str, text: str, resolved: set[str]) -> None:
    """A new one, another name of one, another way to make one; a new stereotype all annotated classes."""
    shop = Shop(BEANS)
    assert {
        _name(each) for each in shop.edit({f"src/main/java/acme/{path}": f"package acme;\n{text}"})
    } == resolved
