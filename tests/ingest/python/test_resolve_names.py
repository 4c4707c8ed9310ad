"""Which definition a name means where it is used: scopes, time, shadowing."""

from tests.ingest.python.edges import check, open_sites


def test_inner_function_shadows_outer() -> None:
    """A local name hides a name of the module; a class is no scope for its methods."""
    check(
        """
        def f(): pass
        def g():
            def f(): pass
            f()  # -> app.g.<locals>.f
        class A:
            def f(self):
                f()  # -> app.f
        """
    )


def test_last_binding_before_the_use_counts() -> None:
    """A rebound name means what it was bound to last."""
    check(
        """
        class A:
            def go(self): pass
        class B:
            def go(self): pass
        def f():
            x = A()
            x.go()  # -> app.A.go
            x = B()
            x.go()  # -> app.B.go
        """
    )


def test_branches_leave_candidates() -> None:
    """After an `if` both bindings are possible; inside, only the one made there. An edge is as sure as
    its surest site."""
    check(
        """
        class A:
            def go(self): pass
        class B:
            def go(self): pass
        def f(c):
            if c:
                x = A()
                x.go()  # -> app.A.go
            else:
                x = B()
            x.go()  # -> app.A.go, ?app.B.go
        """
    )


def test_loop_sees_its_last_turn() -> None:
    """A name bound later in a loop reaches its use earlier in the next turn."""
    check(
        """
        class A:
            def go(self): pass
        def f(items):
            x = None
            for item in items:
                if x:
                    x.go()  # -> app.A.go
                x = A()
        """
    )


def test_comprehension_and_lambda_names_stay_inside() -> None:
    """A comprehension variable hides the name of the module only inside; calls count for the function."""
    check(
        """
        def f(): pass
        def g(fs):
            [f() for f in fs]
            later = lambda f: f()
            f()  # -> app.f
        """
    )


def test_global_is_bound_by_a_function() -> None:
    """A module variable set in a function may hold what was set there."""
    check(
        """
        class Client:
            def get(self): pass
        client = None
        def connect():
            global client
            client = Client()
        def f():
            client.get()  # -> app.Client.get
        """
    )


def test_overloads_mean_the_implementation() -> None:
    """A call goes to the definition that comes last, not to the stubs above it."""
    check(
        """
        from typing import overload
        @overload
        def f(x: int): ...
        @overload
        def f(x: str): ...
        def f(x): pass
        def g():
            f(1)  # -> app.f~3
        """
    )


def test_name_alone_is_no_target() -> None:
    """An unknown receiver reaches nothing, however unique the method's name is."""
    source = """
    class A:
        def very_special_name(self): pass
    def f(x):
        x.very_special_name()
    """
    check(source)
    assert open_sites(source) == ["app.f: 1:6 dynamic x.very_special_name"]


def test_too_many_targets_are_ambiguous() -> None:
    """Five possible targets say nothing: no edge, and the reason."""
    classes = "\n".join(f"class C{n}:\n    def go(self): pass" for n in range(5))
    branches = "\n".join(f"    if a == {n}: x = C{n}()" for n in range(5))
    source = f"{classes}\ndef f(a):\n{branches}\n    x.go()\n"
    check(source)
    assert open_sites(source) == ["app.f: 6:6 ambiguous x.go"]
