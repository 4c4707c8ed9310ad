"""`purge`: the steps in order, a line each, and the receipt.

Deny first, so that an ingest that runs now brings nothing back; then the graph, in place; then caches, records,
logs, indexes and mirrors; then the store itself, where it is kg's own. The receipt tells what, who, when, where
it was found, what was done and what was not, and holds nothing of what was purged.
"""

import asyncio
import fnmatch
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from kg.errors import QuestionError
from kg.graph import Graph, GraphOptions, connect
from kg.ingest.parse.denied import SHORTEST, Denied, honour
from kg.local import LocalOptions, Progress
from kg.local.server import stop_server
from kg.publish.lease import hold_lease, this_process
from kg.purge.files import Cleaned, clean_caches, clean_files, clean_repositories
from kg.purge.honour import known_denials
from kg.purge.overwrite import overwrite
from kg.purge.rebuild import dump, rebuild
from kg.records import EmbeddingCache, Records
from kg.records.audit import note
from kg.records.denials import deny, keep_receipt
from kg.records.forgetting import forget
from kg.records.projects import list_projects
from kg.schema.denial import Denial
from kg.schema.ids import line_base

DELETED_AT_ONCE = 2_000
_FOREIGN = (
    "the files of your Neo4j (store, indexes, transaction logs) and its backups still hold it, and an"
    " overwrite does not change that: stop every service of kg; `neo4j-admin database copy` of this database into a"
    " new one (it copies what is there, record by record), start on the copy, then delete the old database's"
    " data and transaction folders, every backup and dump made before now, and the server's query logs"
)
_IN_HISTORY = (
    "the repositories behind deleted mirrors still hold the purged files: take them out of their history there, or"
    " the next ingest clones them again (they stay unread)"
)
_OWN_FOLDER = "git repositories that you ingest from a folder are yours: kg changes nothing in them, and masks what it reads"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to go: texts, paths by glob, whole repositories."""

    texts: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    repos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """The installation: `local` is its server, or None where Neo4j is somebody else's."""

    home: Path
    key_file: Path
    graph: GraphOptions
    local: LocalOptions | None
    queue_url: str = ""
    """Of the queue's tables, where they are not a file of the data folder."""


@dataclass(slots=True)
class Receipt:
    """What was done; nothing of what it was about."""

    who: str
    at: str
    what: list[str]
    """Kind and keyed digest of each denial."""
    found: dict[str, int] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    not_done: list[str] = field(default_factory=list)


async def purge(wanted: Wanted, place: Place, records: Records, who: str, progress: Progress) -> Receipt:
    """Everything; the services must be stopped."""
    _check(wanted)
    denied = await known_denials(records, place.key_file)
    receipt = Receipt(who, datetime.now(UTC).isoformat(timespec="seconds"), [])
    folder = place.home / "purge"
    async with connect(place.graph) as graph:
        async with hold_lease(graph, this_process("kg purge")):
            known = await _known(graph, records)
            wanted = _whole(wanted, known)
            paths = await _paths(graph, wanted)
            holders = (*wanted.repos, *dict.fromkeys(repo for repo, _ in paths))
            denied = await _deny(records, denied, wanted, paths, receipt)
            await _in_graph(graph, denied, wanted, paths, receipt)
            await _in_records(records, wanted, receipt)
            await _in_queue(place.queue_url, wanted, receipt)
            shutil.rmtree(folder, ignore_errors=True)
            counts = await dump(graph, folder) if place.local else {}
    try:
        if place.local:
            await stop_server(place.local)
        await _in_files(place.home, wanted, holders, _urls(known, holders), receipt)
        if paths:
            receipt.not_done.append(_IN_HISTORY)
        if place.local:
            await rebuild(place.local, folder, counts, progress)
            receipt.done.append(f"store built anew: {counts['nodes']} nodes, {counts['edges']} edges")
        else:
            receipt.not_done.append(_FOREIGN)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    receipt.not_done.append(_OWN_FOLDER)
    await keep_receipt(records, asdict(receipt))
    await note(records, who, "purge", ", ".join(receipt.what), "")  # by digests: not what it was about
    return receipt


def _check(wanted: Wanted) -> None:
    if not (wanted.texts or wanted.paths or wanted.repos):
        raise QuestionError("purge: name a text, a --path or a --repo")
    if any(len(text.strip()) < SHORTEST for text in wanted.texts):
        raise QuestionError(f"purge: a text of fewer than {SHORTEST} characters is part of too many others")


