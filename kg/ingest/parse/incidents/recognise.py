"""Whether a document that nothing else calls so reports an incident: by its front matter, else its headings.

In: front matter and headings. Out: yes or no. A timeline, or a cause, and two more parts that such reports
have; one such word alone is in many texts.
"""

import re
from collections.abc import Iterable

from kg.ingest.parse.documents.document import Front
from kg.ingest.parse.incidents.words import Part, part_of_heading, part_of_label

_OFTEN = re.compile(
    r"timeline|chronology|cause|factors|타임|경과|시간|원인|时间|原因|根因|经过|过程", re.IGNORECASE
)
"""Most documents have no such heading and are asked nothing more."""
_HEADED = frozenset((
    Part.TIMELINE, Part.CAUSE, Part.FACTORS, Part.DETECTION, Part.FIX, Part.FOLLOW_UPS, Part.LESSONS,
))  # fmt: skip
_FIRST = frozenset((Part.TIMELINE, Part.CAUSE, Part.FACTORS))
_FIELDS = frozenset(
    (Part.START, Part.END, Part.DURATION, Part.SEVERITY, Part.DETECTION, Part.CAUSE, Part.FIX)
)
_PARTS = 3
_STATED = 2
_SEVERE = frozenset((Part.SEVERITY, Part.CAUSE))


def is_incident(front: Front, headings: Iterable[str]) -> bool:
    fields = {part_of_label(key) for key in front} & _FIELDS if front else set()
    if len(fields) >= _STATED and fields & _SEVERE:
        return True
    headings = list(headings)
    if not any(map(_OFTEN.search, headings)):
        return False
    parts = {part_of_heading(heading) for heading in headings} & _HEADED
    return len(parts) >= _PARTS and bool(parts & _FIRST)
