"""What was purged and must not come back: masked in every text, its paths not read.

In: denials (digests) and the key of the installation. Out: `Denied`. A process is told once what is denied
(`honour`) and everything that reads texts asks `in_force`: parsing, commits, answers. Nobody can leave it
out by forgetting an argument. Costs nothing while nothing is denied.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from kg.ingest.parse.mask import mask
from kg.schema.denial import Denial, Denies
from kg.schema.ids import line_base

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SHORTEST = 4
"""Characters of a text that can be denied: a shorter one is part of too many others."""
_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Denied:
    """Every denial, with the key that its digests were made with."""

    key: bytes
    denials: frozenset[Denial]

    @property
    def digest(self) -> str:
        """Changes when a denial is added: what was read before it is read again."""
        if not self.denials:
            return ""
        return blake2b(b"".join(sorted(one.digest for one in self.denials)), digest_size=8).hexdigest()

    def mask(self, text: str) -> str:
        """The text with every denied text masked, at the same length."""
        texts = [one for one in self.denials if one.kind is Denies.TEXT and one.length <= len(text)]
        for start, end in sorted(self._found(text, texts)) if texts else ():
            text = text[:start] + mask(text[start:end]) + text[end:]
        return text

    def hides(self, repo: str, path: str) -> bool:
        """Whether a file is not to be read: its path is denied, or holds a text that is."""
        if not self.denials:
            return False
        known = {one.digest for one in self.denials}
        return self._path(repo, path) in known or self.hides_repo(repo) or self.mask(path) != path

    def hides_repo(self, repo: str) -> bool:
        """A line is hidden with its repository."""
        known = {one.digest for one in self.denials}
        return bool({self._repo(repo), self._repo(line_base(repo) or repo)} & known)

    def of_text(self, text: str) -> Denial:
        return Denial(Denies.TEXT, _digest(self.key, Denies.TEXT, text), self._sum(text), len(text))

    def of_path(self, repo: str, path: str) -> Denial:
        return Denial(Denies.PATH, self._path(repo, path))

    def of_repo(self, repo: str) -> Denial:
        return Denial(Denies.REPO, self._repo(repo))

    def _path(self, repo: str, path: str) -> bytes:
        return _digest(self.key, Denies.PATH, f"{repo}\0{path}")

    def _repo(self, repo: str) -> bytes:
        return _digest(self.key, Denies.REPO, repo)

    def _sum(self, text: str) -> int:
        base = _base(self.key)
        return sum(code * pow(base, at, _WORD) for at, code in enumerate(map(ord, text))) % _WORD

    def _found(self, text: str, texts: Iterable[Denial]) -> Iterator[tuple[int, int]]:
        """Sums of all windows of a length at once: `sum(code[i] * base**i)` from prefix sums."""
        import numpy as np  # a tenth of a second that only an installation with denials spends

        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint64)
        powers = np.full(len(codes) + 1, _base(self.key), dtype=np.uint64)
        powers[0] = 1
        powers = np.cumprod(powers)
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(codes * powers[:-1])))
        for one in texts:
            for at in _windows(np, sums, powers, one):
                if _digest(self.key, Denies.TEXT, text[at : at + one.length]) == one.digest:
                    yield at, at + one.length


def _windows(
    np: Any, sums: "npt.NDArray[np.uint64]", powers: "npt.NDArray[np.uint64]", one: Denial
) -> list[int]:
    windows = sums[one.length :] - sums[: -one.length]
    wanted = powers[: len(windows)] * np.uint64(one.fingerprint)
    return [int(at) for at in np.flatnonzero(windows == wanted)]


def _base(key: bytes) -> int:
    return int.from_bytes(_digest(key, Denies.TEXT, "base")[:8], "big") | 1


def _digest(key: bytes, kind: Denies, text: str) -> bytes:
    given = f"{kind}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(given, digest_size=16, key=key[:64]).digest()


NOTHING = Denied(b"", frozenset())
_in_force = NOTHING


def honour(denied: Denied) -> None:
    """From now on, in this process."""
    global _in_force
    _in_force = denied


def in_force() -> Denied:
    return _in_force
