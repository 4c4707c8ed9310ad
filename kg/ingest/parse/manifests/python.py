"""Python's build files that are tables: pyproject.toml (PEP 621, PEP 735, Poetry), setup.cfg, Pipfile."""

import configparser
import re
from collections.abc import Iterator
from typing import Any

from kg.ingest.parse.manifests.text import Unreadable, line_of, line_of_key, table, texts, toml
from kg.ingest.parse.unit import Unit
from kg.schema.libraries import Declared, Manifest
from kg.schema.reflective import Named

_REQUIREMENT = re.compile(
    r"^\s*(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:@\s*\S+|\(?(?P<version>[<>=!~][^;#)]*)?\)?)\s*(?:[;#].*)?$"
)


def requirement(text: str) -> tuple[str, str] | None:
    """Name and version of `requests[socks]>=2.8,<3; python_version > "3.8"`; None for what is none."""
    found = _REQUIREMENT.match(text)
    return (found["name"], plain_version(found["version"] or "")) if found else None


def plain_version(said: str) -> str:
    """`2.31` of `==2.31`; a range stays as it is."""
    said = said.strip()
    exact = said.startswith("==") and "," not in said and "*" not in said
    return said.lstrip("= ") if exact else said


def normal(name: str) -> str:
    """As PyPI compares names (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def manifest(name: str, declared: Iterator[Declared]) -> list[object]:
    return [Manifest("pypi", normal(name) if name else "", tuple(declared))]


def _listed(text: str, said: list[str], used_for: str, section: str) -> Iterator[Declared]:
    for each in said:
        found = requirement(each)
        if found:
            yield Declared(normal(found[0]), found[1], used_for, line_of(text, each, section))


def read_pyproject(unit: Unit) -> list[object]:
    data = toml(unit.text)
    name = table(data, "project").get("name") or table(data, "tool", "poetry").get("name")
    made = manifest(name if isinstance(name, str) else "", _declared(data, unit.text))
    return [*made, *_installed(data)]


def _installed(data: dict[str, Any]) -> Iterator[object]:
    """Functions that become commands, and those that plugins are found by."""
    project = table(data, "project")
    scripts = [
        table(project, "scripts"),
        table(project, "gui-scripts"),
        table(data, "tool", "poetry", "scripts"),
    ]
    plugins = [table(project, "entry-points", group) for group in table(project, "entry-points")]
    plugins += [
        table(data, "tool", "poetry", "plugins", each) for each in table(data, "tool", "poetry", "plugins")
    ]
    for entry, places in (("main", scripts), ("reflective", plugins)):
        names = tuple(value for place in places for value in place.values() if isinstance(value, str))
        if names:
            yield Named(names, entry)


def _declared(data: dict[str, Any], text: str) -> Iterator[Declared]:
    project = table(data, "project")
    yield from _listed(text, texts(project.get("dependencies")), "", "[project]")
    for group, said in table(project, "optional-dependencies").items():
        yield from _listed(text, texts(said), group, "optional-dependencies")
    for group, said in table(data, "dependency-groups").items():
        yield from _listed(text, texts(said), group, "[dependency-groups]")
    yield from _listed(text, texts(table(data, "build-system").get("requires")), "build", "[build-system]")
    poetry = table(data, "tool", "poetry")
    yield from _keyed(text, table(poetry, "dependencies"), "", "tool.poetry.dependencies")
    yield from _keyed(text, table(poetry, "dev-dependencies"), "dev", "tool.poetry.dev-dependencies")
    for group in table(poetry, "group"):
        section = f"tool.poetry.group.{group}.dependencies"
        yield from _keyed(text, table(poetry, "group", group, "dependencies"), group, section)


def _keyed(text: str, said: dict[str, Any], used_for: str, section: str) -> Iterator[Declared]:
    """`name = "^1.2"` and `name = {version = "^1.2", extras = [..]}`; `python` itself is no package."""
    for name, value in said.items():
        if name == "python":
            continue
        version = value.get("version", "") if isinstance(value, dict) else value
        version = version if isinstance(version, str) and version != "*" else ""
        line = line_of_key(text, name, section)
        yield Declared(normal(name), plain_version(version), used_for, line)


def read_pipfile(unit: Unit) -> list[object]:
    data = toml(unit.text)
    packages = _keyed(unit.text, table(data, "packages"), "", "packages")
    more = _keyed(unit.text, table(data, "dev-packages"), "dev", "dev-packages")
    return manifest("", iter([*packages, *more]))


def read_setup(unit: Unit) -> list[object]:
    """`[options] install_requires`, `[options.extras_require]`."""
    reader = configparser.RawConfigParser(strict=False)
    try:
        reader.read_string(unit.text)
    except configparser.Error as error:
        raise Unreadable("not valid INI: its dependencies are not read") from error
    said = [("", reader.get("options", "install_requires", fallback=""), "install_requires")]
    if reader.has_section("options.extras_require"):
        said += [(group, value, group) for group, value in reader.items("options.extras_require")]
    found = (
        declared
        for used_for, value, section in said
        for declared in _listed(unit.text, value.splitlines(), used_for, section)
    )
    made = manifest(reader.get("metadata", "name", fallback=""), found)
    return [*made, *_entry_points(reader)]


def _entry_points(reader: configparser.RawConfigParser) -> Iterator[object]:
    """`[options.entry_points]`: groups of `name = package.module:function`."""
    section = "options.entry_points"
    for group, lines in reader.items(section) if reader.has_section(section) else ():
        names = tuple(line.partition("=")[2].strip() for line in lines.splitlines() if "=" in line)
        if names:
            yield Named(names, "main" if group in ("console_scripts", "gui_scripts") else "reflective")
