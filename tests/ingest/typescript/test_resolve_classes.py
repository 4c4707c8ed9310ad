"""Classes and what is like them: inheritance, this, super, static members, JSX, prototypes, decorators."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.typescript.edges import check, edges, open_sites


def test_inheritance_this_and_super() -> None:
    """The nearest declaration is meant; `super` looks above; an inherited constructor runs."""
    check(
        """
        class Base {
          constructor() { this.init() }   // -> #Base.init
          init() {}
          go() { return this }
          static make() { return new this() } // -> #Base.constructor
        }
        class Mid extends Base {
          init() { super.init() }         // -> #Base.init
        }
        class Top extends Mid {
          constructor() { super() }       // -> #Base.constructor
          end() {}
          run() { this.init(); this.go().end() } // -> #Mid.init, #Base.go, #Top.end
        }
        new Top().go().end();             // -> #Top.constructor, #Base.go, #Top.end
        new Mid();                        // -> #Base.constructor
        Top.make();                       // -> #Base.make
        """
    )


def test_static_members_accessors_enums_and_namespaces() -> None:
    """Members of the class itself, values behind getters, functions in a namespace."""
    check(
        """
        class Pay { static of() { return new Pay() } get store() { return new Store() } static readonly one = new Pay(); go() {} }
        class Store { find() {} }
        namespace Tools { export function fix() {} export namespace Deep { export const cut = () => 1 } }
        Pay.of().go();        // -> #Pay.of, #Pay.go
        Pay.one.store.find(); // -> #Store.find
        Tools.fix();          // -> #Tools.fix
        Tools.Deep.cut();     // -> #Tools.Deep.cut
        """
    )


def test_an_interface_is_the_declared_target() -> None:
    """A call through an interface leads to its method; who implements it is told by OVERRIDES."""
    source = """
        interface Store { find(): void }
        interface Big extends Store { all(): void }
        abstract class Half implements Big { abstract find(): void; all() {} }
        class Full extends Half { find() {} all = () => {} }
        function use(store: Big) {
          store.find(); // -> #Store.find
          store.all();  // -> #Big.all
        }
        """
    check(source)
    assert edges(source, EdgeType.EXTENDS) == [("app.ts#Big", "app.ts#Store"), ("app.ts#Full", "app.ts#Half")]
    assert edges(source, EdgeType.IMPLEMENTS) == [("app.ts#Half", "app.ts#Big")]
    assert edges(source, EdgeType.OVERRIDES) == [
        ("app.ts#Half.find", "app.ts#Store.find"),
        ("app.ts#Half.all", "app.ts#Big.all"),
        ("app.ts#Full.find", "app.ts#Half.find"),
        ("app.ts#Full.all", "app.ts#Half.all"),
    ]


def test_fluent_chains_keep_the_class() -> None:
    """`this` as a result is the receiver's class, declared or inferred."""
    check(
        """
        class Query { where(): this { return this } and() { return this } }
        class Select extends Query { limit() { return this } }
        new Select().where().and().limit(); // -> #Query.where, #Query.and, #Select.limit
        """
    )


def test_components_are_called_by_their_tags() -> None:
    """A function component is called, a class by its `render`; small tags are the page's own."""
    check(
        {
            "ui.tsx": """
                export const Button = memo((props) => <b/>);
                export class Panel extends Component { render() { return <Button/> } } // -> #Button
                export const Menu = { Item: () => <i/> };
                """,
            "app.tsx": """
                import { Button, Panel, Menu } from "./ui";
                export default function App(props: { go: (id: string) => void }) {
                  const onClick = () => props.go("a");
                  return <div onClick={onClick}> // -> ~#App.onClick
                    <Button onClick={() => fix()}/>{/* */} // -> ui.tsx#Button, #fix
                    <Panel><Menu.Item/></Panel> // -> ui.tsx#Panel.render, ui.tsx#Menu.Item
                  </div>;
                }
                function fix() {}
                """,
        }
    )


