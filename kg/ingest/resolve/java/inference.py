"""What the type variables of a generic method stand for, from arguments and from what is wanted.

One `Inference` lives as long as one call is completed. Simpler than the language's own: the first
thing that says what a variable is decides, wildcards are their bounds.
"""

from kg.ingest.resolve.java.body import Body, Value
from kg.ingest.resolve.java.types import (
    ARRAY,
    VOID,
    Bindings,
    Klass,
    Sort,
    Type,
    Wildcard,
    bindings_of,
    single_method,
    substitute,
    upper,
    view,
)


class Inference:
    __slots__ = ("body", "known", "variables")

    def __init__(self, body: Body, variables: tuple[Klass, ...]) -> None:
        self.body = body
        self.variables = variables
        self.known: Bindings = {}

    def unify(self, of: Value, given: Value) -> None:
        """What the variables in a parameter's type must be for an argument's."""
        if of is None or given is None or not self.variables:
            return
        klass, arguments = of
        if klass.sort is Sort.VARIABLE:
            self._learn(klass, given)
        elif klass is ARRAY:
            if given[0] is ARRAY:
                self.unify(arguments[0], given[1][0])
        elif arguments:
            bounded = upper(given)
            seen = None if bounded is None else view(bounded, klass)
            for mine, theirs in zip(arguments, seen[1] if seen is not None else (), strict=False):
                self.unify(mine, theirs)

    def _learn(self, variable: Klass, given: Type) -> None:
        if variable not in self.variables or self.known.get(variable) is not None:
            return
        if given[0].sort is not Sort.NULL and given is not VOID:
            self.known[variable] = self.body.boxed(given)

    def unify_result(self, result: Type, want: Type) -> None:
        """The result must be what is wanted: here the result is the one with variables."""
        if result[0].sort is Sort.VARIABLE:
            self.unify(result, want)
            return
        seen = view(result, want[0])
        for mine, theirs in zip(seen[1] if seen is not None else (), want[1], strict=False):
            if theirs is not None and not isinstance(theirs[0], Wildcard):
                self.unify(mine, theirs)

    def unify_function(self, of: Value, given: Value) -> None:
        """A lambda's result says what its interface's result must be."""
        _, result = function(of)
        self.unify(result, given)

    def bound(self, of: Value) -> Value:
        """With what is known so far; what is not stays unknown."""
        if not self.variables:
            return of
        return substitute(of, {each: self.known.get(each) for each in self.variables})

    def result(self, of: Value) -> Value:
        """A variable that nothing said anything about is at least its bound."""
        if of is None or of[0] not in self.variables:
            return self.bound(of)
        found = self.known.get(of[0])
        return found if found is not None else upper(of)


def is_function(want: Value) -> bool:
    """It is a functional interface."""
    want = upper(want)
    return want is not None and single_method(want[0]) is not None


def function(want: Value) -> tuple[list[Value], Value]:
    """Parameter types and result that a functional interface asks for."""
    want = upper(want)
    single = None if want is None else single_method(want[0])
    if single is None or want is None:
        return [], None
    method, owner = single
    inner, outer = bindings_of(owner), bindings_of(want)
    types = [substitute(substitute(each, inner), outer) for each in method.parameters]
    return types, substitute(substitute(method.result, inner), outer)
