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


def test_what_surely_fits_leaves_no_room_for_what_might() -> None:
    """`Inner` is a `Core`; were it a `Consumer` too, the call would be ambiguous. It is no `Duration` either:
    all its superclasses are known."""
    check(
        """
        package acme;
        import lib.Subscriber;
        import java.time.Duration;
        import java.util.function.Consumer;
        interface Core extends Subscriber {}
        class Inner implements Core {}
        //- IMPLEMENTS acme.Core
        class Flux {
            void subscribe(Subscriber any) {}
            void subscribe(Core core) {}
            void subscribe(Consumer<String> consumer) {}
            void delay(Duration time) {}
            void delay(Subscriber other) {}
            void go(Inner inner) {
                subscribe(inner);
                //- CALLS acme.Flux#subscribe(Core)
                delay(inner);
                //- CALLS acme.Flux#delay(Subscriber)
            }
        }
        """
    )


def test_a_constant_of_an_unknown_class_is_taken_for_one_of_its_kind() -> None:
    """`Status.OK` is a Status as a rule, and no number."""
    check(
        """
        package acme;
        import lib.Code;
        import lib.Status;
        class Response {
            static void status(Code code) {}
            static void status(int code) {}
            static void ok() {
                status(Status.OK);
                //- CALLS acme.Response#status(Code) inferred
            }
        }
        """
    )


def test_an_overload_that_could_call_itself_calls_the_other() -> None:
    """What `name()` gives is not known; an endless loop is not what is meant."""
    check(
        """
        package acme;
        import lib.Resource;
        class Types {
            static void of(Resource resource) {
                of(resource.name());
                //- CALLS acme.Types#of(String) inferred
            }
            static void of(String name) {}
        }
        """
    )
