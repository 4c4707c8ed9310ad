"""Hooks as the fake GitLab sends them: over HTTP, signed; doubled, lost, late or reordered where a test says so."""

from typing import Any

import httpx

from tests.gitlab.fake import FakeGitLab, FakeProject
from tests.gitlab.messages import data, push, signed
from tests.gitlab.messages import project as told


class Hooks:
    """Sends to one address; what is `late` is kept until it is sent in whatever order."""

    def __init__(self, http: httpx.AsyncClient, fake: FakeGitLab) -> None:
        self.http, self.fake = http, fake
        self.late: list[tuple[bytes, dict[str, str]]] = []
        self.count = 0

    async def pushed(self, project: FakeProject, before: str, after: str, **how: Any) -> None:
        body = push(
            before=before, after=after, project=self.about(project), ref=how.pop("ref", "refs/heads/main")
        )
        await self.send(body, **how)

    async def send(self, body: dict[str, Any], times: int = 1, late: bool = False) -> None:
        self.count += 1
        message = data(body)
        headers = signed(message, number=f"hook-{self.count}") | {"x-gitlab-instance": self.fake.url}
        if late:
            self.late.append((message, headers))
            return
        for _ in range(times):
            await self._post(message, headers)

    async def send_late(self, backwards: bool = False) -> None:
        for message, headers in reversed(self.late) if backwards else self.late:
            await self._post(message, headers)
        self.late.clear()

    def about(self, project: FakeProject) -> dict[str, Any]:
        return told(project.id, project.path, f"{self.fake.url}/{project.path}.git")

    async def _post(self, message: bytes, headers: dict[str, str]) -> None:
        answer = await self.http.post("/hooks/gitlab", content=message, headers=headers)
        assert answer.status_code == 202, answer.text
