"""Stubs as values: the text of one dependency, and the set that a resolution is given."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

FORMAT = 1
"""Grows whenever the same jar gives another text: older stubs are then made anew."""


@dataclass(frozen=True, slots=True)
class Stub:
    """The signatures of one jar."""

    name: str
    """`org.slf4j:slf4j-api:1.7.36`; the file name where the jar does not say what it is."""
    digest: str
    """Of the jar's bytes."""
    text: str = field(repr=False)
    """A line `# name`, then a line a class."""

    @property
    def classes(self) -> int:
        return self.text.count("\n") - 1


@dataclass(frozen=True, slots=True)
class StubSet:
    """What a repository's code is typed by besides itself and the JDK, the more trusted first."""

    stubs: tuple[Stub, ...] = ()
    missing: tuple[str, ...] = ()
    """Dependencies that are named and not on this machine."""

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(stub.text for stub in self.stubs)

    @property
    def digest(self) -> str:
        """Equal for equal sets: the same commit resolved with the same set gives the same edges."""
        return digest_of(f"{stub.name} {stub.digest}" for stub in self.stubs) if self.stubs else ""


def digest_of(parts: Iterable[str]) -> str:
    return blake2b("\n".join((str(FORMAT), *parts)).encode("utf-8"), digest_size=8).hexdigest()
