"""What decorators, fixtures and conventions make of the names under them."""

from tests.ingest.python.edges import check


def test_a_wrapper_is_called_in_front() -> None:
    """Whoever calls a decorated function runs the wrapper; the wrapper calls what lies below it."""
    check(
        """
        def log(f):
            def inner():
                return f()  # -> ~app.twice.<locals>.inner
            return inner
        def twice(f):
            def inner():
                return f()  # -> ~app.job
            return inner
        @log  # -> app.log
        @twice  # -> app.twice
        def job(): pass
        def run():
            job()  # -> app.job, ~app.log.<locals>.inner
        """
    )


def test_a_decorator_that_gives_an_object() -> None:
    """The name is then that object, by a class or by what the decorator is annotated to give."""
    check(
        """
        from typing import Callable
        class Command:
            def __init__(self, f): pass
            def invoke(self): pass
        def command() -> Callable[[Callable], Command]: ...
        @command()  # -> app.command
        def one(): pass
        @Command  # -> app.Command.__init__
        def two(): pass
        def run():
            one.invoke()  # -> ~app.Command.invoke
            two.invoke()  # -> ~app.Command.invoke
        """
    )


def test_what_is_handed_back() -> None:
    """A function that returns its argument gives each caller its own; `cast` and a bare annotation hide nothing."""
    check(
        """
        from typing import Any, Callable, TypeVar, cast
        T = TypeVar("T")
        class A:
            def go(self): pass
        class B:
            def go(self): pass
        def same(x: T) -> T: return x
        def go(): pass
        def make() -> Callable[[], None]:
            return cast(Any, go)
        def run():
            same(A()).go()  # -> app.same, ~app.A.go
            same(B()).go()  # -> app.same, ~app.B.go
            make()()  # -> app.make, ~app.go
        """
    )


def test_fixtures_are_found_as_pytest_does() -> None:
    """A test's parameter is what the fixture gives: of its class, its module, or a conftest above."""
    check(
        {
            "tests/conftest.py": """
            import pytest
            from functools import partial
            class Client:
                def get(self): pass
            @pytest.fixture
            def client():
                yield Client()
            @pytest.fixture(name="made")
            def make_made() -> "Client":
                return Client()
            """,
            "tests/web/test_get.py": """
            import pytest
            class Local:
                def get(self): pass
            @pytest.fixture
            def near(client):
                client.get()  # -> ~tests.conftest.Client.get
                return Local()
            def test_get(client, made, near, unknown):
                client.get()  # -> ~tests.conftest.Client.get
                made.get()  # -> ~tests.conftest.Client.get
                near.get()  # -> ~tests.web.test_get.Local.get
                unknown.get()
            def helper(client):
                client.get()
            """,
        }
    )


def test_a_protocol_gives_way_to_what_fills_it() -> None:
    """A callback typed by a protocol or a stand-in for type checkers is what is handed in."""
    check(
        """
        from typing import TYPE_CHECKING, Protocol
        if TYPE_CHECKING:
            class Factory(Protocol):
                def __call__(self): ...
        else:
            class Factory: pass
        class Client:
            def __init__(self): pass
        def run(factory: Factory):
            factory()  # -> ~app.Client.__init__
        run(Client)  # -> app.run
        """
    )


def test_overriding_methods_are_given_what_callers_give() -> None:
    """A call of the declared method hands its arguments to the methods that replace it."""
    check(
        """
        def work(): pass
        class Base:
            def run(self, step): pass
            def start(self):
                self.run(work)  # -> app.Base.run
        class Job(Base):
            def run(self, step):
                step()  # -> ~app.work
        """
    )
