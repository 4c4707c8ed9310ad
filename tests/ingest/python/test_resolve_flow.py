"""Functions on their way: through parameters, lambdas, builtins, containers, subclasses."""

from tests.ingest.python.edges import check


def test_a_function_is_handed_on() -> None:
    """Through two parameters, and beside a default that is known at first sight."""
    check(
        """
        def go(): pass
        def stop(): pass
        def inner(task=stop):
            task()  # -> ?app.go, ?app.stop
        def outer(task):
            inner(task)  # -> app.inner
        outer(go)  # -> app.outer
        """
    )


def test_lambdas_are_given_arguments() -> None:
    """What calls a lambda hands it its parameters; so do the builtins that run one on elements."""
    check(
        """
        class Order:
            def price(self): pass
            def name(self): pass
        def go(): pass
        call = lambda f: f()  # -> ~app.go
        call(go)
        orders = [Order()]
        sorted(orders, key=lambda order: order.price())  # -> ~app.Order.price
        def name_of(order):
            return order.name()  # -> ~app.Order.name
        list(map(name_of, orders))  # -> ~app.name_of
        """
    )


def test_builtins_run_what_they_are_handed() -> None:
    """`map`, `sorted` and `re.sub` call the functions among their arguments; `map` gives their results."""
    check(
        """
        import re
        def key(x): pass
        def put(match): pass
        class Row:
            def __init__(self, x): pass
            def save(self): pass
        sorted([1], key=key)  # -> ~app.key
        re.sub("a", put, "b")  # -> ~app.put
        for row in map(Row, [1]):  # -> ~app.Row.__init__
            row.save()  # -> ~app.Row.save
        """
    )


def test_what_only_subclasses_have() -> None:
    """`self.step()` of a base that has none is the subclasses', and more than one is open to choice."""
    check(
        """
        class Base:
            def run(self):
                self.step()  # -> ?app.A.step, ?app.B.step
            def end(self):
                self.last()  # -> ~app.A.last
        class A(Base):
            def step(self): pass
            def last(self): pass
        class B(Base):
            def __init__(self):
                self.step = self._step
            def step(self): pass
        """
    )


def test_keys_and_slices_that_are_written_down() -> None:
    """A constant behind a name is a key; a slice keeps its elements; an inner table can be filled."""
    check(
        {
            "keys.py": "STOP = 1\n",
            "app.py": """
            from keys import STOP
            def go(): pass
            def stop(): pass
            def wait(): pass
            steps = [go, stop, wait]
            steps[STOP]()  # -> ~app.stop
            steps[1:][1]()  # -> ~app.wait
            table = {"a": {"b": go}}
            table["a"]["b"] = stop
            table["a"]["b"]()  # -> ~app.stop
            """,
        }
    )
