"""What a value is: annotations, inference, generics, narrowing, callbacks, contexts."""

from tests.ingest.typescript.edges import check, open_sites

STORE = """
class Order { price() { return 1 } owner: User }
class User { name() { return "" } }
class Store { find(): Order { return new Order() } all(): Order[] { return [] } async load(): Promise<Order> { return this.find() } } // -> #Store.find
"""


def test_declared_types_say_what_is_called() -> None:
    """Parameters, fields, variables and results."""
    check(
        STORE
        + """
        class App {
          private store: Store;
          constructor(private readonly other: Store, plain: Store) {
            plain.find();           // -> #Store.find
          }
          run(order?: Order | null) {
            this.store.find();      // -> #Store.find
            this.other.find().price(); // -> #Store.find, #Order.price
            order?.price();         // -> #Order.price
            order!.owner.name();    // -> #User.name
          }
        }
        const held: Store = make();
        held.find();                // -> #Store.find
        """.replace("\n        ", "\n")
    )


def test_types_are_inferred_from_what_a_name_is_given() -> None:
    """Initialisers, results, destructuring, loops, awaiting."""
    check(
        STORE
        + """
        const store = new Store();
        const order = store.find();                  // -> #Store.find
        order.price();                               // -> #Order.price
        const { owner } = order;
        owner.name();                                // -> #User.name
        for (const each of store.all()) each.price(); // -> #Store.all, #Order.price
        const [first] = store.all();                 // -> #Store.all
        first.price();                               // -> #Order.price
        async function go() {
          (await store.load()).price();              // -> #Store.load, #Order.price
          const [a, b] = await Promise.all([store.load(), store.load()]); // -> #Store.load
          b.price();                                 // -> #Order.price
        }
        function made() { return store.find() }      // -> #Store.find
        made().price();                              // -> #made, #Order.price
        """.replace("\n        ", "\n")
    )


def test_callbacks_are_typed_by_what_calls_them() -> None:
    """Parameters of an arrow that is passed on: of the library, of our own generic functions, in objects."""
    check(
        STORE
        + """
        const store = new Store();
        store.all().filter((o) => o.price()).map((o) => o.owner).forEach((u) => u.name()); // -> #Store.all, #Order.price, #User.name
        store.load().then((o) => o.owner).then((u) => u.name()); // -> #Store.load, #User.name
        store.all().reduce((sum, o) => sum + o.price(), 0);      // -> #Store.all, #Order.price
        function each<T>(items: T[], fn: (item: T) => void) { items.forEach(fn) }
        each(store.all(), (o) => o.price());                     // -> #each, #Store.all, #Order.price
        function on(options: { done: (o: Order) => void }) {}
        on({ done: (o) => o.price() });                          // -> #on, #Order.price
        const handler: (o: Order) => void = (o) => o.price();    // -> #Order.price
        """.replace("\n        ", "\n")
    )


def test_generic_classes_carry_their_arguments() -> None:
    """A repository of orders gives orders, through fields, bases and defaults."""
    check(
        STORE
        + """
        class Repository<T> { items: T[]; one(): T { return this.items[0] } map<U>(fn: (t: T) => U): Repository<U> { return null } }
        class Orders extends Repository<Order> { cheap() { return this.one().price() } } // -> #Repository.one, #Order.price
        new Orders().one().price();                                 // -> #Repository.one, #Order.price
        new Repository<Order>().map((o) => o.owner).one().name();   // -> #Repository.map, #Repository.one, #User.name
        const byId = new Map<string, Order>();
        byId.get("a").price();                                      // -> #Order.price
        for (const [id, o] of byId) o.price();                      // -> #Order.price
        Array.from(byId.values()).map((o) => o.price());            // -> #Order.price
        """.replace("\n        ", "\n")
    )


