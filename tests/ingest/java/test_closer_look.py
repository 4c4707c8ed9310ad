"""Generic calls, lambdas and method references as arguments of overloaded methods; what `?` stands for."""

from tests.ingest.java.checking import check


def test_a_lambda_whose_call_gives_nothing_is_no_function_with_a_result() -> None:
    """Both overloads take a lambda without parameters; what it calls decides."""
    check(
        """
        package acme;
        import java.util.concurrent.Callable;
        class Pool {
            void run(Runnable task) {}
            <T> void run(Callable<T> task) {}
            void ping() {}
            int count() { return 1; }
            void go() {
                run(() -> ping());
                //- CALLS acme.Pool#run(Runnable)
                //- CALLS acme.Pool#ping()
                run(() -> count());
                //- CALLS acme.Pool#run(Callable)
                //- CALLS acme.Pool#count()
                run(this::ping);
                //- CALLS acme.Pool#run(Runnable)
                //- CALLS acme.Pool#ping()
            }
        }
        """
    )


def test_a_method_reference_takes_as_many_arguments_as_its_method() -> None:
    """`byte[]::new` needs a length: it is no Supplier."""
    check(
        """
        package acme;
        import java.util.function.*;
        class Arrays {
            <T> T copy(T from, Supplier<T> to) { return from; }
            <T> T copy(T from, Function<Integer, T> to) { return from; }
            byte[] twice(byte[] from) {
                return copy(from, byte[]::new);
                //- CALLS acme.Arrays#copy(T,Function)
            }
        }
        """
    )


def test_a_generic_call_as_an_argument_is_typed_by_its_own_arguments() -> None:
    """`collect` gives what `Stats::new` makes."""
    check(
        """
        package acme;
        import java.util.stream.IntStream;
        class Stats {
            void add(int n) {}
            void addAll(Iterable<Integer> all) {}
            void addAll(Stats other) {}
            void addAll(IntStream all) {
                addAll(all.collect(Stats::new, Stats::add, Stats::addAll));
                //- CALLS acme.Stats#addAll(Stats)
                //- CALLS acme.Stats#add(int)
            }
        }
        """
    )


def test_an_unbounded_wildcard_is_at_least_what_its_parameter_is() -> None:
    """Elements of an `EnumSet<?>` are enums; the `?` of a Collector says nothing about its container."""
    check(
        """
        package acme;
        import java.util.*;
        import java.util.stream.Collector;
        class Box {
            static class Holder { void put(Object o) {} Holder join(Holder h) { return this; } }
            void take(Object any) {}
            void take(Enum<?> one) {}
            void go(EnumSet<?> set) {
                take(set.iterator().next());
                //- CALLS acme.Box#take(Enum)
            }
            Collector<String, ?, Holder> holder() {
                return Collector.of(Holder::new, (h, s) -> h.put(s), (a, b) -> a.join(b), h -> h);
                //- CALLS acme.Box.Holder#put(Object)
                //- CALLS acme.Box.Holder#join(Holder)
            }
        }
        """
    )


def test_a_variable_has_the_members_of_all_its_bounds() -> None:
    """`F extends Enum<F> & Feature`."""
    check(
        """
        package acme;
        interface Feature { int mask(); }
        class Features {
            static <F extends Enum<F> & Feature> int all(Class<F> type) {
                int mask = 0;
                for (F each : type.getEnumConstants()) mask |= each.mask() + each.ordinal();
                //- CALLS acme.Feature#mask()
                return mask;
            }
        }
        """
    )


def test_type_arguments_that_are_written_type_the_lambda() -> None:
    """Nothing else says what `comparingInt` compares."""
    check(
        """
        package acme;
        import java.util.Comparator;
        class Path {
            int length() { return 1; }
            static final Comparator<Path> ORDER =
                Comparator.<Path>comparingInt(p -> p.length()).thenComparingInt(p -> p.length());
                //- CALLS acme.Path#length()
        }
        """
    )


def test_a_method_reference_takes_the_type_arguments_of_what_comes_in() -> None:
    """`Collection::stream` of a list of orders is a stream of orders; so is `Function.identity()`."""
    check(
        """
        package acme;
        import java.util.*;
        import java.util.function.Function;
        import java.util.stream.*;
        class Order {
            void ship() {}
            static void all(Map<String, List<Order>> orders) {
                orders.values().stream().flatMap(Collection::stream).forEach(o -> o.ship());
                //- CALLS acme.Order#ship()
                orders.values().stream().map(Function.identity()).forEach(l -> l.get(0).ship());
                //- CALLS acme.Order#ship()
            }
        }
        """
    )


def test_a_lambda_may_be_what_a_variable_of_the_method_stands_for() -> None:
    """`List.of(T)` takes one where a list of functions is wanted; behind a condition too."""
    check(
        """
        package acme;
        import java.util.*;
        import java.util.function.Consumer;
        class Order {
            void ship() {}
            static void each(Consumer<Order> what) {}
            static void each(Consumer<Order> what, Consumer<Order>... more) {}
            final List<Consumer<Order>> steps = List.of(o -> o.ship());
            //- CALLS acme.Order#ship()
            void go(boolean now) {
                each(now ? o -> o.ship() : null);
                //- CALLS acme.Order#ship()
                //- CALLS acme.Order#each(Consumer) inferred
            }
        }
        """
    )


def test_a_lambda_with_typed_parameters_speaks_before_what_is_wanted() -> None:
    """The container is a `Base`, although `Leaf::new` makes more than that."""
    check(
        """
        package acme;
        import java.util.stream.Collector;
        class Base { void put(String s) {} Base join(Base b) { return this; } }
        class Leaf extends Base {
        //- EXTENDS acme.Base
            void put(String s) {}
            //- OVERRIDES acme.Base#put(String)
            static Leaf of() { return null; }
            static Leaf of(int n) { return null; }
            static final Collector<String, ?, String> ALL = Collector.of(
                Leaf::of,
                //- CALLS acme.Leaf#of()
                (b, s) -> b.put(s),
                //- CALLS acme.Base#put(String)
                (a, b) -> a.join(b),
                //- CALLS acme.Base#join(Base)
                (Base b) -> b.toString());
        }
        """
    )


def test_a_generic_call_may_give_an_array() -> None:
    """What its elements are is not known before it is completed."""
    check(
        """
        package acme;
        import java.util.function.Supplier;
        class Arrays {
            static <T> T[] all(Supplier<T> one) { return null; }
            static void take(String[] texts) {}
            static void take(int[] numbers) {}
            void go() {
                take(all(() -> "x"));
                //- CALLS acme.Arrays#all(Supplier)
                //- CALLS acme.Arrays#take(String[])
            }
        }
        """
    )
