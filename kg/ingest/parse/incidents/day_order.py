"""Dates of which a report alone can say what is the day: `05/03/2024` beside `05/28/2024` is the 3rd of May.

In: a Document. Out: the same with such dates as ISO writes them, where the report is of one mind. With dots it
is the day that comes first. Pure.
"""

import re
from dataclasses import replace
from datetime import date

from kg.ingest.parse.documents.document import Document

NUMBERS = re.compile(
    r"(?<![\d/.-])(?P<a>\d{1,2})(?P<by>[-/.])(?P<b>\d{1,2})(?P=by)(?P<y>(?:19|20)\d\d)(?![\d/-])"
)
_LAST_MONTH = 12


def with_iso_dates(document: Document) -> Document:
    found = [match for section in document.sections for match in NUMBERS.finditer(section.text)]
    if not found:
        return document
    days_first = any(int(match["a"]) > _LAST_MONTH for match in found)
    months_first = any(int(match["b"]) > _LAST_MONTH for match in found)

    def written(match: re.Match[str]) -> str:
        if match["by"] == "." or days_first > months_first:
            return _iso(match, int(match["b"]), int(match["a"]))
        return _iso(match, int(match["a"]), int(match["b"])) if months_first > days_first else match.group(0)

    sections = tuple(
        replace(
            section,
            text=NUMBERS.sub(written, section.text),
            headings=tuple(NUMBERS.sub(written, heading) for heading in section.headings),
        )
        for section in document.sections
    )
    return replace(document, sections=sections)


def _iso(match: re.Match[str], month: int, day: int) -> str:
    try:
        return date(int(match["y"]), month, day).isoformat()
    except ValueError:
        return match.group(0)
