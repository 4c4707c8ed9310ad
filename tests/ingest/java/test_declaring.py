"""A call goes to the declaration the compiler finds: which constructor, which supertype first."""

from tests.ingest.java.checking import check


def test_a_constructor_that_says_nothing_calls_the_one_above() -> None:
    """`super()` is left out of the source, never of the program; `this(…)` is another's affair."""
    check(
        """
        package acme;
        class Base {
            Base() {}
            Base(int n) {}
        }
        class Pay extends Base {
        //- EXTENDS acme.Base
            Pay() {}
            //- CALLS acme.Base#<init>()
            Pay(int n) { super(n); }
            //- CALLS acme.Base#<init>(int)
            Pay(long n) { this((int) n); }
            //- CALLS acme.Pay#<init>(int)
        }
        """
    )


def test_superclasses_are_asked_before_interfaces() -> None:
    """However far up the class stands: an interface only says that the method is there."""
    check(
        """
        package acme;
        interface Sized { int size(); }
        class Base {
            public int size() { return 0; }
            //- OVERRIDES acme.Sized#size()
        }
        class Middle extends Base {}
        //- EXTENDS acme.Base
        class Leaf extends Middle implements Sized {
        //- EXTENDS acme.Middle
        //- IMPLEMENTS acme.Sized
            int twice() { return 2 * size(); }
            //- CALLS acme.Base#size()
        }
        """
    )


def test_of_two_interfaces_the_one_that_extends_the_other_declares() -> None:
    """`Named` comes first in the list, `Titled` redeclares what it inherits."""
    check(
        """
        package acme;
        interface Named { String name(); }
        interface Titled extends Named { String name(); }
        //- EXTENDS acme.Named
        //- OVERRIDES acme.Named#name()
        abstract class Book implements Named, Titled {
        //- IMPLEMENTS acme.Named
        //- IMPLEMENTS acme.Titled
            String shout() { return name() + "!"; }
            //- CALLS acme.Titled#name()
        }
        """
    )


def test_what_is_not_inherited_does_not_stand_in_the_way() -> None:
    """A private method above, or one kept to another package: the class around has the one that is called."""
    check(
        """
        package acme;
        //# src/main/java/lib/Base.java
        package lib;
        public class Base {
            private void log() {}
            void trace() {}
        }
        //# src/main/java/acme/Shop.java
        package acme;
        import lib.Base;
        class Shop {
            void log() {}
            void trace() {}
            class Till extends Base {
            //- EXTENDS lib.Base
                void open() {
                    log();
                    //- CALLS acme.Shop#log()
                    trace();
                    //- CALLS acme.Shop#trace()
                }
            }
        }
        """
    )


def test_a_static_nested_class_has_no_methods_of_an_outer_instance() -> None:
    """The unknown superclass must have it: nothing is tied."""
    check(
        """
        package acme;
        import web.Response;
        class Attributes {
            Object response() { return null; }
            static int count() { return 1; }
            static class Wrapped extends Response {
                void flush() {
                    response();
                    count();
                    //- CALLS acme.Attributes#count() inferred
                }
            }
        }
        """
    )


def test_static_methods_of_an_interface_are_not_inherited() -> None:
    """`Array.of` is Array's own, although `Fun` has a better fitting one."""
    check(
        """
        package acme;
        interface Fun { static Fun of(Fun f) { return f; } }
        class Array<T> implements Fun {
        //- IMPLEMENTS acme.Fun
            static <T> Array<T> of(T one) { return null; }
            Array<Array<T>> all() { return Array.of(this); }
            //- CALLS acme.Array#of(T)
        }
        """
    )


def test_an_interface_has_the_methods_of_object_before_those_of_others() -> None:
    """Only the interface that says `toString` itself is asked for it."""
    check(
        """
        package acme;
        interface Described { String toString(); }
        interface Matchable extends Described {}
        //- EXTENDS acme.Described
        class Printer {
            String print(Matchable m, Described d) { return m.toString() + d.toString(); }
            //- CALLS acme.Described#toString()
        }
        """
    )
