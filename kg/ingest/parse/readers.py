"""Who reads which documents: a format loads its file once, readers of a shape each say what they find.

In: a Unit, a loader and the table below. Out: Facts. A reader is found by the path and a word of the text,
so that a file that concerns nobody is neither redacted nor loaded; it looks at the document's shape itself
and says nothing where that is not its own. Formats and readers are imported at first use.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from kg.ingest.parse.tree import Unreadable
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, Facts, KeyRead, KeySet, Mention, Problem


class Loaded(Protocol):
    """A document of any format."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it, though it could be read."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one reader adds to the facts of a file."""

    artifacts: tuple[Artifact, ...] = ()
    edges: tuple[Edge, ...] = ()
    mentions: tuple[Mention, ...] = ()
    reads: tuple[KeyRead, ...] = ()
    sets: tuple[KeySet, ...] = ()
    found: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()


NOTHING = Said()


@dataclass(frozen=True, slots=True)
class Reader:
    """A function `(unit, document) -> Said`, and which files it is worth asking about."""

    function: str
    """`kg.ingest.parse.openapi.read_openapi`."""
    path: str = ""
    """Searched in the path, without regard to case; empty for any."""
    words: tuple[str, ...] = ()
    """One of them is in the text; none for any."""
    not_path: str = "(?!)"

    def wants(self, path: str, text: str) -> bool:
        return (
            bool(re.search(self.path, path, re.IGNORECASE))
            and not re.search(self.not_path, path, re.IGNORECASE)
            and (not self.words or any(word in text for word in self.words))
        )

    def read(self, unit: Unit, document: Any) -> Said:
        module, _, name = self.function.rpartition(".")
        said: Said = getattr(import_module(module), name)(unit, document)
        return said


_NO_SETTINGS = (
    r"(?:^|/)\.(?!secrets\.toml$)|(?:^|/)(?:locales?|i18n|lang|workflows|templates|openapi|swagger|k8s|kubernetes|playbooks)/"
    r"|(?:^|/)(?:fixtures?|testdata|test-data|__\w+__|cassettes|schemas?)/"
    r"|(?:^|/)(?:docker-compose|compose|mkdocs|openapi|swagger|kustomization|chart|codecov|appveyor"
    r"|azure-pipelines|bitbucket-pipelines|cloudbuild|catalog-info|pnpm-(?:lock|workspace)|dependabot|renovate"
    r"|buf\.|pubspec|skaffold|crowdin|readthedocs|security-insights|netlify|serverless|lerna)[^/]*\.ya?ml$"
)
_NAMED_SETTINGS = (
    r"(?:^|/)(?:app)?(?:settings?|config(?:uration)?|environments?|env|application|bootstrap|local\.settings)"
    r"(?:[._-][\w-]+)?\.(?:json5?|jsonc|toml|ini|cfg)$"
    r"|(?:^|/)(?:config|configs|conf|settings)/[^/]+\.(?:json5?|jsonc|toml|ini|cfg)$"
    r"|(?:^|/)\.secrets\.toml$"
    r"|^[^/@]+@(?:nacos|apollo)/"
)
"""JSON, TOML and INI are the formats of everything: only files whose name or folder says so are settings (all are
in a config centre)."""
_SETTINGS = "kg.ingest.parse.settings.read_settings"

_OPENAPI = Reader(
    "kg.ingest.parse.openapi.read_openapi", words=("openapi:", "swagger:", '"openapi"', '"swagger"')
)
_GATEWAY = Reader("kg.ingest.parse.gateway.read_gateway", words=("Path=", "name: Path"))
_CHANGE_LOG = Reader("kg.ingest.parse.sql.liquibase.read_tree_log", words=("databaseChangeLog",))
_COMPOSE = r"(?:^|/)(?:docker-)?compose[^/]*\.ya?ml$"
_GITLAB = r"(?:^|/)(?:\.?gitlab-ci[^/]*|\.gitlab/.+|(?:ci|templates)/[^/]+)\.ya?ml$"

READERS: dict[str, tuple[Reader, ...]] = {
    "yaml": (
        Reader(_SETTINGS, not_path=_NO_SETTINGS),
        Reader("kg.ingest.parse.catalog.read_catalog", path=r"(?:^|/)catalog-info\.ya?ml$"),
        Reader("kg.ingest.parse.deployed.read_compose", path=_COMPOSE),
        Reader("kg.ingest.parse.deployed.read_kubernetes", words=("apiVersion:",), not_path=r"(?:^|/)\."),
        _CHANGE_LOG,
        Reader(
            "kg.ingest.parse.jobs.gitlab.read_gitlab", path=_GITLAB, words=("script:", "extends:", "trigger:")
        ),
        Reader("kg.ingest.parse.jobs.github.read_github", path=r"(?:^|/)\.github/workflows/[^/]+\.ya?ml$"),
        Reader("kg.ingest.parse.jobs.compose.read_services", path=_COMPOSE),
        Reader("kg.ingest.parse.jobs.kubernetes.read_workloads", words=("apiVersion:",)),
        _OPENAPI,
        _GATEWAY,
    ),
    "json": (Reader(_SETTINGS, path=_NAMED_SETTINGS, not_path=_NO_SETTINGS), _CHANGE_LOG, _OPENAPI),
    "toml": (Reader(_SETTINGS, path=_NAMED_SETTINGS, not_path=_NO_SETTINGS),),
    "ini": (Reader(_SETTINGS, path=_NAMED_SETTINGS, not_path=_NO_SETTINGS),),
    "xml": (
        Reader(
            "kg.ingest.parse.settings_xml.read_xml_settings",
            words=(
                "<beans",
                ":beans",
                "<configuration",
                "<Configuration",
                "<properties>",
                "<persistence",
                "<generatorConfiguration",
            ),
            not_path=r"(?:^|/)pom\.xml$",
        ),
        Reader("kg.ingest.parse.mybatis.read_mapper", words=("<mapper",)),
        Reader("kg.ingest.parse.sql.liquibase.read_xml_log", words=("<databaseChangeLog",)),
        Reader("kg.ingest.parse.jobs.bpmn.read_bpmn", words=("omg.org/spec/BPMN",)),
        Reader("kg.ingest.parse.jobs.bpmn.read_scheduled", words=("task:scheduled ",)),
    ),
}
"""By language. The document of YAML, JSON, TOML and INI is a `tree.Documents`, that of XML an `xml.Document`."""


def is_wanted(language: str, path: str, text: str) -> bool:
    """Whether anybody reads this file: false only for a format that has readers, and none of them does."""
    return language not in READERS or any(_wanting(language, path, text))


def read(unit: Unit, load: Callable[[Unit], Loaded]) -> Facts:
    """The facts of a file: `load` reads its document (or raises Unreadable), then each reader that wants
    it says what it finds."""
    readers = list(_wanting(unit.language, unit.path, unit.text))
    if not readers:
        return Facts(unit.file())
    try:
        document = load(unit)
    except Unreadable as error:
        return Facts(unit.file(problems=(error.problem,)))
    return _together(unit, document.problems, [reader.read(unit, document) for reader in readers])


def _wanting(language: str, path: str, text: str) -> Iterator[Reader]:
    return (reader for reader in READERS[language] if reader.wants(path, text))


def _together(unit: Unit, problems: Iterable[Problem], said: list[Said]) -> Facts:
    found = sorted({*problems, *(p for one in said for p in one.problems)}, key=lambda p: (p.line, p.reason))
    return Facts(
        unit.file(problems=tuple(found)),
        artifacts=tuple(a for one in said for a in one.artifacts),
        edges=tuple(e for one in said for e in one.edges),
        mentions=tuple(m for one in said for m in one.mentions),
        reads=tuple(r for one in said for r in one.reads),
        sets=tuple(s for one in said for s in one.sets),
        found=tuple(f for one in said for f in one.found),
    )
