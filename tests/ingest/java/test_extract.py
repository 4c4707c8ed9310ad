"""What one Java file says: artifacts with names, places, sites and keys."""

import time

import pytest

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.java.keys import placeholders
from kg.ingest.parse.unit import TooSlow, Unit
from kg.schema.facts import Artifact, Facts


def read(text: str, path: str = "src/main/java/acme/Pay.java") -> Facts:
    return parse_java(Unit("shop", path, "b10b", text, "utf-8", "java"))


def by_name(facts: Facts) -> dict[str, Artifact]:
    return {artifact.qualified_name: artifact for artifact in facts.artifacts}


def lines(facts: Facts) -> dict[str, tuple[int, int]]:
    return {edge.target.rpartition(":")[2]: (edge.start_line, edge.end_line) for edge in facts.edges}


def test_uids_name_the_source_root_and_the_qualified_name() -> None:
    """The package's folders are not part of the source root, so main and test stay apart."""
    facts = read("package acme; class Pay { void charge(Order o, long[] fees) {} }")
    assert [artifact.uid for artifact in facts.artifacts] == [
        "shop:java:src/main/java:acme.Pay",
        "shop:java:src/main/java:acme.Pay#charge(Order,long[])",
    ]
    assert facts.file.uid == "shop:file:src/main/java/acme/Pay.java"


def test_a_folder_that_is_no_package_is_the_source_root() -> None:
    """Without a package, or with one the folders do not follow, the folder tells twins apart."""
    assert read("class A {}", "tools/A.java").artifacts[0].uid == "shop:java:tools:A"
    assert read("package acme; class A {}", "src/A.java").artifacts[0].uid == "shop:java:src:acme.A"


def test_every_form_of_class_is_found() -> None:
    """Class, interface, enum, record, annotation, nested, local and anonymous, constants with a body."""
    facts = read(
        """
        package acme;
        class Pay {
          interface Rule {} enum Op { PLUS { int f() { return 1; } }; } record Pair(int a) {} @interface Mark {}
          void run() {
            class Local {}
            Object a = new Runnable() { public void run() {} };
            Object b = new Runnable() { public void run() {} };
          }
          Object field = new Runnable() { public void run() {} };
        }
        """
    )
    classes = [(a.qualified_name, a.form) for a in facts.artifacts if a.kind == "Class"]
    assert classes == [
        ("acme.Pay", "class"),
        ("acme.Pay.Rule", "interface"),
        ("acme.Pay.Op", "enum"),
        ("acme.Pay.Op.PLUS", "class"),
        ("acme.Pay.Pair", "record"),
        ("acme.Pay.Mark", "annotation"),
        ("acme.Pay#run()$Local", "class"),
        ("acme.Pay#run()$Runnable", "class"),
        ("acme.Pay#run()$Runnable~2", "class"),
        ("acme.Pay#<init>$Runnable", "class"),
    ]
    assert "acme.Pay#run()$Runnable~2#run()" in by_name(facts)


def test_line_comments_right_above_a_member_document_it() -> None:
    """Old code says in `//` lines what a method is for; a line further up, or behind code, says nothing of it."""
    facts = read(
        "class Pay {\n  // not this\n\n  int fee = 1; // nor this\n  // refund\n  // in part\n  void refund() { go(); }\n}\n"
    )
    assert by_name(facts)["Pay#refund()"].doc_comment == "refund\nin part"


def test_a_declaration_stands_from_its_first_annotation_to_its_brace() -> None:
    """The documentation above is a property, not part of the place."""
    facts = read(
        "package acme;\nclass Pay {\n  /** Takes money. */\n  @Deprecated\n  void charge() {\n    go();\n  }\n}\n"
    )
    assert lines(facts)["acme.Pay#charge()"] == (4, 7)
    charge = by_name(facts)["acme.Pay#charge()"]
    assert charge.doc_comment == "Takes money."
    assert charge.annotations == ("Deprecated",)
    assert charge.signature == "void charge()"
    assert charge.call_sites == ("2:4 go/0",)


