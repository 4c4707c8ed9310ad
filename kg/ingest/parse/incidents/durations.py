"""How long something took, as people write it: `47 minutes`, `1h 20m`, `1시간 20분`, `00:47:00`.

In: a text. Out: whole minutes, 0 where it says none. Pure.
"""

import re

_UNITS = (
    (1440.0, r"d|days?|일|天"),
    (60.0, r"h|hrs?|hours?|시간|小时|個小時|个小时"),
    (1.0, r"m|mins?|minutes?|분(?:간)?|分钟|分"),
    (1 / 60, r"s|secs?|seconds?|초|秒(?:钟)?"),
)
_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
_ANY_UNIT = "|".join(form for _, form in _UNITS)
_PART = re.compile(rf"{_NUMBER}[\s-]*({_ANY_UNIT})(?![A-Za-z])", re.IGNORECASE)
_GAP = r"(?:,?\s*(?:and\s+)?)"
LENGTH = rf"{_NUMBER}[\s-]*(?:{_ANY_UNIT})(?![A-Za-z])(?:{_GAP}{_NUMBER}[\s-]*(?:{_ANY_UNIT})(?![A-Za-z]))*"
"""A length of time, as a form to search for."""
_FIRST = re.compile(LENGTH, re.IGNORECASE)
_CLOCK = re.compile(r"^\s*(\d{1,3}):([0-5]\d):([0-5]\d)\s*$")
_ISO = re.compile(r"^\s*P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?\s*$")
_PLAIN = re.compile(r"^\s*(\d+)\s*$")


def minutes_in(text: str) -> int:
    """The first length that a text states."""
    if found := _CLOCK.match(text):
        hours, minutes, seconds = map(int, found.groups())
        return round(hours * 60 + minutes + seconds / 60)
    if (found := _ISO.match(text)) and any(found.groups()):
        days, hours, minutes = (int(group or 0) for group in found.groups())
        return days * 1440 + hours * 60 + minutes
    length = _FIRST.search(text)
    return round(sum(_minutes(*part) for part in _PART.findall(length.group(0)))) if length else 0


def minutes_of_field(text: str, name: str) -> int:
    """As above; a bare number counts where the field's name has the unit (`duration_minutes: 47`)."""
    if (found := _PLAIN.match(text)) and re.search(r"min|분|分", name, re.IGNORECASE):
        return int(found.group(1))
    return minutes_in(text)


def _minutes(number: str, unit: str) -> float:
    amount = float(number.replace(",", ""))
    return amount * next(each for each, form in _UNITS if re.fullmatch(form, unit, re.IGNORECASE))
