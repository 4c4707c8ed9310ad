"""The audit record: lines are added, and read from the newest on."""

from pathlib import Path

from kg.records import open_records
from kg.records.audit import list_audit, note


async def test_lines_are_read_from_the_newest_on(tmp_path: Path) -> None:
    """Who, what, about, why and when; a page goes on before the last number."""
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        for number in range(3):
            await note(records, "ann", "rollback", f"snapshot {number}", "bad answers")
        first = await list_audit(records, 2)
        assert [one.about for one in first] == ["snapshot 2", "snapshot 1"]
        assert (first[0].who, first[0].what, first[0].reason) == ("ann", "rollback", "bad answers")
        assert first[0].created_at.endswith("+00:00")
        assert [one.about for one in await list_audit(records, 2, first[-1].number)] == ["snapshot 0"]
