"""Which mentions name what no longer exists. Pure.

Only where the place is known and the thing in it is not: a member of a first-party class whose ancestors are
first-party too, a class of a first-party package, a function of a first-party module, a source file in a
folder that is there. Release notes, decisions and reports of incidents speak of the past and are never stale.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.resolve.mentions.names import Names
from kg.ingest.resolve.mentions.paths import joined
from kg.ingest.resolve.mentions.written import is_called, is_type_like, parts_of, path_and_line
from kg.schema.facts import Artifact, Facts, Mention
from kg.schema.vocabulary import Form, Kind

_PAST = frozenset(("release", "adr", "postmortem"))
_PAST_HEADING = re.compile(
    r"migrat|upgrad|deprecat|remov|renam|breaking|change(?:s|log)\b|history|release|proposal|roadmap|todo|마이그레이션|변경|升级|迁移",
    re.IGNORECASE,
)
_SOURCE = re.compile(r"\.(?:java|kt|py|go|tsx?|jsx?|mjs|rs|rb|php|cs|cpp|scala|sql|sh)$")
_MADE = re.compile(
    r"(?:^|/)(?:build|target|dist|out|bin|node_modules|\.[^/.][^/]*|generated|venv)/|config|setting|local|secret|example|sample|your|my[-_]|foo|bar\b",
    re.IGNORECASE,
)
_OF_ALL = frozenset((
    "values", "valueOf", "ordinal", "name", "equals", "hashCode", "toString", "getClass", "notify",
    "wait", "class", "super", "this", "copy",
))  # fmt: skip
"""Members that no source needs to write."""
_MAKING = re.compile(
    r"^(?:lombok\.)?(?:Data|Value|Getter|Setter|\w*Builder|With|Accessors|Delegate|UtilityClass)\b"
)
_READ = frozenset(("java", "kotlin", "python", "typescript"))
"""Languages whose signatures say all bases of a class."""
_BASES = re.compile(r"\b(?:extends|implements)\s+([^{]+)|\(([^()]*)\)\s*:?\s*$|\)?\s*:\s*([^{]+)")
_CLASS = re.compile(r"[A-Z]\w+")
_ROOTS = frozenset(("Object", "ABC", "Enum", "Protocol", "Generic", "Serializable", "Cloneable"))
_DEPTH = 4


def is_stale(mention: Mention, doc: Artifact, names: Names) -> bool:
    if (
        mention.form in ("route", "product")
        or doc.doc_type in _PAST
        or _PAST_HEADING.search(doc.qualified_name)
    ):
        return False
    if mention.form == "link":
        return _is_missing(mention.text, doc.path, names)
    if "/" in mention.text:
        return _is_missing(mention.text, doc.path, names)
    parts = parts_of(mention.text)
    if len(parts) < 2:
        return False
    if is_type_like(parts[-2]):
        return _is_gone_member(mention, parts, names)
    return _is_gone_class(parts, names) if is_type_like(parts[-1]) else False


def _is_gone_member(mention: Mention, parts: Sequence[str], names: Names) -> bool:
    """Whether its class has no such member, and cannot have it from anywhere else."""
    member = parts[-1]
    if not is_called(mention.text) and "#" not in mention.text.replace("::", "#"):
        return False
    classes = [a for a in names.ending_in(parts[:-1]) if a.kind is Kind.CLASS and a.form != Form.MODULE]
    if len(classes) != 1:
        return bool(not classes and len(parts) > 2 and _is_gone_class(parts[:-1], names))
    return _lacks(classes[0], member, names, _DEPTH)


def _lacks(owner: Artifact, member: str, names: Names, depth: int) -> bool:
    if re.search(rf"\b{re.escape(member)}\b", names.text_of(owner)) or names.ending_in([owner.name, member]):
        return False
    if (
        member in _OF_ALL
        or owner.language not in _READ
        or depth == 0
        or any(map(_MAKING.match, owner.annotations))
    ):
        return False
    return all(
        len(found) == 1 and _lacks(found[0], member, names, depth - 1) for found in _ancestors(owner, names)
    )


def _ancestors(owner: Artifact, names: Names) -> Iterator[list[Artifact]]:
    """The classes it extends, each as what it may be here: none for one of a library."""
    for match in _BASES.finditer(owner.signature):
        for name in _CLASS.findall(next(filter(None, match.groups()), "")):
            if name not in _ROOTS:
                yield names.classes(name)


def _is_gone_class(parts: Sequence[str], names: Names) -> bool:
    """Whether its package, or module, is one of this repository and has no such class, nor gives one on."""
    package, name = ".".join(parts[:-1]), parts[-1]
    if "." not in package or names.symbols.get(name):
        return False
    home = names.in_package(package)
    return bool(home) and not any(_speaks_of(facts, name, names) for facts in home)


def _speaks_of(facts: Facts, name: str, names: Names) -> bool:
    written = re.compile(rf"\b{re.escape(name)}\b|\*$")
    return any(map(written.search, facts.file.imports)) or any(
        written.search(names.text_of(a)) for a in facts.artifacts
    )


def _is_missing(text: str, path: str, names: Names) -> bool:
    """Whether it is a source file in a folder that is there, and no such file is."""
    plain, _ = path_and_line(text.partition("#")[0].partition("?")[0])
    if "://" in plain or not _SOURCE.search(plain) or _MADE.search(plain) or "/" not in plain:
        return False
    name = plain.rpartition("/")[2]
    if any(f"/{file.path}".endswith(f"/{plain.lstrip('./')}") for file in names.files.get(name, ())):
        return False
    folders = {to.rpartition("/")[0] for to in (joined(path, plain), plain.lstrip("/")) if to}
    return any(folder in names.folders for folder in folders)
