"""Methods on their receivers: inheritance, construction, attributes, properties."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.python.edges import check, edges, open_sites


def test_self_cls_and_super() -> None:
    """`self` looks in the class first, `super()` behind it, static and class methods by either."""
    check(
        """
        class Base:
            def run(self):
                return self.step()  # -> app.Base.step
            def step(self): pass
        class Job(Base):
            def run(self):
                super().run()  # -> app.Base.run
                self.util()  # -> app.Job.util
                self.step()  # -> app.Base.step
                return super(Job, self).run()  # -> app.Base.run
            @classmethod
            def make(cls):
                cls.util()  # -> app.Job.util
                return cls()
            @staticmethod
            def util(): pass
        def f():
            Job.make().step()  # -> app.Job.make, ~app.Base.step
            Job.util()  # -> app.Job.util
        """
    )


def test_diamond_follows_the_mro() -> None:
    """Members are taken in the order of the language, not depth first."""
    check(
        """
        class A:
            def go(self): pass
        class B(A): pass
        class C(A):
            def go(self): pass
        class D(B, C): pass
        D().go()  # -> app.C.go
        """
    )


def test_instantiation_calls_the_constructor() -> None:
    """`__init__` of the nearest base, `__post_init__` of a dataclass, nothing where none is written."""
    check(
        """
        from dataclasses import dataclass
        class A:
            def __init__(self): pass
        class B(A): pass
        class Plain: pass
        @dataclass
        class P:
            x: int
            def __post_init__(self): pass
        B()  # -> app.A.__init__
        P(1)  # -> ~app.P.__post_init__
        Plain()
        """
    )


def test_attributes_are_what_was_assigned_or_annotated() -> None:
    """Fields are typed by annotation, by construction, by a parameter's type; dataclass fields too."""
    check(
        """
        from dataclasses import dataclass
        class Repo:
            def load(self): pass
        class Service:
            other: "Repo"
            def __init__(self, given: Repo, unknown):
                self.own = Repo()
                self.given = given
                self.maybe = unknown or Repo()
            def run(self):
                self.own.load()  # -> ~app.Repo.load
                self.given.load()  # -> ~app.Repo.load
                self.other.load()  # -> ~app.Repo.load
                self.maybe.load()  # -> ~app.Repo.load
        @dataclass
        class Box:
            repo: Repo
        def f(box: Box):
            box.repo.load()  # -> ~app.Repo.load
        """
    )


def test_property_read_is_a_call() -> None:
    """A read runs the getter, whatever setter follows it, and gives what the getter returns."""
    check(
        """
        class Url:
            def join(self): pass
        class Client:
            @property
            def base(self) -> Url: return Url()
            @base.setter
            def base(self, value): pass
        def f(client: Client):
            client.base.join()  # -> ~app.Client.base, ~app.Url.join
        """
    )


def test_callable_object_and_stored_functions() -> None:
    """Calling an object runs `__call__`; a function kept in an attribute or a table is found again."""
    check(
        """
        class Hook:
            def __call__(self): pass
        def go(): pass
        class Runner:
            step = staticmethod(go)
            def __init__(self):
                self.hook = Hook()
                self.fn = go
            def run(self):
                self.hook()  # -> ~app.Hook.__call__
                self.fn()  # -> ~app.go
        table = {"go": go}
        table["go"]()  # -> ~app.go
        """
    )


def test_enum_members_are_objects_of_their_class() -> None:
    """A method called on a member is the enum's."""
    check(
        """
        from enum import Enum
        class Color(Enum):
            RED = 1
            def hex(self): pass
        Color.RED.hex()  # -> app.Color.hex
        for color in Color:
            color.hex()  # -> app.Color.hex
        """
    )


def test_extends_and_overrides() -> None:
    """EXTENDS names the bases written here, OVERRIDES the nearest method that is replaced."""
    source = """
    from typing import Generic
    class A:
        def go(self): pass
    class B(A, Generic): pass
    class C(B):
        def go(self): pass
    """
    assert edges(source, EdgeType.EXTENDS) == [("app.B", "app.A"), ("app.C", "app.B")]
    assert edges(source, EdgeType.OVERRIDES) == [("app.C.go", "app.A.go")]


def test_member_of_an_external_base_is_external() -> None:
    """What is not written here may come from a base outside, and is named after it."""
    source = "from lib import Base\nclass A(Base):\n    def f(self):\n        self.save()\nA()\n"
    check(source)
    assert open_sites(source) == [
        "app: 4:0 external lib.Base.__init__",
        "app.A.f: 1:13 external lib.Base.save",
    ]


def test_making_things_runs_what_their_bases_have() -> None:
    """An object its `__new__` and `__init__`, a class the `__init_subclass__` of its bases."""
    check(
        """
        class Base:
            def __init_subclass__(cls): pass
        class Url(Base, str):  # -> app.Base.__init_subclass__
            def __new__(cls, path): pass
            def __init__(self, path): pass
        Url("/")  # -> app.Url.__init__, ~app.Url.__new__
        """
    )


def test_a_property_is_not_hidden_by_what_is_assigned() -> None:
    """`self.debug = x` of a subclass runs the setter above it, and a read the getter."""
    check(
        """
        class Mode:
            def name(self): pass
        class App:
            @property
            def mode(self): return Mode()
            @mode.setter
            def mode(self, value): pass
        class Flask(App):
            def run(self, value):
                self.mode = value  # -> app.App.mode~2
                self.mode.name()  # -> app.App.mode, ~app.Mode.name
        """
    )
