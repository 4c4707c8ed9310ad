"""What a mention was tied to, and how surely."""

from collections.abc import Sequence

from kg.schema.facts import Artifact
from kg.schema.vocabulary import How

Found = tuple[Artifact, How, float]

MAX_CANDIDATES = 3
MAX_OVERLOADS = 6


def exact(artifacts: Sequence[Artifact]) -> list[Found]:
    return [(artifact, How.EXACT, 1.0) for artifact in artifacts]


def inferred(artifacts: Sequence[Artifact], confidence: float) -> list[Found]:
    return [(artifact, How.INFERRED, confidence) for artifact in artifacts]


def candidates(artifacts: Sequence[Artifact], several: int) -> list[Found]:
    """One of several is meant, nobody can say which; of many, none is said."""
    if not 1 < several <= MAX_CANDIDATES or len(artifacts) > MAX_OVERLOADS:
        return []
    return [(artifact, How.CANDIDATE, round(1 / several, 2)) for artifact in artifacts]
