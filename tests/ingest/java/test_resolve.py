"""Java calls go where the compiler would look: each case is the smallest source that shows it."""

from tests.ingest.java.checking import check, open_sites, resolved


def test_calls_inside_every_kind_of_class_have_a_caller() -> None:
    """Anonymous and local classes call from their own methods, lambdas from the method around them."""
    check(
        """
        package acme;
        import java.util.function.*;
        public class Outer {
            private final int start = seed();
            //- CALLS acme.Outer#seed()
            static { boot(); }
            //- CALLS acme.Outer#boot()
            { init(); }
            //- CALLS acme.Outer#init()
            static void boot() {}
            void init() {}
            int seed() { return 1; }
            public void run() {
                Runnable r = new Runnable() {
                    @Override public void run() { helper("anon"); }
                    //- CALLS acme.Outer#helper(String)
                };
                record Pair(int a, int b) {
                    int sum() { return add(a, b); }
                    //- CALLS acme.Outer#run()$Pair#add(int,int)
                    static int add(int x, int y) { return x + y; }
                }
                class Local { void go() { helper("local"); } }
                //- CALLS acme.Outer#helper(String)
                Supplier<Supplier<String>> s = () -> () -> helper("lambda2");
                //- CALLS acme.Outer#helper(String)
                new Local().go();
                //- CALLS acme.Outer#run()$Local#go()
                r.run();
            }
            String helper(String x) { return x; }
            static class Nested { class Inner { void deep() { new Outer().helper("deep"); } } }
            //- CALLS acme.Outer#helper(String)
            enum Op {
                PLUS {
                //- EXTENDS acme.Outer.Op
                    int apply(int a, int b) { return plus(a, b); }
                    //- CALLS acme.Outer.Op#plus(int,int)
                    //- OVERRIDES acme.Outer.Op#apply(int,int)
                };
                abstract int apply(int a, int b);
                static int plus(int a, int b) { return a + b; }
            }
        }
        """
    )


def test_records_sealed_types_and_default_methods_have_their_real_owner() -> None:
    """A call through an interface reaches its default method; a compact constructor is a caller."""
    check(
        """
        package acme;
        sealed interface Shape permits Circle, Square {
            double area();
            default String label() { return prefix() + area(); }
            //- CALLS acme.Shape#prefix()
            //- CALLS acme.Shape#area()
            private String prefix() { return "area="; }
            static Shape unit() { return new Circle(1); }
            //- CALLS acme.Circle#<init>(double)
        }
        record Circle(double radius) implements Shape {
        //- IMPLEMENTS acme.Shape
            Circle {
                if (radius < 0) throw new IllegalArgumentException(bad(radius));
                //- CALLS acme.Circle#bad(double)
            }
            private static String bad(double r) { return "r=" + r; }
            public double area() { return Math.PI * radius * radius(); }
            //- OVERRIDES acme.Shape#area()
        }
        final class Square implements Shape {
        //- IMPLEMENTS acme.Shape
            public double area() { return 1; }
            //- OVERRIDES acme.Shape#area()
        }
        class Use { String show(Shape s) { return s.label(); } }
        //- CALLS acme.Shape#label()
        """
    )


def test_generated_members_are_never_bound_to_somebody_elses() -> None:
    """A hand-written getter wins; a generated one types the chain but no edge leads to it."""
    resolution = check(
        """
        package acme;
        import lombok.*;
        import lombok.extern.slf4j.Slf4j;
        @Data @Builder class User {
            private String name; private boolean active; private Address address;
            String getName() { return name == null ? "?" : name; }
        }
        @Getter class Address { String city() { return ""; } }
        class Other { String getName() { return ""; } boolean isActive() { return false; } }
        @Slf4j @RequiredArgsConstructor class Svc {
        //- INJECTS acme.Repo inferred
        //- INJECTS acme.Mailer inferred
            private final Repo repo;
            @NonNull private Mailer mailer;
            private Clock clock;
            static final int MAX = 3;
            void go(User u) {
                log.info("go");
                repo.save(User.builder().name(u.getName()).active(u.isActive()).build());
                //- CALLS acme.User#getName()
                //- CALLS acme.Repo#save(User)
                u.getAddress().city();
                //- CALLS acme.Address#city()
                User.builder().active(true).build().getName();
                //- CALLS acme.User#getName()
            }
        }
        interface Repo { void save(User u); }
        interface Mailer {}
        interface Clock {}
        """
    )
    assert "acme.Svc#go(User): 2:60 generated acme.User#isActive" in open_sites(resolution)
    assert "acme.Svc#go(User): 1:12 external org.slf4j.Logger#info" in open_sites(resolution)