def test_each_artifact_is_defined_exactly_once() -> None:
    """One DEFINES with lines leads to every class and method."""
    facts = read(
        "class A { int x = f(); static { g(); } void m() { new Runnable() { public void run() {} }; } }"
    )
    assert sorted(edge.target for edge in facts.edges) == sorted(a.uid for a in facts.artifacts)


def test_initialisers_are_callers_of_their_own() -> None:
    """What runs outside of methods belongs to `<init>` or `<clinit>`; constants make neither."""
    facts = read("class A { int x = f(); static int y = g(); { h(); } static { i(); } int z = 3; }")
    found = {a.name: a.call_sites for a in facts.artifacts if a.form == "initializer"}
    assert found == {"<init>": ("0:18 f/0", "0:45 h/0"), "<clinit>": ("0:38 g/0", "0:61 i/0")}
    assert len(read('class A { int z = 3; static final String S = "s"; }').artifacts) == 1


def test_trivial_bodies_score_zero() -> None:
    """Getters, setters, empty bodies and constants carry no complexity; decisions add one each."""
    facts = read(
        """class A {
        A(int x) { this.x = x; } int getX() { return x; } void setX(int x) { this.x = x; } void none() {}
        int one() { return 1; } int calls() { return f(); } abstract int open();
        int many(int a) { if (a > 1 && a < 9) { return 1; } for (;;) { switch (a) { case 1: case 2: default: } } }
        }"""
    )
    scores = {a.name: a.complexity for a in facts.artifacts if a.kind == "Method"}
    assert scores == {
        "<init>": 0, "getX": 0, "setX": 0, "none": 0, "one": 0, "calls": 1, "open": 0, "many": 6,
    }  # fmt: skip


def test_entry_points_are_recognised() -> None:
    """Nothing needs to call main, tests, routes, listeners and schedulers."""
    facts = read(
        """class A {
        public static void main(String... args) {} @Test void t() {} @GetMapping("/x") void r() {}
        @KafkaListener(topics = "t") void l() {} @org.x.Scheduled(cron = "1") void s() {} void plain() {}
        }
        @FeignClient("y") interface C { @GetMapping("/y") void client(); }"""
    )
    entries = {a.name: a.entry for a in facts.artifacts if a.kind == "Method"}
    assert entries == {
        "main": "main", "t": "test", "r": "route", "l": "listener", "s": "scheduler", "plain": "", "client": "",
    }  # fmt: skip


def test_configuration_keys_are_read_with_their_place() -> None:
    """@Value on fields, parameters and methods, prefixes, and calls that take a key."""
    facts = read(
        """package acme;
        @ConfigurationProperties(prefix = "pay.card")
        class Pay {
          @Value("${pay.fee:${pay.default-fee:3}}") int fee;
          Pay(@Value("${pay.url}") String url) { }
          void run() {
            System.getenv("PAY_HOME");
            environment.getProperty("pay.mode");
            map.getProperty("not.a.key");
          }
        }"""
    )
    assert [(r.source.rpartition(":")[2], r.key, r.line) for r in facts.reads] == [
        ("acme.Pay", "pay.card.", 0),
        ("acme.Pay", "pay.fee", 2),
        ("acme.Pay", "pay.default-fee", 2),
        ("acme.Pay#<init>(String)", "pay.url", 0),
        ("acme.Pay#run()", "PAY_HOME", 1),
        ("acme.Pay#run()", "pay.mode", 2),
    ]


def test_placeholders_nest() -> None:
    """A default may hold a placeholder of its own, and a key may be made of one."""
    assert placeholders("${a:${b:x}}-${c}") == ["a", "b", "c"]
    assert placeholders("#{1 + 2} plain") == []


