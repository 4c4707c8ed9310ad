"""Cargo.toml: what a crate depends on; `x.workspace = true` takes the version of the workspace's own file."""

from collections.abc import Iterator
from typing import Any

from kg.ingest.parse.manifests.text import line_of_key, table, toml
from kg.ingest.parse.unit import Unit
from kg.schema.libraries import Declared, Manifest

_SECTIONS = (("dependencies", ""), ("dev-dependencies", "dev"), ("build-dependencies", "build"))


def read_cargo(unit: Unit) -> list[object]:
    data = toml(unit.text)
    name = table(data, "package").get("name")
    managed = table(data, "workspace", "dependencies")
    return [
        Manifest(
            "cargo",
            name if isinstance(name, str) else "",
            tuple(_declared(data, unit.text)),
            tuple((_crate(name, said), _version(said)) for name, said in managed.items()),
        )
    ]


def _declared(data: dict[str, Any], text: str) -> Iterator[Declared]:
    places = [("", data), *((f"target.{each}.", said) for each, said in table(data, "target").items())]
    for prefix, place in places:
        for section, used_for in _SECTIONS:
            for name, said in table(place, section).items():
                line = line_of_key(text, name, f"{prefix}{section}")
                yield Declared(_crate(name, said), _version(said), used_for, line)


def _crate(name: str, said: Any) -> str:
    """A dependency may go by another name here: `json = {package = "serde_json"}`."""
    package = said.get("package") if isinstance(said, dict) else None
    return package if isinstance(package, str) else name


def _version(said: Any) -> str:
    version = said.get("version", "") if isinstance(said, dict) else said
    return version if isinstance(version, str) else ""
