"""Artifacts around the code: tables, statements, contracts, topics, jobs, incidents, services, terms, libraries."""

from typing import Any

import strawberry

from api.context import Info
from api.types.artifacts import Artifact, Holder, detail, register
from kg.schema.question import Place
from kg.schema.vocabulary import Kind


async def _one(place: Place, info: Info, name: str) -> str | None:
    """A detail that is a text; null where there is none."""
    found = dict((await detail(place, info)).details).get(name)
    return str(found) if found else None


async def _number(place: Place, info: Info, name: str) -> int | None:
    found = dict((await detail(place, info)).details).get(name)
    return int(found) if isinstance(found, int | float) else None


async def _many(place: Place, info: Info, name: str) -> list[str]:
    found = dict((await detail(place, info)).details).get(name)
    return list(found) if isinstance(found, tuple) else []


def detail_text(name: str, about: str) -> Any:
    """A field that is one text of `kg.schema.details`."""

    async def resolve(self: Artifact, info: Info) -> str | None:
        return await _one(self.place, info, name)

    return strawberry.field(resolver=resolve, description=about)


def detail_number(name: str, about: str) -> Any:
    async def resolve(self: Artifact, info: Info) -> int | None:
        return await _number(self.place, info, name)

    return strawberry.field(resolver=resolve, description=about)


def detail_list(name: str, about: str) -> Any:
    """A field that is a list of texts of `kg.schema.details`."""

    async def resolve(self: Artifact, info: Info) -> list[str]:
        return await _many(self.place, info, name)

    return strawberry.field(resolver=resolve, description=about)


@strawberry.type(description="A table or view of a database, as migrations and mappings leave it.")
class Table(Artifact):
    columns = detail_list("columns", "Its columns, `name type …`.")
    primary_key = detail_list("primary_key", "The columns of its primary key.")


@strawberry.type(description="One SQL statement: of a script, a mapper, a query annotation.")
class Statement(Artifact):
    dialect = detail_text("dialect", "The dialect it was read in.")

    @strawberry.field(description="The statement; secrets are redacted.")
    async def text(self, info: Info) -> str:
        return (await detail(self.place, info)).text


@strawberry.type(description="One side of an HTTP or RPC contract: what is served, or what is asked for.")
class Endpoint(Artifact):
    key = detail_text("key", "What the two sides share: `GET /orders/{}`.")
    side = detail_text("side", "`serves` or `requests`.")
    protocol = detail_text("protocol", "`http`, `grpc`, …")
    host = detail_text("host", "Requests: the host that is asked. Serves: what the application is called.")


@strawberry.type(description="One side of a topic or queue: who publishes, or who consumes.")
class Topic(Artifact):
    key = detail_text("key", "Its name at the broker, `{}` for what only running the code would tell.")
    side = detail_text("side", "`publishes` or `consumes`.")
    system = detail_text("system", "The kind of broker: `kafka`, `rabbit`, `spring`, …")


@strawberry.type(description="Something that runs by itself: a CI job, a scheduled task, a workload, a step.")
class Job(Artifact):
    system = detail_text("system", "What runs it: `gitlab`, `github`, `cron`, `kubernetes`, …")
    schedule = detail_text("schedule", "When it runs, as written.")

    @strawberry.field(description="Its definition; secrets are redacted.")
    async def text(self, info: Info) -> str:
        return (await detail(self.place, info)).text


@strawberry.type(description="A report of one incident, with the facts it states; its sections are Docs.")
class Postmortem(Holder):
    started_at = detail_text("started_at", "When it began, ISO 8601 with the zone it states.")
    ended_at = detail_text("ended_at", "When it was over.")
    duration_minutes = detail_number("duration_minutes", "How long it took.")
    severity = detail_text("severity", "Its severity, as written.")
    services = detail_list("services", "The services it names as affected.")
    detection = detail_text("detection", "How it was noticed.")
    root_cause = detail_text("root_cause", "Why it happened.")
    fix = detail_text("fix", "What ended it.")
    follow_ups = detail_list("follow_ups", "What is to be done, `open` or `done` first.")
    timeline = detail_list("timeline", "What happened when, `time what`, in order.")

    @strawberry.field(description="The whole report; secrets are redacted.")
    async def text(self, info: Info) -> str:
        return (await detail(self.place, info)).text


@strawberry.type(description="What a team runs.")
class Service(Artifact):
    owned_by = detail_text("owner", "The team that answers for it.")
    on_call = detail_text("on_call", "Who is called when it fails.")
    runbook = detail_text("runbook", "Where it says what to do then.")


@strawberry.type(description="An entry of a glossary.")
class Term(Artifact):
    aliases = detail_list("aliases", "Other words for it.")
    meaning = detail_text("meaning", "What it means.")


@strawberry.type(description="An external package that a repository depends on.")
class Library(Artifact):
    ecosystem = detail_text("ecosystem", "Where it comes from: `maven`, `pypi`, `npm`, `go`, …")


AROUND: dict[Kind, type[Artifact]] = {
    Kind.TABLE: Table,
    Kind.STATEMENT: Statement,
    Kind.ENDPOINT: Endpoint,
    Kind.TOPIC: Topic,
    Kind.JOB: Job,
    Kind.POSTMORTEM: Postmortem,
    Kind.SERVICE: Service,
    Kind.TERM: Term,
    Kind.LIBRARY: Library,
}
register(AROUND)
