"""What a change touches, for one request: the artifacts named, a commit's or a merge request's."""

from collections.abc import Sequence

from api.context import Reading
from api.naming import ANYTHING, named
from api.paging import in_range
from api.types.impact import ImpactResult, impact_of
from api.types.results import NOT_FOUND
from kg.errors import NotFound, QuestionError
from kg.history.changed import changed_in_commit, changed_in_request
from kg.retrieve.flow import MAX_DEPTH
from kg.retrieve.impact import ImpactOptions, impact
from kg.schema.ids import Uid
from kg.schema.impact import ChangedIn
from kg.schema.question import Place

MOST_NAMES = 50
ASK = "impact: give one of `of`, `commit` with `repository`, `mergeRequest` with `repository`"


async def impact_on(
    reading: Reading,
    of: Sequence[str] | None,
    commit: str | None,
    request: int | None,
    repository: str | None,
    depth: int,
) -> ImpactResult:
    in_range("depth", depth, 1, MAX_DEPTH)
    if sum(one is not None for one in (of, commit, request)) != 1 or (of is None and repository is None):
        raise QuestionError(ASK)
    if of is not None:
        in_range("number of names in `of`", len(of), 1, MOST_NAMES)
        places = [await named(reading, name, ANYTHING, repository) for name in of]
        unclear = [place for place in places if not isinstance(place, Place)]
        if unclear:
            return unclear[0]
        return await _impact(reading, [place.uid for place in places if isinstance(place, Place)], (), depth)
    try:
        found = await _changed(reading, repository or "", commit, request)
    except NotFound:
        return NOT_FOUND
    return await _impact(reading, found.uids, found.elsewhere, depth)


async def _changed(reading: Reading, repo: str, commit: str | None, request: int | None) -> ChangedIn:
    session, mirrors = reading.session, reading.service.mirrors
    where = (session.scope, session.seq, mirrors)
    if request is not None:
        return await changed_in_request(reading.graph, repo, request, *where)
    return await changed_in_commit(reading.graph, repo, commit or "", *where)


async def _impact(
    reading: Reading, uids: Sequence[Uid], elsewhere: tuple[str, ...], depth: int
) -> ImpactResult:
    session = reading.session
    options = ImpactOptions(depth=depth)
    return impact_of(await impact(reading.graph, uids, session.scope, session.seq, options), elsewhere)
