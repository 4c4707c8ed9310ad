"""Dates and times of day in a text, as people write them in English, Korean and Chinese.

In: a text. Out: Moments with their places in it; what is not said of one (its year, its zone) stays empty.
`01/02/2024` is the 1st of February to some: its day is `?`, and stays unknown. Pure.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from kg.ingest.parse.incidents.day_order import NUMBERS
from kg.ingest.parse.incidents.zones import ZONE, offset_of

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DATES = (
    re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?:(?P<y>\d{4})\s?[년年]\s?)?(?P<m>\d{1,2})\s?[월月]\s?(?P<d>\d{1,2})\s?[일日号]"),
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:\d)(?:,?\s+(?P<y>(?:19|20)\d\d)(?!\d))?", re.IGNORECASE),
    re.compile(rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?(?P<m>{_MONTH})(?:,?[\s-]+(?P<y>(?:19|20)\d\d)(?!\d))?", re.IGNORECASE),
    re.compile(r"(?<![\d/.-])(?P<m>\d{2})-(?P<d>\d{2})(?![\d/-])"),
    re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)-(?P<m>\d{2})(?=-\?\?)"),
    NUMBERS,
)  # fmt: skip
_TIME = re.compile(
    r"(?:(?P<half>오전|오후|上午|下午|凌晨|晚上)\s?)?(?<![\d:.A-SU-Za-z_/+-])(?:"
    r"(?P<h>\d{1,2}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d)(?:\.\d+)?)?(?!\d|:\d)(?:\s?(?P<ap>[aApP]\.?[mM]\b\.?))?"
    r"|(?P<h2>\d{1,2})\s?(?P<ap2>[aApP]\.?[mM]\b\.?)"
    r"|(?P<h3>\d{1,2})\s?(?:시(?!간)|点|時|时)(?:\s?(?P<m3>[0-5]?\d)\s?[분分])?)"
)
_HYPHENS = str.maketrans("\u2010\u2011", "--")
UNKNOWN = "?"
_LATER_HALF = frozenset(("오후", "下午", "晚上", "p"))
_JOINED = re.compile(
    r"[\s,()\[\]@*_`T]*(?:(?:at|on|um)\s+|\w{3,9}day,?\s+|\([^()\d]{1,8}\)|[(（]?[월화수목금토일周一二三四五六]{1,2}[)）]?)?[\s,()\[\]@*_`]*"
)
_BESIDE = re.compile(r"[\s(\[（]*")
_RANGE = re.compile(
    r"\s*[)\]]?[\s*_`]*(?:-+|–|—|~|to|until|till|through|→|부터|에서|至|到)[\s*_`~]*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Moment:
    day: str = ""
    """`2024-03-08`; `--03-08` without a year, `2024-03` without a day, `?` where it has two readings."""
    time: str = ""
    """`23:48`, with seconds where they are given."""
    zone: str = ""
    start: int = 0
    end: int = 0

    @property
    def minutes(self) -> int:
        return int(self.time[:2]) * 60 + int(self.time[3:5]) if self.time else 0

    @property
    def is_dated(self) -> bool:
        return bool(self.day) and not self.day.startswith(("-", UNKNOWN))

    def __str__(self) -> str:
        """ISO 8601, as far as it is known."""
        day = self.day.removeprefix(UNKNOWN)
        return f"{day}{'T' if day and self.time else ''}{self.time}{self.zone if self.time else ''}"


def moments_in(text: str) -> list[Moment]:
    """All of them in order: a date and a time beside each other are one."""
    text = text.translate(_HYPHENS)
    found: list[Moment] = []
    for token in _tokens(text):
        last = found[-1] if found else None
        between = text[last.end : token.start] if last else ""
        if last and _fits(last, token, between):
            found[-1] = replace(
                last,
                day=last.day or token.day,
                time=last.time or token.time,
                zone=last.zone or token.zone,
                end=token.end,
            )
        elif token.day or token.time:
            found.append(token)
    return found


def range_in(text: str) -> tuple[Moment, Moment] | None:
    """The first `from to`; what the end leaves out, it shares with the start, and the zone with both."""
    found = moments_in(text)
    for first, second in itertools.pairwise(found):
        if _RANGE.fullmatch(text[first.end : second.start]):
            zone = second.zone or first.zone
            return replace(first, zone=first.zone or zone), replace(
                second, day=second.day or first.day, zone=zone
            )
    return None


def is_range(text: str, first: Moment, second: Moment) -> bool:
    return bool(_RANGE.fullmatch(text[first.end : second.start]))


def dated(moment: Moment, day: str) -> Moment:
    """With a day where it has none, or the year that is nearest to that day's."""
    if moment.is_dated or moment.day == UNKNOWN:
        return moment
    if not day or day == UNKNOWN:
        return replace(moment, day=day)
    if not moment.day:
        return replace(moment, day=day)
    year, month = int(day[:4]), int(moment.day[2:4])
    apart = month - int(day[5:7] or 1)
    year += (apart < -6) - (apart > 6)
    return replace(moment, day=f"{year}{moment.day[1:]}")


