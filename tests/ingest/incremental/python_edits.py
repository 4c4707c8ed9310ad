"""Edits of Python files by their text, as people make them; some leave code that no interpreter takes.

In: the texts by path and a `Random`. Out: new texts, and the paths that are gone. They need not be good
code: what is compared is a partial resolution with a full one of the same text.
"""

import re
from collections.abc import Callable
from random import Random

Texts = dict[str, str]
Change = tuple[Texts, tuple[str, ...]]

_FUNCTION = re.compile(r"^( *)((?:async )?def) (\w+)\(([^()]*)\)( -> [^\n]+)?:\n", re.M)
_CLASS = re.compile(r"^( *)class (\w+)(\([^()\n]*\))?:\n", re.M)
_IMPORT = re.compile(r"^from ([\w.]+) import ([\w, ]+)$", re.M)
_ASSIGNED = re.compile(r"^( *)((?:self\.)?\w+) = (.+)$", re.M)
_RETURN = re.compile(r"^( *)return (.+)$", re.M)
_CALL = re.compile(r"\b(\w+)\(([^()\n]*)\)")
_NAME = re.compile(r"\b[A-Za-z_]\w+\b")


def edit(texts: Texts, random: Random) -> Change:
    """One edit of one file."""
    path = random.choice(sorted(texts))
    return random.choice(EDITS)(texts, path, random)


Edit = Callable[[Texts, str, Random], Change]


def _in(pattern: re.Pattern[str], change: Callable[[re.Match[str], Texts, Random], str]) -> Edit:
    """One place of a pattern written anew; nothing where there is none."""

    def apply(texts: Texts, path: str, random: Random) -> Change:
        text = texts[path]
        places = list(pattern.finditer(text))
        if not places:
            return {}, ()
        place = random.choice(places)
        return {path: text[: place.start()] + change(place, texts, random) + text[place.end() :]}, ()

    return apply


def _some(pattern: re.Pattern[str], texts: Texts, random: Random) -> re.Match[str] | None:
    """A place of a pattern in any file."""
    found = list(pattern.finditer(texts[random.choice(sorted(texts))]))
    return random.choice(found) if found else None


def _name(texts: Texts, random: Random) -> str:
    """A name that is written somewhere."""
    found = _some(_NAME, texts, random)
    return "it" if found is None else found[0]


def _renamed(place: re.Match[str], texts: Texts, random: Random) -> str:
    return place[0].replace(place[3], random.choice(("renamed", _name(texts, random))), 1)


def _body(place: re.Match[str], texts: Texts, random: Random) -> str:
    value = random.choice((_name(texts, random), f"{_name(texts, random)}({_name(texts, random)})"))
    return f"{place[0]}{place[1]}    kg = {value}\n"


def _decorated(place: re.Match[str], texts: Texts, random: Random) -> str:
    mark = random.choice(("property", "staticmethod", "classmethod", "contextmanager", _name(texts, random)))
    return f"{place[1]}@{mark}\n{place[0]}"


def _handed(place: re.Match[str], texts: Texts, random: Random) -> str:
    parameters = random.choice(
        ("self, it", "it", f"it: {_name(texts, random)}", f"self, it={_name(texts, random)}")
    )
    return f"{place[1]}{place[2]} {place[3]}({parameters}){place[5] or ''}:\n{place[1]}    it.{_name(texts, random)}()\n"


def _untyped(place: re.Match[str], _texts: Texts, _random: Random) -> str:
    names = ", ".join(each.partition(":")[0].partition("=")[0].strip() for each in place[4].split(","))
    return f"{place[1]}{place[2]} {place[3]}({names}):\n"


def _recursive(place: re.Match[str], texts: Texts, random: Random) -> str:
    """Functions that return what each other returns: questions that lead back to themselves."""
    return f"{_untyped(place, texts, random)}{place[1]}    return {_name(texts, random)}({place[3]}())\n"


def _special(place: re.Match[str], texts: Texts, random: Random) -> str:
    name = random.choice(
        ("__getattr__", "__call__", "__enter__", "__iter__", "__get__", "__eq__", "__init__")
    )
    return (
        f"{place[0]}{place[1]}    def {name}(self, *of):\n{place[1]}        return {_name(texts, random)}\n"
    )


def _bases(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = _some(_CLASS, texts, random)
    given = random.choice(("", "()", f"({_name(texts, random)})", "" if other is None else f"({other[2]})"))
    return f"{place[1]}class {place[2]}{given}:\n"


def _member(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[0]}{place[1]}    {_name(texts, random)} = {_name(texts, random)}()\n"


def _value(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = _some(_ASSIGNED, texts, random)
    value = random.choice((f"{_name(texts, random)}()", "None", place[3] if other is None else other[3]))
    return f"{place[1]}{place[2]} = {value}"


def _returned(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[1]}return {random.choice((_name(texts, random), f'{_name(texts, random)}()', 'self'))}"


def _argument(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[1]}({_name(texts, random)})"


def _imported(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = _some(_IMPORT, texts, random)
    star = f"from {place[1]} import *"
    return random.choice(("", star, place[0] if other is None else f"{place[0]}\n{other[0]}"))


def _monkey(texts: Texts, path: str, random: Random) -> Change:
    """An attribute of something is set from outside, at the end of a file."""
    line = f"\n{_name(texts, random)}.{_name(texts, random)} = {_name(texts, random)}\n"
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


def _gone(texts: Texts, path: str, _random: Random) -> Change:
    return ({}, (path,)) if len(texts) > 2 else ({}, ())


def _moved(texts: Texts, path: str, random: Random) -> Change:
    """To the folder of another file."""
    folder, slash, _ = random.choice(sorted(texts)).rpartition("/")
    place = f"{folder}{slash}{path.rpartition('/')[2]}"
    return ({}, ()) if place in texts else ({place: texts[path]}, (path,))


EDITS: tuple[Edit, ...] = (
    *(_in(_FUNCTION, change) for change in (_body, _renamed, _decorated, _handed, _untyped, _recursive)),
    *(_in(_CLASS, change) for change in (_bases, _member, _special)),
    _in(_ASSIGNED, _value),
    _in(_RETURN, _returned),
    _in(_CALL, _argument),
    _in(_IMPORT, _imported),
    _monkey,
    _longer,
    _twin,
    _gone,
    _moved,
)
