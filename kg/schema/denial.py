"""What must never come in again: kept by digest, so that a denial does not hold what it denies."""

from dataclasses import dataclass
from enum import StrEnum


class Denies(StrEnum):
    """What a denial is about."""

    TEXT = "text"
    PATH = "path"
    REPO = "repo"


@dataclass(frozen=True, slots=True)
class Denial:
    """One text, one path of a repository, or one repository."""

    kind: Denies
    digest: bytes
    """Keyed: without the key of the installation nobody can try words against it."""
    fingerprint: int = 0
    """Of a text: a keyed sum that is cheap to look for in a long text; the digest then decides."""
    length: int = 0
