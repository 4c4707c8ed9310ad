"""Edits of Go files by their text, as people make them; some leave code that no compiler takes.

In: the texts by path and a `Random`. Out: new texts, and the paths that are gone. They need not be good
code: what is compared is a partial resolution with a full one of the same text.
"""

import re
from random import Random

from tests.ingest.incremental.places import Change, Edit, Texts, gone, in_places, moved, name_of, some

_FUNCTION = re.compile(r"^func (\([^()\n]*\) )?(\w+)(\[[^\]\n]*\])?\(([^()\n]*)\)([^{\n]*)\{\n", re.M)
_STRUCT = re.compile(r"^type (\w+)(\[[^\]\n]*\])? struct \{\n", re.M)
_INTERFACE = re.compile(r"^type (\w+)(\[[^\]\n]*\])? interface \{\n", re.M)
_VARIABLE = re.compile(r"^(var|const) (\w+)( [^=\n]+)? = (.+)$", re.M)
_IMPORT = re.compile(r'^(?:import )?\t?(\w+ |\. )?"([\w./-]+)"$', re.M)
_PACKAGE = re.compile(r"^package (\w+)$", re.M)
_CALL = re.compile(r"\b(\w+)\(([^()\n]*)\)")


def edit(texts: Texts, random: Random) -> Change:
    """One edit of one file."""
    return random.choice(EDITS)(texts, random.choice(sorted(texts)), random)


def _function(
    place: re.Match[str], name: str = "", parameters: str | None = None, results: str | None = None
) -> str:
    given = place[4] if parameters is None else parameters
    gives = place[5] if results is None else results
    return f"func {place[1] or ''}{name or place[2]}{place[3] or ''}({given}){gives}{{\n"


def _renamed(place: re.Match[str], texts: Texts, random: Random) -> str:
    return _function(place, random.choice(("Renamed", name_of(texts, random))))


def _handed(place: re.Match[str], texts: Texts, random: Random) -> str:
    given = random.choice((f"it {name_of(texts, random)}", f"it *{name_of(texts, random)}, more ...int", ""))
    return f"{_function(place, parameters=given)}\tit.{name_of(texts, random)}()\n"


def _gives(place: re.Match[str], texts: Texts, random: Random) -> str:
    return _function(
        place,
        results=random.choice((" ", f" {name_of(texts, random)} ", f" (*{name_of(texts, random)}, error) ")),
    )


def _body(place: re.Match[str], texts: Texts, random: Random) -> str:
    value = random.choice(
        (
            name_of(texts, random),
            f"{name_of(texts, random)}.{name_of(texts, random)}({name_of(texts, random)})",
        )
    )
    return f"{place[0]}\tkg := {value}\n\tkg.{name_of(texts, random)}()\n"


def _local(place: re.Match[str], texts: Texts, random: Random) -> str:
    name = name_of(texts, random)
    return f"{place[0]}\ttype {name} struct {{ {name_of(texts, random)} }}\n\tvar own {name}\n\town.{name_of(texts, random)}()\n"


def _method(place: re.Match[str], texts: Texts, random: Random) -> str:
    owner = some(_STRUCT, texts, random)
    receiver = "" if owner is None else f"(it *{owner[1]}) "
    return f"func {receiver}{name_of(texts, random)}() {{\n\tit.{name_of(texts, random)}()\n}}\n\n{place[0]}"


def _inside(place: re.Match[str], texts: Texts, random: Random) -> str:
    """A field, something embedded, a method of an interface."""
    name = name_of(texts, random)
    return (
        f"{place[0]}\t{random.choice((name, f'*{name}', f'{name} {name_of(texts, random)}', f'{name}()'))}\n"
    )


def _alias(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"type {name_of(texts, random)} = {name_of(texts, random)}\n\n{place[0]}"


def _value(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = some(_VARIABLE, texts, random)
    value = random.choice(
        (
            f"{name_of(texts, random)}()",
            f"&{name_of(texts, random)}{{}}",
            place[4] if other is None else other[4],
        )
    )
    return (
        f"{place[1]} {place[2]}{random.choice((place[3] or '', '', f' {name_of(texts, random)}'))} = {value}"
    )


def _variable(place: re.Match[str], texts: Texts, random: Random) -> str:
    name, other = name_of(texts, random), name_of(texts, random)
    made = random.choice((f"{other}()", f"func() {{ {other}() }}", f"{other}.{name_of(texts, random)}"))
    return f"var {name} = {made}\n\n{place[0]}"


def _argument(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"{place[1]}({name_of(texts, random)})"


def _imported(place: re.Match[str], texts: Texts, random: Random) -> str:
    other = some(_IMPORT, texts, random)
    path = place[2] if other is None else other[2]
    name = random.choice(("", ". ", "_ ", f"{name_of(texts, random)} "))
    return random.choice(
        ("", place[0], f'import {name}"{path}"' if place[0].startswith("import") else f'\t{name}"{path}"')
    )


def _named(place: re.Match[str], texts: Texts, random: Random) -> str:
    return f"package {random.choice(('main', place[1], f'{place[1]}_test', name_of(texts, random)))}"


def _longer(texts: Texts, path: str, random: Random) -> Change:
    line = random.choice(("// a line\n", "//go:build windows\n\n", "//go:build !linux && race\n\n"))
    return {path: f"{line}{texts[path]}"}, ()


def _twin(texts: Texts, path: str, random: Random) -> Change:
    stem, dot, end = path.rpartition(".")
    place = f"{stem}_{random.choice(('windows', 'linux', 'test', 'more'))}{dot}{end}"
    return ({}, (place,)) if place in texts else ({place: texts[path]}, ())


EDITS: tuple[Edit, ...] = (
    *(
        in_places(_FUNCTION, change)
        for change in (_renamed, _handed, _gives, _body, _body, _body, _local, _method, _variable, _alias)
    ),
    in_places(_STRUCT, _inside),
    in_places(_INTERFACE, _inside),
    in_places(_VARIABLE, _value),
    in_places(_CALL, _argument),
    in_places(_IMPORT, _imported),
    in_places(_PACKAGE, _named),
    _longer,
    moved,
    _twin,
    gone,
)
