"""Overloads where a library is not there: what its classes can and can't be decides."""

from tests.ingest.java.checking import check


def test_a_library_class_is_no_class_of_the_source_and_no_final_one() -> None:
    """`Parser` is neither an `Order` nor a `String`: one overload is left."""
    check(
        """
        package acme;
        import lib.Parser;
        class Order {}
        class Reader {
            void read(Order order) {}
            void read(String text) {}
            void read(Parser parser) {}
            void go(Parser parser) {
                read(parser);
                //- CALLS acme.Reader#read(Parser)
            }
        }
        """
    )


def test_a_method_for_just_the_class_of_the_argument_is_the_most_special() -> None:
    """Whatever `Token` extends: `Value` could only be above it."""
    check(
        """
        package acme;
        import lib.Token;
        import lib.Value;
        class Reader {
            void read(Value value) {}
            void read(Token token) {}
            void go(Token token) {
                read(token);
                //- CALLS acme.Reader#read(Token)
            }
        }
        """
    )


def test_an_unknown_class_is_the_same_by_single_import_and_by_package() -> None:
    """`Writer#put` overrides what it is given `lib.Json` for, in a file that imports all of `lib`."""
    check(
        """
        package acme;
        import lib.Json;
        class Base { void put(Json json) {} }
        //# src/main/java/acme/Writer.java
        package acme;
        import lib.*;
        import tools.*;
        class Writer extends Base {
        //- EXTENDS acme.Base
            void put(Json json) {}
            //- OVERRIDES acme.Base#put(Json)
        }
        """
    )
