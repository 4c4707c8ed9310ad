"""Reads `.kg.yaml`: what a repository says of itself, checked key by key.

In: its text. Out: `RepoSettings` and the problems, each with its line; never an exception. A key that is
unknown or of the wrong type is left out and said, everything else counts. Works on composed YAML nodes
only to the depth of its own keys, so no alias is ever expanded and no tag constructs anything.
"""

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pathspec import GitIgnoreSpec

from kg.schema.facts import Problem
from kg.schema.repo_settings import SETTINGS_FILE, RepoSettings, ServiceEntry

MAX_CHARACTERS = 100_000
MAX_ITEMS = 1_000
DOC_TYPES = ("api", "runbook", "design", "adr", "release", "postmortem", "other")


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """What could be read, and what could not."""

    settings: RepoSettings = field(default_factory=RepoSettings)
    problems: tuple[Problem, ...] = ()


def read_settings(text: str) -> SettingsRead:
    """The settings of a repository; whatever is wrong in the text is a problem of it."""
    if len(text) > MAX_CHARACTERS:
        return _unread(0, f"more than {MAX_CHARACTERS:,} characters: not read")
    from ruamel.yaml import YAML  # a third of a second that repositories without the file need not spend
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    reader = YAML(typ="safe", pure=True)
    reader.allow_duplicate_keys = True
    try:
        documents = [node for node in reader.compose_all(text) if node is not None]
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        return _unread(line, f"not valid YAML ({error.problem}): not read")
    except (YAMLError, ValueError) as error:
        return _unread(0, f"not valid YAML ({type(error).__name__}): not read")
    except RecursionError:
        return _unread(0, "nested too deeply: not read")
    if not documents:
        return SettingsRead()
    checked = _Checked()
    if len(documents) > 1:
        checked.problem(documents[1], "a second document is not read")
    return SettingsRead(checked.settings(documents[0]), tuple(checked.problems))


def _unread(line: int, reason: str) -> SettingsRead:
    return SettingsRead(problems=(Problem(line, reason),))


@dataclass(slots=True)
class _Checked:
    """Nodes to values of the type that a key wants; what is not is noted and left out."""

    problems: list[Problem] = field(default_factory=list)

    def problem(self, node: Any, reason: str) -> None:
        self.problems.append(Problem(node.start_mark.line + 1, reason))

    def settings(self, root: Any) -> RepoSettings:
        readers: Mapping[str, Callable[[str, Any], Any]] = {
            "entry_points": self.texts,
            "service": self.services,
            "services": self.services,
            "generated": self.globs,
            "rule_bearing": self.texts,
            "risk_words": self.texts,
            "glossary": self.globs,
            "doc_types": self.doc_types,
        }
        found = {name: readers[name](name, node) for name, node in self.known(root, "", readers)}
        services = (*found.pop("service", ()), *found.pop("services", ()))
        return RepoSettings(services=self.distinct(services), **found)

    def known(self, node: Any, where: str, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The pairs of a mapping whose keys are known."""
        if node.id != "mapping":
            self.problem(node, f"{where or SETTINGS_FILE} must be a mapping of keys to values")
            return
        seen: set[str] = set()
        for key, value in node.value[:MAX_ITEMS]:
            name = str(key.value) if key.id == "scalar" else "?"
            if name not in names:
                near = difflib.get_close_matches(name, names, 1)
                hint = f", did you mean {near[0]}?" if near else f"; known are: {', '.join(names)}"
                self.problem(
                    key, f"{where + '.' if where else ''}{name} is not a key of {SETTINGS_FILE}{hint}"
                )
            elif name in seen:
                self.problem(key, f"{name} is given twice; the first counts")
            else:
                seen.add(name)
                yield name, value

    def text(self, name: str, node: Any) -> str:
        if node.id == "scalar" and "\n" not in node.value.strip():
            return str(node.value).strip()
        self.problem(node, f"{name} must be one text of one line")
        return ""

    def texts(self, name: str, node: Any) -> tuple[str, ...]:
        """One text, or a list of them."""
        items = node.value if node.id == "sequence" else [node]
        if node.id == "mapping":
            self.problem(node, f"{name} must be a list of texts")
            return ()
        if len(items) > MAX_ITEMS:
            self.problem(node, f"{name} has more than {MAX_ITEMS:,} items: the rest is not read")
        read = (self.text(f"{name}[{at}]", item) for at, item in enumerate(items[:MAX_ITEMS]))
        return tuple(text for text in read if text)

    def globs(self, name: str, node: Any) -> tuple[str, ...]:
        return tuple(glob for glob in self.texts(name, node) if self.is_glob(name, glob, node))

    def is_glob(self, name: str, glob: str, node: Any) -> bool:
        try:
            GitIgnoreSpec.from_lines([glob])
        except ValueError:
            self.problem(node, f"{name}: {glob!r} is not a pattern that git would understand")
            return False
        return True

    def doc_types(self, name: str, node: Any) -> tuple[tuple[str, str], ...]:
        if node.id != "mapping":
            self.problem(node, f"{name} must be a mapping of globs to types")
            return ()
        found = []
        for key, value in node.value[:MAX_ITEMS]:
            glob, kind = self.text(name, key), self.text(name, value).lower()
            if kind not in DOC_TYPES:
                self.problem(value, f"{name}: {kind!r} is none of {', '.join(DOC_TYPES)}")
            elif glob and self.is_glob(name, glob, key):
                found.append((glob, kind))
        return tuple(found)

    def services(self, name: str, node: Any) -> tuple[ServiceEntry, ...]:
        nodes = node.value if node.id == "sequence" else [node]
        read = [self.service(name, one) for one in nodes[:MAX_ITEMS]]
        return tuple(service for service in read if service.name)

    def service(self, where: str, node: Any) -> ServiceEntry:
        start, end = node.start_mark.line + 1, node.end_mark.line + 1
        if node.id == "scalar":  # `service: orders`
            return ServiceEntry(self.text(where, node), start, end_line=start)
        readers: Mapping[str, Callable[[str, Any], Any]] = {
            "name": self.text,
            "owner": self.text,
            "on_call": self.text,
            "runbook": self.text,
            "paths": self.globs,
            "depends_on": self.texts,
            "lifecycle": self.text,
        }
        found = {
            name: readers[name](f"{where}.{name}", value) for name, value in self.known(node, where, readers)
        }
        if not found.setdefault("name", ""):
            self.problem(node, f"{where}: a service needs a name")
        last = end - 1 if node.end_mark.column == 0 and end > start else end
        return ServiceEntry(line=start, end_line=last, **found)

    def distinct(self, services: tuple[ServiceEntry, ...]) -> tuple[ServiceEntry, ...]:
        """The first of each name."""
        kept: dict[str, ServiceEntry] = {}
        for service in services:
            if kept.setdefault(service.name, service) is not service:
                self.problems.append(
                    Problem(service.line, f"service {service.name} is declared twice; the first counts")
                )
        return tuple(kept.values())
