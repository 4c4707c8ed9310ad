"""What scip-typescript says each call site of a repository refers to: `make` is the door.

`calls.cjs` finds call sites and what can be called by a walk of its own with the compiler's parser; the
index says what each name refers to. Neither knows anything of kg.
"""

from tests.truth.typescript.make import Truth, make

__all__ = ["Truth", "make"]
