"""`kg demo`: the whole way on one page: up, ingest, questions, a call flow, GraphQL, URLs.

Everything it shows is checked while it is shown; what is not there ends it with an error.
"""

import importlib.util
import json
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

import kg
from kg.cli import calls, server
from kg.cli.frame import run_on_graph, settings
from kg.cli.output import progress, say
from kg.cli.search import ask, led_to, show_hit, show_trails
from kg.cli.seen import look
from kg.config import Settings
from kg.errors import LocalError, NotFound
from kg.graph import Graph
from kg.local.secrets import read_secret
from kg.retrieve import explore
from kg.schema.question import Filters, Hits, Place, Question
from kg.schema.vocabulary import Kind

if TYPE_CHECKING:
    from kg.publish.reconcile import Outcome

_HELP = """Show everything: start the services, bring repositories in, ask questions of them.

    kg demo                    the small shop of tests/corpus/shop, and this project
    kg demo ~/src/my-service   your own repository, by path or git URL
"""
_CHECKOUT = Path(kg.__file__).parent.parent
_SHOP = _CHECKOUT / "tests" / "corpus" / "shop" / "make.py"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the demo, and a part of the path of a hit that must be among the first five."""

    text: str
    expects: str
    repos: tuple[str, ...] = ()


_SHOP_NAMES = ("orders", "pricing")
_QUESTIONS = (
    Asked("how is a refund priced?", "fees.py", _SHOP_NAMES),
    Asked("which setting switches the refund policy?", "", _SHOP_NAMES),
    Asked("did refunds break before, and why?", "postmortems/", _SHOP_NAMES),
    Asked("환불 수수료", "docs/refunds.md", _SHOP_NAMES),
    Asked("PaymentLease", "PaymentLease.java", _SHOP_NAMES),
)


_LEADING = "what happens when an order is refunded, and did that break before?"
_LED_TO = (Kind.CONFIG, Kind.TABLE, Kind.TOPIC, Kind.DOC, Kind.POSTMORTEM)
"""What the answer to that question goes through."""


def add(app: typer.Typer) -> None:
    app.command("demo", help=_HELP)(demo)


def demo(repo: Annotated[str, typer.Argument(help="Path or git URL; empty: the shop.")] = "") -> None:
    now = settings()
    server.start(serve_too=True)
    locations = [repo] if repo else _shop(now)
    outcomes = [run_on_graph(_ingesting(location)) for location in locations]
    for outcome in outcomes:
        state = "was up to date" if outcome.unchanged else f"took {outcome.seconds:.1f} s"
        say(f"{outcome.repo} at {outcome.commit[:10]}: {outcome.report.files} files, {state}")
    questions = _QUESTIONS if not repo else run_on_graph(_own_questions)
    for question in questions:
        _show_question(question)
    if not repo:
        _show_trails()
    _show_flow("RefundService.refund" if not repo else run_on_graph(_most_linked))
    _show_graphql(now, questions[0].text)
    _show_addresses(now)


def _ingesting(location: str) -> "Callable[[Graph], Awaitable[Outcome]]":
    from kg.publish.reconcile import ingest

    async def work(graph: Graph) -> "Outcome":
        with progress() as told:
            return await ingest(graph, location, "", "", settings().ingest_options(), told)

    return work


def _shop(now: Settings) -> list[str]:
    """The shop's repositories, made anew in the data folder, and this project where it is a checkout."""
    if not _SHOP.is_file():
        raise LocalError("demo: the shop is part of a checkout of kg; give a repository: kg demo PATH")
    made = _module(_SHOP).make_shop(now.home / "demo")
    own = [str(_CHECKOUT)] if (_CHECKOUT / ".git").exists() else []
    return [*(str(path) for path in made.values()), *own]


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise LocalError(f"demo: {path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _show_question(asked: Asked) -> None:
    question = Question(asked.text, 5, Filters(repos=asked.repos))
    hits: Hits = run_on_graph(lambda graph: ask(graph, question))
    say(f"\n? {asked.text}")
    for hit in hits.hits[:3]:
        show_hit(hit)
    for word in hits.degraded:
        say(f"    ({word})")
    if not any(asked.expects in hit.place.path for hit in hits.hits) or not hits.hits:
        raise NotFound(f"demo: {asked.text!r} did not find {asked.expects or 'anything'}; this is a fault")


def _show_trails() -> None:
    """One question, through a setting, a table, a topic of another repository, a document and an incident."""
    question = Question(_LEADING, 10, Filters(repos=_SHOP_NAMES))
    hits: Hits = run_on_graph(lambda graph: ask(graph, question))
    led = run_on_graph(lambda graph: led_to(graph, hits))
    say(f"\n? {_LEADING}   (kg search --trails)")
    for hit in hits.hits[:3]:
        show_hit(hit)
    show_trails(led)
    missing = [kind.value for kind in _LED_TO if kind not in {one.place.kind for one in led}]
    if not any(one.place.kind == Kind.TOPIC and one.place.repo == "pricing" for one in led):
        missing.append("a topic of another repository")
    if missing:
        raise NotFound(f"demo: the question did not lead to {', '.join(missing)}; this is a fault")


def _show_flow(name: str) -> None:
    say(f"\n> kg flow {name}")
    calls.flow(name, depth=3, to_it=False, as_json=False)
    say(f"\n> kg callers {name}")
    calls.callers(name)


async def _own_questions(graph: Graph) -> tuple[Asked, ...]:
    """Questions to a repository nobody has seen: its title, and names that are in it."""
    seen = await look(graph)
    places: list[Place] = []
    for kind in (Kind.CLASS, Kind.METHOD, Kind.DOC):
        places += await explore.list_kind(graph, kind, "", seen.scope, seen.seq, limit=3)
    if not places:
        raise NotFound("demo: nothing that could be read was found in this repository")
    return tuple(Asked(place.name, "") for place in places[:5])


async def _most_linked(graph: Graph) -> str:
    """A method of the repository that calls something, for the call flow."""
    seen = await look(graph)
    after = explore.FIRST
    while page := await explore.list_kind(graph, Kind.METHOD, "", seen.scope, seen.seq, after, 200):
        found = await explore.callees(graph, [place.uid for place in page], seen.scope, seen.seq, limit=5)
        best = max(page, key=lambda place: len(found.get(place.uid, ())))
        if found.get(best.uid):
            return best.qualified_name
        after = page[-1].uid
    raise NotFound("demo: no method of this repository calls another one of it")


def _show_graphql(now: Settings, text: str) -> None:
    """The same question over HTTP, as a portal would ask it."""
    query = "query($text: String!) { search(text: $text, first: 3) { ... on Hits { hits { rank artifact { name location } } } } }"
    body = json.dumps({"query": query, "variables": {"text": text}}).encode()
    request = urllib.request.Request(  # noqa: S310  # our own address, http only
        _graphql(now),
        body,
        {
            "Authorization": f"Bearer {read_secret(now.token_file, 'the API token')}",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        found = json.load(answer)
    say("\n> GraphQL: search(text, first: 3)")
    say(json.dumps(found, ensure_ascii=False)[:600])
    if not found.get("data", {}).get("search", {}).get("hits"):
        raise NotFound("demo: GraphQL gave no hits; this is a fault: see the API's log")


def _show_addresses(now: Settings) -> None:
    local = now.local_options()
    if now.managed:
        with urllib.request.urlopen(local.browser_url, timeout=30) as answer:  # noqa: S310
            if answer.status != 200:
                raise LocalError(f"demo: Neo4j Browser at {local.browser_url} answers {answer.status}")
    say("")
    say(f"GraphQL        {_graphql(now)}   (open it in a browser; token in {now.token_file})")
    say(f"token          {read_secret(now.token_file, 'the API token')}")
    if now.managed:
        say(f"Neo4j Browser  {local.browser_url}   (user neo4j, password in {local.password_file})")
    say("stop           kg down")


def _graphql(now: Settings) -> str:
    return f"http://{now.api_host}:{now.api_port}/graphql"