def test_overloads_are_chosen_by_argument_types() -> None:
    """Exact before boxed before varargs; the most special of several."""
    check(
        """
        package acme;
        class A {
            void f(int x) {} void f(long x) {} void f(Object x) {} void f(String x) {} void f(int... x) {}
            void g(Integer x) {} void g(Object... x) {}
            void run(byte b, char c, StringBuilder s) {
                f(1);
                //- CALLS acme.A#f(int)
                f(b);
                //- CALLS acme.A#f(int)
                f(1L);
                //- CALLS acme.A#f(long)
                f("x" + c);
                //- CALLS acme.A#f(String)
                f(s);
                //- CALLS acme.A#f(Object)
                f(1, 2);
                //- CALLS acme.A#f(int[])
                g(1);
                //- CALLS acme.A#g(Integer)
                g("x", s);
                //- CALLS acme.A#g(Object[])
                f(s.append(1).toString());
                //- CALLS acme.A#f(String)
            }
        }
        """
    )


def test_equal_rivals_are_candidates() -> None:
    """Where an argument's type is not known, the overloads it may mean are candidates, never facts."""
    check(
        """
        package acme;
        import org.lib.Thing;
        class A {
            void f(String x) {} void f(Thread x) {} void g(String x) {}
            void run(Thing thing) {
                f(thing.unknown());
                //- CALLS acme.A#f(String) candidate
                //- CALLS acme.A#f(Thread) candidate
                g(thing.unknown());
                //- CALLS acme.A#g(String)
            }
        }
        class B extends Thing {
            void h(String x) {}
            void run() {
                h(unknown());
                //- CALLS acme.B#h(String) inferred
            }
            void sure() { h("x"); }
            //- CALLS acme.B#h(String)
        }
        """
    )


def test_chains_are_typed_through_the_jdk() -> None:
    """Streams, Optional and collections carry first-party types; lambdas get theirs from the target."""
    check(
        """
        package acme;
        import java.util.*;
        import java.util.stream.*;
        class Order { int total() { return 1; } String owner() { return ""; } Order self() { return this; } }
        class A {
            int run(List<Order> orders, Map<String, List<Order>> byOwner, Optional<Order> one) {
                for (var order : orders) order.total();
                //- CALLS acme.Order#total()
                orders.stream().filter(o -> o.total() > 1).map(Order::self).findFirst().get().owner();
                //- CALLS acme.Order#total()
                //- CALLS acme.Order#self()
                //- CALLS acme.Order#owner()
                byOwner.entrySet().forEach(e -> e.getValue().get(0).total());
                //- CALLS acme.Order#total()
                Map<String, List<Order>> grouped = orders.stream().collect(Collectors.groupingBy(o -> o.owner()));
                //- CALLS acme.Order#owner()
                orders.sort(Comparator.comparing(o -> o.owner()));
                //- CALLS acme.Order#owner()
                orders.sort(Comparator.comparing(Order::owner).thenComparing(o -> o.total()));
                //- CALLS acme.Order#owner()
                //- CALLS acme.Order#total()
                var sum = orders.stream().collect(Collectors.toMap(o -> o.owner(), o -> o.self())).get("x").total();
                //- CALLS acme.Order#owner()
                //- CALLS acme.Order#self()
                //- CALLS acme.Order#total()
                return one.map(o -> o.self()).orElseGet(() -> make()).total();
                //- CALLS acme.Order#self()
                //- CALLS acme.A#make()
                //- CALLS acme.Order#total()
            }
            Order make() { return new Order(); }
        }
        """
    )


def test_imports_decide_what_a_name_means() -> None:
    """Single before package before on demand; static members; nested classes by their outer one."""
    check(
        """
        package acme;
        import static other.Tools.*;
        import static other.Tools.one;
        import other.Thing;
        import other.Outer.Inner;
        import other.*;
        class A {
            void run(Thing thing, Inner inner, Far far) {
                thing.hit();
                //- CALLS other.Thing#hit()
                inner.hit();
                //- CALLS other.Outer.Inner#hit()
                far.hit();
                //- CALLS acme.Far#hit()
                one();
                //- CALLS other.Tools#one()
                two();
                //- CALLS other.Tools#two()
                other.Tools.two();
                //- CALLS other.Tools#two()
                other.Outer.Inner.make();
                //- CALLS other.Outer.Inner#make()
            }
        }
        class Far { void hit() {} }
        //# src/main/java/other/All.java
        package other;
        public class Thing { public void hit() {} }
        class Far { void hit() {} }
        class Tools { public static void one() {} public static void two() {} }
        class Outer { public static class Inner { public void hit() {} public static void make() {} } }
        """
    )


