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
