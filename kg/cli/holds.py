"""`kg holds | release | audit`: commits that are kept out, letting them come again, and who did what."""

import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, settings
from kg.cli.output import say, show_json, show_table
from kg.errors import NotFound

if TYPE_CHECKING:
    from kg.records.audit import Note
    from kg.records.holds import Hold

_RELEASE = """Let commits come again that a rollback took back.

    kg release shop/orders              all of this repository
    kg release shop/orders 4be2…        this one

Nothing is ingested by it: the next poll, hook or `kg ingest` brings the head of the ref.
"""


def add(app: typer.Typer) -> None:
    app.command("holds", help="Commits that do not come back by themselves, and why.")(holds)
    app.command("release", help=_RELEASE)(release)
    app.command("audit", help="Who rolled back, held, released, pinned, forced or purged what.")(audit)


def holds(as_json: Json = False) -> None:
    found = run(_holds())
    if as_json:
        show_json(found)
        return
    show_table(
        ("repository", "ref", "commit", "since", "by", "reason"),
        [(one.repo, one.ref, one.commit[:10], one.created_at[:19], one.by, one.reason) for one in found],
    )


def release(
    repo: Annotated[str, typer.Argument(help="The repository's key.")],
    commit: Annotated[str, typer.Argument(help="One full commit id; left out: all of them.")] = "",
    as_json: Json = False,
) -> None:
    gone = run(_release(repo, commit))
    if not gone:
        raise NotFound(f"nothing of {repo} is held; `kg holds` lists what is")
    if as_json:
        show_json({"released": gone})
        return
    for one in gone:
        say(f"released: {one.repo} {one.commit[:10]} ({one.ref})")


def audit(
    limit: Annotated[int, typer.Option(help="How many lines.", min=1)] = 50, as_json: Json = False
) -> None:
    found = run(_audit(limit))
    if as_json:
        show_json(found)
        return
    show_table(
        ("when", "who", "what", "about", "reason"),
        [(one.created_at[:19], one.who, one.what, one.about, one.reason) for one in found],
    )


async def _holds() -> "tuple[Hold, ...]":
    from kg.records import open_records
    from kg.records.holds import list_holds

    async with open_records(settings().records_url) as records:
        return await list_holds(records)


async def _release(repo: str, commit: str) -> "tuple[Hold, ...]":
    from kg.publish.hold import let_come
    from kg.records import open_records

    async with open_records(settings().records_url) as records:
        return await let_come(records, getpass.getuser(), repo, commit)


async def _audit(limit: int) -> "tuple[Note, ...]":
    from kg.records import open_records
    from kg.records.audit import list_audit

    async with open_records(settings().records_url) as records:
        return await list_audit(records, limit)
