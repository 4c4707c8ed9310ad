"""The configurations of a Nacos server, by its open API (v1), or of the export of one namespace.

In: the server and, where one is named, a namespace. Out: a `State`: a file for each configuration, of whose values
only those are in it that may be kept (`config_file`). `watch` waits until the server says that one changed.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import md5
from typing import Any

from kg.errors import SourceError
from kg.ingest.source.config_export import exported_texts
from kg.ingest.source.config_file import Configuration, config_files
from kg.ingest.source.kept import Held, State
from kg.ingest.source.places import Place
from kg.ingest.source.web import Missing, Web, open_web

PAGE_SIZE = 200
MAX_PARTS = 2_000
PUBLIC = "public"
WATCH_SECONDS = 30.0
_ROUNDS = 20
"""How often the server is asked for changes before the list is read again."""
_FIELD, _LINE = "\x02", "\x01"


@dataclass(frozen=True, slots=True)
class Entry:
    """A configuration as the server has it."""

    namespace: str
    """Its id; empty for the public one."""
    configuration: Configuration

    @property
    def listened(self) -> str:
        """As the listener wants it. The digest of a text with secrets in it is never kept."""
        text = self.configuration.text.encode("utf-8", "surrogatepass")
        parts = [
            self.configuration.name,
            self.configuration.group,
            md5(text, usedforsecurity=False).hexdigest(),
        ]
        return _FIELD.join([*parts, self.namespace] if self.namespace else parts) + _LINE


async def read_nacos(place: Place, _held: Held) -> State:
    async with _open(place) as nacos:
        entries = [entry async for entry in nacos.entries()]
    return state_of(entry.configuration for entry in entries)


async def watch_nacos(place: Place) -> AsyncIterator[None]:
    """Goes on once for each time that configurations changed since this began. The listener tells nothing of
    new ones: these are seen when the list is read again, and by the poll."""
    async with _open(place) as nacos:
        entries = [entry async for entry in nacos.entries()]
        while True:
            for _ in range(_ROUNDS):
                if await nacos.changed(entries):
                    break
            now = [entry async for entry in nacos.entries()]
            if now != entries:
                entries = now  # before it is told: what changes from here on is another change
                yield


async def read_nacos_export(place: Place, _held: Held) -> State:
    """An export is a zip (or the folder of one) of `GROUP/DATA_ID`; its name is the namespace."""
    files = await asyncio.to_thread(lambda: list(exported_texts(place)))
    namespace = place.path.rpartition("/")[2].removesuffix(".zip")
    return state_of(
        Configuration("nacos", namespace, group, name, text)
        for path, text in files
        for group, slash, name in [path.rpartition("/")]
        if slash and not name.startswith(".")  # .meta.yml
    )


def state_of(configurations: Iterable[Configuration]) -> State:
    """Their files; of two that would have one path the first counts, and that is said."""
    files = [file for configuration in configurations for file in config_files(configuration)]
    distinct = {file.path: file for file in reversed(files)}
    twice = len(files) - len(distinct)
    return State(tuple(distinct.values()), (f"{twice} configurations of one name left out",) if twice else ())


@asynccontextmanager
async def _open(place: Place) -> AsyncIterator["_Nacos"]:
    base, _, only = place.path.partition("/namespaces/")
    async with open_web(place, headers={}) as web:
        yield _Nacos(web, base, await _login(web, base, place), only)


async def _login(web: Web, base: str, place: Place) -> dict[str, str]:
    """A token by itself is sent as it is; a user and a password are changed for one."""
    if not place.user:
        return {"accessToken": place.secret} if place.secret else {}
    asked = {"username": place.user, "password": place.secret}
    answer = await web.ask("POST", f"{base}/v1/auth/login", data=asked)
    try:
        return {"accessToken": str(answer.json()["accessToken"])}
    except (ValueError, KeyError, TypeError):
        raise SourceError(f"source: {web.where} gives no token for this login") from None


@dataclass(frozen=True, slots=True)
class _Nacos:
    """An open server."""

    web: Web
    base: str
    token: dict[str, str]
    only: str
    """The one namespace that is asked for, by its id or name; empty: all."""

    async def entries(self) -> AsyncIterator[Entry]:
        for number, name in await self._namespaces():
            async for item in self._items(number):
                yield await self._entry(number, name, item)

    async def changed(self, entries: Iterable[Entry]) -> bool:
        """Asks once whether one is another now; the server answers at once, or after `WATCH_SECONDS`."""
        wanted = "".join(entry.listened for entry in entries)
        if not wanted:
            await asyncio.sleep(WATCH_SECONDS)
            return False
        answer = await self.web.ask(
            "POST",
            f"{self.base}/v1/cs/configs/listener",
            self.token,
            data={"Listening-Configs": wanted},
            headers={"Long-Pulling-Timeout": str(int(WATCH_SECONDS * 1000))},
        )
        return bool(answer.text.strip())

    async def _namespaces(self) -> list[tuple[str, str]]:
        """Their ids and the names that people know them by."""
        if self.only == PUBLIC:
            return [("", PUBLIC)]
        try:
            answer = await self.web.json(f"{self.base}/v1/console/namespaces", self.token)
            found = [(str(each["namespace"]), str(each["namespaceShowName"])) for each in answer["data"]]
        except (KeyError, TypeError):
            raise SourceError(
                f"source: {self.web.where} does not list its namespaces as Nacos does"
            ) from None
        wanted = [(n, name or n or PUBLIC) for n, name in found if not self.only or self.only in (n, name)]
        if not wanted:
            raise SourceError(f"source: {self.web.where} has no namespace {self.only}")
        return wanted

    async def _items(self, namespace: str) -> AsyncIterator[dict[str, Any]]:
        seen: set[tuple[str, str]] = set()
        asked: dict[str, str | int] = {
            "search": "accurate",
            "dataId": "",
            "group": "",
            "tenant": namespace,
            "pageSize": PAGE_SIZE,
        }
        for number in range(1, MAX_PARTS):
            answer = await self.web.json(
                f"{self.base}/v1/cs/configs", {**asked, "pageNo": number, **self.token}
            )
            items, last = self._part(answer)
            for item in items:
                if (name := (str(item["group"]), str(item["dataId"]))) not in seen:
                    seen.add(name)
                    yield item
            if number >= last:
                return
        raise SourceError(f"source: the list of {self.web.where} does not end")

    def _part(self, answer: Any) -> tuple[list[dict[str, Any]], int]:
        try:
            return list(answer["pageItems"] or []), int(answer["pagesAvailable"])
        except (KeyError, TypeError, ValueError):
            raise SourceError(
                f"source: {self.web.where} does not list configurations as Nacos does"
            ) from None

    async def _entry(self, namespace: str, name: str, item: dict[str, Any]) -> Entry:
        text, group, data_id = item.get("content"), str(item["group"]), str(item["dataId"])
        if text is None:  # a server may leave the text out of its list
            text = await self._text(namespace, group, data_id)
        format = str(item.get("type") or "")
        return Entry(namespace, Configuration("nacos", name, group, data_id, str(text), format))

    async def _text(self, namespace: str, group: str, data_id: str) -> str:
        asked = {"dataId": data_id, "group": group, "tenant": namespace}
        try:
            return await self.web.text(f"{self.base}/v1/cs/configs", {**asked, **self.token})
        except Missing:  # it was taken away since it was listed
            return ""
