"""A search, from arguments to the GraphQL answer. The search itself is kg.retrieve.ask."""

from collections.abc import Sequence

from api.context import Reading
from api.lists import in_range
from api.paging import MOST
from api.types.results import Hits, QuestionProblem
from kg.errors import QuestionError
from kg.schema.question import Filters
from kg.schema.vocabulary import Kind


def narrowed(repositories: Sequence[str], kinds: Sequence[Kind], languages: Sequence[str]) -> Filters:
    return Filters(tuple(repositories), tuple(kinds), tuple(languages))


async def search(reading: Reading, text: str, first: int, filters: Filters) -> Hits | QuestionProblem:
    """The hits; text with nothing to search for is an answer, not an error."""
    in_range("first", first, 1, MOST)
    return problem(QuestionError("search is not there yet"))


def problem(error: QuestionError) -> QuestionProblem:
    return QuestionProblem(code=error.code, message=str(error))
