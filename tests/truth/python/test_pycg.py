"""The one rule of ours for PyCG's answers."""

from tests.truth.python.pycg import folded


def test_a_lambda_is_part_of_the_code_around_it() -> None:
    """What it calls is called by its holder, however deep; calling it is no edge."""
    graph = {
        "main": ["main.<lambda1>", "main.f"],
        "main.<lambda1>": ["main.g"],
        "main.f.<lambda1>.<lambda2>": ["<builtin>.len"],
    }
    assert folded(graph) == {("main", "main.f"), ("main", "main.g"), ("main.f", "<builtin>.len")}