def next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat() if len(day) == 10 else day


def minutes_between(first: Moment, last: Moment) -> int:
    """0 unless both are whole, in one zone, and in order."""
    if not all(len(m.day) == 10 and m.time for m in (first, last)) or first.zone != last.zone:
        return 0
    days = (date.fromisoformat(last.day) - date.fromisoformat(first.day)).days
    return max(days * 1440 + last.minutes - first.minutes, 0)


def _tokens(text: str) -> list[Moment]:
    """Dates, times and zones, each alone, by place; a date's digits are no time."""
    found = list(_dates(text))
    taken = [(token.start, token.end) for token in found]
    times = (m for m in _TIME.finditer(text) if _is_free(m, taken))
    found += [Moment(time=time, start=m.start(), end=m.end()) for m in times if (time := _time(m))]
    zones = (m for m in ZONE.finditer(text) if _is_free(m, taken))
    found += [Moment(zone=offset_of(m), start=m.start(), end=m.end()) for m in zones]
    return sorted(found, key=lambda token: token.start)


def _dates(text: str) -> Iterator[Moment]:
    taken: list[tuple[int, int]] = []
    for form in _DATES:
        for match in form.finditer(text):
            if _is_free(match, taken) and (day := _day(match)):
                taken.append(match.span())
                yield Moment(day=day, start=match.start(), end=match.end())


def _is_free(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    return not any(start < match.end() and match.start() < end for start, end in taken)


def _day(match: re.Match[str]) -> str:
    named = match.groupdict()
    if "by" in named:
        return UNKNOWN
    month = _MONTHS.index(named["m"][:3].lower()) + 1 if named["m"][0].isalpha() else int(named["m"])
    year, day = named.get("y"), named.get("d")
    if day is None:
        return f"{year}-{month:02}" if 1 <= month <= 12 else ""
    try:
        whole = date(int(year or 2000), month, int(day))
    except ValueError:
        return ""
    return whole.isoformat() if year else f"--{month:02}-{int(day):02}"


def _time(match: re.Match[str]) -> str:
    hour = int(match["h"] or match["h2"] or match["h3"])
    half = (match["ap"] or match["ap2"] or match["half"] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half[0] in _LATER_HALF or half in _LATER_HALF)
    if hour > 23:
        return ""
    seconds = match["s"]
    minutes = int(match["m"] or match["m3"] or 0)
    return f"{hour:02}:{minutes:02}" + (f":{seconds}" if seconds and seconds != "00" else "")


def _fits(last: Moment, token: Moment, between: str) -> bool:
    if (last.day and token.day) or (last.time and token.time) or (last.zone and token.zone):
        return False
    if token.zone and not token.time and not token.day:
        return bool(_BESIDE.fullmatch(between))
    return bool(_JOINED.fullmatch(between))
