"""What one Kotlin file says: artifacts with names, places, sites and keys."""

from kg.ingest.parse.kotlin import parse_kotlin
from kg.ingest.parse.kotlin.file import source_root
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Facts


def read(text: str, path: str = "src/main/kotlin/acme/Pay.kt") -> Facts:
    return parse_kotlin(Unit("shop", path, "b10b", text, "utf-8", "kotlin"))


def by_name(facts: Facts) -> dict[str, Artifact]:
    return {artifact.qualified_name: artifact for artifact in facts.artifacts}


def names(text: str) -> list[str]:
    return [artifact.qualified_name for artifact in read(text).artifacts]


def test_uids_name_the_source_root_and_the_qualified_name() -> None:
    """As of Java: the package's folders are not part of the source root."""
    facts = read("package acme\nclass Pay { fun charge(o: Order?, fees: List<Long>) {} }\n")
    assert [artifact.uid for artifact in facts.artifacts] == [
        "shop:kotlin:src/main/kotlin:acme.Pay",
        "shop:kotlin:src/main/kotlin:acme.Pay#charge(Order?,List)",
    ]


def test_a_common_package_may_be_left_out_of_the_folders() -> None:
    """Kotlin's convention: the source set is the root, whatever the folders below are called."""
    assert source_root("pay/src/main/kotlin/fees/Fee.kt", "com.acme.fees") == "pay/src/main/kotlin"
    assert source_root("lib/acme/fees/Fee.kt", "com.acme.fees") == "lib"


def test_every_form_of_class_is_found() -> None:
    """Class, interface, enum, object, companion, annotation, nested, local and anonymous."""
    facts = read(
        """
        package acme
        sealed class Res { data class Ok(val v: Int) : Res(); object Gone : Res() }
        fun interface Rule { fun apply() }
        enum class Op { PLUS { override fun f() = 1 }; abstract fun f(): Int }
        annotation class Mark
        @JvmInline value class Id(val raw: String)
        class Pay {
          companion object { }
          inner class In
        }
        fun run() { class Local
          val a = object : Runnable { override fun run() {} } }
        """
    )
    found = [(a.qualified_name, a.form) for a in facts.artifacts if a.kind == "Class"]
    assert found == [
        ("acme.Res", "class"),
        ("acme.Res.Ok", "class"),
        ("acme.Res.Gone", "object"),
        ("acme.Rule", "interface"),
        ("acme.Op", "enum"),
        ("acme.Op.PLUS", "class"),
        ("acme.Mark", "annotation"),
        ("acme.Id", "class"),
        ("acme.Pay", "class"),
        ("acme.Pay.Companion", "object"),
        ("acme.Pay.In", "class"),
        ("acme.run()$Local", "class"),
        ("acme.run()$Runnable", "class"),
    ]
    assert facts.file.problems == ()


def test_every_form_of_function_is_found() -> None:
    """Top-level, extension, member, local, operator, constructors, accessors with bodies."""
    assert names(
        """
        package acme
        fun String.mask(keep: Int = 2): String = take(keep)
        val String.short: String get() = this.mask()
        class Pay(val fee: Int) {
          constructor() : this(1)
          operator fun plus(o: Pay): Pay { fun inner() = o
            return inner() }
          var rate: Int = 0
            set(value) { field = value }
        }
        """
    ) == [
        "acme.mask(String.,Int)",
        "acme.<get-short>(String.)",
        "acme.Pay",
        "acme.Pay#<init>()",
        "acme.Pay#plus(Pay)",
        "acme.Pay#plus(Pay)$inner()",
        "acme.Pay#<set-rate>()",
        "acme.Pay#<init>(Int)",
    ]


def test_what_is_private_to_a_file_is_named_by_it() -> None:
    """Two files of a package may each have a private `log`; they must not be taken for twins."""
    facts = read("package acme\nprivate fun log() {}\nfun show() {}\n")
    assert sorted(by_name(facts)) == ["acme.PayKt.log()", "acme.show()"]


def test_values_and_init_blocks_run_in_the_primary_constructor() -> None:
    """Where none is written they are an initializer of their own; values of a file are its `<clinit>`."""
    facts = read(
        "package acme\n"
        "class A(val x: Int) : Base(x) {\n  val y = make()\n  init { check() }\n}\n"
        "class B {\n  val z = make()\n}\n"
        "val top = make()\n"
    )
    found = by_name(facts)
    assert found["acme.A#<init>(Int)"].call_sites == ("0:22 Base/1", "1:10 make/0", "2:9 check/0")
    assert found["acme.B#<init>"].form == "initializer"
    assert found["acme.PayKt#<clinit>"].call_sites == ("0:10 make/0",)


