"""The released configurations of an app in Apollo: by the portal's open API, the config service, or an export.

In: the app. Out: a `State`: a file for each namespace of each environment and cluster, of whose values only those
are in it that may be kept (`config_file`). What is edited and not released is not read: no program sees it yet.
`watch` waits until the config service says that a release was made; the portal has no such thing.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from kg.errors import SourceError
from kg.ingest.source.config_export import exported_texts
from kg.ingest.source.config_file import Configuration, properties_text
from kg.ingest.source.kept import Held, State
from kg.ingest.source.nacos import state_of
from kg.ingest.source.places import Place
from kg.ingest.source.web import Missing, Web, open_web

DEFAULT = "default"
_FORMATS = (".yaml", ".yml", ".json", ".xml", ".txt")
"""A namespace of another format than properties ends in it, and has its text under one key."""


@dataclass(frozen=True, slots=True)
class _App:
    """What a URL names: an app and, for the config service, its cluster and namespaces."""

    base: str
    app: str
    cluster: str = ""
    namespaces: tuple[str, ...] = ()


async def read_apollo(place: Place, _held: Held) -> State:
    app = _app_of(place)
    if app.namespaces:
        async with open_web(place) as web:
            return state_of([each async for each in _served(web, app)])
    async with open_web(place, {"Authorization": place.secret} if place.secret else {}) as web:
        return state_of([each async for each in _released(web, app)])


async def watch_apollo(place: Place) -> AsyncIterator[None]:
    """Goes on once for each time that releases were made since this began."""
    app = _app_of(place)
    numbers = dict.fromkeys(app.namespaces, -1)
    async with open_web(place) as web:
        numbers.update(await _notified(web, app, numbers))
        while True:
            if changes := await _notified(web, app, numbers):
                numbers.update(changes)
                yield


async def read_apollo_export(place: Place, _held: Held) -> State:
    """A folder or zip of `ENVIRONMENT/APP/CLUSTER+NAMESPACE.FORMAT`, or `…/APP+CLUSTER+NAMESPACE.FORMAT` as the
    portal writes it."""
    files = await asyncio.to_thread(lambda: list(exported_texts(place)))
    return state_of(each for path, text in files for each in _exported(path, text))


def _app_of(place: Place) -> _App:
    base, found, rest = place.path.partition("/apps/")
    parts = rest.split("/")
    if not found or not parts[0]:
        raise SourceError(f"source: {place.url} names no app; it ends in /apps/APP")
    if len(parts) == 5 and parts[1] == "clusters" and parts[3] == "namespaces":
        return _App(base, parts[0], parts[2], tuple(name for name in parts[4].split(",") if name))
    if len(parts) > 1:
        raise SourceError(
            f"source: {place.url}: behind the app may stand /clusters/CLUSTER/namespaces/NAMESPACE,NAMESPACE only"
        )
    return _App(base, parts[0])


async def _released(web: Web, app: _App) -> AsyncIterator[Configuration]:
    """By the open API: the newest release of every namespace of every environment."""
    root = f"{app.base}/openapi/v1"
    for where in _list(web, await web.json(f"{root}/apps/{_q(app.app)}/envclusters")):
        for cluster in where.get("clusters") or []:
            of = f"{root}/envs/{_q(where['env'])}/apps/{_q(app.app)}/clusters/{_q(cluster)}/namespaces"
            for namespace in _list(web, await web.json(of)):
                name = str(namespace.get("namespaceName", ""))
                release = await _release(web, f"{of}/{_q(name)}/releases/latest")
                if release is not None:
                    yield _configuration(app, _environment(str(where["env"]), str(cluster)), name, release)


async def _release(web: Web, path: str) -> Mapping[str, Any] | None:
    """None where nothing was ever released."""
    try:
        answer = await web.json(path)
    except Missing:
        return None
    found = answer.get("configurations") if isinstance(answer, dict) else None
    return found if isinstance(found, dict) else None


async def _served(web: Web, app: _App) -> AsyncIterator[Configuration]:
    """By the config service: what a program of this cluster is given."""
    for name in app.namespaces:
        answer = await web.json(f"{app.base}/configs/{_q(app.app)}/{_q(app.cluster)}/{_q(name)}")
        found = answer.get("configurations") if isinstance(answer, dict) else None
        if not isinstance(found, dict):
            raise SourceError(f"source: {web.where} does not answer as Apollo does")
        yield _configuration(app, app.cluster, name, found)


async def _notified(web: Web, app: _App, numbers: Mapping[str, int]) -> dict[str, int]:
    """What changed since these numbers; the server holds the question for a minute, then says nothing."""
    asked = [{"namespaceName": name, "notificationId": number} for name, number in numbers.items()]
    params = {"appId": app.app, "cluster": app.cluster, "notifications": json.dumps(asked)}
    answer = await web.ask("GET", f"{app.base}/notifications/v2", params, timeout=90.0)
    if answer.status_code == 304 or not answer.content.strip():
        return {}
    try:
        return {str(each["namespaceName"]): int(each["notificationId"]) for each in answer.json()}
    except (ValueError, KeyError, TypeError):
        raise SourceError(f"source: {web.where} does not notify as Apollo does") from None


def _configuration(app: _App, environment: str, name: str, values: Mapping[str, Any]) -> Configuration:
    if name.endswith(_FORMATS) and set(values) <= {"content"}:
        return Configuration("apollo", environment, app.app, name, str(values.get("content", "")))
    return Configuration("apollo", environment, app.app, name, properties_text(values), "properties")


def _environment(env: str, cluster: str) -> str:
    return env if cluster == DEFAULT else f"{env}-{cluster}"


def _exported(path: str, text: str) -> list[Configuration]:
    *folders, name = path.split("/")
    parts = name.split("+")
    if len(parts) == 3:
        app, cluster, namespace = parts
        environment = folders[-1] if folders else DEFAULT
    elif len(parts) == 2 and folders:
        app, (cluster, namespace) = folders[-1], parts
        environment = folders[-2] if len(folders) > 1 else DEFAULT
    else:
        return []
    namespace = namespace.removesuffix(".properties")
    format = "" if namespace.endswith(_FORMATS) else "properties"
    return [Configuration("apollo", _environment(environment, cluster), app, namespace, text, format)]


def _list(web: Web, answer: Any) -> list[dict[str, Any]]:
    if not isinstance(answer, list) or not all(isinstance(each, dict) for each in answer):
        raise SourceError(f"source: {web.where} does not answer as Apollo's open API does")
    return answer


def _q(text: Any) -> str:
    return quote(str(text), safe="")
