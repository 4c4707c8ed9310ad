"""Texts that code gives a name: those of modules and classes, and of functions where a usage names them.

In: a finished walk. Out: `Constant` records by the qualified name of the scope. A name that is given
several texts means each of them; one that is added to means its beginning.
"""

from kg.ingest.parse.python.noting import SETTINGS
from kg.ingest.parse.python.values import value
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.schema.usages import CALL, JOIN, LIST, MAP, NAME, Constant, Value, joined

_MOST_ITEMS = 60
_MOST_VALUES = 4


def constants(walk: Walk) -> tuple[Constant, ...]:
    wanted = {noted.scope.number for noted in walk.noted}
    found: dict[str, list[Value]] = {}
    for scope, name, expr in walk.named:
        if scope.form == "function" and scope.number not in wanted and not name.startswith("self."):
            continue
        qualified = _qualified(scope, name)
        if expr is None:
            if qualified in found:
                found[qualified] = [joined([each, None]) for each in found[qualified]]
        elif _says(said := _held(value(walk, expr)), scope.form):
            found.setdefault(qualified, []).append(said)
    return tuple(Constant(name, _one(values)) for name, values in found.items())


def _qualified(scope: OpenScope, name: str) -> str:
    """`app.Client.base` of `self.base = …` in a method; else the name in its scope."""
    if name.startswith("self."):
        while scope.parent is not None and scope.form != "class":
            scope = scope.parent
        name = name.removeprefix("self.")
    return f"{scope.uid.split(':', 2)[2]}.{name}"


def _held(said: Value) -> Value:
    """`settings = Settings()` stands for the fields of the class."""
    made = isinstance(said, tuple) and said[0] == CALL and said[1].endswith(SETTINGS)
    return (NAME, said[1]) if made and said is not None else said


def _says(said: Value, form: str) -> bool:
    """Whether it holds a text, or is another name for one."""
    if isinstance(said, str):
        return bool(said)
    if said is None or said[0] in (CALL, MAP):
        return False
    if said[0] == NAME:
        return form != "function"
    return len(said) <= _MOST_ITEMS and any(_holds_text(part) for part in said[1:])


def _holds_text(part: Value) -> bool:
    return isinstance(part, str) or (part is not None and part[0] in (NAME, JOIN, LIST))


def _one(values: list[Value]) -> Value:
    several = list(dict.fromkeys(values))
    return several[0] if len(several) == 1 else (LIST, *several[:_MOST_VALUES])
