"""What a setting says where code asks for it: the value of the nearest module, of the default environment.

In: the Config artifacts of a repository. A value that was withheld says nothing. Pure.
"""

from collections import defaultdict
from collections.abc import Sequence

from kg.ingest.resolve.key_names import relaxed
from kg.schema.facts import Artifact
from kg.schema.placeholders import closing
from kg.schema.vocabulary import Form

_MOST_NESTED = 8
"""Placeholders inside values inside placeholders: more is a circle."""


class Settings:
    """Values by key, the nearest module first."""

    def __init__(self, configs: Sequence[Artifact]) -> None:
        self._values: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for config in configs:
            if config.form == Form.KEY:
                config_set = config.uid.split(":", 3)[2]
                value = _plain(config.values)
                if value:
                    self._values[relaxed(config.name)].append((config_set, value))

    def value(self, key: str, path: str) -> str:
        """The value of a key as a file sees it: its own module's, else the only one there is."""
        near = self.near(key, path)
        values = set() if near else {value for _, value in self.everywhere(key)}
        return near or (values.pop() if len(values) == 1 else "")

    def near(self, key: str, path: str) -> str:
        """The value of a key in the module of a file, or in one around that."""
        found = self.everywhere(key)
        near = [pair for pair in found if pair[0] == "." or f"{path}/".startswith(f"{pair[0]}/")]
        return max(near, key=lambda pair: 0 if pair[0] == "." else len(pair[0]))[1] if near else ""

    def everywhere(self, key: str) -> list[tuple[str, str]]:
        """The config sets that set a key, and their values."""
        return self._values.get(relaxed(key), [])

    def expanded(self, text: str, path: str) -> str:
        """A text with its `${key:default}` replaced by what they say; one that says nothing stays."""
        return self._expanded(text, path, _MOST_NESTED)

    def _expanded(self, text: str, path: str, deep: int) -> str:
        if deep == 0 or "${" not in text:
            return text
        parts: list[str] = []
        at = 0
        while (start := text.find("${", at)) >= 0:
            end = closing(text, start + 2)
            key, colon, default = text[start + 2 : end].partition(":")
            value = self.value(self._expanded(key, path, deep - 1), path)
            said = value or default if value or colon else text[start : end + 1]
            parts += [text[at:start], self._expanded(said, path, deep - 1)]
            at = end + 1
        return "".join((*parts, text[at:]))


def _plain(values: Sequence[str]) -> str:
    """The first value that is kept, without its environment: the default one comes first. Else empty."""
    written = (each.partition("=")[2] for each in values)
    return next((value for value in written if value and "<withheld:" not in value), "")
