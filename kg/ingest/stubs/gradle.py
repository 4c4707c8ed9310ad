"""Which dependencies Gradle files name, without running Gradle: a script is not evaluated, its texts are read.

In: the texts of `*.gradle`, `*.gradle.kts`, `gradle.properties` and `*.versions.toml` files of one
repository. Out: one `Pom` that says the same, for `maven`. A version that a script computes is not found.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kg.ingest.stubs.maven import fill
from kg.ingest.stubs.pom import Coordinate, Dependency, Pom
from kg.schema.quick import quick_pickle

_NOTATION = re.compile(
    r"""(?P<platform>\b(?:platform|enforcedPlatform|mavenBom)\s*\(?\s*)?
        (?P<quote>["'])(?P<group>[A-Za-z_][\w.\-]*):(?P<name>[\w.\-]+)(?::(?P<version>[\w.\-+${}]+))?(?:[:@][\w\-]+)?(?P=quote)""",
    re.VERBOSE,
)
"""`'org.slf4j:slf4j-api:1.7.36'`, wherever it stands: nothing else in a build file looks like it."""
_NAMED = re.compile(
    r"""\bgroup\s*[:=]\s*["']([^"']+)["']\s*,\s*name\s*[:=]\s*["']([^"']+)["'](?:\s*,\s*version\s*[:=]\s*["']?([^"'\s,)]+))?"""
)
_VALUE = re.compile(r"""(?:^|[\s.(])["']?([A-Za-z_][\w.\-]*)["']?\s*[=,]\s*["']([\w.\-]+)["']""")
"""`ext.slf4jVersion = '1.7.36'`, `val junit = "5.10"`, `set('kafkaVersion', "3.7.0")`."""
_ENTRY = re.compile(r"""(?:^|[\s,\[(])([A-Za-z_]\w*)\s*:\s*["'](\d[\w.\-]*)["']""")
"""An entry of a map that begins with a digit: `versions += [jetty: "9.4"]`."""
_DOLLAR = re.compile(r"\$(?:\{([\w.]+)\}|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*))")
_ACCESSOR = re.compile(
    r"^[ \t]*(?:(\w+)[ \t(]+)(?:(?:platform|enforcedPlatform)\()?libs\.(?!versions\.|plugins\.)([\w.]+?)(?:\.get\(\))?[)\s]",
    re.MULTILINE,
)
_COMMENT = re.compile(r"^[ \t]*//[^\n]*", re.MULTILINE)
_WORD = re.compile(r"[ \t]*([A-Za-z]\w*)")
_BOOT = re.compile(r"""["']org\.springframework\.boot["']\)?\s*version\s*\(?\s*["']([^"']+)["']""")
_BOOT_BOM = ("org.springframework.boot", "spring-boot-dependencies")
"""What the plugin of Spring Boot manages versions by."""


def is_gradle(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith((".gradle", ".gradle.kts", ".versions.toml")) or name == "gradle.properties"


@quick_pickle
@dataclass(frozen=True, slots=True)
class GradleFile:
    """What one file says: properties, dependencies (a version may hold `${property}`), a version catalog."""

    properties: tuple[tuple[str, str], ...] = ()
    platforms: tuple[Dependency, ...] = ()
    """What manages versions: `platform("g:n:v")`, the plugin of Spring Boot."""
    dependencies: tuple[Dependency, ...] = ()
    """`scope` is the configuration as written: `testImplementation`; empty in a catalog."""
    accessors: tuple[tuple[str, str, int], ...] = ()
    """Uses of a catalog: `spring.boot.starter` of `libs.spring.boot.starter`, configuration, line."""
    aliases: tuple[tuple[str, Dependency], ...] = ()
    """A catalog: its libraries and platforms by name, as accessors spell it."""
    bundles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """A catalog: `bundles.testing`, and the aliases in it."""


def read_gradle(texts: Mapping[str, str]) -> Pom:
    """All of a repository's Gradle files, by path, as one pom."""
    files = [read_gradle_file(path, text) for path, text in sorted(texts.items())]
    properties = {name: value for file in files for name, value in file.properties}
    return Pom(
        Coordinate("", "gradle", ""),
        None,
        {},
        tuple(with_properties(each, properties) for file in files for each in file.platforms),
        tuple(with_properties(each, properties) for file in files for each in file.dependencies),
    )


def read_gradle_file(path: str, text: str) -> GradleFile:
    """One file as it is written."""
    if path.endswith(".toml"):
        return _catalog(text)
    if path.endswith(".properties"):
        return GradleFile(tuple(_assigned(text).items()))
    text = _COMMENT.sub("", text)
    named = list(_named(text))
    return GradleFile(
        tuple(
            (name.rpartition(".")[2], value) for name, value in (*_ENTRY.findall(text), *_VALUE.findall(text))
        ),
        tuple(each for each in named if each.kind == "pom"),
        tuple(each for each in named if each.kind != "pom"),
        tuple((found[2], found[1] or "", _line(text, found)) for found in _ACCESSOR.finditer(text)),
    )


def _assigned(text: str) -> dict[str, str]:
    lines = (line.partition("=") for line in text.splitlines() if not line.lstrip().startswith("#"))
    return {name.strip(): value.strip() for name, sign, value in lines if sign}


def _named(text: str) -> Iterator[Dependency]:
    for each in _NOTATION.finditer(text):
        kind = "pom" if each["platform"] else "jar"
        yield _one(each["group"], each["name"], each["version"] or "", kind, text, each)
    for each in _NAMED.finditer(text):
        yield _one(each[1], each[2], each[3] or "", "jar", text, each)
    for each in _BOOT.finditer(text):
        yield _one(*_BOOT_BOM, each[1], "pom", text, each)


def _one(group: str, name: str, version: str, kind: str, text: str, at: re.Match[str]) -> Dependency:
    of = Coordinate(group, name, _DOLLAR.sub(_as_property, version))
    if kind == "pom":
        return Dependency(of, "import", "pom", line=_line(text, at))
    start = text.rfind("\n", 0, at.start()) + 1
    configuration = _WORD.match(text, start)
    return Dependency(of, configuration[1] if configuration else "", line=_line(text, at))


def _line(text: str, at: re.Match[str]) -> int:
    return text.count("\n", 0, at.start()) + 1


def _as_property(found: re.Match[str]) -> str:
    """`$v`, `${v}` and `${rootProject.ext.v}` by their last name."""
    return "${" + (found[1] or found[2]).rpartition(".")[2] + "}"


def with_properties(dependency: Dependency, properties: Mapping[str, str]) -> Dependency:
    """The same with its version filled in."""
    of = dependency.of
    return replace(dependency, of=Coordinate(of.group, of.name, fill(of.version, properties)))


def _catalog(text: str) -> GradleFile:
    """The libraries of a version catalog; a text that is no TOML says nothing."""
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return GradleFile()
    versions, libraries, bundles = (read.get(name, {}) for name in ("versions", "libraries", "bundles"))
    if not isinstance(versions, dict) or not isinstance(libraries, dict) or not isinstance(bundles, dict):
        return GradleFile()
    found = {alias: each for alias, said in libraries.items() if (each := _library(said, versions))}
    made = {alias: _catalogued(*each) for alias, each in found.items()}
    return GradleFile(
        (),
        tuple(each for each in made.values() if each.kind == "pom"),
        tuple(each for each in made.values() if each.kind != "pom"),
        (),
        tuple((accessor(alias), each) for alias, each in made.items()),
        tuple(
            (f"bundles.{accessor(name)}", tuple(accessor(each) for each in said if isinstance(each, str)))
            for name, said in bundles.items()
            if isinstance(said, list)
        ),
    )


def _catalogued(group: str, name: str, version: str) -> Dependency:
    of = Coordinate(group, name, version)
    return Dependency(of, "import", "pom") if name.endswith("-bom") else Dependency(of)


def accessor(alias: str) -> str:
    """`spring-boot_web` as scripts spell it: `spring.boot.web`."""
    return re.sub(r"[-_.]+", ".", alias)


def _library(said: Any, versions: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """`"g:n:v"`, `{module = "g:n", version.ref = "x"}` or `{group, name, version}`."""
    if isinstance(said, str):
        said = dict(zip(("group", "name", "version"), said.split(":"), strict=False))
    if not isinstance(said, dict):
        return None
    group, _, name = str(said.get("module", "")).partition(":")
    version = said.get("version", "")
    if isinstance(version, dict) and "ref" in version:
        version = versions.get(str(version["ref"]), "")
    if isinstance(version, dict):
        version = next((version[each] for each in ("strictly", "require", "prefer") if each in version), "")
    group, name = group or str(said.get("group", "")), name or str(said.get("name", ""))
    return (group, name, str(version)) if group and name else None
