"""Which reader a build file has (and a file that names classes for a loader), by its name alone. A flat table; knows no format."""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from kg.ingest.parse.unit import Unit

Reader = Callable[[Unit], Sequence[object]]

_HERE = "kg.ingest.parse.manifests"
_BY_NAME = {
    "pom.xml": ("jvm", "read_maven"),
    "gradle.properties": ("jvm", "read_gradle_build"),
    "pyproject.toml": ("python", "read_pyproject"),
    "setup.cfg": ("python", "read_setup"),
    "pipfile": ("python", "read_pipfile"),
    "package.json": ("json", "read_npm"),
    "composer.json": ("json", "read_composer"),
    "go.mod": ("lines", "read_go"),
    "gemfile": ("lines", "read_gems"),
    "cargo.toml": ("cargo", "read_cargo"),
    "directory.packages.props": ("nuget", "read_nuget"),
    "packages.config": ("nuget", "read_nuget"),
}
_BY_ENDING = (
    ((".gradle", ".gradle.kts", ".versions.toml"), ("jvm", "read_gradle_build")),
    ((".csproj", ".fsproj", ".vbproj"), ("nuget", "read_nuget")),
    ((".gemspec",), ("lines", "read_gems")),
)
_SERVICES = re.compile(r"(?:^|/)META-INF/(?:services/[^/]+|spring\.factories|spring/[^/]+\.imports)$")
_REQUIREMENTS = re.compile(
    r"(?:^|/)(?:[^/]*requirements[^/]*|requirements/[^/]+)\.(?:txt|in)$", re.IGNORECASE
)


def manifest_reader(path: str) -> tuple[str, str] | None:
    """Module and function; None for what is no build file."""
    name = path.rpartition("/")[2].lower()
    found = _BY_NAME.get(name) or next((reader for end, reader in _BY_ENDING if name.endswith(end)), None)
    if found is None and _REQUIREMENTS.search(path):
        return ("lines", "read_requirements")
    if found is None and _SERVICES.search(path):
        return ("reflective", "read_services")
    return found


def read_manifest(unit: Unit, reader: tuple[str, str]) -> Sequence[object]:
    """Imported at first use. Raises Unreadable."""
    module, function = reader
    return cast(Reader, getattr(import_module(f"{_HERE}.{module}"), function))(unit)
