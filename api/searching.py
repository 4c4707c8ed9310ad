"""A search, from the arguments of the field to its answer. The search itself is kg.retrieve.ask."""

import time
from collections.abc import Sequence

from api.context import Reading
from api.paging import MOST, in_range
from api.types.results import Hits, QuestionProblem, hits_of
from kg.errors import KgError, QuestionError
from kg.retrieve import ask
from kg.schema.question import Filters, Question
from kg.schema.vocabulary import Kind


def narrowed(repositories: Sequence[str], kinds: Sequence[Kind], languages: Sequence[str]) -> Filters:
    return Filters(tuple(repositories), tuple(kinds), tuple(languages))


async def search(reading: Reading, text: str, first: int, filters: Filters) -> Hits | QuestionProblem:
    """The hits; a text with nothing to search for is an answer, not an error."""
    in_range("first", first, 1, MOST)
    service, session = reading.service, reading.session
    question = Question(text, first, filters)
    started = time.monotonic()
    try:
        found = await ask.search(
            reading.graph, question, session.scope, session.seq, service.embedder, service.ask
        )
    except QuestionError as error:
        return QuestionProblem(code=error.code, message=str(error))
    except KgError:
        service.tally.failed(session.seq, session.principal.id)
        raise
    seconds = time.monotonic() - started
    if session.visible and not filters.repos:  # else it finds nothing for another reason than the snapshot
        budget = service.ask.budget_seconds
        service.tally.searched(session.seq, session.principal.id, len(found.hits), seconds, budget)
    return hits_of(found, session.snapshot)
