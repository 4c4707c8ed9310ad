"""What one file reads of others, and gives them, as numbers: a key says of what, its last bits in which way.

A module's key stands for all that others see of its file (`parse.python.face`), and for whether there is such
a module at all; its key within for all that its file writes, the calls too. Of a
function or class of it the key says who calls it, or who comes from it: that, other files decide. Notes
keep the keys as bits of one number, so that what many answers rest on is joined in one step.
"""

from collections.abc import Iterator

from kg.ingest.resolve.kept import number_of

MODULE, BELOW, FIRST_LOOK, SECOND_LOOK, ACCESSOR, SPECIAL, NAMES, WITHIN = range(8)
"""What a module is; which classes come from a class; what is handed to a function by the calls that the
first look tied, and the second; whether a name is written as a property anywhere; as a special method; which
modules there are; what is written in a module."""

_FORMS = 3
_WHOLE = (1 << 64) - 1

PASSING = 1
"""The first bit of what is noted: an answer that holds for the file that is being resolved only."""


def key_of(name: str, form: int = MODULE) -> int:
    """The key of a name by itself."""
    return number_of(name) >> _FORMS << _FORMS | form


def key_in(module: int, number: int, form: int) -> int:
    """The key of the scope with this number, or the lambda, in the module with that key."""
    return module + (number << _FORMS) & _WHOLE | form


def within(module: int) -> int:
    """The key of all that is written in the module with that key."""
    return module | WITHIN


def form_of(key: int) -> int:
    return key & (1 << _FORMS) - 1


class Notes:
    """Which bit stands for which key, for all looks at a repository."""

    def __init__(self) -> None:
        self._bits: dict[int, int] = {}
        self._keys: list[int] = []

    def bit(self, key: int) -> int:
        bit = self._bits.get(key)
        if bit is None:
            self._keys.append(key)
            bit = self._bits[key] = PASSING << len(self._keys)
        return bit

    def keys(self, noted: int) -> Iterator[int]:
        """The keys behind the bits of a number."""
        noted &= ~PASSING
        while noted:
            lowest = noted & -noted
            yield self._keys[lowest.bit_length() - 2]
            noted ^= lowest