async def _known(graph: Graph, records: Records) -> list[tuple[str, str]]:
    """Every repository that was ever ingested or connected, and the URL that it was fetched from."""
    known = [(row["repo"], row["url"] or "") for row in await graph.read("purge_list_repositories")]
    return known + [(one.repo, one.url) for one in await list_projects(records)]


def _whole(wanted: Wanted, known: Sequence[tuple[str, str]]) -> Wanted:
    """With the lines of its repositories."""
    lines = [repo for repo, _ in known if {repo, line_base(repo)} & set(wanted.repos)]
    return replace(wanted, repos=tuple(dict.fromkeys((*wanted.repos, *lines))))


def _urls(known: Sequence[tuple[str, str]], repos: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(url for repo, url in known if url and repo in repos))


async def _paths(graph: Graph, wanted: Wanted) -> list[tuple[str, str]]:
    """The paths that a glob means now: a denial by digest can't hold a pattern."""
    if not wanted.paths:
        return []
    rows = await graph.read("purge_list_paths")
    return [
        (row["repo"], row["path"])
        for row in rows
        if any(fnmatch.fnmatchcase(row["path"], form) for form in wanted.paths)
    ]


async def _deny(
    records: Records, denied: Denied, wanted: Wanted, paths: Sequence[tuple[str, str]], receipt: Receipt
) -> Denied:
    """From here on nothing brings it back."""
    new: list[Denial] = [denied.of_text(text) for text in wanted.texts]
    new += [denied.of_path(repo, path) for repo, path in paths]
    new += [denied.of_repo(repo) for repo in wanted.repos]
    await deny(records, new)
    receipt.what = [f"{one.kind} {one.digest.hex()}" for one in new]
    receipt.done.append(f"{len(new)} denials")
    together = Denied(denied.key, denied.denials | frozenset(new))
    honour(together)
    return together


async def _in_graph(
    graph: Graph, denied: Denied, wanted: Wanted, paths: Sequence[tuple[str, str]], receipt: Receipt
) -> None:
    for text in wanted.texts:
        changed = await overwrite(graph, text, denied)
        receipt.found["graph: nodes"] = receipt.found.get("graph: nodes", 0) + changed.nodes
        receipt.found["graph: edges"] = receipt.found.get("graph: edges", 0) + changed.edges
        receipt.done.append(
            f"graph: {changed.nodes} nodes and {changed.edges} edges overwritten in every version,"
            f" {changed.histories} histories taken off"
        )
    for repo in sorted({repo for repo, _ in paths}):
        chosen = [path for of, path in paths if of == repo]
        await _delete(graph, "purge_delete_paths", {"repo": repo, "paths": chosen}, receipt)
    for repo in wanted.repos:
        await _delete(graph, "purge_delete_repository", {"repo": repo}, receipt)


async def _delete(graph: Graph, name: str, params: dict[str, object], receipt: Receipt) -> None:
    deleted = 0
    given = {**params, "limit": DELETED_AT_ONCE}
    while count := (await graph.write(name, given)).rows[0]["deleted"]:
        deleted += count
    receipt.found["graph: nodes"] = receipt.found.get("graph: nodes", 0) + deleted
    receipt.done.append(f"graph: {deleted} nodes deleted in every version")


async def _in_records(records: Records, wanted: Wanted, receipt: Receipt) -> None:
    receipt.done.append(f"records: {await EmbeddingCache(records).forget()} cached vectors deleted")
    gone = await forget(records, wanted.repos, wanted.texts)
    receipt.done.append(f"records: {gone} rows of jobs, messages, projects and the like deleted or masked")
    if not await records.compact():
        receipt.not_done.append(
            "records: the SQL server removes deleted rows from its files at its next VACUUM"
        )


async def _in_queue(url: str, wanted: Wanted, receipt: Receipt) -> None:
    """The queue calls a job by its repository and ref. A job that is not over is in the records, and is given to
    the queue again."""
    if not url:
        return
    from kg.publish.queue import forget_named  # DBOS takes a second to load

    gone = await asyncio.to_thread(forget_named, url, wanted.repos, wanted.texts)
    receipt.done.append(f"queue: {gone} entries deleted")


async def _in_files(
    home: Path, wanted: Wanted, holders: Sequence[str], urls: Sequence[str], receipt: Receipt
) -> None:
    for cleaned in (
        await asyncio.to_thread(clean_caches, home),
        await asyncio.to_thread(clean_repositories, home, holders, urls),
        await asyncio.to_thread(clean_files, home, (*wanted.texts, *wanted.repos)),
    ):
        _add(receipt, cleaned)


def _add(receipt: Receipt, cleaned: Cleaned) -> None:
    receipt.found.update(cleaned.found)
    receipt.done += cleaned.done
    receipt.not_done += cleaned.not_done
