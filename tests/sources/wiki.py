"""A Confluence for tests: a space with pages, by the part of the REST API that kg asks."""

from dataclasses import dataclass, field
from typing import Any

from tests.sources.server import Answer, Asked

TOKEN = "a wiki token"


@dataclass
class WikiPage:
    title: str
    body: str
    version: int = 1
    parent: str = ""
    when: str = "2026-01-02T03:04:05.000Z"
    readers: tuple[str, ...] = ()
    """Who alone may read it; nobody named: everybody."""
    kind: str = "page"


@dataclass
class Wiki:
    """The space OPS."""

    pages: dict[str, WikiPage] = field(default_factory=dict)
    part: int = 100
    """The most that one answer lists, whatever is asked for."""

    def edit(self, number: str, body: str) -> None:
        self.pages[number].body = body
        self.pages[number].version += 1
        self.pages[number].when = f"2026-02-{self.pages[number].version:02}T00:00:00.000Z"

    def answer(self, asked: Asked) -> Answer:
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return 401, {}
        rest = asked.path.removeprefix("/wiki/rest/api/")
        if rest == "space/OPS":
            return 200, {"key": "OPS"}
        if rest == "content":
            return 200, self._list(asked)
        number = rest.removeprefix("content/").partition("/")[0]
        if number not in self.pages:
            return 404, {}
        if rest.endswith("/restriction/byOperation/read"):
            return 200, self._read(number)
        page = self.pages[number]
        told = {"id": number, "body": {"storage": {"value": page.body}}}
        return 200, told | {"restrictions": {"read": self._read(number)}}

    def _list(self, asked: Asked) -> dict[str, Any]:
        start, size = int(asked.query["start"]), min(int(asked.query["limit"]), self.part)
        of_kind = [number for number, page in self.pages.items() if page.kind == asked.query["type"]]
        listed = [self._listed(number) for number in of_kind[start : start + size]]
        follows = start + size < len(of_kind)
        link = f"https://elsewhere.example/rest/api/content?start={start + size}&limit={size}"
        return {"results": listed, "size": len(listed), "_links": {"next": link} if follows else {}}

    def _listed(self, number: str) -> dict[str, Any]:
        page = self.pages[number]
        by = {"displayName": "Ada Ray", "username": "ada"}
        return {
            "id": number,
            "title": page.title,
            "version": {"number": page.version, "when": page.when, "by": by},
            "ancestors": [{"id": each} for each in self._above(number)],
            "restrictions": {"read": self._read(number)},
        }

    def _above(self, number: str) -> list[str]:
        parent = self.pages[number].parent if number in self.pages else ""
        return [*self._above(parent), parent] if parent else []

    def _read(self, number: str) -> dict[str, Any]:
        readers = [{"username": name} for name in self.pages[number].readers]
        user = {"results": readers, "size": len(readers)}
        return {"operation": "read", "restrictions": {"user": user, "group": {"results": [], "size": 0}}}
