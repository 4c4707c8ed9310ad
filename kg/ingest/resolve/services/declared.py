"""The services that a repository declares, gathered over its files. Pure.

A service of one name in `.kg.yaml` and in a catalogue is one: what `.kg.yaml` leaves out, the catalogue
says. In: facts. Out: each service once, with the file that declares it, by name.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from kg.schema.facts import Facts
from kg.schema.repo_settings import SETTINGS_FILE, RepoSettings, ServiceEntry

_PLACE = ("name", "line", "end_line")


@dataclass(frozen=True, slots=True)
class Declared:
    """A service and where it is declared."""

    facts: Facts
    entry: ServiceEntry

    @property
    def folder(self) -> str:
        """`orders/` of `orders/catalog-info.yaml`; empty at the root."""
        folder, slash, _ = self.facts.file.path.rpartition("/")
        return folder + slash


def declared_services(files: Iterable[Facts]) -> tuple[Declared, ...]:
    """Each service of a repository, by name."""
    by_name: dict[str, Declared] = {}
    for one in _in_order(files):
        first = by_name.get(one.entry.name)
        by_name[one.entry.name] = replace(first, entry=_completed(first.entry, one)) if first else one
    return tuple(by_name[name] for name in sorted(by_name))


def _in_order(files: Iterable[Facts]) -> list[Declared]:
    """`.kg.yaml` first, then by path."""
    found = []
    for facts in files:
        for record in facts.found:
            entries = record.services if isinstance(record, RepoSettings) else (record,)
            found += [Declared(facts, entry) for entry in entries if isinstance(entry, ServiceEntry)]
    return sorted(found, key=lambda one: (one.facts.file.path != SETTINGS_FILE, one.facts.file.path))


def _completed(entry: ServiceEntry, other: Declared) -> ServiceEntry:
    """An entry with what another file says beside it; its paths are those of the other's folder then."""
    missing = {
        field.name: getattr(other.entry, field.name)
        for field in fields(ServiceEntry)
        if field.name not in _PLACE and not getattr(entry, field.name)
    }
    if not entry.paths and other.folder:
        missing["paths"] = other.entry.paths or (f"/{other.folder}",)
    return replace(entry, **missing)
