"""Edits of Go files by their text, as people make them; some leave code that no compiler takes.

In: the texts by path and a `Random`. Out: new texts, and the paths that are gone. They need not be good
code: what is compared is a partial resolution with a full one of the same text.
"""

import re
from collections.abc import Callable
from random import Random

Texts = dict[str, str]
Change = tuple[Texts, tuple[str, ...]]
Edit = Callable[[Texts, str, Random], Change]

_FUNCTION = re.compile(r"^func (\([^()\n]*\) )?(\w+)(\[[^\]\n]*\])?\(([^()\n]*)\)([^{\n]*)\{\n", re.M)
_STRUCT = re.compile(r"^type (\w+)(\[[^\]\n]*\])? struct \{\n", re.M)
_INTERFACE = re.compile(r"^type (\w+)(\[[^\]\n]*\])? interface \{\n", re.M)
_VARIABLE = re.compile(r"^(var|const) (\w+)( [^=\n]+)? = (.+)$", re.M)
_IMPORT = re.compile(r'^(?:import )?\t?(\w+ |\. )?"([\w./-]+)"$', re.M)
_PACKAGE = re.compile(r"^package (\w+)$", re.M)
_CALL = re.compile(r"\b(\w+)\(([^()\n]*)\)")
_NAME = re.compile(r"\b[A-Za-z_]\w+\b")


def edit(texts: Texts, random: Random) -> Change:
    """One edit of one file."""
    return random.choice(EDITS)(texts, random.choice(sorted(texts)), random)


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


def _function(
    place: re.Match[str], name: str = "", parameters: str | None = None, results: str | None = None
) -> str:
    given = place[4] if parameters is None else parameters
    gives = place[5] if results is None else results
    return f"func {place[1] or ''}{name or place[2]}{place[3] or ''}({given}){gives}{{\n"


def _renamed(place: re.Match[str], texts: Texts, random: Random) -> str:
    return _function(place, random.choice(("Renamed", _name(texts, random))))


def _handed(place: re.Match[str], texts: Texts, random: Random) -> str:
    given = random.choice((f"it {_name(texts, random)}", f"it *{_name(texts, random)}, more ...int", ""))
    return f"{_function(place, parameters=given)}\tit.{_name(texts, random)}()\n"


def _gives(place: re.Match[str], texts: Texts, random: Random) -> str:
    return _function(
        place,
        results=random.choice((" ", f" {_name(texts, random)} ", f" (*{_name(texts, random)}, error) ")),
    )


def _body(place: re.Match[str], texts: Texts, random: Random) -> str:
    value = random.choice(
        (_name(texts, random), f"{_name(texts, random)}.{_name(texts, random)}({_name(texts, random)})")
    )
    return f"{place[0]}\tkg := {value}\n\tkg.{_name(texts, random)}()\n"


def _local(place: re.Match[str], texts: Texts, random: Random) -> str:
    name = _name(texts, random)
    return f"{place[0]}\ttype {name} struct {{ {_name(texts, random)} }}\n\tvar own {name}\n\town.{_name(texts, random)}()\n"


def _method(place: re.Match[str], texts: Texts, random: Random) -> str:
    owner = _some(_STRUCT, texts, random)
    receiver = "" if owner is None else f"(it *{owner[1]}) "
    return f"func {receiver}{_name(texts, random)}() {{\n\tit.{_name(texts, random)}()\n}}\n\n{place[0]}"


def _inside(place: re.Match[str], texts: Texts, random: Random) -> str:
    """A field, something embedded, a method of an interface."""
    name = _name(texts, random)
    return f"{place[0]}\t{random.choice((name, f'*{name}', f'{name} {_name(texts, random)}', f'{name}()'))}\n"


def _alias(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"type {_name(texts, random)} = {_name(texts, random)}\n\n{place[0]}"


def _value(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = _some(_VARIABLE, texts, random)
    value = random.choice(
        (f"{_name(texts, random)}()", f"&{_name(texts, random)}{{}}", place[4] if other is None else other[4])
    )
    return f"{place[1]} {place[2]}{random.choice((place[3] or '', '', f' {_name(texts, random)}'))} = {value}"


def _variable(place: re.Match[str], texts: Texts, random: Random) -> str:
    name, other = _name(texts, random), _name(texts, random)
    made = random.choice((f"{other}()", f"func() {{ {other}() }}", f"{other}.{_name(texts, random)}"))
    return f"var {name} = {made}\n\n{place[0]}"


def _argument(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[1]}({_name(texts, random)})"


def _imported(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = _some(_IMPORT, texts, random)
    path = place[2] if other is None else other[2]
    name = random.choice(("", ". ", "_ ", f"{_name(texts, random)} "))
    return random.choice(
        ("", place[0], f'import {name}"{path}"' if place[0].startswith("import") else f'\t{name}"{path}"')
    )


def _named(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"package {random.choice(('main', place[1], f'{place[1]}_test', _name(texts, random)))}"


def _longer(texts: Texts, path: str, random: Random) -> Change:
    line = random.choice(("// a line\n", "//go:build windows\n\n", "//go:build !linux && race\n\n"))
    return {path: f"{line}{texts[path]}"}, ()


def _moved(texts: Texts, path: str, random: Random) -> Change:
    """Into the folder of another file."""
    folder = random.choice(sorted(texts)).rpartition("/")[0]
    place = f"{folder}/{path.rpartition('/')[2]}".lstrip("/")
    return ({}, ()) if place in texts else ({place: texts[path]}, (path,))


def _twin(texts: Texts, path: str, random: Random) -> Change:
    stem, dot, end = path.rpartition(".")
    place = f"{stem}_{random.choice(('windows', 'linux', 'test', 'more'))}{dot}{end}"
    return ({}, (place,)) if place in texts else ({place: texts[path]}, ())


def _gone(texts: Texts, path: str, _random: Random) -> Change:
    return ({}, (path,)) if len(texts) > 2 else ({}, ())


EDITS: tuple[Edit, ...] = (
    *(
        _in(_FUNCTION, change)
        for change in (_renamed, _handed, _gives, _body, _body, _body, _local, _method, _variable, _alias)
    ),
    _in(_STRUCT, _inside),
    _in(_INTERFACE, _inside),
    _in(_VARIABLE, _value),
    _in(_CALL, _argument),
    _in(_IMPORT, _imported),
    _in(_PACKAGE, _named),
    _longer,
    _moved,
    _twin,
    _gone,
)
