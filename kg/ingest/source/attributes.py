"""What `.gitattributes` say about generated and vendored files (git 2.30 cannot read them at a commit).

In: the files' texts by folder. Out: for a path, whether it is marked or expressly unmarked. Only
`linguist-generated` and `linguist-vendored` are looked at; macros are not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pathspec import GitIgnoreSpec

MARKS = ("linguist-generated", "linguist-vendored")


@dataclass(frozen=True, slots=True)
class _Rule:
    folder: str
    spec: GitIgnoreSpec
    mark: str
    value: bool | None
    """None: back to unspecified (`!linguist-generated`)."""


class Attributes:
    """The rules of one tree, in git's order: deeper folders win, then later lines."""

    def __init__(self, rules: Sequence[_Rule]) -> None:
        self._rules = rules

    def marked(self, path: str) -> dict[str, bool]:
        """Which of the marks are set (True) or unset (False) for a path."""
        found: dict[str, bool | None] = {}
        for rule in self._rules:
            inside = path.startswith(rule.folder)
            if inside and rule.spec.match_file(path[len(rule.folder) :]):
                found[rule.mark] = rule.value
        return {mark: value for mark, value in found.items() if value is not None}


def read_attributes(texts: Mapping[str, str]) -> Attributes:
    """`texts`: the content of each `.gitattributes` by its folder (`""`, `docs/`)."""
    rules = []
    for folder in sorted(texts, key=lambda name: (name.count("/"), name)):
        for line in texts[folder].splitlines():
            rules += _rules(folder, line.strip())
    return Attributes(rules)


def _rules(folder: str, line: str) -> list[_Rule]:
    if not line or line.startswith(("#", "[attr]", "!")):
        return []
    pattern, words = _split(line)
    marks = [(mark, word) for word in words for mark in MARKS if _name(word) == mark]
    if not marks or pattern.endswith("/"):  # git: a folder pattern matches no file in attributes
        return []
    try:
        spec = GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return []
    return [_Rule(folder, spec, mark, _value(word)) for mark, word in marks]


def _split(line: str) -> tuple[str, list[str]]:
    if line.startswith('"') and '"' in line[1:]:
        pattern, _, rest = line[1:].partition('"')
        return pattern, rest.split()
    pattern, *words = line.split()
    return pattern, words


def _name(word: str) -> str:
    return word.lstrip("-!").partition("=")[0]


def _value(word: str) -> bool | None:
    if word.startswith("!"):
        return None
    return not word.startswith("-") and word.partition("=")[2].lower() not in ("false", "0", "no")
