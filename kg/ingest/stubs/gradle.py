"""Which dependencies Gradle files name, without running Gradle: a script is not evaluated, its texts are read.

In: the texts of `*.gradle`, `*.gradle.kts`, `gradle.properties` and `*.versions.toml` files of one
repository. Out: one `Pom` that says the same, for `maven`. A version that a script computes is not found.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kg.ingest.stubs.maven import fill
from kg.ingest.stubs.pom import Coordinate, Dependency, Pom

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
_DOLLAR = re.compile(r"\$(?:\{([\w.]+)\}|([A-Za-z_]\w*))")
_BOOT = re.compile(r"""["']org\.springframework\.boot["']\)?\s*version\s*\(?\s*["']([^"']+)["']""")
_BOOT_BOM = ("org.springframework.boot", "spring-boot-dependencies")
"""What the plugin of Spring Boot manages versions by."""


def is_gradle(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith((".gradle", ".gradle.kts", ".versions.toml")) or name == "gradle.properties"


def read_gradle(texts: Mapping[str, str]) -> Pom:
    """All of a repository's Gradle files, by path, as one pom."""
    properties: dict[str, str] = {}
    found: list[tuple[bool, Dependency]] = []
    for path, text in sorted(texts.items()):
        if path.endswith(".toml"):
            found += _catalog(text)
        elif path.endswith(".properties"):
            properties |= _assigned(text)
        else:
            properties |= {name.rpartition(".")[2]: value for name, value in _VALUE.findall(text)}
            found += _named(text)
    filled = [(is_bom, _filled(each, properties)) for is_bom, each in found]
    return Pom(
        Coordinate("", "gradle", ""),
        None,
        {},
        tuple(each for is_bom, each in filled if is_bom),
        tuple(each for is_bom, each in filled if not is_bom),
    )


def _assigned(text: str) -> dict[str, str]:
    lines = (line.partition("=") for line in text.splitlines() if not line.lstrip().startswith("#"))
    return {name.strip(): value.strip() for name, sign, value in lines if sign}


def _named(text: str) -> Iterator[tuple[bool, Dependency]]:
    for each in _NOTATION.finditer(text):
        yield _one(each["group"], each["name"], each["version"] or "", is_bom=bool(each["platform"]))
    for group, name, version in _NAMED.findall(text):
        yield _one(group, name, version, is_bom=False)
    for version in _BOOT.findall(text):
        yield _one(*_BOOT_BOM, version, is_bom=True)


def _one(group: str, name: str, version: str, *, is_bom: bool) -> tuple[bool, Dependency]:
    of = Coordinate(group, name, _DOLLAR.sub(_as_property, version))
    return (True, Dependency(of, "import", "pom")) if is_bom else (False, Dependency(of))


def _as_property(found: re.Match[str]) -> str:
    """`$v`, `${v}` and `${rootProject.ext.v}` by their last name."""
    return "${" + (found[1] or found[2]).rpartition(".")[2] + "}"


def _filled(dependency: Dependency, properties: Mapping[str, str]) -> Dependency:
    of = dependency.of
    filled = Coordinate(of.group, of.name, fill(of.version, properties))
    return Dependency(filled, dependency.scope, dependency.kind)


def _catalog(text: str) -> Iterable[tuple[bool, Dependency]]:
    """The libraries of a version catalog; a text that is no TOML says nothing."""
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return []
    versions, libraries = read.get("versions", {}), read.get("libraries", {})
    if not isinstance(versions, dict) or not isinstance(libraries, dict):
        return []
    found = [_library(each, versions) for each in libraries.values()]
    return [_one(*each, is_bom=each[1].endswith("-bom")) for each in found if each is not None]


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
