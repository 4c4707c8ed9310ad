"""Which of several functions a call means: those that can take the arguments, then the most specific."""

from collections.abc import Sequence
from dataclasses import dataclass

from kg.ingest.resolve.kotlin.relations import is_subtype
from kg.ingest.resolve.kotlin.scope import Value
from kg.ingest.resolve.kotlin.types import (
    ANY,
    FUNCTION,
    Function,
    Sort,
    Type,
    bindings_of,
    function_inputs,
    function_type,
    substitute,
)
from kg.schema import kotlin
from kg.schema.kotlin import Code

TRAILING = "{"
"""The name a lambda behind the brackets is given by."""
_INTEGERS = frozenset({"kotlin.Long", "kotlin.Short", "kotlin.Byte"})
_INT = "kotlin.Int"


@dataclass(frozen=True, slots=True)
class Given:
    """An argument: its name if it has one, its type if it is known yet."""

    name: str
    type: Value
    code: Code
    spread: bool

    @property
    def waits(self) -> bool:
        """Lambdas and references are read when the function is known."""
        return self.code[0] in WAITING


WAITING = (kotlin.LAMBDA, kotlin.REFERENCE, kotlin.FUNCTION)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A function where it was found: the type that declares it, and the receivers it would be called on."""

    function: Function
    owner: Value = None
    """In terms of the parameters of the receiver's klass."""
    dispatch: Value = None
    extended: Value = None
    """What an extension is called on."""

    def parameter(self, i: int) -> Value:
        """The type of a parameter as the receiver makes it; variables of the function stay."""
        of = self.function.parameters[i]
        return self.seen(of)

    def seen(self, of: Value) -> Value:
        if self.owner is not None:
            of = substitute(of, bindings_of(self.owner))
        if self.dispatch is not None:
            of = substitute(of, bindings_of(self.dispatch))
        return of


@dataclass(frozen=True, slots=True)
class Choice:
    candidate: Candidate
    places: tuple[int, ...]
    """The parameter each argument goes to."""
    rivals: int
    """How many are as good as it."""


def choose(candidates: Sequence[Candidate], given: Sequence[Given]) -> Choice | None:
    """The most specific of those that can take the arguments."""
    fitting: list[tuple[Candidate, tuple[int, ...]]] = []
    for candidate in candidates:
        places = fit(candidate, given)
        if places is not None:
            fitting.append((candidate, places))
    if not fitting:
        return None
    if len(fitting) == 1:
        return Choice(*fitting[0], 1)
    best = fitting[0]
    for each in fitting[1:]:
        if _is_better(each, best, given):
            best = each
    rivals = [each for each in fitting if each is not best and not _is_better(best, each, given)]
    return Choice(*best, 1 + len([each for each in rivals if not _same(each[0], best[0])]))


def fit(candidate: Candidate, given: Sequence[Given]) -> tuple[int, ...] | None:
    """The parameter of each argument; None where the function can't take them."""
    function = candidate.function
    if function.is_extension and not is_subtype(candidate.extended, candidate.seen(function.receiver)):
        return None
    places = _places(function, given)
    if places is None:
        return None
    for each, place in zip(given, places, strict=True):
        if each.name == function.names[place] and place == function.vararg:
            continue  # by its name it is the array
        if not _takes(candidate.parameter(place), each):
            return None
    return places


def _places(function: Function, given: Sequence[Given]) -> tuple[int, ...] | None:
    count, at = len(function.names), 0
    found: list[int] = []
    for each in given:
        if each.name == TRAILING:
            place = count - 1
        elif each.name:
            if each.name not in function.names:
                return None
            place = function.names.index(each.name)
            at = place + 1
        else:
            place = at
            if place != function.vararg:
                at += 1
        if not 0 <= place < count or (place in found and place != function.vararg):
            return None
        found.append(place)
    for i in range(count):
        if i not in found and not function.optional[i] and i != function.vararg:
            return None
    return tuple(found)


def _takes(wanted: Value, given: Given) -> bool:
    if wanted is None:
        return True
    if given.waits:
        return _takes_function(wanted, given.code)
    of = given.type
    if of is None or given.spread:
        return of is None or not of[1] or is_subtype(of[1][0], wanted)
    if is_subtype(of, wanted):
        return True
    return of[0].name == _INT and wanted[0].name in _INTEGERS and _is_literal(given.code)


def _is_literal(code: Code) -> bool:
    return kotlin.LITERAL in (code[0], code[4][0] if code[0] == kotlin.UNARY else -1)


def _takes_function(wanted: Type, code: Code) -> bool:
    if wanted[0].sort in (Sort.VARIABLE, Sort.GHOST) or wanted[0].name == ANY:
        return True
    target = function_type(wanted)
    if target is None:
        return wanted[0].name.startswith("kotlin.reflect.") and code[0] == kotlin.REFERENCE
    if code[0] == kotlin.LAMBDA:
        count = len(target[1]) - 2
        written = code[1]
        return count <= 1 if written is None else len(written) in (count, len(function_inputs(target)))
    if code[0] == kotlin.FUNCTION:
        return len(code[1]) in (len(target[1]) - 2, len(function_inputs(target)))
    return True


def _is_better(
    each: tuple[Candidate, tuple[int, ...]], other: tuple[Candidate, tuple[int, ...]], given: Sequence[Given]
) -> bool:
    """At least as specific in every argument and more in one; then the plainer one."""
    left, right = each[0], other[0]
    more = less = False
    pairs = [
        (left.parameter(i), right.parameter(k), argument)
        for argument, i, k in zip(given, each[1], other[1], strict=True)
    ]
    if left.function.is_extension and right.function.is_extension:
        forward = is_subtype(left.seen(left.function.receiver), right.seen(right.function.receiver))
        backward = is_subtype(right.seen(right.function.receiver), left.seen(left.function.receiver))
        more, less = forward and not backward, backward and not forward
        if left.extended is not None and _is_own(left) != _is_own(right):
            return _is_own(left)
    for mine, theirs, argument in pairs:
        forward, backward = _narrower(mine, theirs, argument), _narrower(theirs, mine, argument)
        more = more or (forward and not backward)
        less = less or (backward and not forward)
    if more != less:
        return more
    return _plainness(left.function, len(given)) < _plainness(right.function, len(given))


def _is_own(candidate: Candidate) -> bool:
    """It extends the very class it is called on."""
    receiver, of = candidate.seen(candidate.function.receiver), candidate.extended
    return receiver is not None and of is not None and receiver[0] is of[0]


def _narrower(mine: Value, theirs: Value, argument: Given) -> bool:
    if mine is None or theirs is None:
        return theirs is None
    if argument.waits:
        return mine[0] is FUNCTION or theirs[0] is not FUNCTION
    if argument.type is not None and mine[0] is not theirs[0] and argument.type[0] is mine[0]:
        return True
    if mine[0].sort is Sort.VARIABLE and theirs[0].sort is not Sort.VARIABLE:
        return False
    return is_subtype(mine, theirs)


def _plainness(function: Function, count: int) -> tuple[bool, int, bool, bool]:
    return (
        function.vararg >= 0,
        len(function.names) - count,
        bool(function.variables),
        "expect" in function.modifiers,
    )


def _same(left: Candidate, right: Candidate) -> bool:
    """Declared twice: `expect` and `actual`, or one inherited on two ways."""
    return bool(left.function.uid) and left.function.uid == right.function.uid
