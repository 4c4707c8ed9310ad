"""Who asks, and what they may see. There is no read without a `Scope`."""

from dataclasses import dataclass

from kg.schema.ids import ScopeToken


@dataclass(frozen=True, slots=True)
class Principal:
    """A person or a program, by a stable id; `local` is the owner of this installation."""

    id: str
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The access domains a principal may see, ordered; empty means nothing is visible."""

    tokens: tuple[ScopeToken, ...]

    @property
    def ranges(self) -> tuple[tuple[ScopeToken, ScopeToken], ...]:
        """The tokens as few inclusive ranges of neighbours (Lucene fails beyond 1,024 clauses)."""
        numbers = [int(token[1:]) for token in self.tokens]
        runs: list[list[int]] = []
        for number in sorted(set(numbers)):
            if runs and number == runs[-1][1] + 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return tuple((ScopeToken(f"s{a:05d}"), ScopeToken(f"s{b:05d}")) for a, b in runs)

    @property
    def fingerprint(self) -> str:
        """Names this set of scopes in cursors and caches; says nothing about what is in it."""
        from hashlib import blake2b

        return blake2b(",".join(self.tokens).encode(), digest_size=8).hexdigest()
