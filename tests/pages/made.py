"""Every made page by the name of its file, and what they share."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
MADE = "<!-- Made from the code by `make pages`; do not edit. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; a bar in a cell stays a bar."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def pages() -> dict[str, Callable[[], str]]:
    from tests.bench import page as benchmarks
    from tests.pages import cli, errors, graph, settings

    return {
        "settings.md": settings.page,
        "errors.md": errors.page,
        "cli.md": cli.page,
        "graph.md": graph.page,
        "benchmarks.md": benchmarks.page,
    }
