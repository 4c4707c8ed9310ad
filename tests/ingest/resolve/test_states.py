"""State machines: which method takes a status from where to where."""

from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.states import resolve_states
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.vocabulary import Kind

STATUS = 'package w; public enum OrderStatus { NEW(1), @Deprecated OLD("a, b"), PAID { int x() { return 1; } }, SENT; int x; }'
PYTHON = """
    class OrderStatus:
        NEW = "new"
        PAID = "paid"
        SENT = "sent"
        CHOICES = [(NEW, "New")]
"""


def parsed(files: dict[str, str]) -> list[Facts]:
    return [parse_file("r", path, "b", dedent(text).encode()) for path, text in sorted(files.items())]


def transitions(files: dict[str, str]) -> dict[str, list[str]]:
    """By method: the transitions, with the class where it is not OrderStatus."""
    facts = parsed(files)
    found: dict[str, list[str]] = {}
    for edge in resolve_states(World("r", facts, resolve_keys(facts)[0])).edges:
        words = dict(edge.details)["transitions"]
        assert isinstance(words, tuple)
        name = edge.source.rpartition(":")[2].removeprefix("w.").partition("(")[0]
        found[name] = sorted([*found.get(name, []), *words])
    return found


def java(body: str) -> dict[str, list[str]]:
    return transitions({"w/OrderStatus.java": STATUS, "w/A.java": f"package w;\n{dedent(body)}"})


def python(body: str) -> dict[str, list[str]]:
    return transitions(
        {"shop/status.py": PYTHON, "shop/a.py": f"from shop.status import OrderStatus\n{dedent(body)}"}
    )


def test_the_constants_of_a_status_are_states() -> None:
    """Of an enum, whatever its constants are given; of a class of texts; other enums have none."""
    facts = parsed(
        {"w/OrderStatus.java": STATUS, "w/Color.java": "package w; enum Color { RED }", "shop/status.py": PYTHON,
         "web/s.ts": "export enum PayState { Open = 'open', Closed = 1 }\n"}
    )  # fmt: skip
    classes = [a for one in facts for a in one.artifacts if a.kind == Kind.CLASS]
    states = {each.qualified_name: dict(each.details).get("states") for each in classes}
    assert states["w.OrderStatus"] == ("NEW", "OLD", "PAID", "SENT")
    assert states["shop.status.OrderStatus"] == ("NEW", "PAID", "SENT")
    assert states["w.Color"] is None
    assert ("Open", "Closed") in states.values()


def test_setters_and_fields_of_java() -> None:
    """A condition on the same field of the same thing says from where; another one, or `||`, does not."""
    assert java("""
        class A {
            OrderStatus status;
            void pay(Order order) {
                if (order.getStatus() == OrderStatus.NEW) {
                    order.setStatus(OrderStatus.PAID);
                }
            }
            void other(Order order, Order before) {
                if (before.getStatus() == OrderStatus.NEW || order.isOpen()) {
                    order.setStatus(OrderStatus.PAID);
                }
            }
            void send() {
                if (status != OrderStatus.PAID) {
                    throw new IllegalStateException();
                }
                this.status = OrderStatus.SENT;
            }
            void equal(Order order) {
                if (OrderStatus.OLD.equals(order.getStatus()) && order.big()) {
                    order.setStatus(OrderStatus.NEW);
                } else {
                    order.setStatus(OrderStatus.SENT);
                }
            }
            int local(Order order) {
                OrderStatus status = null;
                status = OrderStatus.SENT;
                response.setStatus(HttpStatus.OK);
                return 1;
            }
        }""") == {
        "A#pay": ["NEW>PAID"],
        "A#other": ["*>PAID"],
        "A#send": ["PAID>SENT"],
        "A#equal": ["*>SENT", "OLD>NEW"],
    }


def test_a_case_of_a_switch_says_from_where() -> None:
    """Over the same field; over another one it says nothing."""
    body = """
        class A {
            void next(Order order) {
                switch (order.getStatus()) {
                    case NEW:
                        order.setStatus(OrderStatus.PAID);
                        break;
                    case PAID:
                        order.setStatus(OrderStatus.SENT);
                }
            }
            void by(Order order) {
                switch (order.getKind()) {
                    case NEW:
                        order.setStatus(OrderStatus.PAID);
                }
            }
        }"""
    assert java(body) == {"A#next": ["NEW>PAID", "PAID>SENT"], "A#by": ["*>PAID"]}


def test_assignments_of_python() -> None:
    """Conditions, lists of states, guards; a local variable is no field, a comment no code."""
    assert python("""
        def pay(order):
            if order.status == OrderStatus.NEW:
                order.status = OrderStatus.PAID
            elif order.status in (OrderStatus.NEW, OrderStatus.PAID):
                order.save()
                order.status = OrderStatus.SENT

        def guarded(self):
            if self.status != OrderStatus.PAID:
                return
            self.status = OrderStatus.SENT

        def changed(order):
            if order.status == OrderStatus.NEW:
                order.status = OrderStatus.PAID
                order.status = OrderStatus.SENT

        def local(order):
            status = OrderStatus.PAID
            # order.status = OrderStatus.SENT
            return status
    """) == {
        "shop.a.pay": ["NEW>PAID", "NEW>SENT", "PAID>SENT"],
        "shop.a.guarded": ["PAID>SENT"],
        "shop.a.changed": ["*>SENT", "NEW>PAID"],
    }


def test_machines_of_frameworks() -> None:
    """Spring's configurer and django-fsm say both ends."""
    assert java("""
        class M {
            void configure(StateMachineTransitionConfigurer t) {
                t.withExternal().source(OrderStatus.NEW).target(OrderStatus.PAID).event(E.PAY)
                    .and().withExternal().source(OrderStatus.PAID).target(OrderStatus.SENT);
            }
        }""") == {"M#configure": ["NEW>PAID", "PAID>SENT"]}
    assert python("""
        from django_fsm import transition

        class Order:
            @transition(field=status, source=[OrderStatus.NEW, OrderStatus.PAID], target=OrderStatus.SENT)
            def send(self): pass

            @transition(field=status, source="*", target=OrderStatus.NEW)
            def reset(self): pass
    """) == {"shop.a.Order.send": ["NEW>SENT", "PAID>SENT"], "shop.a.Order.reset": ["*>NEW"]}
