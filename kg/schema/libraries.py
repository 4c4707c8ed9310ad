"""What a build file says of other packages, as it is written there.

In the order of the file. Which of them are modules of the same repository, and which version one has that
is managed elsewhere, is told in `kg.ingest.resolve.libraries`. Maven's and Gradle's files have records of
their own (`kg.ingest.stubs`). Knows no format.
"""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle, quick_pickle_sharing


@quick_pickle_sharing(names=("name", "used_for"))
@dataclass(frozen=True, slots=True)
class Declared:
    """One dependency of a build file."""

    name: str
    """As its registry spells it: `org.slf4j:slf4j-api`, `requests`, `@angular/core`."""
    version: str
    """Exact or a range, as written; empty where another file manages it."""
    used_for: str
    """Empty for the program itself; `test`, `dev`, `build`, `peer`, a group's name, …"""
    line: int
    """1-based; 0 where it cannot be told."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Manifest:
    """One build file."""

    ecosystem: str
    """`maven`, `pypi`, `npm`, `go`, `cargo`, `rubygems`, `composer`, `nuget`."""
    name: str
    """The package that it builds; empty where it says none."""
    declared: tuple[Declared, ...] = ()
    managed: tuple[tuple[str, str], ...] = ()
    """Name and version of what files below it depend on without saying a version."""
