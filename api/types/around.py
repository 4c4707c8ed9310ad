"""Artifacts around the code: tables, statements, contracts, topics, jobs, incidents, services, terms, libraries."""

import strawberry

from api.types.artifacts import Artifact, Holder, register
from api.types.details import content_text, detail_list, detail_number, detail_text
from kg.schema.vocabulary import Kind


@strawberry.type(description="A table or view of a database, as migrations and mappings leave it.")
class Table(Artifact):
    columns = detail_list("columns", "Its columns, `name type …`.")
    primary_key = detail_list("primary_key", "The columns of its primary key.")


@strawberry.type(description="One SQL statement: of a script, a mapper, a query annotation.")
class Statement(Artifact):
    dialect = detail_text("dialect", "The dialect it was read in.")
    substitutions = detail_list("substitutions", "What is put into its text as it is: a risk of injection.")

    text = content_text("The statement; secrets are redacted.")


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
    stage = detail_text("stage", "The stage of the pipeline that it is in.")
    needs = detail_list("needs", "The jobs that it waits for.")
    extends = detail_list("extends", "The jobs and templates that it is made from.")
    image = detail_text("image", "The image that it runs in.")

    text = content_text("Its definition; secrets are redacted.")


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

    text = content_text("The whole report; secrets are redacted.")


@strawberry.type(description="What a team runs.")
class Service(Artifact):
    owned_by = detail_text("owner", "The team that answers for it.")
    on_call = detail_text("on_call", "Who is called when it fails.")
    runbook = detail_text("runbook", "Where it says what to do then.")
    lifecycle = detail_text("lifecycle", "Where it is in its life: `production`, `deprecated`, …")
    system = detail_text("system", "The system that it is a part of.")
    depends_on = detail_list("depends_on", "The services and resources that it says it depends on.")
    provides = detail_list("provides", "The APIs that it says it provides.")
    consumes = detail_list("consumes", "The APIs that it says it consumes.")


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
