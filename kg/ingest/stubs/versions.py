"""Which of two version numbers is the newer, as Maven orders them in the cases that occur."""

import re

_PART = re.compile(r"\d+|[a-z]+")
_BEFORE_RELEASE = {
    "alpha": 0,
    "a": 0,
    "beta": 1,
    "b": 1,
    "milestone": 2,
    "m": 2,
    "rc": 3,
    "cr": 3,
    "snapshot": 4,
}
_RELEASE = 5
"""Of nothing, `final`, `ga` and `release`; other words come after it."""


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """For sorting: `1.9 < 1.10-rc1 < 1.10 < 1.10.1`."""
    parts = [_key(part) for part in _PART.findall(version.lower())]
    return (*parts, (0, _RELEASE, ""))


def _key(part: str) -> tuple[int, int, str]:
    if part.isdigit():
        return (1, int(part), "")
    if part in _BEFORE_RELEASE:
        return (0, _BEFORE_RELEASE[part], part)
    return (0, _RELEASE, "") if part in ("final", "ga", "release") else (0, _RELEASE + 1, part)
