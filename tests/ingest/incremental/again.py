"""`Shop`: a few files that are edited, resolved again, and compared with resolving everything.

`edit` says which files were resolved; it fails when the edges or open sites are not exactly those of a
full run over the same files.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha1

from kg.ingest.parse.go import parse_go, parse_go_module
from kg.ingest.parse.java import parse_java
from kg.ingest.parse.python import parse_python
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.again import Again
from kg.ingest.resolve.go import resolve_go
from kg.ingest.resolve.go.tracked import resolve_go_again
from kg.ingest.resolve.java import resolve_java
from kg.ingest.resolve.java.tracked import resolve_java_again
from kg.ingest.resolve.kept import Kept, Known
from kg.ingest.resolve.python import resolve_python
from kg.ingest.resolve.python.tracked import resolve_python_again
from kg.schema.facts import Facts, Resolution

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Language:
    name: str
    parse: Callable[[Unit], Facts]
    again: Callable[[Sequence[Facts], Known], Again]
    whole: Callable[[Sequence[Facts]], Resolution]


JAVA = Language("java", parse_java, resolve_java_again, resolve_java)
PYTHON = Language("python", parse_python, resolve_python_again, resolve_python)
GO = Language(
    "go",
    lambda unit: parse_go_module(unit) if unit.path.endswith("go.mod") else parse_go(unit),
    resolve_go_again,
    resolve_go,
)


class Shop:
    def __init__(self, texts: Texts, language: Language = JAVA) -> None:
        self.texts: dict[str, str] = {}
        self._language = language
        self._kept: dict[str, Kept] = {}
        self.edit(texts)

    def edit(self, texts: Texts, gone: tuple[str, ...] = ()) -> set[str]:
        """New texts of some files, others gone: the files that were resolved for it."""
        self.texts = {path: text for path, text in (self.texts | dict(texts)).items() if path not in gone}
        files = [_parsed(self._language, path, self.texts[path]) for path in sorted(self.texts)]
        again = self._language.again(files, self._kept)
        self._kept = again.kept
        assert_same(again.resolution(again.opened({})), self._language.whole(files))
        return set(again.resolved)


@lru_cache(5_000)
def _parsed(language: Language, path: str, text: str) -> Facts:
    blob = sha1(text.encode("utf-8", "surrogatepass")).hexdigest()
    return language.parse(Unit("shop", path, blob, text, "utf-8", language.name))


def assert_same(found: Resolution, wanted: Resolution) -> None:
    assert set(wanted.edges) - set(found.edges) == set()
    assert set(found.edges) - set(wanted.edges) == set()
    assert found.edges == wanted.edges
    assert found.open_sites == wanted.open_sites
