"""Which scripts are applied one after the other, and in which order, as their names say.

Flyway: `V1_2__name.sql`, `R__name.sql` below one location. Numbered: `0001_name.sql` in one folder. Any other
script stands for itself. In: a path and what the script changes. Out: a `Migration`.
"""

import re
from collections.abc import Sequence

from kg.ingest.parse.sql.dialects import KNOWN
from kg.schema.data import Migration, TableChange

_FLYWAY = re.compile(r"(?P<kind>[VBR])(?P<version>[\d._]*?)__.*\.sql$", re.IGNORECASE)
_UNDO = re.compile(r"U[\d._]+__.*\.sql$|.*[._-](?:down|undo|rollback|revert)\.sql$", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<number>\d+(?:[._-]\d+)*)[._-]?\D.*\.sql$", re.IGNORECASE)
_LOCATIONS = ("migration", "migrations")


def script(path: str, changes: Sequence[TableChange]) -> Migration:
    """The migration that a script is. One that takes another back is in a history of its own that changes
    nothing."""
    folder, _, name = path.rpartition("/")
    if _UNDO.match(name):
        return Migration("undo", path, "")
    flyway = _FLYWAY.match(name)
    if flyway and (flyway["version"] or flyway["kind"].upper() == "R"):
        version = flyway["version"] if flyway["kind"].upper() != "R" else f"R{name}"
        return Migration("flyway", _location(folder), version, changes=tuple(changes))
    numbered = _NUMBERED.match(name)
    if numbered:
        return Migration("numbered", folder, numbered["number"], changes=tuple(changes))
    return Migration("sql", path, "", changes=tuple(changes))


def _location(folder: str) -> str:
    """The folder below which versions count together: `db/migration`, or one for each database in it."""
    parts = folder.split("/")
    for at, part in enumerate(parts):
        if part.lower() in _LOCATIONS:
            vendor = parts[at + 1 : at + 2]
            return "/".join(parts[: at + 1 + (bool(vendor) and vendor[0].lower() in KNOWN)])
    return folder
