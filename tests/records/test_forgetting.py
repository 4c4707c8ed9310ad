"""What a purge takes out of the records."""

from datetime import UTC, datetime
from pathlib import Path

from kg.records import open_records
from kg.records.audit import list_audit, note
from kg.records.deliveries import Delivery, DeliveryState, keep, list_deliveries, settle, take_waiting
from kg.records.deployments import Deployment, keep_deployment, list_deployments
from kg.records.forgetting import forget
from kg.records.jobs import Ask, ask, list_jobs
from kg.records.projects import Project, connect, list_projects

WORD = "VelvetTurnip"


async def test_a_repository_and_a_text_go_out_of_every_table(sql_url: str, tmp_path: Path) -> None:
    """Rows of the repository are deleted; the text is masked where it stands beside, in any table, and a row that
    is known by it goes; what has nothing to do with it stays, and a file of SQLite holds no byte of it afterwards."""
    async with open_records(sql_url) as records:
        for repo in ("vault", "shop"):
            await connect(records, Project(repo, f"https://gitlab.example/{repo}.git"))
            await ask(records, Ask(repo, f"feature/{WORD}"))
            await ask(records, Ask(repo, "main", asked_by=f"{WORD} of ada"))
            await keep_deployment(records, Deployment(repo, "prod", "a" * 40, 1, "2026-11-30"))
        await keep_deployment(records, Deployment("shop", WORD, "a" * 40, 1, "2026-11-30"))
        await note(records, "ada", "hold", "shop", f"it shows {WORD} to all")
        for uid in ("1", "2"):
            await keep(
                records, Delivery(uid, "gitlab", "push", "shop", f'{{"ref": "{WORD}"}}', datetime.now(UTC))
            )
        (first, *_) = await take_waiting(records, 1)
        await settle(records, first.uid, DeliveryState.IGNORED, f"{WORD} is not held")
        assert await forget(records, ["vault"], [WORD]) > 0
        assert [one.repo for one in await list_projects(records)] == ["shop"]
        assert [(job.repo, job.ref) for job in await list_jobs(records, 9)] == [("shop", "main")]
        assert [
            (one.repo, one.environment) for one in await list_deployments(records, ["shop", "vault"])
        ] == [("shop", "prod")]
        assert [one.reason for one in await list_audit(records, 9)] == ["it shows *** to all"]
        assert [one.body for one in await list_deliveries(records, 9)] == ['{"ref": "***"}']
        if not await records.compact():
            return
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())  # noqa: ASYNC240 - a test's own folder
    assert held and WORD.encode() not in held
