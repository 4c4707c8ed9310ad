"""Any history ends at the graph that its last commits alone describe."""

import dataclasses
import json
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import SnapshotGone
from kg.graph import Graph
from kg.ingest.delta import root_edges, seal
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import previous, rollback
from kg.publish.snapshots import abandon, active, open_candidate
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import repository_uid
from tests.empty import empty
from tests.publish.dying import Dying, Killed
from tests.publish.test_follow import check
from tests.publish.test_lease import dead_process
from tests.publish.world import Doc, Method, World, active_lines, commit, rows, stage_delta

NAMES = ("a.f", "a.g", "b.f", "b.g")
CALLS = st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple)
METHODS = st.builds(Method, st.sampled_from(("x", "y")), st.integers(1, 2), CALLS)
CODE = st.dictionaries(st.sampled_from(("f", "g")), METHODS, max_size=2)
DOCS = st.dictionaries(st.just("Top"), st.builds(Doc, st.just("t"), CALLS), max_size=1)
WORLDS = st.fixed_dictionaries({}, optional={"a.py": CODE, "b.py": CODE, "d.md": DOCS})
STEPS = st.one_of(
    st.tuples(st.sampled_from(("shop", "lib")), WORLDS),
    st.tuples(st.just("crash"), st.integers(1, 14), WORLDS),
    st.tuples(st.just("abandon"), WORLDS),
    st.tuples(st.just("rollback")),
)


def expected_lines(worlds: dict[str, World]) -> list[str]:
    """What the export must say, made from the rows alone."""
    lines: dict[str, list[str]] = {}
    for repo, world in worlds.items():
        wanted = rows(repo, world)
        for artifact in [artifact for row in wanted for artifact in row.artifacts]:
            lines[artifact.uid] = [line(artifact)]
        for edge in [edge for row in wanted for edge in row.edges] + root_edges(
            [seal(row) for row in wanted], repository_uid(repo)
        ):
            lines[edge.source].append(line(edge))
    return [text for uid in sorted(lines) for text in (lines[uid][0], *sorted(lines[uid][1:]))]


def line(record: Artifact | Edge) -> str:
    said = {key: value for key, value in dataclasses.asdict(record).items() if value}
    return json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@settings(
    max_examples=8,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=st.lists(STEPS, min_size=2, max_size=7))
async def test_any_history_gives_the_graph_of_its_last_commits(
    graph: Graph, history: list[tuple[object, ...]]
) -> None:
    """Commits of two repositories, crashes, given-up candidates and rollbacks in any order."""
    await empty(graph)
    published: dict[int, dict[str, World]] = {0: {}}
    now = 0
    for step in history:
        match step:
            case ("crash", int() as writes, dict() as world):
                with suppress(Killed):
                    await commit(Dying(graph, writes), "shop", world, dead_process())
                if await active(graph) != now:  # it died after the pointer moved
                    published[await active(graph)] = {**published[now], "shop": world}
            case ("abandon", dict() as world):
                async with hold_lease(graph, this_process("test")) as fence:
                    candidate = await open_candidate(graph, fence, grace_seconds=0)
                    await stage_delta(graph, candidate, "lib", world)
                    await abandon(graph, candidate)
            case ("rollback",):
                async with hold_lease(graph, this_process("test")) as fence:
                    with suppress(SnapshotGone):
                        await rollback(graph, fence, await previous(graph))
                    await follow(graph, fence)
            case (str() as repo, dict() as world):
                await commit(graph, repo, world)
                published[await active(graph)] = {**published[now], repo: world}
        now = await active(graph)
        assert await active_lines(graph) == expected_lines(published[now])
    async with hold_lease(graph, this_process("test")) as fence:
        await follow(graph, fence)
    await check(graph)
