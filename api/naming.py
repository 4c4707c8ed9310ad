"""Which artifact a caller means: by its global id, or by a name as a person writes it.

Out: one place, the candidates of an ambiguous name, or NotFound, which is also the answer for what
the caller may not see.
"""

from collections.abc import Sequence

from api.context import Reading
from api.ids import read_id
from api.types.results import NOT_FOUND, AmbiguousName, NotFound, places_of
from kg.retrieve.find import find
from kg.schema.question import Place
from kg.schema.vocabulary import Kind

CANDIDATES = 20
LONGEST_NAME = 2_000
CODE = (Kind.METHOD, Kind.CLASS)
ANYTHING: tuple[Kind, ...] = ()


async def named(
    reading: Reading, name: str, kinds: Sequence[Kind], repository: str | None
) -> Place | AmbiguousName | NotFound:
    """What the name means among these kinds (none given: all), in one repository or in all."""
    uid = read_id(name)
    places: tuple[Place, ...] = ()
    if uid is not None:
        found = await reading.loaders.details.load(uid)
        if found and (not kinds or found.place.kind in kinds):
            places = (found.place,)
    elif len(name) <= LONGEST_NAME:
        session = reading.session
        places = await find(
            reading.graph, name, list(kinds), session.scope, session.seq, limit=10 * CANDIDATES
        )
    if repository is not None:
        places = tuple(place for place in places if place.repo == repository)
    if not places:
        return NOT_FOUND
    return places[0] if len(places) == 1 else places_of(places[:CANDIDATES])