def test_sites_complexity_annotations_and_kdoc_are_kept() -> None:
    """Sites relative to the function, the lambda behind the brackets as an argument."""
    facts = read(
        "package acme\n/** Charges. */\n@Test fun charge(a: A?) {\n"
        "  a?.save(1) { it }\n  if (x() && y) z()\n}\nfun getter() = 1\n"
    )
    charge, getter = facts.artifacts
    assert charge.call_sites == ("1:5 save/2", "2:6 x/0", "2:16 z/0")
    assert (charge.complexity, getter.complexity) == (3, 0)
    assert (charge.doc_comment, charge.annotations, charge.entry) == ("Charges.", ("Test",), "test")


def test_main_and_routes_are_entries() -> None:
    """Nothing needs to call them."""
    facts = read(
        "package acme\nfun main(args: Array<String>) {}\nfun other() {}\n"
        'class C {\n  @GetMapping("/x") fun x() {}\n  fun main() {}\n}\n'
    )
    assert {a.name: a.entry for a in facts.artifacts if a.entry} == {"main": "main", "x": "route"}


def test_configuration_keys_are_read() -> None:
    """@Value, @ConfigurationProperties, System.getenv and an environment's getProperty."""
    facts = read(
        "package acme\n"
        '@ConfigurationProperties(prefix = "pay") class P(@Value("\\${pay.fee:1}") val fee: Int) {\n'
        '  fun f() = System.getenv("PAY_URL") + environment.getProperty("pay.url")\n}\n'
    )
    assert sorted(read.key for read in facts.reads) == ["PAY_URL", "pay.", "pay.fee", "pay.url"]


def test_imports_and_facade_are_kept() -> None:
    """Aliases as written; the facade is what Java calls the file."""
    facts = read('@file:JvmName("Money")\npackage acme\nimport a.B\nimport a.C as D\nimport a.e.*\n')
    assert facts.file.imports == ("a.B", "a.C as D", "a.e.*")
    assert facts.code.facade == "Money"
    assert read("fun f() {}", "tools/text-util.kt").code.facade == "Text_utilKt"


def test_broken_source_is_input() -> None:
    """What stands before the fault is found, and the file says where it is."""
    facts = read("package acme\nclass A {\n  fun good() = f()\n  fun bad( = \n")
    assert {"acme.A", "acme.A#good()"} <= set(by_name(facts))
    assert facts.file.problems
    for cut in range(0, 200, 7):
        assert read("package acme\nclass A(val x: Int) : B by x { val y by lazy { f(x) }\n"[:cut]).file


def test_soft_keywords_are_names_too() -> None:
    """`set`, `where`, `open` … parse as the names they are."""
    facts = read(
        "package acme\nclass A {\n  private var set: Int = 0\n"
        "  fun f(open: B, where: B?) { set = set or 1\n    open.g(); where?.g() }\n}\n"
        "interface R { fun save(c: C) }\n"
    )
    assert facts.file.problems == ()
    assert by_name(facts)["acme.A#f(B,B?)"].call_sites == ("0:40 or/1", "1:9 g/0", "1:21 g/0")


def test_what_the_grammar_reads_wrong_is_read_right() -> None:
    """The body behind `by value`, an annotated function at the top, a sign that starts a line."""
    facts = read(
        "package acme\n"
        '@JvmName("shown") fun show() {}\n'
        "class A(private val b: B) : B by b {\n  override fun go() = f()\n}\n"
        "val t = Task<Q> { it.run() }\nval k = Key<Q>(t)\nfun q(x: Q) {\n  val a = f(x)\n  +a\n  val z = (a\n    + x)\n}\n"
    )
    found = by_name(facts)
    assert sorted(found) == [
        "acme.A", "acme.A#<init>(B)", "acme.A#go()", "acme.PayKt#<clinit>", "acme.q(Q)", "acme.show()",
    ]  # fmt: skip
    assert found["acme.PayKt#<clinit>"].call_sites == ("0:8 Task/1", "0:21 run/0", "1:8 Key/1")
    assert found["acme.show()"].annotations == ('JvmName("shown")',)
    assert found["acme.q(Q)"].call_sites == ("1:10 f/1",)
    assert facts.file.problems == ()


def test_names_of_other_alphabets_keep_their_columns() -> None:
    """Columns count characters, not bytes."""
    facts = read('package acme\nfun 결제() { val 값 = "한글"; 저장(값) }\n')
    assert facts.artifacts[0].call_sites == ("0:25 저장/1",)
