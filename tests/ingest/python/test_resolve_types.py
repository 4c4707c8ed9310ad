"""Receivers typed by annotations, by what functions return and what containers hold."""

from tests.ingest.python.edges import check


def test_annotations_of_every_sort() -> None:
    """Optional, unions, forward names, aliases, type[X] and generics say what a parameter holds."""
    check(
        """
        from __future__ import annotations
        from typing import Optional, Union, TypeVar
        T = TypeVar("T", bound="A")
        Either = Union["A", None]
        def f(a: Optional[A], b: "A | None", c: type[A], d: list[A], e: dict[str, A], g: Either, h: T):
            a.go()  # -> ~app.A.go
            b.go()  # -> ~app.A.go
            c.make()  # -> ~app.A.make
            d[0].go()  # -> ~app.A.go
            e["x"].go()  # -> ~app.A.go
            g.go()  # -> ~app.A.go
            h.go()  # -> ~app.A.go
            for x in d:
                x.go()  # -> ~app.A.go
            for key, x in e.items():
                x.go()  # -> ~app.A.go
            [x.go() for x in e.values()]  # -> ~app.A.go
        class A:
            def go(self): pass
            @classmethod
            def make(cls): pass
        """
    )


def test_union_of_two_classes_gives_candidates() -> None:
    """Either class may be meant, until `isinstance` says which."""
    check(
        """
        class A:
            def go(self): pass
        class B:
            def go(self): pass
        def f(x: A | B):
            x.go()  # -> ?app.A.go, ?app.B.go
        def g(x: A | B):
            if isinstance(x, A):
                x.go()  # -> ~app.A.go
        """
    )


def test_results_of_functions() -> None:
    """By annotation or by their returns; async, generators and fluent chains included."""
    check(
        """
        class A:
            def go(self):
                return self
            async def fetch(self): return A()
        def make(): return A()
        def promised() -> "A": ...
        def many():
            yield A()
        async def f():
            make().go().go()  # -> app.make, ~app.A.go
            promised().go()  # -> app.promised, ~app.A.go
            (await A().fetch()).go()  # -> app.A.fetch, ~app.A.go
            for a in many():  # -> app.many
                a.go()  # -> ~app.A.go
        """
    )


def test_context_managers() -> None:
    """`with` gives what `__enter__` returns, or what a generator yields, and runs both methods."""
    check(
        """
        from contextlib import contextmanager
        class A:
            def go(self): pass
        class Session:
            def __enter__(self): return self
            def __exit__(self, *a): pass
            def get(self): pass
        @contextmanager
        def lend():
            yield A()
        def f():
            with Session() as s, lend() as a:  # -> app.Session.__enter__, app.Session.__exit__, app.lend
                s.get()  # -> ~app.Session.get
                a.go()  # -> ~app.A.go
        """
    )


def test_functions_as_values() -> None:
    """A partial, an alias, a lambda's result: the function behind is what is called."""
    check(
        """
        import functools
        class A:
            def go(self): pass
        def go(x): pass
        later = functools.partial(go, 1)
        alias = go
        make = lambda: A()
        def f():
            later()  # -> ~app.go
        def g():
            alias()  # -> app.go
            make().go()  # -> ~app.A.go
        """
    )


def test_containers_filled_later() -> None:
    """What is put into a list, a table or an attribute comes out again; one put into itself ends."""
    check(
        """
        def go(): pass
        def stop(): pass
        handlers = []
        table = {"go": stop}
        table["go"] = go
        handlers.append(go)
        class Bus:
            def __init__(self):
                self.hooks = []
            def on(self):
                self.hooks.append(stop)
            def fire(self):
                for hook in self.hooks:
                    hook()  # -> ~app.stop
        def f():
            for handler in handlers:
                handler()  # -> ~app.go
        def g():
            table["go"]()  # -> ~app.go
        def cycle():
            a = []
            a.append(a)
            a.append(a)
            a[0][0].missing()
        """
    )


def test_arguments_reach_parameters() -> None:
    """A function handed to another is called there, where few callers leave no doubt; decorators hand theirs."""
    check(
        """
        def go(): pass
        def run(task, retries=1):
            task()  # -> ~app.go
        def named(*, task):
            task()  # -> ~app.go
        run(go)  # -> app.run
        named(task=go)  # -> app.named
        class Runner:
            def __init__(self, task):
                self.task = task
            def go(self):
                self.task()  # -> ~app.go
        Runner(go)  # -> app.Runner.__init__
        list(map(go, []))  # -> ~app.go
        """
    )


def test_calls_without_call_expression() -> None:
    """`for` and `raise` run what is written in this repository."""
    check(
        """
        class Pages:
            def __iter__(self): return self
            def __next__(self): return 1
        class Gone(Exception):
            def __init__(self): pass
        def f(pages: Pages):
            for page in pages:  # -> ~app.Pages.__iter__, ~app.Pages.__next__
                raise Gone  # -> app.Gone.__init__
        """
    )


def test_decorated_function_keeps_its_name() -> None:
    """A decorator of any make does not hide what is called; the wrapper it puts in front is called too."""
    check(
        """
        import functools
        def retry(n):
            def deco(fn):
                @functools.wraps(fn)
                def wrap(*a): return fn(*a)  # -> ~app.job
                return wrap
            return deco
        @retry(3)  # -> app.retry, ~app.retry.<locals>.deco
        def job(): pass
        job()  # -> app.job, ~app.retry.<locals>.deco.<locals>.wrap
        """
    )


def test_recursive_types_end() -> None:
    """A type, a function and an attribute that lead back to themselves give an answer."""
    check(
        """
        from typing import Union
        Json = Union[dict[str, "Json"], list["Json"], str]
        class Node:
            def __init__(self, parent):
                self.parent = parent.parent
                self.next = self.next.next
            def up(self):
                return self.up().up()  # -> app.Node.up
        def f(x: Json):
            return f(x["a"])  # -> app.f
        """
    )


def test_an_overload_is_chosen_by_its_call() -> None:
    """By how many arguments there are, their names, and whether a text can be meant."""
    check(
        """
        from typing import Callable, overload
        class Command:
            def invoke(self): pass
        class Later:
            def wait(self): pass
        @overload
        def command(name: Callable) -> Command: ...
        @overload
        def command(name: str = ..., **rest) -> Callable[[Callable], Later]: ...
        def command(name=None, **rest):
            def decorator(f): pass
            return decorator
        def go(): pass
        def run():
            command(go).invoke()  # -> app.command~3, ~app.Command.invoke
            command("go")(go).wait()  # -> app.command~3, ~app.Later.wait, ~app.command.<locals>.decorator
        @command(hidden=True)  # -> app.command~3, ~app.command.<locals>.decorator
        def one(): pass
        one.wait()  # -> ~app.Later.wait
        """
    )


def test_what_generators_are_sent_and_return() -> None:
    """`x = yield` is what the annotation says is sent, `yield from` gives what the generator returned."""
    check(
        """
        from typing import Generator
        class Response:
            def read(self): pass
        class Total:
            def add(self): pass
        def flow() -> Generator[str, Response, None]:
            response = yield "request"
            response.read()  # -> ~app.Response.read
        def count():
            yield 1
            return Total()
        def all_of():
            total = yield from count()  # -> app.count
            total.add()  # -> ~app.Total.add
        """
    )
