"""YAML settings: the keys they set, flattened (`a.b[0].c`), and harmless values.

In: a Unit. Out: Facts with KeySets, one environment a document where Spring profiles say so. Scalars
stay as written (`no`, `08`), aliases are followed up to a bound, of several merged mappings the first
wins. Only settings are read: manifests, pipelines, API descriptions and templates give a File alone.
Works on the composed nodes and constructs no object of any tag.
"""

import re
import warnings
from collections.abc import Iterator

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from kg.ingest.parse.config_files import environment_of, is_message_bundle
from kg.ingest.parse.properties import MAX_KEYS, Pair, key_facts
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, KeySet, Problem

MAX_CHARACTERS = 300_000
_MAX_DEPTH = 40
_PROFILE_KEYS = ("spring.config.activate.on-profile", "spring.profiles", "spring.config.activate.onProfile")
_TEMPLATE = re.compile(r"^\s*(?:-\s+)?\{\{|\{\{-|\{%|:\s*\{\{", re.MULTILINE)
_NO_SETTINGS_PATH = re.compile(
    r"(?:^|/)\.|(?:^|/)(?:locales?|i18n|lang|workflows|templates|openapi|swagger|k8s|kubernetes|playbooks)/"
    r"|(?:^|/)(?:docker-compose|compose|mkdocs|openapi|swagger|kustomization|chart|codecov|appveyor"
    r"|azure-pipelines|bitbucket-pipelines|cloudbuild|catalog-info|pnpm-(?:lock|workspace))[^/]*\.ya?ml$",
    re.IGNORECASE,
)
_NO_SETTINGS_KEYS = frozenset(
    (
        "apiVersion",
        "openapi",
        "swagger",
        "asyncapi",
        "AWSTemplateFormatVersion",
        "on",
        "jobs",
        "stages",
        "repos",
    )
)


class _TooMany(Exception):
    """The document expands to more keys, or nests deeper, than is bearable."""


def parse_yaml(unit: Unit) -> Facts:
    if _NO_SETTINGS_PATH.search(unit.path) or is_message_bundle(unit.path):
        return Facts(unit.file())
    if _TEMPLATE.search(unit.text):
        return _alone(unit, 0, "a template, not YAML: kept as a File only")
    if len(unit.text) > MAX_CHARACTERS:
        return _alone(unit, 0, f"YAML of more than {MAX_CHARACTERS:,} characters: kept as a File only")
    try:
        documents = list(_documents(unit.text))
        if not any(_is_settings(document) for document in documents):
            return Facts(unit.file())
        return _facts(unit, [document for document in documents if _is_settings(document)])
    except _TooMany:
        return _alone(unit, 0, f"expands to more than {MAX_KEYS:,} keys (aliases): kept as a File only")
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        return _alone(unit, line, f"not valid YAML ({error.problem}): kept as a File only")
    except (YAMLError, ValueError) as error:
        return _alone(unit, 0, f"not valid YAML ({type(error).__name__}): kept as a File only")


def _alone(unit: Unit, line: int, reason: str) -> Facts:
    return Facts(unit.file(problems=(Problem(line, reason),)))


def _documents(text: str) -> Iterator[Node]:
    reader = YAML(typ="safe", pure=True)
    reader.allow_duplicate_keys = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an anchor used twice is no news
        for document in reader.compose_all(text):
            if document is not None:
                yield document


def _is_settings(document: Node) -> bool:
    if not isinstance(document, MappingNode):
        return False
    names = {key.value for key, _ in document.value if isinstance(key, ScalarNode)}
    return not names & _NO_SETTINGS_KEYS


def _facts(unit: Unit, documents: list[Node]) -> Facts:
    """The keys of all documents; each document is its own environment when it names a profile."""
    sets: list[KeySet] = []
    problems: list[Problem] = []
    for document in documents:
        flat = _Flattened(unit)
        flat.add(document, "", 0)
        profile = next((value for _, key, value in flat.pairs if key in _PROFILE_KEYS and value), "")
        facts = key_facts(unit, flat.pairs, profile or environment_of(unit.path))
        sets += facts.sets
        problems += [_problem(text) for text in facts.file.problems] + flat.problems
    return Facts(unit.file(problems=tuple(problems)), sets=tuple(sets))


def _problem(text: str) -> Problem:
    line, _, reason = text.partition(": ")
    return Problem(int(line), reason)


class _Flattened:
    """Keys of one document in order; counts what aliases expand to."""

    def __init__(self, unit: Unit) -> None:
        self.pairs: list[Pair] = []
        self.problems: list[Problem] = []
        self._unit = unit
        self._visits = 0

    def add(self, node: Node, prefix: str, depth: int) -> None:
        self._visits += 1
        if self._visits > 4 * MAX_KEYS or len(self.pairs) > MAX_KEYS or depth > _MAX_DEPTH:
            raise _TooMany
        if self._visits % 256 == 0:
            self._unit.check()
        if isinstance(node, MappingNode):
            for key, value in self._merged(node, depth):
                self.add(value, f"{prefix}.{key.value}" if prefix else str(key.value), depth + 1)
        elif isinstance(node, SequenceNode):
            for index, item in enumerate(node.value):
                self.add(item, f"{prefix}[{index}]", depth + 1)
        elif prefix:
            self.pairs.append((node.start_mark.line + 1, prefix, str(node.value)))

    def _merged(self, node: MappingNode, depth: int) -> list[tuple[ScalarNode, Node]]:
        """A mapping's own pairs, then those it merges that it does not set itself."""
        if depth > _MAX_DEPTH:
            raise _TooMany
        own = [(key, value) for key, value in node.value if _is_key(key) and not _is_merge(key)]
        merges = [(key, value) for key, value in node.value if _is_merge(key)]
        if len(own) + len(merges) < len(node.value):
            self.problems.append(Problem(node.start_mark.line + 1, "a key that is no plain text is not read"))
        if len(merges) > 1:
            line = merges[1][0].start_mark.line + 1
            self.problems.append(Problem(line, "two << in one mapping: the first one's keys count"))
        taken = {key.value for key, _ in own}
        for _, source in merges:
            for mapping in source.value if isinstance(source, SequenceNode) else [source]:
                if isinstance(mapping, MappingNode):
                    found = [(k, v) for k, v in self._merged(mapping, depth + 1) if k.value not in taken]
                    taken |= {key.value for key, _ in found}
                    own += found
        return own


def _is_key(node: Node) -> bool:
    return isinstance(node, ScalarNode)


def _is_merge(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value == "<<" and not node.style
