"""A search, from the arguments of the field to its answer. The search itself is kg.retrieve.ask."""

from collections.abc import Sequence

from api.context import Reading
from api.paging import MOST, in_range
from api.types.results import Hits, QuestionProblem, hits_of
from kg.errors import QuestionError
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
    try:
        found = await ask.search(
            reading.graph, question, session.scope, session.seq, service.embedder, service.ask
        )
    except QuestionError as error:
        return QuestionProblem(code=error.code, message=str(error))
    return hits_of(found, session.snapshot)
