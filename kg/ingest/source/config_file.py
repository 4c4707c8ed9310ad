"""A configuration of a config centre as a file of its mirror: its keys, and of the values those that may be kept.

In: where it stands and its text, secrets and all. Out: `Seen`s in the form of .properties. What is kept of a value
is decided by the same readers and rules as for a file of a repository (`kg.ingest.parse.values`), before anything
is written: the text itself never reaches a disk. A text that no reader reads as settings gives no key.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from kg.ingest.parse.config_files import environment_of
from kg.ingest.parse.file import parse_file
from kg.ingest.parse.redact import redact
from kg.ingest.source.kept import Seen
from kg.schema.facts import KeySet

_NOT_PART = re.compile(r"[^\w.+\-]+")
_FORMATS = {
    "yml": "yaml",
    "yaml": "yaml",
    "json": "json",
    "properties": "properties",
    "toml": "toml",
    "xml": "xml",
}
_UNREAD = "# no settings that kg reads\n"
_ESCAPED = str.maketrans({
    "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "=": "\\=", ":": "\\:", " ": "\\ ",
    "#": "\\#", "!": "\\!",
})  # fmt: skip
_ESCAPED_VALUE = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f"})


@dataclass(frozen=True, slots=True)
class Configuration:
    """One entry of a config centre."""

    kind: str
    """`nacos` or `apollo`."""
    environment: str
    """The namespace of Nacos; the environment (and cluster) of Apollo."""
    group: str
    """The group of Nacos; the app of Apollo."""
    name: str
    """The data id of Nacos; the namespace of Apollo."""
    text: str
    format: str = ""
    """`yaml`, `properties`, …, where the centre says so; else the name tells."""
    at: int = 0
    author: str = ""


def config_files(configuration: Configuration) -> Iterator[Seen]:
    """A file for each environment that it speaks of: its own, and profiles that it names itself."""
    found = _read(configuration)
    own = environment_of(config_path(configuration, ""))
    profiles: dict[str, list[KeySet]] = defaultdict(list)
    for one in found:
        profiles["" if one.environment == own else one.environment].append(one)
    for profile in sorted({"", *profiles}):
        text = properties_text({one.key: one.value for one in profiles[profile]}) if found else _UNREAD
        yield Seen(
            config_path(configuration, profile),
            redact(text, "properties").encode("utf-8", "replace"),
            configuration.at,
            configuration.author,
            f"{configuration.group}/{configuration.name}",
        )


def config_path(configuration: Configuration, profile: str) -> str:
    """`prod@nacos/PAYMENTS/orders.yaml.properties`; a profile stands behind the environment."""
    environment = f"{configuration.environment}-{profile}" if profile else configuration.environment
    name = _part(configuration.name).removesuffix(".properties")
    return f"{_part(environment)}@{configuration.kind}/{_part(configuration.group)}/{name}.properties"


def _read(configuration: Configuration) -> list[KeySet]:
    """The keys as the reader of its format finds them, in the place that its file will have."""
    extension = configuration.name.rpartition(".")[2].lower()
    told = _FORMATS.get(configuration.format.lower(), "") or _FORMATS.get(extension, "")
    if not told:
        return []
    path = config_path(configuration, "").removesuffix(".properties").removesuffix(f".{told}")
    facts = parse_file("", f"{path}.{told}", "", configuration.text.encode("utf-8", "replace"))
    return sorted(facts.sets, key=lambda one: one.key)


def properties_text(values: Mapping[str, object]) -> str:
    """Keys and values as java.util.Properties reads them."""
    return "".join(
        f"{key.translate(_ESCAPED)}={str(value).translate(_ESCAPED_VALUE)}\n" for key, value in values.items()
    )


def _part(text: str) -> str:
    """One part of a path. What had to be changed is told apart by a digest of what it was."""
    plain = _NOT_PART.sub("-", text).strip("-") if text.strip(".") else ""
    if plain == text and text.lower() not in ("", ".git"):
        return text
    return (
        f"{plain.lstrip('.-') or 'x'}~{blake2b(text.encode('utf-8', 'replace'), digest_size=3).hexdigest()}"
    )
