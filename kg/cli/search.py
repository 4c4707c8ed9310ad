"""`kg search TEXT`: ranked evidence with path:line and the way each piece was found."""

from contextlib import AsyncExitStack
from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph, settings
from kg.cli.output import errors, say, show_json
from kg.cli.seen import Seen, look, reads, short, where
from kg.errors import ModelError, NotFound, QuestionError
from kg.graph import Graph
from kg.llm.gateway import open_embedder
from kg.retrieve import explore
from kg.retrieve.ask import search as search_graph
from kg.retrieve.trails import trails
from kg.schema.question import Filters, Hit, Hits, Question, Trail
from kg.schema.vocabulary import Kind

_HELP = """Search code, configs and docs, in any language.

    kg search "how is a refund priced?"
    kg search "환불 수수료" --kind Doc
    kg search PaymentLease --repo orders --json
"""


def add(app: typer.Typer) -> None:
    app.command("search", help=_HELP)(reads(search))


def search(
    text: Annotated[str, typer.Argument(help="A question, words, or a name.")],
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many hits.")] = 10,
    repo: Annotated[list[str] | None, typer.Option(help="Only these repositories.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only these kinds: Method, Class, Doc, …")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Only these languages.")] = None,
    with_trails: Annotated[
        bool,
        typer.Option(
            "--trails", help="Also what the first hits lead to: settings, tables, topics, incidents."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    filters = Filters(tuple(repo or ()), tuple(map(_kind, kind or ())), tuple(language or ()))
    hits = run_on_graph(lambda graph: ask(graph, Question(text, limit, filters)))
    led = run_on_graph(lambda graph: led_to(graph, hits)) if with_trails else ()
    if as_json:
        show_json({"hits": hits, "trails": led} if with_trails else hits)
        return
    for hit in hits.hits:
        show_hit(hit)
    show_trails(led)
    if not hits.hits:
        say("nothing found")
    for word in hits.degraded:
        errors.print(f"note: {word}", style="yellow", markup=False)


async def ask(graph: Graph, question: Question) -> Hits:
    """One search as the owner of this machine; without an embedder it is lexical and says so."""
    now = settings()
    seen = await look(graph)
    if question.filters.repos:
        await _check_repositories(seen, question.filters.repos)
    async with AsyncExitStack() as stack:
        embedder = None
        try:
            embedder = await stack.enter_async_context(open_embedder(now.embedder_options()))
            await embedder.query("warm up")  # its process starts outside the search's budget
        except ModelError as error:
            errors.print(f"note: {error}", style="yellow", markup=False)
        return await search_graph(graph, question, seen.scope, seen.seq, embedder, now.ask_options())


async def led_to(graph: Graph, hits: Hits) -> tuple[Trail, ...]:
    """What the first hits lead to."""
    seen = await look(graph)
    return await trails(graph, [hit.place for hit in hits.hits], seen.scope, seen.seq)


def show_trails(led: tuple[Trail, ...]) -> None:
    """Two lines for each: what it is and where; then the way from the hit, edge by edge."""
    for one in led:
        say(f"    {one.place.kind:<10} {one.place.name}  {one.place.repo} {where(one.place)}")
        say(f"               {_drawn(one)}")


def _drawn(one: Trail) -> str:
    """`A -CALLS-> B <-DOCUMENTS- c.md`; a setting is read by what makes the object: `B, made by C -READS-> key`."""
    drawn, at = short(one.start), one.start
    for step in one.steps:
        if step.target == at:
            drawn, at = f"{drawn} <-{step.edge}- {short(step.source)}", step.source
            continue
        made = "" if step.source == at else f", made by {short(step.source)}"
        drawn, at = f"{drawn}{made} -{step.edge}-> {short(step.target)}", step.target
    return drawn


def _kind(text: str) -> str:
    """A kind as the graph spells it, however it was typed."""
    for kind in Kind:
        if kind.value.lower() == text.strip().lower():
            return kind.value
    raise QuestionError(
        f"search: there is no kind {text}; kinds are {', '.join(kind.value for kind in Kind)}"
    )


async def _check_repositories(seen: Seen, repos: tuple[str, ...]) -> None:
    known = {one.repo for one in await explore.repositories(seen.graph, seen.scope, seen.seq)}
    if missing := set(repos) - known:
        raise NotFound(f"no repository is called {', '.join(sorted(missing))}; `kg snapshots` lists them")


def show_hit(hit: Hit) -> None:
    """Three lines: what it is and where, how it was found, and the lines that fit."""
    place = hit.place
    say(f"{hit.rank:>2}. {place.kind} {place.qualified_name}")
    say(f"    {place.repo} {where(place)}")
    say(f"    {way(hit)}")
    for line in hit.excerpt.splitlines()[:4]:
        say(f"    | {line}")


def way(hit: Hit) -> str:
    """How it was found: the channels with their ranks, or the edges that led there."""
    if hit.channels:
        return "found by " + ", ".join(f"{channel} #{rank}" for channel, rank in hit.channels)
    steps = " → ".join(f"{step.edge} {step.target.rpartition(':')[2]}" for step in hit.trail)
    return f"reached by {steps}"
