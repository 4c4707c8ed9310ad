"""What one TypeScript or JavaScript file says, read without any other file."""

import time

import pytest

from kg.ingest.parse.typescript import parse_typescript
from kg.ingest.parse.unit import TooSlow, Unit
from kg.schema.vocabulary import EdgeType, Form, Kind
from tests.ingest.typescript.snippets import artifact, lines, names, read, short


def test_a_module_is_a_class_named_by_its_path() -> None:
    """What runs on import needs a caller: the module, whose name is the path."""
    facts = read("export const a = 1", "src/pay/charge.ts")
    module = facts.artifacts[0]
    assert (module.uid, module.kind, module.form) == (
        "shop:typescript:src/pay/charge.ts",
        Kind.CLASS,
        Form.MODULE,
    )


def test_every_definition_is_defined_once_with_its_lines() -> None:
    """Each artifact has exactly one DEFINES, from what encloses it."""
    facts = read(
        """
        export class Pay {
          charge() {
            function inner() {}
          }
        }
        """
    )
    assert [(short(e.source), short(e.target), e.start_line, e.end_line) for e in facts.edges] == [
        ("app.ts", "app.ts", 1, 5),
        ("app.ts", "app.ts#Pay", 1, 5),
        ("app.ts#Pay", "app.ts#Pay.charge", 2, 4),
        ("app.ts#Pay.charge", "app.ts#Pay.charge.inner", 3, 3),
    ]
    assert {e.type for e in facts.edges} == {EdgeType.DEFINES}


def test_a_function_bound_to_a_name_is_a_method() -> None:
    """Variables, properties, fields and exports name a function; one that is only passed on has no name."""
    facts = read(
        """
        const charge = () => 1;
        const api = { get() {}, post: function () {}, deep: { put: () => 2 } };
        class Pay { handle = async () => {}; }
        exports.refund = function () {};
        export default () => 3;
        [1].map((x) => x + 1);
        """
    )
    assert names(facts) == [
        "charge", "api.get", "api.post", "api.deep.put", "Pay", "Pay.handle", "refund", "default"
    ]  # fmt: skip


def test_a_component_in_a_well_known_wrapper_is_a_method() -> None:
    """`memo` and `forwardRef` give back the component they are given."""
    facts = read("export const Button = memo(forwardRef((props, ref) => <a/>));", "Button.tsx")
    assert names(facts) == ["Button"]
    assert artifact(facts, "Button").modifiers == ("export",)


def test_overload_signatures_are_one_method() -> None:
    """Signatures and the body that follows them are one thing that can be called."""
    facts = read(
        """
        export function pay(a: string): void;
        export function pay(a: number): void;
        export function pay(a: any) { return a.go(); }
        interface Store { find(a: string): A; find(a: number): B; }
        """
    )
    assert names(facts) == ["pay", "Store", "Store.find"]
    assert lines(facts, "pay") == (1, 3)
    assert artifact(facts, "pay").call_sites == ("2:39 go/0",)


def test_accessors_are_told_apart() -> None:
    """A getter and a setter of one name are two methods, whichever stands first."""
    facts = read("class Pay { get fee() { return 1 } set fee(v) {} static fee() {} }")
    assert names(facts) == ["Pay", "Pay.fee:get", "Pay.fee:set", "Pay.fee"]
    assert artifact(facts, "Pay.fee:get").name == "fee"


def test_interfaces_enums_namespaces_and_types_with_members_are_classes() -> None:
    """A type alias is a Class where it has members of its own."""
    facts = read(
        """
        interface A { go(): void }
        enum B { X }
        namespace C.D { export function f() {} }
        type E = { go(): void } & A;
        type F = string | A;
        """
    )
    assert names(facts) == ["A", "A.go", "B", "C.D", "C.D.f", "E", "E.go"]
    assert [artifact(facts, name).form for name in ("A", "B", "C.D", "E")] == [
        Form.INTERFACE, Form.ENUM, Form.MODULE, Form.INTERFACE
    ]  # fmt: skip


def test_what_stands_in_front_belongs_to_a_declaration() -> None:
    """Decorators, documentation, modifiers and a header on one line."""
    facts = read(
        """
        /** Takes money. */
        @Injectable()
        export class Pay {
          /** A charge. */
          @Get("/pay")
          public static async charge(order: Order,
            fee = 1): Promise<Receipt> {
            return order;
          }
        }
        """
    )
    pay, charge = artifact(facts, "Pay"), artifact(facts, "Pay.charge")
    assert (pay.annotations, pay.doc_comment) == (("Injectable()",), "Takes money.")
    assert pay.signature == "export class Pay"
    assert charge.signature == "public static async charge(order: Order, fee = 1): Promise<Receipt>"
    assert charge.modifiers == ("public", "static", "async")
    assert (charge.annotations, charge.entry) == (('Get("/pay")',), "route")
    assert lines(facts, "Pay.charge") == (5, 9)


