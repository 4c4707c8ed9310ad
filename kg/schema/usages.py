"""How code uses frameworks, as it is written: annotations, calls with what they are given, named texts.

The parsers note a usage when its name is one that some framework gives meaning to; what it means (a
route, a topic, a statement) is decided in `kg.ingest.resolve`, where other files and settings are known.
Knows no framework and no grammar.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle, quick_pickle_sharing

Value = str | tuple[Any, ...] | None
"""What an argument says: a text as it is at run time (numbers and booleans too), None where only running
the code would tell, or a tuple that begins with one of the words below."""

NAME = "name"  # the constant's name as written: `Topics.CANCELLED`, `self.base`
JOIN = "join"  # values, one after the other: a concatenation, a template; None is a gap
LIST = "list"  # values: an array, a list, a set
CALL = "call"  # name, arguments, what it is called on: `Path("a")`, `new X("a")`, a nested annotation
MAP = "map"  # (key value, value), ...

HANDED = "handed"
"""The name of what is told beside the arguments of a call: a list of a place and a parameter, for an argument
that is a parameter of the method around it, each by its number."""


def joined(parts: Sequence[Value]) -> Value:
    """Values one after the other as one; a text as soon as all of them are."""
    found: list[Value] = []
    for part in parts:
        inner = part[1:] if isinstance(part, tuple) and part[0] == JOIN else (part,)
        for each in inner:
            if isinstance(each, str) and found and isinstance(found[-1], str):
                found[-1] += each
            elif each != "":
                found.append(each)
    if not found:
        return ""
    return found[0] if len(found) == 1 and found[0] is not None else (JOIN, *found)


def leaves(value: Value) -> Iterator[Value]:
    """The items of a list, of lists in it too; any other value as it is."""
    if isinstance(value, tuple) and value[0] == LIST:
        for each in value[1:]:
            yield from leaves(each)
    else:
        yield value


def names_in(value: Value) -> Iterator[str]:
    """The names that a value is, or that its list holds, as written."""
    return (str(each[1]) for each in leaves(value) if isinstance(each, tuple) and each[0] == NAME)


ANNOTATION = "annotation"
CALLED = "call"

Given = tuple[tuple[str, Value], ...]
"""Arguments in order; the name is empty for one given by position."""


@quick_pickle_sharing(names=("source", "form", "on", "name", "receiver"))
@dataclass(frozen=True, slots=True)
class Usage:
    """One annotation, decorator or call."""

    source: Uid
    """The innermost Method or Class around it (or that it annotates), else the File."""
    form: str
    """`annotation` or `call`."""
    name: str
    """`KafkaListener`, `send`; of a decorator or call its last part: `get` of `@router.get("/x")`."""
    on: str = ""
    """What it is called on: the declared type where this file says it (`KafkaTemplate`, without type
    arguments), else as written (`router`, `requests`, `self.client`). Empty for an annotation."""
    arguments: Given = ()
    line: int = 0
    """Relative to the first line of the source (0 = its first line)."""
    member: str = ""
    """The field or parameter that it annotates, where that has no artifact of its own."""
    to: str = ""
    """The variable or field that takes its result, alone or in a list: `router` of
    `router = APIRouter(prefix="/v1")`, `urlpatterns` of `urlpatterns = [path("", index)]`."""
    receiver: str = ""
    """What it is called on as written, where `on` says something else: `client`, `self.client`."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Constant:
    """A text that code gives a name."""

    name: str
    """Qualified as code of its language would name it: `w.Topics.CANCELLED`, `app.topics.CANCELLED`."""
    value: Value