def test_objects_with_methods() -> None:
    """`this` in an object literal is the object; spreads bring their members."""
    check(
        """
        const base = { one() {} };
        const api = { ...base, get() { this.put(); return this }, put: () => 1 }; // -> #api.put
        api.one();       // -> #base.one
        api.get().put(); // -> #api.get, #api.put
        """
    )


def test_constructor_functions_and_prototypes() -> None:
    """Old JavaScript: fields assigned to `this`, methods put on a prototype, functions on functions."""
    check(
        {
            "app.js": """
                function Store() { this.list = new List(); }  // -> #List.constructor
                Store.prototype.find = function () { return this.list.first(); }; // -> #List.first
                Store.open = function () { return new Store(); }; // -> #Store
                class List { constructor() { this.other = new Item() } first() { return this.other.go() } } // -> #Item.go
                class Item { go() {} }
                Store.open().find(); // -> #Store.open, #Store.find
                """
        }
    )


def test_a_prototype_that_is_made_of_itself_ends() -> None:
    """`F.prototype = old || new F()`, and two that are made of each other: what they lack is not found."""
    check(
        {
            "old.js": """
                function F() { }
                F.prototype = other || new F();      // -> #F
                function A() { }
                function B() { }
                A.prototype = new B();               // -> #B
                B.prototype = new A();               // -> #A
                function go() { new F().lost(); new A().lost(); } // -> #F, #A
                """
        }
    )


def test_decorators_are_calls() -> None:
    """With and without arguments; the class they stand on is who calls."""
    check(
        """
        function Injectable() { return (c) => c }
        function log(t, k) {}
        @Injectable() // -> #Injectable
        class Pay {
          @log        // -> #log
          go() {}
        }
        """
    )


def test_constructors_nobody_wrote_are_generated() -> None:
    """`new` of a class without a constructor stays open; one that extends a package is external."""
    assert open_sites(
        "import { Far } from 'far';\nclass A {}\nclass B extends Far {}\nnew A(); new B(); new B().go();"
    ) == [
        "app.ts: 3:4 generated A",
        "app.ts: 3:13 external far#Far.constructor",
        "app.ts: 3:22 external far#Far.constructor",
        "app.ts: 3:26 external far#Far.go",
    ]


def test_callers_are_the_nearest_named_functions() -> None:
    """A callback folds into the function around it; a field's value is run by the class."""
    source = """
        function fee() {}
        class Pay { rate = fee(); run = () => fee(); }
        describe("pay", () => { it("works", () => { fee() }) });
        function all(items) { items.map(() => fee()); const one = () => fee(); }
        """
    assert edges(source, EdgeType.CALLS) == [
        ("app.ts#Pay", "app.ts#fee"),
        ("app.ts#Pay.run", "app.ts#fee"),
        ("app.ts", "app.ts#fee"),
        ("app.ts#all", "app.ts#fee"),
        ("app.ts#all.one", "app.ts#fee"),
    ]


def test_circles_of_types_end() -> None:
    """Classes that extend each other, types that name themselves: broken code is input."""
    check(
        """
        class A extends B { go() {} }
        class B extends A { run() { this.far() } }
        type T = T; interface I extends I { f(): I }
        function f(t: T, i: I) { return f(t, i.f()); } // -> #f, #I.f
        const x = x.y(); let z = () => z();             // -> #z
        """
    )


def test_an_object_where_an_interface_is_expected_implements_it() -> None:
    """Its functions are what a call through the interface may run."""
    source = """
        interface Store { find(id: string): void; all(): void }
        const memory: Store = { find(id) {}, all: () => {} };
        function open(): Store { return { find() {}, all() {} } }
        function use(store: Store) {}
        use({ find: () => {}, all() {} });
        """
    assert edges(source, EdgeType.OVERRIDES) == [
        ("app.ts#memory.find", "app.ts#Store.find"),
        ("app.ts#memory.all", "app.ts#Store.all"),
        ("app.ts#open.find", "app.ts#Store.find"),
        ("app.ts#open.all", "app.ts#Store.all"),
        ("app.ts#find", "app.ts#Store.find"),
        ("app.ts#all", "app.ts#Store.all"),
    ]