def test_call_sites_are_listed_with_their_place() -> None:
    """Lines are relative to the caller; a call in a folded arrow belongs to the function around it."""
    facts = read(
        """
        function pay(items) {
          items.filter(ok).map((i) => price(i));
          return new Receipt(items);
        }
        """
    )
    assert artifact(facts, "pay").call_sites == (
        "1:8 filter/1",
        "1:19 map/1",
        "1:30 price/1",
        "2:13 new Receipt/1",
    )


def test_keys_of_the_environment_are_read() -> None:
    """`process.env`, with a dot, in brackets or taken apart; `import.meta.env` too."""
    facts = read(
        """
        export function start() {
          const { HOST, PORT: port } = process.env;
          listen(process.env.KEY, process.env["OTHER"], import.meta.env.VITE_URL);
        }
        """
    )
    assert [(short(r.source), r.key, r.line) for r in facts.reads] == [
        ("app.ts#start", "HOST", 1),
        ("app.ts#start", "PORT", 1),
        ("app.ts#start", "KEY", 2),
        ("app.ts#start", "OTHER", 2),
        ("app.ts#start", "VITE_URL", 2),
    ]


def test_trivial_bodies_score_nothing() -> None:
    """A getter, a stored value, an empty body: nothing to read."""
    facts = read(
        "class A { get x() { return this.y } set x(v) { this.y = v } go() {} run() { return go() } }"
    )
    assert [artifact(facts, f"A.{name}").complexity for name in ("x:get", "x:set", "go", "run")] == [
        0,
        0,
        0,
        1,
    ]


def test_broken_code_gives_what_is_whole_in_it() -> None:
    """A syntax error is a problem of its file; the functions around it are read."""
    facts = read("function a() { b(; }\nfunction c() { return d(); }\nconst q = () => {\n")
    assert names(facts) == ["a", "c"]
    assert facts.file.problems


def test_what_the_grammar_does_not_know_is_mended() -> None:
    """`using`, `export type *` and bare generic call signatures are read without a problem."""
    facts = read(
        """
        export type * from "./types";
        interface Get {
          <K extends string>(key: K): A[K]
          <L extends string>(key: L): B[L]
        }
        async function go() { await using file = open(); file.read(); }
        """
    )
    assert facts.file.problems == ()
    assert names(facts) == ["Get", "go"]


@pytest.mark.parametrize(
    "source", ["(" * 400, "a" + ".b()" * 3000, "a" + " + b" * 3000, "{" * 300, "[" * 2000]
)
def test_deep_nesting_is_survived(source: str) -> None:
    """Code no human wrote must not break a run."""
    assert read(source).file.path == "app.ts"


def test_the_deadline_is_kept() -> None:
    """A file is given up when its time is used up."""
    with pytest.raises(TooSlow):
        parse_typescript(Unit("r", "a.ts", "b", "f();\n" * 200_000, "utf-8", "typescript", time.monotonic()))


WHOLE = """
import a, { b as c } from "./m";
export abstract class Pay<T extends Order = Order> extends Base<T> implements Store {
  static #count = 0;
  constructor(private readonly store: Store, fee?: number) { super(store) }
  @log() async *charge({ id, ...rest }: T, [x]: number[] = [1]): AsyncGenerator<T> { yield* this.all(id ?? `${x}`) }
  get total() { return this.items?.map((i) => i.price!).reduce((s, p) => s + p, 0) }
}
type Deps = { run(): void } & (Pay<Order> | { [key: string]: typeof a });
export const App = memo(() => { if (a instanceof Pay && isOrder(a)) return null; switch (a.kind) { case "x": go(); } });
export default { get() { return require("./x") }, async post() {} } satisfies Deps;
"""


def test_a_file_cut_anywhere_is_read() -> None:
    """Half-typed code never breaks, and what is found has one name and one place."""
    for end in range(len(WHOLE)):
        facts = read(WHOLE[:end])
        found = [a.uid for a in facts.artifacts]
        assert len(set(found)) == len(found)
        assert sorted(e.target for e in facts.edges) == sorted(found)
