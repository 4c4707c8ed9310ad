"""A closer look at arguments, where overloads are equal at first sight (JLS 15.12.2.1).

A waiting generic call is typed without what is wanted of it; a method reference says how many arguments
it takes and whether it gives something; a lambda that could be both says which it is; a constant of an
unknown class is of that class. All this is read aside: the calls in there are tied later, when the method
is known.
"""

from functools import partial

from kg.ingest.resolve.java.body import Body, Value
from kg.ingest.resolve.java.completion import Given, Inner, complete
from kg.ingest.resolve.java.functions import lambda_, reach
from kg.ingest.resolve.java.targets import Site
from kg.ingest.resolve.java.types import VOID, Sort
from kg.ingest.resolve.java.values import holder
from kg.schema import java
from kg.schema.java import Code

_CLOSER = (java.REFERENCE, java.LAMBDA, java.FIELD)


def site_of(body: Body, code: Code, name: str, given: Given, inner: Inner) -> Site:
    """The site of a call or `new`; one whose arguments have more to say can be asked."""
    _, row, column, *_ = code
    for (of, argument), waiting in zip(given, inner, strict=True):
        if waiting is not None or (of is None and argument[0] in _CLOSER):
            return Site(row, column, name, given, partial(_sharpened, body, given, inner))
    return Site(row, column, name, given, None)


def _sharpened(body: Body, given: Given, inner: Inner) -> Given:
    found: Given = []
    with body.aside():
        for (of, code), waiting in zip(given, inner, strict=True):
            if waiting is not None and of is None:
                found.append((complete(body, waiting, None), code))
            elif code[0] == java.REFERENCE:
                found.append((None, (*code, reach(body, code))))
            elif code[0] == java.LAMBDA:
                found.append((None, _decided(body, code)))
            elif code[0] == java.FIELD and of is None:
                found.append((_constant(body, code), code))
            else:
                found.append((of, code))
    return found


def _constant(body: Body, code: Code) -> Value:
    """`Status.OK` of a class that is not known: as a rule constants of a class are of that class."""
    of, is_class = holder(body, code[1])
    is_constant = is_class and of is not None and of[0].sort is Sort.GHOST and code[2].isupper()
    return of if is_constant else None


def _decided(body: Body, code: Code) -> Code:
    """A lambda whose parameters are all typed: its body gives nothing if what it calls does."""
    *rest, shape = code
    if shape != java.VALUE_OR_VOID or any(written is None for _, written in code[3]):
        return code
    gives: Value = lambda_(body, code, None)
    return (*rest, java.VOID_ONLY) if gives is VOID else code