def test_structural_types_and_aliases() -> None:
    """Object types, intersections, mapped utilities, indexed access, `typeof`, `ReturnType`."""
    check(
        STORE
        + """
        type Deps = { store: Store; run(o: Order): User } & { user: User };
        function use(deps: Deps, part: Partial<Deps>, one: Deps["store"], r: ReturnType<typeof make>) {
          deps.store.find();        // -> #Store.find
          deps.user.name();         // -> #User.name
          deps.run(null).name();    // -> #Deps.run, #User.name
          part.store?.find();       // -> #Store.find
          one.find();               // -> #Store.find
          r.price();                // -> #Order.price
        }
        function make() { return new Order() }
        const api = { store: new Store(), get: () => new Order() };
        api.store.find();           // -> #Store.find
        api.get().price();          // -> #api.get, #Order.price
        const same: typeof api = api;
        same.get();                 // -> #api.get
        """.replace("\n        ", "\n")
    )


def test_what_conditions_tell_narrows_a_union() -> None:
    """`instanceof`, a tag, a guard, an early return, `typeof`; without them each member is possible."""
    check(
        """
        class Cat { kind: "cat"; go() {} }
        class Dog { kind: "dog"; go() {} bark() {} }
        function isCat(pet: unknown): pet is Cat { return true }
        function either(pet: Cat | Dog) {
          pet.go(); // -> ~#Cat.go, ~#Dog.go
        }
        function walk(pet: Cat | Dog) {
          pet.bark();                              // -> #Dog.bark
          if (pet instanceof Cat) pet.go();        // -> #Cat.go
          else pet.go();                           // -> #Dog.go
          if (isCat(pet)) { pet.go() }             // -> #isCat, #Cat.go
          switch (pet.kind) { case "dog": pet.go() } // -> #Dog.go
          pet.kind === "cat" ? pet.go() : 0;       // -> #Cat.go
          if (!(pet instanceof Dog)) { return }
          pet.go();                                // -> #Dog.go
        }
        """
    )


def test_overloads_give_what_the_arguments_choose() -> None:
    """The calls lead to one function; what it gives depends on what it is given."""
    check(
        STORE
        + """
        function get(id: string): Order;
        function get(id: number, deep?: boolean): User;
        function get(id: any): any {}
        get("a").price(); // -> #get, #Order.price
        get(1).name();    // -> #get, #User.name
        """.replace("\n        ", "\n")
    )


def test_shadowing() -> None:
    """The innermost name is meant, whatever it holds."""
    check(
        """
        function go() {}
        function run(go: () => void) { go(); }
        function other() { const go = () => 1; go(); } // -> #other.go
        { function go() {} go(); }                     // -> #go~2
        go();                                          // -> #go
        """
    )


def test_a_function_handed_in_is_not_guessed() -> None:
    """A parameter can be anything: its call stays open as dynamic."""
    assert open_sites("function run(fn, deps: { go: () => void }) { fn(); deps.go(); deps.far(); }") == [
        "app.ts#run: 0:45 dynamic fn",
        "app.ts#run: 0:56 dynamic deps.go",
        "app.ts#run: 0:67 dynamic deps.far",
    ]


def test_functions_in_an_object_are_told_by_a_generic_constraint() -> None:
    """The object that is given can't say what its own functions take; the constraint does."""
    check(
        STORE
        + """
        interface Action<D> { name: D; perform: (order: Order, data: D) => boolean }
        const register = <D extends any, T extends Action<D> = Action<D>>(action: T) => action as T & { key: string };
        const made = register({ name: "x", perform: (order) => order.price() }); // -> #register, #Order.price
        function run<R>(options: { start: () => Order; then: (order: Order) => R }): R { return null }
        run({ start: () => new Order(), then: (o) => o.owner }).name(); // -> #run, #User.name
        """.replace("\n        ", "\n")
    )


def test_a_function_handed_on_by_its_name_is_inferred() -> None:
    """Whoever it is given to calls it, now or later; a name that holds no function of ours says nothing."""
    check(
        {
            "app.tsx": """
                function price(o) {}
                class Pay { go() {} run() { later(this.go); } } // -> ~#Pay.go
                function App(props) {
                  [1].map(price);             // -> ~#price
                  app.get("/", props.handler);
                  return <div onClick={price} // -> ~#price
                  />;
                }
                """
        }
    )
