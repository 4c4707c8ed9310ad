"""Holding a commit by hand and letting held ones come again, each with a line in the audit record.

Nothing here ingests: a released commit comes with the next poll, hook or `kg ingest`.
"""

import re

from kg.errors import QuestionError
from kg.records import Records
from kg.records.audit import note
from kg.records.holds import Hold, hold, release

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


async def keep_out(records: Records, one: Hold) -> bool:
    """False when it was held before: then nothing changes. QuestionError for what names no one commit: it would
    keep nothing out."""
    if not _COMMIT.fullmatch(one.commit):
        raise QuestionError("hold: give the full commit id, 40 (or 64) digits of 0-9 and a-f")
    kept = await hold(records, [one])
    if kept:
        await note(records, one.by, "hold", _named(one), one.reason)
    return bool(kept)


async def let_come(records: Records, who: str, repo: str, commit: str = "") -> tuple[Hold, ...]:
    """Release one commit of a repository, or all of them; gives what was held."""
    gone = await release(records, repo, commit)
    for one in gone:
        await note(records, who, "release", _named(one), f"held because: {one.reason}")
    return gone


def _named(one: Hold) -> str:
    return f"{one.repo} {one.ref} {one.commit}"
