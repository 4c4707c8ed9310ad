"""The mask over a secret: as long as what it covers, with its blanks and line ends."""

import re

MARK = "REDACTED"
_BLACK = re.compile(r"\S+")


def mask(secret: str) -> str:
    """REDACTED over and over; blanks and line ends stay, since an indentation may have a meaning."""
    return _BLACK.sub(lambda run: (MARK * (len(run[0]) // len(MARK) + 1))[: len(run[0])], secret)
