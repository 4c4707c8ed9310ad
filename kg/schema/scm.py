"""What one file of a language read through a `.scm` query says to the resolver: names, no types.

Rows are 0-based in the file, columns in characters. Knows nothing of tree-sitter, nor of how a name
is tied to a definition.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle

ANY_NUMBER = 1_000
"""Parameters of a definition that takes as many as it is given, or that does not say."""


class ScmCall(NamedTuple):
    """One call site."""

    row: int
    column: int
    """Of the name."""
    name: str
    receiver: str
    """What stands before the name, shortened; empty for a bare name."""
    arity: int
    """Arguments written; -1 where the site does not say."""
    creates: bool
    """`new Name(…)`: a constructor is called."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class ScmDefinition:
    """A class, or something that can be called."""

    uid: Uid
    name: str
    owner: str
    """Simple name of the class it is a member of, or empty."""
    is_class: bool
    is_constructor: bool
    row: int
    lowest: int
    highest: int
    """How many arguments it takes, as far as the syntax says."""
    calls: tuple[ScmCall, ...]


@quick_pickle
@dataclass(frozen=True, slots=True)
class ScmFacts:
    """Everything the resolver needs of one file."""

    path: str
    imports: tuple[str, ...]
    """Words of what it imports: the last part of a path, a name in a list."""
    definitions: tuple[ScmDefinition, ...]
