"""Marks the entry points that `.kg.yaml` declares. Pure.

In: the facts of all files and the settings. Out: the same facts, in which methods that are declared, by
their file or by their qualified name, say `declared` where nothing else made them an entry.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pathspec import GitIgnoreSpec

from kg.schema.facts import Artifact, Facts
from kg.schema.repo_settings import RepoSettings
from kg.schema.vocabulary import Kind

DECLARED = "declared"


def with_declared(files: Sequence[Facts], settings: RepoSettings) -> list[Facts]:
    """The facts with their declared entry points."""
    if not settings.entry_points:
        return list(files)
    globs = [point for point in settings.entry_points if is_glob(point)]
    paths = GitIgnoreSpec.from_lines(globs)
    names = names_like(point for point in settings.entry_points if not is_glob(point))
    return [_marked(facts, paths.match_file(facts.file.path), names) for facts in files]


def is_glob(point: str) -> bool:
    """Whether it speaks of files: `src/jobs/**` does, `acme.Pay#charge` and `src/pay.ts#charge` do not."""
    return "/" in point and "#" not in point


def names_like(patterns: Iterable[str]) -> re.Pattern[str]:
    """Qualified names, `*` for anything; parameters may be left out."""
    forms = [
        "".join(".*" if part == "*" else re.escape(part) for part in re.split(r"(\*)", one))
        for one in patterns
    ]
    return re.compile("|".join(rf"(?:{form})(?:\(.*\))?" for form in forms) or r"(?!)")


def _marked(facts: Facts, whole: bool, names: re.Pattern[str]) -> Facts:
    def is_declared(artifact: Artifact) -> bool:
        return (
            artifact.kind is Kind.METHOD
            and not artifact.entry
            and (whole or bool(names.fullmatch(artifact.qualified_name)))
        )

    if not any(map(is_declared, facts.artifacts)):
        return facts
    marked = (replace(a, entry=DECLARED) if is_declared(a) else a for a in facts.artifacts)
    return replace(facts, artifacts=tuple(marked))
