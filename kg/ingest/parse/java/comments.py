"""Documentation comments as plain text: without stars, tags kept as they are."""

import re

_STAR = re.compile(r"^[ \t]*\*+ ?", re.MULTILINE)


def documentation(comment: str) -> str:
    """The text of `/** … */`; an ordinary comment documents nothing."""
    if not comment.startswith("/**") or comment == "/**/":
        return ""
    return _STAR.sub("", comment[3:-2]).strip()
