"""A Nacos and an Apollo for tests, by the parts of their APIs that kg asks, long polls included."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import md5
from typing import Any

from tests.sources.server import Answer, Asked

CANARY = "Zq7-canary-Kp3wX"


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - the server is a thread
            await asyncio.sleep(0.02)


@dataclass
class Nacos:
    """Configurations by namespace, group and data id; the login is kg / pass."""

    configs: dict[tuple[str, str, str], str]
    part: int = 100
    with_texts: bool = True
    hold_seconds: float = 1.0
    listens: int = 0

    def set(self, namespace: str, group: str, name: str, text: str) -> None:
        self.configs[namespace, group, name] = text

    async def listened(self, times: int) -> None:
        await _until(lambda: self.listens >= times)

    def answer(self, asked: Asked) -> Answer:
        if asked.path == "/nacos/v1/auth/login":
            right = asked.form == {"username": "kg", "password": "pass"}
            return (200, {"accessToken": "t"}) if right else (403, {})
        if asked.query.get("accessToken") != "t":
            return 403, {}
        if asked.path == "/nacos/v1/console/namespaces":
            return 200, {"code": 200, "data": self._namespaces()}
        if asked.path == "/nacos/v1/cs/configs/listener":
            return 200, self._listen(asked)
        if asked.path != "/nacos/v1/cs/configs":
            return 404, {}
        if "search" in asked.query:
            return 200, self._list(asked)
        text = self.configs.get((asked.query["tenant"], asked.query["group"], asked.query["dataId"]))
        return (404, {}) if text is None else (200, text)

    def _namespaces(self) -> list[dict[str, str]]:
        names = dict.fromkeys(["", *(namespace for namespace, _, _ in self.configs)])
        return [{"namespace": name, "namespaceShowName": name or "public"} for name in names]

    def _list(self, asked: Asked) -> dict[str, Any]:
        number, size = int(asked.query["pageNo"]), min(int(asked.query["pageSize"]), self.part)
        mine = [(key, text) for key, text in self.configs.items() if key[0] == asked.query["tenant"]]
        items = [
            {"dataId": name, "group": group, "content": text if self.with_texts else None, "type": None}
            for (_, group, name), text in mine[(number - 1) * size : number * size]
        ]
        return {"totalCount": len(mine), "pagesAvailable": -(-len(mine) // size), "pageItems": items}

    def _listen(self, asked: Asked) -> str:
        self.listens += 1
        known = [line.split("\x02") for line in asked.form["Listening-Configs"].split("\x01") if line]
        end = time.monotonic() + self.hold_seconds
        while time.monotonic() < end:
            for name, group, digest, *namespace in known:
                text = self.configs.get(("".join(namespace), group, name), "")
                if md5(text.encode()).hexdigest() != digest:
                    return f"{name}%02{group}%01"
            time.sleep(0.02)
        return ""


@dataclass
class Apollo:
    """Releases of the app `orders` by environment, cluster and namespace; the portal's token is portal-token."""

    releases: dict[tuple[str, str, str], dict[str, str] | None]
    hold_seconds: float = 1.0
    numbers: dict[str, int] = field(default_factory=dict)
    polls: int = 0

    def release(self, environment: str, cluster: str, name: str, values: dict[str, str]) -> None:
        self.releases[environment, cluster, name] = values
        self.numbers[name] = self.numbers.get(name, 1) + 1

    async def notified(self, times: int) -> None:
        await _until(lambda: self.polls >= times)

    def answer(self, asked: Asked) -> Answer:
        parts = asked.path.strip("/").split("/")
        if parts[0] == "openapi":
            return (
                self._portal(parts[2:]) if asked.headers.get("authorization") == "portal-token" else (401, {})
            )
        if parts[0] == "configs":
            _, app, cluster, name = parts
            found = (
                self.releases.get(("PRO", cluster, name)) or self.releases.get(("PRO", "default", name)) or {}
            )
            return 200, {"appId": app, "cluster": cluster, "namespaceName": name, "configurations": found}
        return self._notifications(json.loads(asked.query["notifications"]))

    def _portal(self, parts: list[str]) -> Answer:
        if parts == ["apps", "orders", "envclusters"]:
            found: dict[str, dict[str, None]] = {}
            for environment, cluster, _ in self.releases:
                found.setdefault(environment, {})[cluster] = None
            return 200, [{"env": env, "clusters": list(clusters)} for env, clusters in found.items()]
        environment, cluster = parts[1], parts[5]
        if len(parts) == 7:
            names = [n for e, c, n in self.releases if (e, c) == (environment, cluster)]
            return 200, [{"namespaceName": name} for name in names]
        values = self.releases.get((environment, cluster, parts[7]))
        return (200, {"configurations": values}) if values is not None else (404, {})

    def _notifications(self, known: list[dict[str, Any]]) -> Answer:
        self.polls += 1
        end = time.monotonic() + self.hold_seconds
        while time.monotonic() < end:
            now = {each["namespaceName"]: self.numbers.get(each["namespaceName"], 1) for each in known}
            changed = [e["namespaceName"] for e in known if now[e["namespaceName"]] != e["notificationId"]]
            if changed:
                return 200, [{"namespaceName": name, "notificationId": now[name]} for name in changed]
            time.sleep(0.02)
        return 304, ""
