"""OVERRIDES: from a method to those above that it runs for."""

from tests.ingest.java.checking import check


def test_an_inherited_method_implements_an_interface() -> None:
    """The superclass knows nothing of the interface; a method of the class itself, an abstract one or one
    of other parameters does not count."""
    check(
        """
        package acme;
        interface Repo<T> { void save(T t); T find(int id); void drop(); default void log() {} }
        class Order {}
        abstract class Base {
            public void save(Order order) {}
            //- OVERRIDES acme.Repo#save(T)
            public Order find(long id) { return null; }
            abstract void drop();
            public void log() {}
            //- OVERRIDES acme.Repo#log()
        }
        class Sql extends Base implements Repo<Order> {
        //- EXTENDS acme.Base
        //- IMPLEMENTS acme.Repo
            public Order find(int id) { return null; }
            //- OVERRIDES acme.Repo#find(int)
            void drop() {}
            //- OVERRIDES acme.Base#drop()
            //- OVERRIDES acme.Repo#drop()
        }
        """
    )


def test_an_interface_that_a_superclass_implements_is_seen_to_there() -> None:
    """No edge twice, and none past the class that declares it."""
    check(
        """
        package acme;
        interface Repo { void save(); }
        class Base implements Repo { public void save() {} }
        //- IMPLEMENTS acme.Repo
        //- OVERRIDES acme.Repo#save()
        class Sql extends Base implements Repo {}
        //- EXTENDS acme.Base
        //- IMPLEMENTS acme.Repo
        """
    )
