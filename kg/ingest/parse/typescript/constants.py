"""Texts that TypeScript and JavaScript give a name: of the module, of objects and enums in it, of classes.

In: a finished walk. Out: `Constant` records named `src/api.ts.Urls.ORDERS`, by the path of the file. The
variables of functions are followed where they are used.
"""

from collections.abc import Iterator

from kg.ingest.parse.typescript.values import value
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value as Code
from kg.schema.usages import CALL, JOIN, LIST, MAP, NAME, Constant, Value

_MOST_ITEMS = 60
_DEEPEST = 4


def constants(walk: Walk) -> tuple[Constant, ...]:
    found: dict[str, Value] = {}
    module = walk.owners[0].uid.split(":", 2)[2]
    for name, declarations in walk.scopes[0].names.items():
        first = declarations[0]
        if first[0] == ts.VARIABLE and first[3] == () and _may_say(first[2]):
            found.update(_named(f"{module}.{name}", value(walk, first[2], 0), _DEEPEST))
    for each in walk.classes:
        if each is None or not each.uid:
            continue
        owner = each.uid.split(":", 2)[2].replace("#", ".")
        for member in each.fields:
            if _may_say(member.value):
                found.update(_named(f"{owner}.{member.name}", value(walk, member.value, member.scope), 1))
    for uid, name, code in walk.members:
        if _may_say(code):
            owner = uid.split(":", 2)[2].replace("#", ".")
            found.update(_named(f"{owner}.{name}", value(walk, code, 0), 1))
    return tuple(Constant(name, said) for name, said in found.items())


def _may_say(code: Code) -> bool:
    """Whether a value may be a text, as far as a look at its outermost part tells."""
    if code is None:
        return False
    if code[0] == ts.LITERAL:
        return bool(code[1] == "String")
    return code[0] in (ts.OBJECT, ts.MEMBER, ts.EITHER, ts.ARRAY, ts.AS)


def _named(name: str, said: Value, deep: int) -> Iterator[tuple[str, Value]]:
    """A text, and the texts in an object by their keys."""
    if isinstance(said, str):
        if said:
            yield name, said
    elif said is None or said[0] == CALL or deep == 0 or len(said) > _MOST_ITEMS:
        return
    elif said[0] == MAP:
        for key, inner in said[1:]:
            if isinstance(key, str):
                yield from _named(f"{name}.{key}", inner, deep - 1)
    elif said[0] in (JOIN, NAME) or (said[0] == LIST and any(isinstance(part, str) for part in said[1:])):
        yield name, said
