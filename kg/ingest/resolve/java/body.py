"""The body being read: its names, its caller, and the tables of rules that read each kind of code.

`Body.value(code, want)` gives the type of an expression and does whatever a statement does. Types flow
outwards (receivers, arguments) and, for lambdas and generic calls, inwards (`want`). The rules stand in
`statements`, `values`, `calls`, `making` and `functions`, which register themselves here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kg.ingest.resolve.java.caller import Caller
from kg.ingest.resolve.java.fitting import FUNCTIONS
from kg.ingest.resolve.java.overloads import Choice, choose
from kg.ingest.resolve.java.source import SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import BOX_NAMES, Bindings, Klass, Method, Sort, Type, find_methods, supers
from kg.ingest.resolve.java.world import SourceFile
from kg.schema import java
from kg.schema.java import Code, JavaType, unpack
from kg.schema.vocabulary import OpenReason

Value = Type | None


def is_function(code: Code) -> bool:
    """A lambda or method reference, behind a condition too: typed by what is wanted, once that is known."""
    if code[0] == java.CONDITIONAL:
        return is_function(code[2]) or is_function(code[3])
    return code[0] in FUNCTIONS


UNKNOWN: Code = (java.SEQUENCE, ())


@dataclass(slots=True)
class Pending:
    """A call whose method is chosen, and whose lambdas wait for the type that is wanted."""

    choice: Choice
    bindings: Bindings
    """Of the receiver."""
    arguments: tuple[Code, ...]
    given: list[tuple[Value, Code]]
    inner: list["Pending | None"]
    """For each argument that is itself pending."""
    made: Value
    """What a `new` makes; None for a call."""
    anonymous: int = -1
    """Index of the class body behind a `new` with a diamond."""
    written: tuple[JavaType, ...] = ()
    """Type arguments."""


class Body:
    """One method or initialiser of a class."""

    __slots__ = (
        "caller",
        "callers",
        "file",
        "klass",
        "locals",
        "made",
        "method",
        "names",
        "result",
        "returns",
        "yields",
    )

    def __init__(
        self,
        file: SourceFile,
        klass: SourceKlass,
        method: SourceMethod | None,
        caller: Caller,
        made: list[SourceKlass],
        callers: list[Caller],
    ) -> None:
        self.file = file
        self.klass = klass
        self.method = method
        self.caller = caller
        self.made = made
        """Local and anonymous classes found on the way."""
        self.callers = callers
        self.locals: dict[str, Value] = {}
        self.names: dict[str, Klass] = {} if method is None else dict(method.variables)
        """Type variables of the method, and local classes."""
        self.result: Value = None
        self.returns: list[tuple[list[Value], Value]] = []
        """Of the lambdas around: what they gave, what they must give."""
        self.yields: tuple[list[Value], Value] = ([], None)
        """The same of the switch around."""

    def run(self, code: Code) -> None:
        """The whole body."""
        method = self.method
        if method is not None:
            names = [name for name, _ in method.facts.parameters]
            self.locals.update(zip(names, method.parameters, strict=True))
            self.result = method.result
        self.value(code)

    def value(self, code: Code, want: Value = None) -> Value:
        """The type of an expression; None where it is not known, or for a statement."""
        return RULES[code[0]](self, code, want)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is read meanwhile is only typed: its calls, and the classes it makes, are forgotten."""
        kept = self.caller, self.made, self.callers
        self.caller, self.made, self.callers = Caller(self.caller.uid, self.caller.row), [], []
        try:
            yield
        finally:
            self.caller, self.made, self.callers = kept

    def type_of(self, written: JavaType) -> Value:
        return self.klass.type_with(written, self.names) if self.names else self.klass.type_of(written)

    def library(self, name: str) -> Type:
        return self.file.library(name).raw

    def boxed(self, of: Value) -> Value:
        if of is not None and of[0].sort is Sort.PRIMITIVE:
            return self.library(BOX_NAMES[of[0].name])
        return of

    def variable(self, name: str) -> Value:
        """A field by its simple name, or a static import."""
        of = self.klass.variable(name)
        return of if of is not None else self.file.static_field(name)

    def is_variable(self, name: str) -> bool:
        if name in self.locals or self.klass.has_variable(name):
            return True
        return self.file.static_field(name) is not None


Rule = Callable[[Body, Code, Value], Value]
Start = Callable[[Body, Code], Value | Pending]


def _parts(body: Body, code: Code, _want: Value) -> Value:
    """A sequence, and whatever has no rule of its own."""
    for part in code[1]:
        RULES[part[0]](body, part, None)
    return None


RULES: list[Rule] = [_parts] * (java.DESTRUCTURE + 1)
STARTS: dict[int, Start] = {}
"""For calls and `new`: choose the method, and wait where the wanted type says more."""


def rule(kind: int) -> Callable[[Rule], Rule]:
    def register(each: Rule) -> Rule:
        RULES[kind] = each
        return each

    return register


def start(kind: int) -> Callable[[Start], Start]:
    def register(each: Start) -> Start:
        STARTS[kind] = each
        return each

    return register


def read_class(file: SourceFile, klass: SourceKlass, made: list[SourceKlass], callers: list[Caller]) -> None:
    """Every method and initialiser of a class; local and anonymous classes on the way."""
    for facts in klass.facts.initializers:
        _run(Body(file, klass, None, Caller(facts.uid, facts.row), made, callers), unpack(facts.body))
    for method in klass.load_methods(""):
        if not isinstance(method, SourceMethod):
            continue
        code = UNKNOWN if method.facts.body is None else unpack(method.facts.body)
        above = implied_super(klass, method, code)
        if code is not UNKNOWN or above is not None:
            caller = Caller(method.uid, method.facts.row)
            if above is not None:
                caller.implied(above, method.facts.row)
            _run(Body(file, klass, method, caller, made, callers), code)


def implied_super(klass: SourceKlass, method: SourceMethod, code: Code) -> Method | None:
    """The constructor above that a written one calls first, where it doesn't say so (JLS 8.8.7)."""
    if method.name != "<init>" or _calls_constructor(code):
        return None
    for above in supers(klass):
        if not above[0].interface:
            choice = choose(find_methods(above[0], "<init>"), (), {})
            return None if choice is None or not choice.method.uid else choice.method
    return None


def _calls_constructor(code: Code) -> bool:
    """Not always first: since Java 22 other statements may come before it."""
    return any(part[0] == java.CONSTRUCTOR_CALL for part in code[1])


def _run(body: Body, code: Code) -> None:
    caller = body.caller
    body.callers.append(caller)
    try:
        body.run(code)
    except RecursionError:
        caller.leave(caller.row, 0, OpenReason.DYNAMIC, "nested too deeply")
