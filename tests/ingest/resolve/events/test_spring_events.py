"""Events inside an application are known by their class."""

from tests.ingest.resolve.events.found import java

PAID = "package e; public class Paid { public static class Late {} }"


def test_events_are_published_and_heard_by_class() -> None:
    """In full by the import; a local is followed; a parameter says nothing; @EventListener may name classes."""
    body = """
        import e.Paid; import org.springframework.boot.Started;
        class P { ApplicationEventPublisher events;
            void a() { events.publishEvent(new Paid()); }
            void b(Paid p) { var paid = new Paid(); events.publishEvent(paid); events.publishEvent(p); } }
        class L {
            @EventListener void on(Paid paid) {}
            @TransactionalEventListener(classes = {Paid.Late.class}) void late() {}
            @EventListener void started(Started s) {} }"""
    assert java(body, src__main__java__e__Paid_java=PAID) == [
        "L#late() consumes spring e.Paid.Late",
        "L#on(Paid) consumes spring e.Paid",
        "L#started(Started) consumes spring org.springframework.boot.Started",
        "P#a() publishes spring e.Paid",
        "P#b(Paid) publishes spring e.Paid",
    ]


def test_other_publishers_are_not_springs() -> None:
    """A class of the repository with a method of that name publishes no event of Spring."""
    body = "class Paid {} class P { void a() { NotifyCenter.publishEvent(new Paid()); bus.publishEvent(new Paid()); } }"
    assert java(body) == []


def test_a_listener_class_says_what_it_hears() -> None:
    """`onApplicationEvent` consumes the type argument of ApplicationListener."""
    body = """
        import org.springframework.context.ApplicationListener;
        class Paid {}
        class L implements ApplicationListener<Paid> {
            public void onApplicationEvent(Paid paid) {} void other(Paid paid) {} }"""
    assert java(body) == ["L#onApplicationEvent(Paid) consumes spring w.Paid"]
