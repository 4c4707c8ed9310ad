"""Build files in JSON: package.json and composer.json."""

import json
from typing import Any

from kg.ingest.parse.manifests.text import Unreadable, line_of, table
from kg.ingest.parse.unit import Unit
from kg.schema.libraries import Declared, Manifest

_NPM = (
    ("dependencies", ""),
    ("devDependencies", "dev"),
    ("peerDependencies", "peer"),
    ("optionalDependencies", "optional"),
)
_COMPOSER = (("require", ""), ("require-dev", "dev"))


def read_npm(unit: Unit) -> list[object]:
    return [_manifest(unit, "npm", _NPM)]


def read_composer(unit: Unit) -> list[object]:
    return [_manifest(unit, "composer", _COMPOSER)]


def _manifest(unit: Unit, ecosystem: str, sections: tuple[tuple[str, str], ...]) -> Manifest:
    data = _object(unit.text)
    name = data.get("name")
    declared = tuple(
        Declared(library, version, used_for, line_of(unit.text, json.dumps(library), f'"{section}"'))
        for section, used_for in sections
        for library, version in table(data, section).items()
        if isinstance(version, str) and _is_package(ecosystem, library)
    )
    return Manifest(ecosystem, name if isinstance(name, str) else "", declared)


def _is_package(ecosystem: str, name: str) -> bool:
    """Composer names the platform (`php`, `ext-json`) beside packages, which have a vendor."""
    return ecosystem != "composer" or "/" in name


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise Unreadable("not valid JSON: its dependencies are not read") from error
    return data if isinstance(data, dict) else {}