def test_conflict_markers_never_become_names() -> None:
    """Both sides of a conflict are read, the markers are counted as problems."""
    facts = read(
        "class A {\n<<<<<<< HEAD\n  int a() { return 1; }\n=======\n  int b() { return 2; }\n>>>>>>> x/y\n}\n"
    )
    assert [a.name for a in facts.artifacts] == ["A", "a", "b"]
    assert facts.file.problems == (
        "2: conflict marker: mended", "4: conflict marker: mended", "6: conflict marker: mended",
    )  # fmt: skip


def test_gaps_of_the_grammar_are_mended_and_counted() -> None:
    """Annotated varargs, module imports and code before super() are read all the same."""
    facts = read(
        "import module java.sql;\nclass A extends B {\n  A(int x) { check(x); super(x); }\n"
        "  void f(Object @Nullable ... args) { go(args); }\n}\n"
    )
    assert [a.qualified_name for a in facts.artifacts] == ["A", "A#<init>(int)", "A#f(Object[])"]
    assert by_name(facts)["A#<init>(int)"].call_sites == ("0:13 check/1", "0:23 super/1")
    assert "@Nullable" in by_name(facts)["A#f(Object[])"].text
    assert facts.file.imports == ("module java.sql",)
    assert len(facts.file.problems) == 3


def test_columns_and_texts_count_characters() -> None:
    """Text before a call may hold characters of several bytes."""
    facts = read('class A { String f() { return "환불" + g("退款"); } }')
    assert by_name(facts)["A#f()"].call_sites == ("0:37 g/1",)
    assert by_name(facts)["A#f()"].text == 'String f() { return "환불" + g("退款"); }'


def test_half_a_file_gives_half_its_facts() -> None:
    """Broken source is input: what could be read is there, with the place of the error."""
    facts = read("class A { void ok() { go(); }\n  void half( {\n")
    assert by_name(facts)["A#ok()"].call_sites == ("0:22 go/0",)
    assert facts.file.problems
    cut = read("package a;\nclass A { void ok() { go(); }\n  void half() {\n if (x) {")
    assert [a.qualified_name for a in cut.artifacts] == ["a.A", "a.A#ok()", "a.A#half()"]


def test_the_text_of_a_class_is_its_header_fields_and_signatures() -> None:
    """Bodies belong to the methods: a change in one is no new version of the class."""
    facts = read(
        "package acme;\npublic class Pay extends Base {\n  @Id private long id;\n  long id() { return id; }\n}\n"
    )
    assert facts.artifacts[0].text == (
        "public class Pay extends Base {\n    @Id private long id;\n    long id();\n}"
    )


def test_a_thousand_strings_in_a_row_are_no_deep_nest() -> None:
    """A long concatenation is a loop, not a recursion."""
    facts = read("class A { String f() { return " + " + ".join(['g("x")'] * 3000) + "; } }")
    assert len(by_name(facts)["A#f()"].call_sites) == 3000


def test_a_file_that_takes_too_long_is_given_up() -> None:
    """The deadline holds inside the parser, not only after it."""
    text = "class A { " + "void f() { g(); }\n" * 20_000 + "}"
    with pytest.raises(TooSlow):
        parse_java(Unit("shop", "A.java", "b10b", text, "utf-8", "java", time.monotonic()))


def test_odd_places_of_calls_are_read() -> None:
    """Comments inside calls, type arguments, qualified super, inner creation, references, array makers."""
    facts = read(
        "class A { void f() { a /* x */ .b(/* y */ 1, 2); A.<T>c(); A.super.d(); o.new I(3); A::g; int[]::new; } }"
    )
    assert [site.partition(" ")[2] for site in by_name(facts)["A#f()"].call_sites] == [
        "b/2", "c/0", "d/0", "new I/1", "A::g", "int[]::new",
    ]  # fmt: skip


def test_a_broken_file_full_of_comments_does_not_hang() -> None:
    """Mending looks at a broken text once, whatever stands between its statements."""
    facts = read("class A { void f( { ; " + "/* x */ // y\n" * 2000 + " g(); } void h() {} }")
    assert facts.file.problems
