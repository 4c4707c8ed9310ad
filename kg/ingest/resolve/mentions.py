"""What documents speak of: DOCUMENTS edges from a section to code, files and settings.

In: the Facts of all files, and the artifacts that no file owns (settings). Out: one edge a section
and target, and the qualified names that name nothing any more. A path or a qualified name is exact,
a simple name that only one thing has is inferred, one that a few have gives weak candidates, and
common words give nothing. Pure; knows no document format.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.ingest.resolve.mention_names import (
    Names,
    is_common,
    is_distinctive,
    is_path_like,
    linked_path,
    names_of,
    parameters_of,
    parts_of,
)
from kg.schema.facts import Artifact, Edge, Facts, Mention, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Form, How, Kind, OpenReason

_MAX_CANDIDATES = 3
_MAX_OVERLOADS = 6

_Found = tuple[Artifact, How, float]


def resolve_mentions(files: Sequence[Facts], artifacts: Iterable[Artifact]) -> Resolution:
    """The DOCUMENTS edges of all documents, in a fixed order, and their unknown names."""
    speaking = [facts for facts in files if facts.mentions]
    if not speaking:
        return Resolution()
    wanted = {word for facts in speaking for m in facts.mentions for word in _last_words(m)}
    names = names_of(_everything(files, artifacts), wanted)
    edges: list[Edge] = []
    unknown: dict[Uid, list[OpenSite]] = defaultdict(list)
    for facts in speaking:
        edges += _edges(facts, names)
        for mention in facts.mentions:
            if _is_gone(mention, names):
                unknown[mention.source].append(OpenSite(mention.line, 0, OpenReason.UNKNOWN, mention.text))
    return Resolution(tuple(edges), {uid: tuple(sites) for uid, sites in unknown.items()})


def _everything(files: Iterable[Facts], artifacts: Iterable[Artifact]) -> Iterator[Artifact]:
    for facts in files:
        yield facts.file
        yield from facts.artifacts
    yield from artifacts


def _last_words(mention: Mention) -> Iterator[str]:
    """What must be known to say what a mention means: its name and its owner's, or a key."""
    yield from parts_of(mention.text)[-2:]
    yield mention.text.strip()


def _edges(facts: Facts, names: Names) -> list[Edge]:
    """The edges of one document: of several mentions of a thing, the best known counts."""
    best: dict[tuple[Uid, Uid], tuple[How, float]] = {}
    lines: dict[tuple[Uid, Uid], set[int]] = defaultdict(set)
    for mention in facts.mentions:
        for target, how, confidence in _targets(mention, facts.file.path, names):
            pair = (mention.source, target.uid)
            lines[pair].add(mention.line)
            if pair not in best or confidence > best[pair][1]:
                best[pair] = (how, confidence)
    return [
        Edge(EdgeType.DOCUMENTS, source, target, how, confidence, tuple(sorted(lines[source, target])))
        for (source, target), (how, confidence) in sorted(best.items())
    ]


def _targets(mention: Mention, path: str, names: Names) -> list[_Found]:
    if mention.form == "link":
        return _linked(mention.text, path, names)
    if is_path_like(mention.text):
        return _by_path(mention.text, path, names)
    return _by_setting(mention.text, names) or _by_name(mention, names)


def _linked(href: str, path: str, names: Names) -> list[_Found]:
    """The file a link leads to; other documents are navigation, not a subject."""
    to, certain = linked_path(href, path)
    file = names.paths.get(to)
    if file is None or file.language == "markdown" or not to:
        return []
    return [(file, How.EXACT, 1.0) if certain else (file, How.INFERRED, 0.8)]


def _by_path(text: str, path: str, names: Names) -> list[_Found]:
    """A path as it stands, from the document's folder, or as the end of only one path."""
    plain = re.sub(r":\d+(?:-\d+)?$", "", text.strip()).removeprefix("./")
    file = names.paths.get(plain) or names.paths.get(linked_path(plain, path)[0])
    if file is not None:
        return [(file, How.EXACT, 1.0)]
    ends = [f for f in names.files.get(plain.rpartition("/")[2], ()) if f"/{f.path}".endswith(f"/{plain}")]
    return [(ends[0], How.INFERRED, 0.8)] if len(ends) == 1 else []


def _by_setting(text: str, names: Names) -> list[_Found]:
    """A settings key by its name: bare words are no keys."""
    found = names.settings.get(text.strip(), ())
    if not found or not re.search(r"[._-]", text) or len(found) > _MAX_CANDIDATES:
        return []
    return (
        [(key, How.EXACT, 1.0) for key in found]
        if len(found) == 1
        else [(k, How.INFERRED, 0.6) for k in found]
    )


def _by_name(mention: Mention, names: Names) -> list[_Found]:
    parts = parts_of(mention.text)
    if not parts:
        return []
    fitting = _with_parameters(_classes_first(names.ending_in(parts)), parameters_of(mention.text))
    owners = {artifact.uid: names.owner(artifact) for artifact in fitting}
    whole = [a for a in fitting if names.is_whole(a, parts)]
    if len(parts) > 1 and whole:
        return _overloads(whole, How.EXACT, 1.0)
    fitting = _without_tests(fitting)
    several = len({owners[a.uid] for a in fitting})
    if len(parts) > 1:
        return _overloads(fitting, How.INFERRED, 0.9) if several == 1 else _candidates(fitting, several)
    if is_common(parts[0]) and several == 1:
        return []
    if not is_distinctive(mention.text, parts[0]):
        return []
    weight = 0.8 if mention.form == "code" else 0.6
    return _overloads(fitting, How.INFERRED, weight) if several == 1 else _candidates(fitting, several)


def _overloads(found: Sequence[Artifact], how: How, confidence: float) -> list[_Found]:
    """All methods of one name in one class: the document names them together."""
    if len(found) > _MAX_OVERLOADS:
        return []
    if len(found) > 1:
        return [(artifact, How.INFERRED, min(confidence, 0.7)) for artifact in found]
    return [(artifact, how, confidence) for artifact in found]


def _candidates(found: Sequence[Artifact], several: int) -> list[_Found]:
    if not 1 < several <= _MAX_CANDIDATES or len(found) > _MAX_OVERLOADS:
        return []
    return [(artifact, How.CANDIDATE, round(0.6 / several, 2)) for artifact in found]


def _with_parameters(found: Sequence[Artifact], wanted: tuple[str, ...] | None) -> list[Artifact]:
    """The overloads with the parameter types that the text gives, where it gives any."""
    if not wanted:
        return list(found)
    fitting = [a for a in found if parameters_of(a.qualified_name) == wanted]
    return fitting or list(found)


def _classes_first(found: Sequence[Artifact]) -> list[Artifact]:
    """A class's name means the class, not its constructors."""
    if any(a.kind is Kind.CLASS for a in found):
        return [a for a in found if a.form != Form.CONSTRUCTOR]
    return list(found)


def _without_tests(found: Sequence[Artifact]) -> list[Artifact]:
    """A document speaks of the code rather than of its tests, where both have the name."""
    code = [a for a in found if not re.search(r"(?:^|/)tests?/", a.path)]
    return code or list(found)


def _is_gone(mention: Mention, names: Names) -> bool:
    """Whether a qualified name names a member that its class does not have (any more)."""
    parts = parts_of(mention.text)
    if mention.form == "link" or len(parts) < 2 or "#" not in mention.text.replace("::", "#"):
        return False
    classes = [a for a in names.ending_in(parts[:-1]) if a.kind is Kind.CLASS]
    return bool(classes) and not names.ending_in(parts)
