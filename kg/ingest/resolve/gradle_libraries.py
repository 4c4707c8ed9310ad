"""What the Gradle files of a repository depend on: notations, and uses of a version catalog.

Properties and catalogs count for the whole repository, a file's own properties first. Pure.
"""

from collections.abc import Iterator, Mapping

from kg.ingest.resolve.world import World
from kg.ingest.stubs.gradle import GradleFile, with_properties
from kg.ingest.stubs.pom import Dependency
from kg.schema.facts import Facts
from kg.schema.libraries import Declared

_NONE = frozenset(
    {"exclude", "force", "substitute", "because", "url", "module", "id", "relocate", "mainClass"}
)
"""Words of a build file before a text that looks like a dependency and is none."""
_USES = {
    "classpath": "build",
    "kapt": "build",
    "ksp": "build",
    "annotationProcessor": "build",
    "compileOnly": "provided",
    "providedCompile": "provided",
    "runtimeOnly": "runtime",
    "runtime": "runtime",
    "developmentOnly": "dev",
    "import": "bom",
}
_NO_BUILD = (".versions.toml", "settings.gradle", "settings.gradle.kts")
"""A catalog only says what there is; settings include projects, which look like dependencies."""


def gradle_declared(world: World) -> Iterator[tuple[Facts, Declared]]:
    files = world.found(GradleFile)
    shared = {name: value for _, file in files for name, value in file.properties}
    aliases = {alias: each for _, file in files for alias, each in file.aliases}
    bundles = {name: said for _, file in files for name, said in file.bundles}
    for facts, file in files:
        if facts.file.path.endswith(_NO_BUILD):
            continue
        properties = shared | dict(file.properties)
        for each in (*file.platforms, *file.dependencies):
            if each.scope not in _NONE:
                yield facts, _declared(with_properties(each, properties), each.scope, each.line)
        for alias, configuration, line in file.accessors:
            for one in _meant(alias, aliases, bundles):
                yield facts, _declared(one, configuration, line)


def _meant(
    alias: str, aliases: Mapping[str, Dependency], bundles: Mapping[str, tuple[str, ...]]
) -> Iterator[Dependency]:
    for name in bundles.get(alias, (alias,)):
        if name in aliases:
            yield aliases[name]


def _declared(dependency: Dependency, configuration: str, line: int) -> Declared:
    of = dependency.of
    version = "" if "${" in of.version else of.version
    used_for = "bom" if dependency.kind == "pom" else _used_for(configuration)
    return Declared(f"{of.group}:{of.name}", version, used_for, line)


def _used_for(configuration: str) -> str:
    if configuration.startswith("test") or "Test" in configuration:
        return "test"
    return _USES.get(configuration, "")
