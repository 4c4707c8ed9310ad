"""Time zones by the names that reports give them, and by offset. Pure.

Only names that are one offset: `CST` and `ET` are several, and name none.
"""

import re

_HOURS = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "IST": 5.5, "ICT": 7, "WIB": 7, "SGT": 8, "HKT": 8, "AWST": 8, "KST": 9, "JST": 9, "ACST": 9.5,
    "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "BRT": -3, "EDT": -4, "EST": -5, "CDT": -5, "MDT": -6,
    "MST": -7, "PDT": -7, "PST": -8, "AKDT": -8, "AKST": -9, "HST": -10,
    "한국 시간": 9, "한국시간": 9, "한국 표준시": 9, "北京时间": 8, "日本時間": 9,
}  # fmt: skip
_NAMES = "|".join(sorted(_HOURS, key=len, reverse=True))
ZONE = re.compile(
    rf"(?<![A-Za-z])(?:(?:UTC|GMT)\s?([+-]\d{{1,2}}(?::?\d{{2}})?)|({_NAMES})(?![A-Za-z])|(?<=\d)(Z)\b|(?<=\d)\s?([+-]\d{{2}}:?\d{{2}})(?!\d))"
)
_SAYING = re.compile(
    r"(?:all\s+)?(?:times?|timestamps?|시[각간]|时间)[^.。\n|]{0,30}?(?=UTC|GMT|\b[A-Z]{3,4}\b|한국|北京)|^\W*(?:time ?zone)",
    re.IGNORECASE,
)


def zone_in(text: str) -> str:
    """The offset of the first zone that is named, `+09:00`; empty where none is."""
    found = ZONE.search(text)
    return offset_of(found) if found else ""


def zone_said_in(text: str) -> str:
    """The zone of a sentence about all times: `All times in CET.`"""
    for found in _SAYING.finditer(text):
        if zone := zone_in(text[found.end() : found.end() + 20]):
            return zone
    return ""


def offset_of(found: re.Match[str]) -> str:
    relative, name, zulu, offset = found.groups()
    if zulu:
        return "+00:00"
    if name:
        return _written(_HOURS[name])
    digits = (relative or offset)[1:].replace(":", "")
    hours, minutes = (digits, "00") if len(digits) < 3 else (digits[:-2], digits[-2:])
    return f"{(relative or offset)[0]}{int(hours):02}:{minutes}"


def _written(hours: float) -> str:
    minutes = round(abs(hours) * 60)
    return f"{'-' if hours < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"
