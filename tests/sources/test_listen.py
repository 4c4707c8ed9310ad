"""The worker waits at config centres: a change there is a job at once, without a poll."""

import asyncio
from pathlib import Path

from kg.publish.listen import ListenOptions, listen
from kg.records import open_records
from kg.records.jobs import Job, list_jobs
from kg.records.projects import Project, ProjectState, Provider, connect, set_state
from tests.sources.centres import Nacos
from tests.sources.server import Fault, serving

QUICK = ListenOptions(0.05, 0.05, 0.1)


async def test_a_change_at_a_config_centre_is_a_job(tmp_path: Path) -> None:
    """Through an error of the server; no longer when the project is paused; others are left alone."""
    nacos = Nacos({("prod", "PAY", "orders.yaml"): "order:\n  timeout: 30s\n"}, hold_seconds=0.1)
    (tmp_path / "login").write_text("kg:pass")
    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:

        async def jobs() -> list[Job]:
            return await list_jobs(records, 10)

        with serving(nacos.answer) as server:
            server.faults = [Fault(400)]
            url, login = f"nacos+{server.url}/nacos", f"file:{tmp_path}/login"
            await connect(records, Project("settings", url, Provider.NACOS, credential=login))
            await connect(records, Project("shop", "https://git.example/shop.git"))
            listening = asyncio.create_task(listen(records, QUICK))
            await nacos.listened(2)
            assert await jobs() == []
            nacos.set("prod", "PAY", "orders.yaml", "order:\n  timeout: 31s\n")
            async with asyncio.timeout(60):
                while not await jobs():  # noqa: ASYNC110 - the server is a thread
                    await asyncio.sleep(0.05)
            assert [(job.repo, job.asked_by) for job in await jobs()] == [("settings", "listen")]
            await set_state(records, "settings", ProjectState.PAUSED)
            await asyncio.sleep(1.0)
            server.asked.clear()
            await asyncio.sleep(0.5)
            assert server.asked == []
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
