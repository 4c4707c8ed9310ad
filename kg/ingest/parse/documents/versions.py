"""Release notes: which version a section is about; a version's subsections belong to it.

Whoever asks what a version brought wants one section, not its `Added` and `Fixed`. Pure.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.ingest.parse.documents.document import Section

_VERSION = re.compile(
    r"(?<![\w.])v?(\d{1,4}(?:\.(?:\d{1,5}|x)){1,3}(?:[-.]?(?:rc|alpha|beta|a|b|m|pre|dev|snapshot|final|ga|release)"
    r"[-.]?\d*)?)(?![\w.]*\w)",
    re.IGNORECASE,
)
_NO_SUBJECT = frozenset(
    ("from", "to", "since", "in", "for", "with", "of", "and", "upgrading", "migrating", "migration")
)
_MOST_WORDS = 4
"""Before the version: `Release`, `Version`, a product's name."""
_UNRELEASED = re.compile(r"^\W*(?:unreleased|next(?: release)?|upcoming)\b", re.IGNORECASE)
_DATE = re.compile(r"^(?:19|20)\d\d\.\d{1,2}\.\d{1,2}$")


def version_of(headings: Sequence[str]) -> str:
    """`3.7.8` of `## v3.7.8 (2024-05-06)` or of what stands below it; `unreleased` where it says so."""
    return next((version for heading in reversed(headings) if (version := _named(heading))), "")


def by_version(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with everything below a version's innermost heading folded into that one."""
    folded: list[Section] = []
    for section in sections:
        head = _version_heading(section.headings)
        if (
            folded
            and head
            and head < len(section.headings)
            and folded[-1].headings == section.headings[:head]
        ):
            folded[-1] = _joined(folded[-1], section)
        else:
            folded.append(section)
    return tuple(folded)


def _version_heading(headings: Sequence[str]) -> int:
    """How many headings lead to the innermost one that names a version; 0 where none does."""
    return max((at for at, heading in enumerate(headings, 1) if _named(heading)), default=0)


def _named(heading: str) -> str:
    """The version that a heading is about: it begins with it, but for words such as `Release`."""
    if _UNRELEASED.match(heading):
        return "unreleased"
    found = _VERSION.search(heading)
    if not found or _DATE.match(found.group(1)):
        return ""
    before = re.findall(r"\w+", heading[: found.start()].lower())
    return "" if len(before) > _MOST_WORDS or not _NO_SUBJECT.isdisjoint(before) else found.group(1)


def _joined(above: Section, below: Section) -> Section:
    return replace(
        above,
        end=below.end,
        text=f"{above.text}\n\n{below.text}",
        spans=(*above.spans, *below.spans),
    )
