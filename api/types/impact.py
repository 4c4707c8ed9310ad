"""What a change touches, as types of the schema."""

from typing import Annotated

import strawberry

from api.ids import global_id
from api.types.artifacts import Artifact, from_place
from api.types.results import AmbiguousName, FlowEdge, NotFound, flow_edge
from api.types.words import How
from kg.schema import impact as record
from kg.schema.question import Linked


@strawberry.type(description="An artifact that is changed, or that leads to what is.")
class Reached:
    artifact: Artifact = strawberry.field(description="The artifact.")
    way: list[FlowEdge] = strawberry.field(
        description="The edges between it and the change, the nearest to the change first; empty for the change."
    )
    entry: str | None = strawberry.field(description="Why nothing needs to call it: `route`, `test`, …")
    service: str | None = strawberry.field(description="What it runs in today.")
    team: str | None = strawberry.field(description="Who owns it today.")


@strawberry.type(description="Something that speaks of a changed artifact, or that it reads.")
class Beside:
    artifact: Artifact = strawberry.field(description="A section, a report, or a configuration key.")
    about: strawberry.ID = strawberry.field(description="The global id of the changed artifact.")
    how: How = strawberry.field(description="How it is known.")
    confidence: float = strawberry.field(description="How sure that is, 0 to 1.")


@strawberry.type(description="What of a change concerns one team, tests left out.")
class TeamImpact:
    team: str | None = strawberry.field(description="The team; null for what nobody owns.")
    services: list[str] = strawberry.field(description="Its services that are concerned.")
    reached: list[Reached] = strawberry.field(description="Its artifacts, the changed ones first.")


@strawberry.type(description="What a change touches. Bounded in depth and number.")
class Impact:
    changed: list[Reached] = strawberry.field(description="The innermost artifacts that change.")
    elsewhere: list[str] = strawberry.field(
        description="Changed paths that the snapshot does not hold: new files, files that are left out."
    )
    callers: list[Reached] = strawberry.field(description="What leads to them, by distance.")
    endpoints: list[Reached] = strawberry.field(
        description="Requests and topics that lead to them, of other repositories too."
    )
    tests: list[Reached] = strawberry.field(description="Tests that reach them.")
    configs: list[Beside] = strawberry.field(description="Configuration keys that they read.")
    documents: list[Beside] = strawberry.field(description="Sections that describe them.")
    incidents: list[Beside] = strawberry.field(description="Reports of past incidents about them.")
    teams: list[TeamImpact] = strawberry.field(description="Whom it concerns, the most concerned first.")
    cut: bool = strawberry.field(description="Whether a bound left something out.")
    snapshot: int = strawberry.field(description="The number of the snapshot that it is of.")


ImpactResult = Annotated[
    Impact | AmbiguousName | NotFound,
    strawberry.union("ImpactResult", description="What a change touches, or why not."),
]


def impact_of(found: record.Impact, elsewhere: tuple[str, ...]) -> Impact:
    return Impact(
        changed=[_reached(one) for one in found.changed],
        elsewhere=list(elsewhere),
        callers=[_reached(one) for one in found.callers],
        endpoints=[_reached(one) for one in found.endpoints],
        tests=[_reached(one) for one in found.tests],
        configs=[_beside(one) for one in found.settings],
        documents=[_beside(one) for one in found.documents],
        incidents=[_beside(one) for one in found.incidents],
        teams=[
            TeamImpact(
                team=one.name or None,
                services=list(one.services),
                reached=[_reached(each) for each in one.reached],
            )
            for one in found.teams
        ],
        cut=found.cut,
        snapshot=found.snapshot,
    )


def _reached(one: record.Reached) -> Reached:
    return Reached(
        artifact=from_place(one.place),
        way=[flow_edge(step) for step in one.way],
        entry=one.entry or None,
        service=one.service or None,
        team=one.owner_team or None,
    )


def _beside(one: Linked) -> Beside:
    return Beside(
        artifact=from_place(one.place),
        about=strawberry.ID(global_id(one.asked)),
        how=How(one.step.how),
        confidence=one.step.confidence,
    )
