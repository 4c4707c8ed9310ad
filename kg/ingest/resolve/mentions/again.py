"""Mentions of a commit, taken from the one before where nothing that they rest on has changed.

A document names things by their names; of code it is seldom more than names that is read (a text, or which
lines something has), and whose that was is noted (`Names.looked_into`, `Names.measured`). So when the names of all files, the
documents, and what stands around the code are as before, and so is every file that was looked into, the result
is as before. Pure.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from kg.ingest.resolve.kept_mentions import KeptMentions
from kg.ingest.resolve.mentions.resolve import tie_mentions
from kg.ingest.resolve.world import Around
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid
from kg.schema.jobs import Run
from kg.schema.vocabulary import EdgeType, Kind

_names = attrgetter(
    "kind", "uid", "name", "qualified_name", "origin", "path", "language", "form", "signature", "package",
    "modifiers", "annotations", "imports", "entry", "doc_type", "details",
)  # fmt: skip
"""All that is read of code without a note."""
_all = attrgetter("file", "artifacts", "edges", "mentions", "found", "sets")
_READ = frozenset((Kind.DOC, Kind.POSTMORTEM, Kind.TERM))
"""Whose texts are read always."""


def mentions_again(files: Sequence[Facts], around: Around, before: KeptMentions) -> KeptMentions:
    """What all documents speak of now."""
    dependencies = tuple(edge for edge in around.edges if edge.type is EdgeType.DEPENDS_ON)
    if before.files and _is_as_before(files, around, dependencies, before):
        return replace(before, files=files)
    tied = tie_mentions(files, around)
    return KeptMentions(
        tied.resolution, files, around.artifacts, dependencies, tied.looked_into, tied.measured
    )


def _is_as_before(
    files: Sequence[Facts], around: Around, dependencies: tuple[Edge, ...], before: KeptMentions
) -> bool:
    return (
        len(files) == len(before.files)
        and around.artifacts == before.around
        and dependencies == before.dependencies
        and all(
            new is old or _is_same(new, old, before) for new, old in zip(files, before.files, strict=True)
        )
    )


def _is_same(new: Facts, old: Facts, before: KeptMentions) -> bool:
    """Whether a file says the same to whoever reads documents."""
    if _is_read(new) or _is_read(old):
        return _all(new) == _all(old)
    return (
        _names(new.file) == _names(old.file)
        and len(new.artifacts) == len(old.artifacts)
        and all(map(partial(_says_same, before.looked_into), new.artifacts, old.artifacts))
        and new.sets == old.sets
        and _runs(new) == _runs(old)
        and (new.file.path not in before.measured or new.edges == old.edges)
    )


def _says_same(looked_into: frozenset[Uid], new: Artifact, old: Artifact) -> bool:
    return _names(new) == _names(old) and (old.uid not in looked_into or new.text == old.text)


def _runs(facts: Facts) -> list[Run]:
    """What it starts: of what is found in code only this leads a document anywhere."""
    return [found for found in facts.found if isinstance(found, Run)]


def _is_read(facts: Facts) -> bool:
    return bool(facts.mentions) or any(map(_is_document, facts.artifacts))


def _is_document(artifact: Artifact) -> bool:
    return artifact.kind in _READ
