"""The state of reading one body: who calls, where names are looked up, what is in scope.

`evaluate` gives the type of an expression and notes the calls in it; each is read once, in order.
"""

from collections.abc import Callable

from kg.ingest.resolve.go.caller import EXACT, INFERRED, Caller
from kg.ingest.resolve.go.declared import Declared, Entry, Function, SourceFunction
from kg.ingest.resolve.go.environment import Environment
from kg.ingest.resolve.go.packages import SourceFile
from kg.ingest.resolve.go.types import BUILTIN, OUTSIDE, PACKAGE, REFERENCE, TYPE_NAME, UNIVERSE, Maybe
from kg.schema.go import Code

BUILTINS = frozenset((
    "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new",
    "panic", "print", "println", "real", "recover",
))  # fmt: skip


class Body:
    """One function's body, or what the variables of a file are given."""

    __slots__ = ("caller", "constant_type", "environment", "file", "scopes")

    def __init__(self, caller: Caller, file: SourceFile, environment: Environment) -> None:
        self.caller = caller
        self.file = file
        self.environment = environment
        self.scopes: list[dict[str, Maybe]] = [{}]
        self.constant_type: Maybe = None
        """Of the constant above: a line without a value repeats it."""

    def bind(self, name: str, of: Maybe) -> None:
        if name and name != "_":
            self.scopes[-1][name] = of

    def value(self, name: str) -> Maybe:
        """What a name stands for: innermost scope first, then package, imports, universe."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        entry = self.file.entry(name)
        if entry is not None:
            return value_of(entry)
        package = self.file.imports.get(name)
        if package is not None:
            return (PACKAGE, package)
        if name in UNIVERSE:
            return (TYPE_NAME, UNIVERSE[name])
        if name in BUILTINS:
            return (BUILTIN, name)
        dots = self.file.outside_dots
        return (OUTSIDE, f"{dots[0]}.{name}", ()) if dots and name[:1].isupper() else None

    def tie(self, function: Function, row: int, confidence: float) -> None:
        """Note a call; where builds differ in what is called, of each of them."""
        variants = _variants(function, self.file)
        if function.file is not None and function.file.package in self.file.uncertain:
            confidence = min(confidence, INFERRED)
        for each in variants:
            self.caller.call(each, row, confidence if len(variants) == 1 else EXACT / len(variants))


def value_of(entry: Entry) -> Maybe:
    if isinstance(entry, SourceFunction):
        return (REFERENCE, entry, entry.type())
    if isinstance(entry, Declared):
        return (TYPE_NAME, entry.type())
    return entry.type()


def _variants(function: Function, source: SourceFile) -> list[Function]:
    if function.file is None or function.facts is None:
        return [function]
    facts = function.facts
    key = f"{facts.receiver}.{facts.name}" if facts.receiver else facts.name
    package = function.file.package
    if len(package.entries.get(key, ())) < 2:
        return [function]
    constraint = source.facts.constraint
    found = [each for each in package.all(key, constraint) if isinstance(each, SourceFunction)]
    return [*found] if found else [function]


Rule = Callable[[Body, Code], Maybe]

_RULES: dict[int, Rule] = {}


def rule(tag: int) -> Callable[[Rule], Rule]:
    def register(handler: Rule) -> Rule:
        _RULES[tag] = handler
        return handler

    return register


def evaluate(body: Body, code: Code) -> Maybe:
    return _RULES[code[0]](body, code)
