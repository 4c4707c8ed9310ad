"""Routes that stand on a method, and the classes in which it answers.

In: the annotated methods. Out: for each the class that is instantiated, the method that runs there, and the
method that carries the annotation (its own, an abstract parent's, an interface's). Pure.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from kg.ingest.resolve.jvm_types import JvmTypes, Method, Type
from kg.schema.ids import Uid


@dataclass(frozen=True, slots=True)
class Handler:
    """A method of an instantiated class that answers a route."""

    of: Type
    runs: Method
    annotated: Uid
    """The method with the annotation."""


def owner_of(method: Uid) -> Uid:
    """The class of a method, by its uid."""
    return Uid(method.rpartition("#")[0])


def handlers(types: JvmTypes, annotated: Iterable[Uid]) -> Iterator[Handler]:
    """Every class in which an annotated method answers. An override with an annotation of its own counts
    instead of what it overrides."""
    methods = dict.fromkeys(annotated)
    for uid in methods:
        owner = types.of(owner_of(uid))
        if owner is None:
            continue
        method = next((each for each in owner.methods if each.uid == uid), None)
        if method is not None:
            yield from _of(types, owner, method, methods.keys())


def _of(types: JvmTypes, owner: Type, method: Method, annotated: Set[Uid]) -> Iterator[Handler]:
    for each in types.descendants(owner):
        if not each.concrete:
            continue
        runs = types.answering(each, method)
        if runs.uid == method.uid or runs.uid not in annotated:
            yield Handler(each, runs, method.uid)
