"""The services that a report says were affected: a list, a field with commas, a section. Pure."""

import re
from collections.abc import Iterator

from kg.ingest.parse.incidents.pieces import Form, pieces
from kg.ingest.parse.incidents.statements import Stated
from kg.ingest.parse.incidents.words import Part, is_stated

_BETWEEN = re.compile(r"\s*[,、，;；]\s*(?:and\s+)?|\s+(?:and|및|和|与)\s+")
_AFTER_NAME = re.compile(r"\s*(?:[:：(（]|\s[-–—]\s).*$", re.DOTALL)
_MAX_NAME = 80


def services_of(stated: Stated) -> list[str]:
    """Each once, in order."""
    return list(dict.fromkeys(name for name in _names(stated) if is_stated(name) and len(name) <= _MAX_NAME))


def _names(stated: Stated) -> Iterator[str]:
    for _, value in stated.fields.get(Part.SERVICES, ()):
        yield from (_AFTER_NAME.sub("", name).strip() for name in _BETWEEN.split(value))
    for passage in stated.passages.get(Part.SERVICES, ()):
        for piece in pieces(passage.text):
            if piece.form is not Form.TEXT:
                yield _AFTER_NAME.sub("", piece.cells[0]).strip()
