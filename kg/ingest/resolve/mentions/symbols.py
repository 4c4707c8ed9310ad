"""Names of code: classes, methods, functions, by qualified and by simple names.

A qualified name that is whole is exact. A simple name needs to be more than a word: written as a type, or of
several parts, or with its file, class or module named beside it. Pure.
"""

import re
from collections.abc import Sequence

from kg.ingest.resolve.mentions.found import MAX_OVERLOADS, Found, candidates, exact, inferred
from kg.ingest.resolve.mentions.names import Names
from kg.ingest.resolve.mentions.nearness import Near, are_overloads, class_of, owner_of
from kg.ingest.resolve.mentions.written import (
    is_called,
    is_common,
    is_test,
    is_type_like,
    name_parts,
    parameters_of,
    words_in,
)
from kg.schema.facts import Artifact, Mention
from kg.schema.vocabulary import Form, Kind

_MOST_OF_A_NAME = 60
"""A name that more things have says nothing."""
_TYPES = frozenset(
    (Form.CLASS, Form.INTERFACE, Form.ENUM, Form.RECORD, Form.TRAIT, Form.STRUCT, Form.ANNOTATION)
)


def by_qualified_name(mention: Mention, parts: Sequence[str], names: Names, near: Near) -> list[Found]:
    """`com.acme.Pay#capture`, `Pay#capture`, `flask.Flask`; of a constant or field its class."""
    found = _fitting(names.ending_in(parts), mention)
    whole = [a for a in found if name_parts(a.qualified_name) == list(parts)]
    if whole:
        return _overloads(whole, exact(whole), near, mention)
    found = found or _fitting(names.reached_by(parts), mention)
    if found:
        return _meant(found, mention, near, 0.9)
    having = _having(parts[-1], names.ending_in(parts[:-1]), names) if is_type_like(parts[-2]) else []
    return _meant(_without_tests(having), mention, near, 0.8) if having else []


def _having(member: str, owners: Sequence[Artifact], names: Names) -> list[Artifact]:
    """The types whose text has the word."""
    written = re.compile(rf"\b{re.escape(member)}\b")
    return [a for a in owners if a.form in _TYPES and written.search(names.text_of(a))]


def by_simple_name(mention: Mention, name: str, names: Names, near: Near) -> list[Found]:
    known = names.symbols.get(name, ())
    found = _fitting(known, mention) if len(known) <= _MOST_OF_A_NAME else ()
    if not found or name.startswith("__") or name == "Meta" or _is_of_library(name, mention, names, near):
        return []
    if all(a.kind is Kind.CLASS for a in found):
        return _type(name, [a for a in found if a.form in _TYPES], mention, near)
    if is_common(name):
        return _common(found, mention, near)
    beside = [a for a in found if _is_beside(a, mention, near)]
    if beside and (words_in(name) > 1 or is_called(mention.text)):
        return _meant(beside, mention, near, 0.8 if mention.form == "code" else 0.6)
    return _meant(found, mention, near, 0.7) if _says_enough(name, mention, found) else []


def by_title(mention: Mention, path: str, names: Names) -> list[Found]:
    """The class that a page is the manual of: `docs/models/dcim/consoleport.md` of the one in `dcim`."""
    folders = path.split("/")[:-1]
    types = [a for a in names.symbols.get(mention.text, ()) if a.form in _TYPES and not is_test(a.path)]
    ranked = [(len(set(folders) & set(a.path.split("/")[:-1])), a) for a in types]
    ranked = [(rank, a) for rank, a in ranked if folders[-1:] and folders[-1] in a.path.split("/")[:-1]]
    most = max((rank for rank, _ in ranked), default=0)
    best = [a for rank, a in ranked if rank == most]
    return inferred(best, 0.8) if len(best) == 1 else []


