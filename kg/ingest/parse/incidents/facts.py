"""The facts of an incident, as its report states them.

In: a Document and its path. Out: Details of its Postmortem. A field counts before a heading, a heading before
a sentence; the time of the incident is that of its timeline where nothing else says it. Nothing is guessed:
what is not stated, or stated to be unknown, stays empty.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.ingest.parse.documents.document import Document
from kg.ingest.parse.incidents.day_order import with_iso_dates
from kg.ingest.parse.incidents.durations import minutes_of_field
from kg.ingest.parse.incidents.follow_ups import follow_ups_of
from kg.ingest.parse.incidents.moments import Moment, dated, minutes_between, moments_in, range_in
from kg.ingest.parse.incidents.prose import (
    cause_told,
    ended_by,
    fix_told,
    is_over,
    length_told,
    passage_text,
    severity_told,
    texts_of,
)
from kg.ingest.parse.incidents.services import services_of
from kg.ingest.parse.incidents.statements import Stated, stated_in
from kg.ingest.parse.incidents.timeline import Entry, entries_of, zone_of_header
from kg.ingest.parse.incidents.words import Part
from kg.ingest.parse.incidents.zones import zone_in, zone_said_in
from kg.schema.details import Details, details

_MAX_ITEMS = 300
_RESOLVED = re.compile(
    r"\((?:resolved|fixed|mitigated|recovered|해결|복구|已解决|已恢复)\)\W*$", re.IGNORECASE
)
_AT_ONCE = re.compile(r"^\W*immediate\b.*\b(?:taken|completed|done)\b", re.IGNORECASE)
_SEVERITY_ENDS = re.compile(r"\s*(?:[.,;(（]|\s[-–—]\s).*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Times:
    start: Moment
    end: Moment
    timeline: Sequence[Entry]
    by_timeline: bool
    """Whether start and end are those of the timeline."""


def incident_details(document: Document, path: str) -> Details:
    document = with_iso_dates(document)
    stated = stated_in(document)
    times = _times(document, path, stated)
    return details(
        started_at=str(times.start),
        ended_at=str(times.end),
        duration_minutes=_duration(stated, times),
        severity=_severity(document, stated),
        services=tuple(services_of(stated)),
        detection=_detection(stated, times.timeline),
        root_cause=_cause(stated),
        fix=_fix(stated, times.timeline),
        follow_ups=tuple(follow_ups_of(stated.passages.get(Part.FOLLOW_UPS, ())))[:_MAX_ITEMS],
        timeline=tuple(map(str, times.timeline))[:_MAX_ITEMS],
    )


def _times(document: Document, path: str, stated: Stated) -> _Times:
    passages = stated.passages.get(Part.TIMELINE, ())
    zone = _zone(document, stated)
    day = _day(document, path, stated)
    told = _told_range(stated)
    start = (
        _moment(stated.value(Part.START), day, zone)
        or (told and _whole(told[0], day, zone))
        or _at_a_time(stated.value(Part.WHEN), day, zone)
    )
    anchor = start.day if start else day
    entries = entries_of(passages, anchor, zone)
    end = _moment(stated.value(Part.END), anchor, zone) or (told and _whole(told[1], anchor, zone))
    known = [entry for entry in entries if entry.moment.is_dated]
    first = known[0].moment if known else Moment()
    last = max(((e.until or e.moment) for e in known), key=lambda m: (m.day, m.time), default=Moment())
    return _Times(start or first, end or last, entries, not (start or end))


def _zone(document: Document, stated: Stated) -> str:
    """The zone of times that name none."""
    passages = stated.passages.get(Part.TIMELINE, ())
    said = (zone_said_in(section.text) for section in document.sections)
    return (
        zone_in(stated.value(Part.ZONE))
        or zone_of_header(passages)
        or next(filter(None, said), "")
        or next(
            (zone for part in (Part.START, Part.WHEN, Part.END) if (zone := zone_in(stated.value(part)))), ""
        )
    )


def _day(document: Document, path: str, stated: Stated) -> str:
    """The day that the report is about, by its fields, its title, its path."""
    for text in (stated.value(Part.START), stated.value(Part.WHEN), document.title, path.replace("_", " ")):
        for moment in moments_in(text):
            if moment.is_dated and len(moment.day) == 10:
                return moment.day
    return ""


def _told_range(stated: Stated) -> tuple[Moment, Moment] | None:
    """From when to when, in a field or in a sentence of the summary."""
    texts = [
        value for part in (Part.WHEN, Part.START, Part.DURATION) for _, value in stated.fields.get(part, ())
    ]
    for text in (*texts, *_from_to(stated)):
        if (found := range_in(text)) and (found[0].time or found[0].day):
            return found
    return None


def _from_to(stated: Stated) -> Iterator[str]:
    for text in texts_of(stated, Part.SUMMARY):
        yield from re.findall(r"\b(?:from|between)\s.{5,80}", text, re.IGNORECASE)


def _moment(value: str, day: str, zone: str) -> Moment | None:
    found = moments_in(value)
    return _whole(found[0], day, zone) if found else None


def _at_a_time(value: str, day: str, zone: str) -> Moment | None:
    """Of a date with a time of day: a day alone is when it was, not when it began."""
    found = _moment(value, day, zone)
    return found if found and found.time else None


def _whole(moment: Moment, day: str, zone: str) -> Moment | None:
    """With its day and zone; None where no day is known."""
    whole = replace(dated(moment, day), zone=moment.zone or zone)
    return whole if whole.is_dated else None


def _duration(stated: Stated, times: _Times) -> int:
    """As stated; else from start to end; of a timeline, to the entry that says that the harm was over."""
    for name, value in stated.fields.get(Part.DURATION, ()):
        if minutes := minutes_of_field(value, name):
            return minutes
    if Part.DURATION in stated.left_open:
        return 0
    if told := length_told(stated):
        return told
    if not times.by_timeline:
        return minutes_between(times.start, times.end)
    over = next((e.moment for e in times.timeline[1:] if is_over(e.text)), times.start)
    return minutes_between(times.start, over)


def _severity(document: Document, stated: Stated) -> str:
    if value := stated.value(Part.SEVERITY):
        return _SEVERITY_ENDS.sub("", value)[:40] or value[:40]
    return severity_told(document.title, stated)


def _detection(stated: Stated, timeline: Sequence[Entry]) -> str:
    """How it was noticed, and after what time."""
    after = stated.value(Part.NOTICED_AFTER).rstrip(". ")
    how = stated.value(Part.DETECTION) or _first_text(stated, Part.DETECTION) or _labelled(timeline, "detect")
    return f"{how} (after {after})" if how and after else how or (f"after {after}" if after else "")


def _cause(stated: Stated) -> str:
    """The cause; the factors that contributed where a report names only those."""
    return (
        stated.value(Part.CAUSE)
        or _first_text(stated, Part.CAUSE)
        or cause_told(stated)
        or stated.value(Part.FACTORS)
        or _first_text(stated, Part.FACTORS)
    )


def _fix(stated: Stated, timeline: Sequence[Entry]) -> str:
    return (
        stated.value(Part.FIX)
        or _first_text(stated, Part.FIX)
        or _labelled(timeline, "recovery", "resolution", "mitigation", "fix")
        or next((entry.text for entry in timeline if _RESOLVED.search(entry.text)), "")
        or fix_told(stated)
        or _done_at_once(stated)
        or ended_by(timeline)
    )


def _done_at_once(stated: Stated) -> str:
    """What stands below `Immediate actions (completed)`, where a report keeps what ended it there."""
    done = (p for p in stated.passages.get(Part.FOLLOW_UPS, ()) if _AT_ONCE.search(p.headings[-1]))
    return next(filter(None, map(passage_text, done)), "")


def _first_text(stated: Stated, part: Part) -> str:
    return next(iter(texts_of(stated, part)), "")


def _labelled(timeline: Sequence[Entry], *words: str) -> str:
    """The text of an entry that is labelled as the one: `**Recovery:** restarted`."""
    for entry in timeline:
        name, colon, text = entry.text.partition(":")
        if colon and name.strip().lower().startswith(words) and len(name) < 20:
            return text.strip()
    return ""
