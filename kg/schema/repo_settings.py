"""What a repository says of itself in `.kg.yaml`, and who runs and owns what.

`RepoSettings` is `.kg.yaml`, read and checked; `ServiceEntry` is a service as some file declares it
(`.kg.yaml`, Backstage's `catalog-info.yaml`), `OwnerRule` a line of CODEOWNERS. A resolver finds them by
their type (`World.found`). Nothing here says who may see what: a repository cannot widen access to itself.
"""

from dataclasses import dataclass

from kg.schema.quick import quick_pickle

SETTINGS_FILE = ".kg.yaml"


@quick_pickle
@dataclass(frozen=True, slots=True)
class ServiceEntry:
    """A service as a file declares it."""

    name: str
    line: int
    """Where its declaration begins in that file."""
    owner: str = ""
    on_call: str = ""
    runbook: str = ""
    """A path of the repository (with `#Heading`), or an address."""
    paths: tuple[str, ...] = ()
    """What belongs to it, as in `.gitignore`; without any, the folder of the declaring file."""
    depends_on: tuple[str, ...] = ()
    """Names of services."""
    lifecycle: str = ""
    description: str = ""
    system: str = ""
    provides: tuple[str, ...] = ()
    """Names of APIs."""
    consumes: tuple[str, ...] = ()
    end_line: int = 0


@quick_pickle
@dataclass(frozen=True, slots=True)
class OwnerRule:
    """One line of CODEOWNERS: of the rules of a section that match a path, the last counts."""

    pattern: str
    owners: tuple[str, ...]
    """As written, `@shop/payments`; empty where a path is expressly nobody's."""
    section: str = ""
    """GitLab: each section gives its own owners. Empty where there are none."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class OwnerRules:
    """CODEOWNERS of a repository."""

    rules: tuple[OwnerRule, ...]
    gitlab: bool
    """Whether a pattern without a leading `/` holds in any folder: with GitHub only one without any `/` does."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class RepoSettings:
    """`.kg.yaml` of a repository; everything is empty where it has none. Globs are as in `.gitignore`."""

    entry_points: tuple[str, ...] = ()
    """What nothing needs to call: globs of files (with a `/`), or qualified names with `*`."""
    services: tuple[ServiceEntry, ...] = ()
    generated: tuple[str, ...] = ()
    """Globs of files that a program wrote: kept by name, not read."""
    rule_bearing: tuple[str, ...] = ()
    """Qualified names of classes, with `*`, whose code is business rules."""
    risk_words: tuple[str, ...] = ()
    glossary: tuple[str, ...] = ()
    """Globs of glossary files."""
    doc_types: tuple[tuple[str, str], ...] = ()
    """(glob, type of the documents), the last that matches counts."""