def test_inherited_members_and_super_are_found_above() -> None:
    """Calls go to the declared target; `super` and `this` calls to the constructors they name."""
    check(
        """
        package acme;
        abstract class Base<T> {
            Base(int x) {}
            T item; abstract T make(); void common() {}
            protected void hook(T item) {}
        }
        class Item { void use() {} }
        class A extends Base<Item> {
        //- EXTENDS acme.Base
            A() { this(1); }
            //- CALLS acme.A#<init>(int)
            A(int x) { super(x); common(); }
            //- CALLS acme.Base#<init>(int)
            //- CALLS acme.Base#common()
            Item make() { item.use(); return super.item; }
            //- CALLS acme.Item#use()
            //- OVERRIDES acme.Base#make()
            protected void hook(Item item) { super.hook(item); make().use(); }
            //- CALLS acme.Base#hook(T)
            //- CALLS acme.A#make()
            //- CALLS acme.Item#use()
            //- OVERRIDES acme.Base#hook(T)
        }
        """
    )


def test_patterns_declare_names() -> None:
    """instanceof, switch patterns and record patterns; a name stays known after a negated test."""
    check(
        """
        package acme;
        record Point(Item x, Item y) {}
        class Item { void use() {} }
        class A {
            void run(Object o) {
                if (o instanceof Item i && i.hashCode() > 1) i.use();
                //- CALLS acme.Item#use()
                if (!(o instanceof Point p)) return;
                p.x().use();
                //- CALLS acme.Item#use()
                if (o instanceof Point(var x, Item y)) { x.use(); y.use(); }
                //- CALLS acme.Item#use()
                switch (o) { case Item it when it.equals(o) -> it.use(); default -> {} }
                //- CALLS acme.Item#use()
                Item chosen = switch (o) { case Point q -> q.y(); default -> { yield new Item(); } };
                chosen.use();
                //- CALLS acme.Item#use()
            }
        }
        """
    )


def test_lambdas_and_diamonds_take_their_types_from_the_target() -> None:
    """A field, a parameter or a result says what a lambda or `new X<>() {}` must be."""
    check(
        """
        package acme;
        import java.util.*;
        import java.util.function.*;
        class Item { int use() { return 1; } static Item of(String s) { return new Item(); } }
        interface Rule<T> { boolean holds(T item); }
        class A {
            Rule<Item> rule = item -> item.use() > 1;
            //- CALLS acme.Item#use()
            Function<String, Item> make = Item::of;
            //- CALLS acme.Item#of(String)
            Comparator<Item> order() { return (a, b) -> a.use() - b.use(); }
            //- CALLS acme.Item#use()
            Rule<Item> body() {
                return new Rule<>() {
                //- IMPLEMENTS acme.Rule
                    public boolean holds(Item item) { return item.use() > 0; }
                    //- CALLS acme.Item#use()
                    //- OVERRIDES acme.Rule#holds(T)
                };
            }
            <T> void each(List<T> items, Consumer<? super T> action) { items.forEach(action); }
            void run(List<Item> items) {
                each(items, i -> i.use());
                //- CALLS acme.A#each(List,Consumer)
                //- CALLS acme.Item#use()
                Supplier<Supplier<Item>> deep = () -> () -> items.get(0);
                deep.get().get().use();
                //- CALLS acme.Item#use()
                BiFunction<Item, Item, Integer> sum = (Item a, Item b) -> { return a.use() + b.use(); };
                //- CALLS acme.Item#use()
                new ArrayList<>(items).get(0).use();
                //- CALLS acme.Item#use()
            }
        }
        """
    )


def test_twins_in_other_source_roots_are_kept_apart() -> None:
    """The same qualified name in main, test and another module: each file prefers its own."""
    _, resolution = resolved(
        """
        //# pay/src/main/java/acme/Tool.java
        package acme; class Tool { static void go() {} }
        //# ship/src/main/java/acme/Tool.java
        package acme; class Tool { static void go() {} }
        //# ship/src/test/java/acme/ToolTest.java
        package acme; class ToolTest { void test() { Tool.go(); } }
        //# pay/src/main/java/acme/Use.java
        package acme; class Use { void use() { Tool.go(); } }
        """
    )
    assert [(edge.source, edge.target) for edge in resolution.edges] == [
        ("shop:java:ship/src/test/java:acme.ToolTest#test()", "shop:java:ship/src/main/java:acme.Tool#go()"),
        ("shop:java:pay/src/main/java:acme.Use#use()", "shop:java:pay/src/main/java:acme.Tool#go()"),
    ]


