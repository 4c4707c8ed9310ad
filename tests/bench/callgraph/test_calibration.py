"""How the worth of confidence is counted."""

from kg.schema.vocabulary import How
from tests.bench.callgraph.calibration import error_points, exact_right

_SURE = [(How.EXACT, 1.0, True)] * 8


def test_confidence_that_comes_true_has_no_error() -> None:
    """Half of the edges that say 0.5 are right."""
    halves = [(How.CANDIDATE, 0.5, True), (How.CANDIDATE, 0.5, False)]
    assert error_points([*_SURE, *halves]) == 0


def test_the_gap_of_a_bucket_weighs_by_its_edges() -> None:
    """Two of ten edges say 0.9 and are wrong: 90 points for a fifth of the edges, in a bucket of ten
    that says 0.98 on average and of which 0.8 is right."""
    wrong = [(How.INFERRED, 0.9, False)] * 2
    assert error_points([*_SURE, *wrong]) == 18


def test_only_exact_edges_count_for_exactness() -> None:
    """A wrong candidate takes nothing from it."""
    assert exact_right([*_SURE, (How.CANDIDATE, 0.5, False)]) == 1
    assert exact_right([*_SURE, *[(How.EXACT, 1.0, False)] * 2]) == 0.8
