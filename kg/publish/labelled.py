"""Labelled questions: a text and the artifacts that answer it, of which one must be among the first ten.

In: a TOML file, `[[question]]` tables with `text` and `expects` (uids). Out: `Labelled`. Asks nothing.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import SettingsError
from kg.schema.ids import Uid


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question; any of `expects` answers it."""

    text: str
    expects: tuple[Uid, ...]


def read_questions(path: Path) -> tuple[Labelled, ...]:
    """The questions of a file; SettingsError says what is wrong with it."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("question", [])
        return tuple(_labelled(row) for row in rows)
    except OSError as error:
        raise SettingsError(f"gates: the questions of {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise SettingsError(
            f"gates: {path} is no file of questions ({error}); write [[question]] with text and expects"
        ) from None


def _labelled(row: dict[str, Any]) -> Labelled:
    expects = tuple(Uid(str(uid)) for uid in row["expects"])
    if not expects or not str(row["text"]).strip():
        raise KeyError("text or expects is empty")
    return Labelled(str(row["text"]), expects)
