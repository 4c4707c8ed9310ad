"""The past of an artifact for one request: where it stands for this caller, then what git says of it."""

from api.context import Reading
from api.paging import MOST, in_range
from api.types.past import (
    BlamedLines,
    CoChangedFile,
    Commit,
    History,
    HistoryCoverage,
    blamed_type,
    co_changed_type,
    commit_type,
    history_type,
)
from kg.errors import NotFound
from kg.history.blame import blame
from kg.history.bounded import Bounds
from kg.history.changes import history
from kg.history.cochange import co_changed
from kg.history.fill import history_coverage
from kg.history.removed import removed_in
from kg.history.search import search_history
from kg.history.standing import Standing, standing
from kg.schema.history import Remembered
from kg.schema.question import Place


async def history_of(reading: Reading, place: Place, first: int) -> History | None:
    in_range("first", first, 1, MOST)
    stands = await _standing(reading, place)
    return history_type(await history(stands, Bounds(changes=first))) if stands else None


async def blame_of(reading: Reading, place: Place) -> list[BlamedLines]:
    stands = await _standing(reading, place)
    return [blamed_type(one) for one in await blame(stands)] if stands else []


async def co_changed_with(reading: Reading, place: Place, first: int) -> list[CoChangedFile]:
    in_range("first", first, 1, MOST)
    stands = await _standing(reading, place)
    return [co_changed_type(one) for one in await co_changed(stands, first, Bounds())] if stands else []


async def remembered(reading: Reading, text: str, first: int) -> tuple[Remembered, ...]:
    in_range("first", first, 1, MOST)
    return await search_history(reading.graph, text, reading.session.scope, reading.session.seq, first)


async def removed(reading: Reading, place: Place, mention: str) -> Commit | None:
    """None too where the git objects are not on this machine: the mention is stale all the same."""
    try:
        stands = await _standing(reading, place)
    except NotFound:
        return None
    found = await removed_in(stands.mirror, mention, Bounds()) if stands else None
    return commit_type(found) if found else None


async def covered(reading: Reading) -> HistoryCoverage:
    found = await history_coverage(reading.graph, reading.session.seq, reading.session.scope.tokens)
    return HistoryCoverage(covered=found.embedded, wanted=found.embeddable, share=found.share)


async def _standing(reading: Reading, place: Place) -> Standing | None:
    """None for what stands in no file."""
    session = reading.session
    found = await standing(reading.graph, place.uid, session.scope, session.seq, reading.service.mirrors)
    return found if found and found.spans else None