def test_what_stands_in_no_source_is_left_open_with_its_reason() -> None:
    """External by qualified name where an import says it, dynamic where nothing is known."""
    resolution = check(
        """
        package acme;
        import org.springframework.ui.Model;
        class A extends org.lib.Base {
            void run(Model model, java.util.List<String> list) {
                model.addAttribute("x");
                list.size();
                inherited();
                model.asMap().unknown();
                new Model();
            }
        }
        """
    )
    assert open_sites(resolution) == [
        "acme.A#run(Model,List): 1:14 external org.springframework.ui.Model#addAttribute",
        "acme.A#run(Model,List): 2:13 external java.util.List#size",
        "acme.A#run(Model,List): 3:8 external org.lib.Base#inherited",
        "acme.A#run(Model,List): 4:14 external org.springframework.ui.Model#asMap",
        "acme.A#run(Model,List): 4:22 dynamic unknown",
        "acme.A#run(Model,List): 5:8 external org.springframework.ui.Model#<init>",
    ]


def test_one_edge_joins_two_methods_and_lists_its_sites() -> None:
    """Sites are lines relative to the caller's start, each once."""
    _, resolution = resolved(
        "package acme; class A {\n\n  void f() {\n    g(); g();\n    g();\n  }\n  void g() {} }"
    )
    assert [(edge.sites, edge.confidence) for edge in resolution.edges] == [((1, 2), 1.0)]


def test_a_chain_of_many_calls_is_followed_to_its_end() -> None:
    """Generated and fluent code nests hundreds of calls deep."""
    _, resolution = resolved("class A { A f() { return this; } void g() { this" + ".f()" * 600 + "; } }")
    assert [edge.target.rpartition(":")[2] for edge in resolution.edges] == ["A#f()"]
    assert resolution.open_sites == {}


def test_every_call_site_is_tied_or_left_open() -> None:
    """No site is lost, wherever it stands."""
    files, resolution = resolved(
        """
        package acme;
        import java.util.*;
        import java.util.function.*;
        class A {
            static int count = first(); Object o = new Object() { { inner(); } void inner() {} };
            static int first() { return 1; } int f(int x) { return x; }
            A(int x) { this(() -> "x".length()); f(x); }
            A(Supplier<Integer> s) { super(); s.get(); }
            void run(List<A> list, Object any) throws Exception {
                for (int i = f(0); i < f(9); i = f(i)) { do { f(1); } while (f(2) > 3); }
                try (var in = open()) { in.read(); } catch (RuntimeException e) { e.printStackTrace(); } finally { f(3); }
                synchronized (lock()) { assert f(4) > 1 : text(); }
                int[] a = { f(5), new int[f(6)].length }; a[f(7)] = -f(8) + (int) f(9L);
                switch (f(10)) { case 1: f(11); break; default: throw fail(); }
                var r = any instanceof String s && s.isEmpty() ? list.get(f(12)) : new A(f(13)) { int f(int x) { return super.f(x); } };
                label: while (true) { if (f(14) > 1) break label; else return; }
            }
        }
        """
    )
    tied = {(edge.source, site) for edge in resolution.edges for site in edge.sites}
    left = {(uid, site.line, site.column) for uid, sites in resolution.open_sites.items() for site in sites}
    for artifact in (artifact for facts in files for artifact in facts.artifacts):
        for site in artifact.call_sites:
            line, column = map(int, site.partition(" ")[0].split(":"))
            assert (artifact.uid, line) in tied or (artifact.uid, line, column) in left, site


def test_what_a_container_injects_is_an_edge_between_classes() -> None:
    """Marked fields and constructors, and the only constructor of a component; as inferred."""
    check(
        """
        package acme;
        @Service class A {
        //- INJECTS acme.Repo inferred
        //- INJECTS acme.B inferred
            A(Repo repo, B b, String name) {}
        }
        class B {
        //- INJECTS acme.Repo inferred
            @Autowired Repo repo;
            Plain plain;
        }
        class Plain { Plain(Repo repo) {} }
        interface Repo {}
        """
    )


def test_a_lambda_behind_a_condition_tells_a_generic_method_nothing() -> None:
    """Which of the two it is, is not known before; the call is tied all the same."""
    check(
        """
        package acme;
        import java.util.function.Function;
        class A {
            <T> void each(Function<T, T> f) {}
            void g(boolean c, A of) {
                each(c ? x -> x : null);
        //- CALLS acme.A#each(Function)
            }
        }
        """
    )
