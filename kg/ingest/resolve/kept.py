"""What is kept of a file's resolution, so that it is resolved again only when it must be.

`Tied` is what a resolver says of one file: the edges, and what they rest on: the keys it read (of other
files' interfaces, found or missing), and the keys it provides with a digest of each. `Kept` is the same,
packed: keys as 8 bytes each, edges as a pickle that is opened when they are wanted. Pure.
"""

import pickle
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from kg.schema.facts import Resolution

_FAST = 1


@dataclass(frozen=True, slots=True)
class Tied:
    """One file, resolved."""

    resolution: Resolution
    reads: Iterable[str]
    provides: Mapping[str, bytes]
    """Digest of what others see under each key; a key that is not there is nothing."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One file as it was resolved when its content was `stamp`."""

    stamp: str
    reads: bytes
    provides: bytes
    """Pairs of a key and the digest under it."""
    body: bytes
    """Squeezed: it holds the same long names again and again, and a repository of them is held at once."""

    def read(self) -> Iterable[int]:
        return array("Q", self.reads)

    def pairs(self) -> Iterator[tuple[int, int]]:
        numbers = array("Q", self.provides)
        return zip(numbers[::2], numbers[1::2], strict=True)

    def first(self) -> tuple[int, int] | None:
        """The first pair, without the cost of all."""
        numbers = array("Q", self.provides[:16])
        return (numbers[0], numbers[1]) if numbers else None

    def provided(self) -> dict[int, int]:
        return dict(self.pairs())

    def resolution(self) -> Resolution:
        edges, open_sites = pickle.loads(zlib.decompress(self.body))  # noqa: S301 - from our own cache
        return Resolution(edges, open_sites)


Known = Mapping[str, Kept]
"""By path."""


def keep(stamp: str, tied: Tied) -> Kept:
    provides = ((number_of(key), _number(seen)) for key, seen in tied.provides.items())
    return packed(stamp, tied.resolution, map(number_of, tied.reads), provides)


def packed(
    stamp: str, resolution: Resolution, reads: Iterable[int], provides: Iterable[tuple[int, int]]
) -> Kept:
    """Keys and digests as the numbers they are kept as."""
    pairs = array("Q", [number for pair in provides for number in pair])
    body = pickle.dumps((resolution.edges, resolution.open_sites), pickle.HIGHEST_PROTOCOL)
    return Kept(stamp, array("Q", sorted(set(reads))).tobytes(), pairs.tobytes(), zlib.compress(body, _FAST))


def number_of(key: str) -> int:
    return _number(key.encode("utf-8", "surrogatepass"))


def _number(text: bytes) -> int:
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
