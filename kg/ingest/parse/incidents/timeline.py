"""What happened when: the entries of a report's timeline, with whole dates as far as the report gives them.

In: the passages about it, the day that the report is about, and the zone of its times. Out: entries in
order. A time earlier than the one above it is of the next day (a timeline that spans midnight); a zone of its
own counts for an entry alone. Pure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.ingest.parse.incidents.moments import Moment, dated, is_range, moments_in, next_day
from kg.ingest.parse.incidents.pieces import Form, Piece, pieces, plain
from kg.ingest.parse.incidents.statements import Passage
from kg.ingest.parse.incidents.words import is_stated
from kg.ingest.parse.incidents.zones import zone_in

_BACK_MINUTES = 180
"""An entry up to this much earlier than the one above it is out of order, not of the next day."""
_WHEN = re.compile(r"\b(?:time|date|when|timestamp)\b|시[각간]|일시|날짜|时间|日期|時間", re.IGNORECASE)
_BEFORE = re.compile(
    r"^[\s~≈\-–*_\[(|#>@]*(?:(?:at|on|about|around|approx\.?|약|约)\s*)?~?\s*$", re.IGNORECASE
)
_AFTER = re.compile(r"^[\s:：\-–—|)\]*_.,~>=]+")
_LEFT_OPEN = re.compile(r"[?-]{2}[:.][?-]{2}|\bHH:mm\b|[-/]\?\?", re.IGNORECASE)


_FROM_TO = re.compile(r"(?<![\dT:])\d{1,2}:\d{2}\s?[-–]\s?\d{1,2}:\d{2}(?![\d:])")
"""Two times, not a time and an offset: `13:30-13:45`."""
_MAX_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Entry:
    moment: Moment
    until: Moment | None
    """Where it says from when to when."""
    text: str
    raw: str
    """As written, for what its marks say."""

    def __str__(self) -> str:
        return f"{self.moment} {self.text}" if str(self.moment) else f"? {self.text}"


def entries_of(passages: Sequence[Passage], day: str, zone: str) -> list[Entry]:
    read = [entry for passage in passages for entry in _read(passage)]
    zones = {entry.moment.zone for entry in read if entry.moment.zone}
    zone = zone or (zones.pop() if len(zones) == 1 else "")
    return _in_order(list(_placed(read, day, zone)))


def zone_of_header(passages: Sequence[Passage]) -> str:
    """The zone that a heading, or the head of a column, names: `Time (UTC)`."""
    for passage in passages:
        heads = [head for piece in pieces(passage.text)[:3] for head in piece.header if _WHEN.search(head)]
        for text in (*passage.headings[-1:], *heads):
            if zone := zone_in(_FROM_TO.sub("", text)):
                return zone
    return ""


def _read(passage: Passage) -> Iterator[Entry]:
    """What each line says of itself, and those that go on with it; an entry that holds a date alone says the
    day of those below it."""
    above = _leading(passage.headings[-1]) if passage.headings else None
    said_in = -1
    for at, line in _lines(passage.text):
        entry = _row(line) if line.form is Form.ROW else _leading(line.raw)
        if entry is None:
            if above and above.moment.time and not above.text:  # a time, and what happened in the next line
                above, said_in = replace(above, text=line.text, raw=line.raw), at
            elif above and above.text and said_in == at:
                above = replace(above, text=f"{above.text} {line.text}"[:_MAX_CHARACTERS])
            continue
        if above:
            yield above
        above, said_in = entry, at
    if above:
        yield above


def _lines(text: str) -> Iterator[tuple[int, Piece]]:
    """Rows whole, everything else line by line; with the number of the item or paragraph that it is of."""
    for at, piece in enumerate(pieces(text)):
        if piece.form is Form.ROW:
            yield at, piece
        else:
            yield from (
                (at, replace(piece, cells=(plain(line),), raw=line)) for line in piece.raw.split("\n")
            )


def _leading(line: str) -> Entry | None:
    """A line that begins with a moment."""
    text = plain(line)
    found = moments_in(text)
    if not found or not _BEFORE.match(text[: found[0].start]):
        return None
    end, until = found[0].end, None
    if len(found) > 1 and is_range(text, found[0], found[1]):
        end, until = found[1].end, found[1]
    return Entry(found[0], until, _AFTER.sub("", text[end:]), line)


def _row(piece: Piece) -> Entry:
    """Of a table: the cells that say when, and the others."""
    told = [at for at, head in enumerate(piece.header) if _WHEN.search(head) and at < len(piece.cells)] or [0]
    when = " ".join(piece.cells[at] for at in told)
    text = "; ".join(cell for at, cell in enumerate(piece.cells) if at not in told and cell)
    found = [m for m in moments_in(when) if not _is_cut(when, m)]
    if not found:
        return Entry(Moment(), None, text, piece.raw)
    until = found[1] if len(found) > 1 and is_range(when, found[0], found[1]) else None
    first = replace(found[0], time="") if _LEFT_OPEN.search(when) else found[0]
    return Entry(first, until, text, piece.raw)


def _is_cut(text: str, moment: Moment) -> bool:
    """A time behind a date that is none (`20202-01-16 12:00`)."""
    return not moment.day and bool(re.search(r"\d-\d\d?-\d\d?\s*$", text[: moment.start]))


def _placed(read: Sequence[Entry], day: str, zone: str) -> Iterator[Entry]:
    """With days and zones; entries that only say a day, or what a template left, are left out."""
    last = Moment(day=day)
    for entry in read:
        if entry.text and not is_stated(entry.text):
            continue
        if not entry.text and not entry.moment.time:
            last = dated(entry.moment, last.day) if entry.moment.day else last
            continue
        moment = entry.moment
        if moment.time and not moment.day and last.time and moment.minutes < last.minutes - _BACK_MINUTES:
            moment = replace(moment, day=next_day(last.day))
        if moment.time or moment.day:
            moment = replace(dated(moment, last.day), zone=moment.zone or zone)
            last = replace(moment, time=moment.time or (last.time if last.day == moment.day else ""))
        until = entry.until
        if until:
            until = replace(dated(until, moment.day), zone=until.zone or moment.zone)
        yield replace(entry, moment=moment, until=until)


def _in_order(entries: list[Entry]) -> list[Entry]:
    """By time, where they have days; what has no whole one, or a day alone, stays below what is above it."""
    zones = {entry.moment.zone for entry in entries if entry.moment.zone}
    if len(zones) > 1 or not any(len(entry.moment.day) == 10 for entry in entries):
        return entries
    keys: list[tuple[str, str]] = []
    for entry in entries:
        day, time = entry.moment.day, entry.moment.time
        above = keys[-1] if keys else ("", "")
        keys.append((day, time or above[1] * (above[0] == day)) if len(day) == 10 else above)
    return [entries[at] for at in sorted(range(len(entries)), key=lambda at: keys[at])]
