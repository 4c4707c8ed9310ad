"""Edits of Python files by their text, as people make them; some leave code that no interpreter takes.

In: the texts by path and a `Random`. Out: new texts, and the paths that are gone. They need not be good
code: what is compared is a partial resolution with a full one of the same text.
"""

import re
from random import Random

from tests.ingest.incremental.places import Change, Edit, Texts, gone, in_places, moved, name_of, some

_FUNCTION = re.compile(r"^( *)((?:async )?def) (\w+)\(([^()]*)\)( -> [^\n]+)?:\n", re.M)
_CLASS = re.compile(r"^( *)class (\w+)(\([^()\n]*\))?:\n", re.M)
_IMPORT = re.compile(r"^from ([\w.]+) import ([\w, ]+)$", re.M)
_ASSIGNED = re.compile(r"^( *)((?:self\.)?\w+) = (.+)$", re.M)
_RETURN = re.compile(r"^( *)return (.+)$", re.M)
_CALL = re.compile(r"\b(\w+)\(([^()\n]*)\)")


def edit(texts: Texts, random: Random) -> Change:
    """One edit of one file."""
    path = random.choice(sorted(texts))
    return random.choice(EDITS)(texts, path, random)


def _renamed(place: re.Match[str], texts: Texts, random: Random) -> str:
    return place[0].replace(place[3], random.choice(("renamed", name_of(texts, random))), 1)


def _body(place: re.Match[str], texts: Texts, random: Random) -> str:
    value = random.choice((name_of(texts, random), f"{name_of(texts, random)}({name_of(texts, random)})"))
    return f"{place[0]}{place[1]}    kg = {value}\n"


def _decorated(place: re.Match[str], texts: Texts, random: Random) -> str:
    mark = random.choice(
        ("property", "staticmethod", "classmethod", "contextmanager", name_of(texts, random))
    )
    return f"{place[1]}@{mark}\n{place[0]}"


def _handed(place: re.Match[str], texts: Texts, random: Random) -> str:
    parameters = random.choice(
        ("self, it", "it", f"it: {name_of(texts, random)}", f"self, it={name_of(texts, random)}")
    )
    return f"{place[1]}{place[2]} {place[3]}({parameters}){place[5] or ''}:\n{place[1]}    it.{name_of(texts, random)}()\n"


def _untyped(place: re.Match[str], _texts: Texts, _random: Random) -> str:
    names = ", ".join(each.partition(":")[0].partition("=")[0].strip() for each in place[4].split(","))
    return f"{place[1]}{place[2]} {place[3]}({names}):\n"


def _recursive(place: re.Match[str], texts: Texts, random: Random) -> str:
    """Functions that return what each other returns: questions that lead back to themselves."""
    return f"{_untyped(place, texts, random)}{place[1]}    return {name_of(texts, random)}({place[3]}())\n"


def _special(place: re.Match[str], texts: Texts, random: Random) -> str:
    name = random.choice(
        ("__getattr__", "__call__", "__enter__", "__iter__", "__get__", "__eq__", "__init__")
    )
    return (
        f"{place[0]}{place[1]}    def {name}(self, *of):\n{place[1]}        return {name_of(texts, random)}\n"
    )


def _bases(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = some(_CLASS, texts, random)
    given = random.choice(("", "()", f"({name_of(texts, random)})", "" if other is None else f"({other[2]})"))
    return f"{place[1]}class {place[2]}{given}:\n"


def _member(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[0]}{place[1]}    {name_of(texts, random)} = {name_of(texts, random)}()\n"


def _value(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = some(_ASSIGNED, texts, random)
    value = random.choice((f"{name_of(texts, random)}()", "None", place[3] if other is None else other[3]))
    return f"{place[1]}{place[2]} = {value}"


def _returned(place: re.Match[str], texts: Texts, random: Random) -> str:
    return (
        f"{place[1]}return {random.choice((name_of(texts, random), f'{name_of(texts, random)}()', 'self'))}"
    )


def _argument(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[1]}({name_of(texts, random)})"


def _imported(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = some(_IMPORT, texts, random)
    star = f"from {place[1]} import *"
    return random.choice(("", star, place[0] if other is None else f"{place[0]}\n{other[0]}"))


def _monkey(texts: Texts, path: str, random: Random) -> Change:
    """An attribute of something is set from outside, at the end of a file."""
    line = f"\n{name_of(texts, random)}.{name_of(texts, random)} = {name_of(texts, random)}\n"
    return {path: f"{texts[path]}{line}"}, ()


def _longer(texts: Texts, path: str, _random: Random) -> Change:
    return {path: f"# a line\n{texts[path]}"}, ()


def _twin(texts: Texts, path: str, random: Random) -> Change:
    """A module beside a package of its name, or the other way round."""
    if path.endswith("/__init__.py"):
        place = f"{path.removesuffix('/__init__.py')}.py"
    else:
        place = f"{path.removesuffix('.py')}/__init__.py"
    return ({}, (place,)) if place in texts else ({place: texts[random.choice(sorted(texts))]}, ())


EDITS: tuple[Edit, ...] = (
    *(
        in_places(_FUNCTION, change)
        for change in (_body, _renamed, _decorated, _handed, _untyped, _recursive)
    ),
    *(in_places(_CLASS, change) for change in (_bases, _member, _special)),
    in_places(_ASSIGNED, _value),
    in_places(_RETURN, _returned),
    in_places(_CALL, _argument),
    in_places(_IMPORT, _imported),
    _monkey,
    _longer,
    _twin,
    gone,
    moved,
)