def _is_of_library(name: str, mention: Mention, names: Names, near: Near) -> bool:
    """Whether the line says that a library's is meant: `Django's ContentType`."""
    line = near.line_of(mention)
    if "'s " not in line and "\u2019s " not in line:
        return False
    owners = re.findall(rf"([\w.-]+)['\u2019]s [`*]*{re.escape(name)}\b", line)
    return any(owner.lower() in names.libraries for owner in owners)


def _type(name: str, types: Sequence[Artifact], mention: Mention, near: Near) -> list[Found]:
    """A class by its name; one of another class, or one of several called by a mere word, needs more."""
    if not is_type_like(name) or not (mention.form == "code" or words_in(name) > 1):
        return []
    if len(types) > 1 and words_in(name) == 1:
        types = [a for a in types if near.is_named(a) or near.shares_folder(a)]
    kept = [a for a in types if not _is_nested(a) or near.is_named(a)]
    return _meant(kept, mention, near, 0.8 if mention.form == "code" else 0.6) if kept else []


def _is_nested(artifact: Artifact) -> bool:
    """Whether it stands in another class."""
    owner = class_of(artifact).rpartition(".")[2]
    return owner[:1].isupper() and owner != artifact.package.rpartition(".")[2]


def _is_beside(artifact: Artifact, mention: Mention, near: Near) -> bool:
    """Whether what has it is named too: its class in the section; with brackets, anything of its file."""
    return near.owner_is_named(artifact, mention.source) or (
        (is_called(mention.text) or artifact.form == Form.FUNCTION) and near.is_named(artifact)
    )


def _says_enough(name: str, mention: Mention, found: Sequence[Artifact]) -> bool:
    """Whether a name alone can only mean this: three parts with brackets, two of a function, four without."""
    words = words_in(name)
    if not is_called(mention.text):
        return words > 3
    return words > 2 or (words == 2 and all(a.form == Form.FUNCTION for a in found))


def _common(found: Sequence[Artifact], mention: Mention, near: Near) -> list[Found]:
    """`close()` beside the name of one that has it: weak, and never more than weak."""
    several = len({owner_of(a) for a in found})
    if not is_called(mention.text) or not any(near.is_named(a) for a in found):
        return []
    return candidates(found, several)


def _meant(found: Sequence[Artifact], mention: Mention, near: Near, confidence: float) -> list[Found]:
    """The one of these, or of the nearest of these; else candidates."""
    chosen = near.chosen(found, mention)
    several = len({owner_of(a) for a in chosen})
    if several > 1:
        return candidates(chosen, several)
    sure = confidence if len(chosen) == len(found) else min(confidence, 0.7)
    return _overloads(chosen, inferred(chosen, sure), near, mention)


def _overloads(found: Sequence[Artifact], one: list[Found], near: Near, mention: Mention) -> list[Found]:
    """All methods of one name in one class: the document names them together."""
    if len(found) == 1:
        return one
    if not are_overloads(found):
        chosen = near.chosen(found, mention)
        several = len({owner_of(a) for a in chosen})
        return candidates(chosen, several) if several > 1 else inferred(chosen, 0.9)
    return inferred(found, 0.7) if len(found) <= MAX_OVERLOADS else []


def _fitting(found: Sequence[Artifact], mention: Mention) -> list[Artifact]:
    return _without_tests(_with_parameters(_classes_first(found), parameters_of(mention.text)))


def _with_parameters(found: Sequence[Artifact], wanted: tuple[str, ...] | None) -> list[Artifact]:
    """The overloads with the parameter types that the text gives, where it gives any."""
    if not wanted:
        return list(found)
    fitting = [a for a in found if parameters_of(a.qualified_name) == wanted]
    return fitting or list(found)


def _classes_first(found: Sequence[Artifact]) -> list[Artifact]:
    """A class's name means the class, not its constructors."""
    if any(a.kind is Kind.CLASS for a in found):
        return [a for a in found if a.kind is Kind.CLASS]
    return list(found)


def _without_tests(found: Sequence[Artifact]) -> list[Artifact]:
    """A document speaks of the code rather than of its tests, where both have the name."""
    code = [a for a in found if not is_test(a.path)]
    return code or list(found)
