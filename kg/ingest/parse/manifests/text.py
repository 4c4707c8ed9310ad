"""What the readers of build files share: where a name stands, and how a broken file is said."""

import re
import tomllib
from typing import Any


class Unreadable(Exception):
    """A build file that is not what its name says; the text is a problem of the file."""


def line_at(text: str, at: int) -> int:
    """1-based; 0 where nothing was found."""
    return text.count("\n", 0, at) + 1 if at >= 0 else 0


def line_of(text: str, written: str, section: str = "") -> int:
    """Where something stands, the first time after a section begins; 0 where it does not."""
    start = max(text.find(section), 0) if section else 0
    found = text.find(written, start)
    return line_at(text, found if found >= 0 else text.find(written))


def line_of_key(text: str, name: str, section: str) -> int:
    """Where `name = …` stands, the first time after `[section]`."""
    start = max(text.find(f"[{section}]"), 0)
    key = re.compile(rf"""^\s*["']?{re.escape(name)}["']?\s*[.=]""", re.MULTILINE)
    found = key.search(text, start) or key.search(text)
    return line_at(text, found.end() - 1) if found else 0


def toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable("not valid TOML: its dependencies are not read") from error


def table(value: Any, *path: str) -> dict[str, Any]:
    """The table at a path; an empty one where there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def texts(value: Any) -> list[str]:
    """The texts of a list; nothing of what is no list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
