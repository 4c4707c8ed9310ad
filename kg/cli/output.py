"""Ways to print: tables and texts for people, JSON for programs, progress on the error stream."""

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

from kg.local import Progress

out = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def show_json(value: object) -> None:
    """One JSON document; records become objects by their field names."""
    out.print(json.dumps(value, default=_plain, ensure_ascii=False, indent=2), markup=False, highlight=False)


def show_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A plain table; cells are texts of others and never read as markup."""
    table = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(_cell(cell) for cell in row))
    out.print(table)


def show_pairs(pairs: Mapping[str, object]) -> None:
    """Names and values, one a line."""
    width = max(map(len, pairs), default=0)
    for name, value in pairs.items():
        say(f"{name.ljust(width)}  {value}")


def say(text: str) -> None:
    """One line for people."""
    out.print(text, markup=False)


def _cell(value: object) -> str:
    """Text of a table cell with rich's markup taken as plain text."""
    return str(value).replace("[", "\\[")


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar on the error stream (a line for each tenth when nobody watches)."""
    if not errors.is_terminal:
        yield _lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("", total=1)

        def update(what: str, done: int, total: int) -> None:
            bar.update(task, description=what[:60], completed=done, total=max(total, 1))

        yield update


def _lines() -> Progress:
    said: set[str] = set()

    def update(what: str, done: int, total: int) -> None:
        line = f"{what.partition(':')[0]} {10 * (10 * done // max(total, 1))} %"
        if line not in said:
            said.add(line)
            errors.print(line, markup=False)

    return update


def _plain(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: getattr(value, item.name) for item in dataclasses.fields(value)}
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
