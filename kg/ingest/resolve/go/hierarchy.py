"""EXTENDS, IMPLEMENTS and OVERRIDES: embedding as written, interfaces as the compiler sees them; and
DEFINES from a type to those of its methods that stand in other files.

A type implements an interface when its methods (or those of a pointer to it) include all the
interface asks for, with the same signatures. Nothing in the source says so, so all are compared, by
way of one method name each.
"""

from collections import defaultdict
from collections.abc import Iterator

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.declared import Declared, Function
from kg.ingest.resolve.go.inference import Found, unify
from kg.ingest.resolve.go.members import interface_methods, member_of
from kg.ingest.resolve.go.types import Maybe, pointed, substitute, underlying
from kg.ingest.resolve.go.world import World
from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How

Methods = dict[str, tuple[Maybe, Uid]]


def hierarchy(world: World) -> Iterator[Edge]:
    """The edges among all declared types and their methods."""
    declared = [each for file in world.files for each in file.types if not each.facts.alias]
    interfaces = _by_a_method(declared)
    names: dict[int, frozenset[str]] = {}
    for each in declared:
        yield from _embedded(each)
        yield from _defined_elsewhere(each)
        if _is_interface(each):
            continue
        own = _method_names(each, names)
        for name in own:
            for interface, wanted in interfaces.get(name, ()):
                if wanted.keys() <= own and _may_see(each, interface, wanted):
                    yield from _implements(each, interface, wanted)


def _is_interface(declared: Declared) -> bool:
    inner = declared.underlying(())
    return inner is not None and inner[0] == types.INTERFACE


def _by_a_method(declared: list[Declared]) -> dict[str, list[tuple[Declared, Methods]]]:
    """Each interface under the first of its methods; one that asks for nothing is nowhere."""
    found: dict[str, list[tuple[Declared, Methods]]] = defaultdict(list)
    for each in declared:
        inner = each.underlying(())
        if inner is None or inner[0] != types.INTERFACE or not _is_plain(inner):
            continue
        wanted: Methods = {name: (of, uid) for name, of, uid in interface_methods(each.itself())}
        if wanted:
            found[min(wanted)].append((each, wanted))
    return found


def _is_plain(interface: types.Type) -> bool:
    """Whether all it asks for is known here: no list of types, nothing of another repository."""
    pending, seen = list(interface[2]), set()
    while pending:
        each = pending.pop()
        inner = underlying(each)
        if inner is None or inner[0] != types.INTERFACE:
            return False
        if id(each[1]) not in seen:
            seen.add(id(each[1]))
            pending += inner[2]
    return True


def _method_names(declared: Declared, known: dict[int, frozenset[str]]) -> frozenset[str]:
    """The names of its methods, promoted ones too."""
    if id(declared) in known:
        return known[id(declared)]
    known[id(declared)] = frozenset(declared.methods)
    names = set(declared.methods)
    for of in _embedded_types(declared):
        if of[0] == types.NAMED and not _is_interface(of[1]):
            names |= _method_names(of[1], known)
        else:
            names.update(name for name, _, _ in interface_methods(of))
    known[id(declared)] = frozenset(names)
    return known[id(declared)]


def _embedded_types(declared: Declared) -> Iterator[types.Type]:
    inner = declared.underlying(())
    if inner is not None and inner[0] == types.STRUCT:
        for _, of, embedded in inner[1]:
            target = pointed(of) if embedded else None
            if target is not None:
                yield target
    elif inner is not None and inner[0] == types.INTERFACE:
        yield from (each for each in inner[2] if each is not None)


def _embedded(declared: Declared) -> Iterator[Edge]:
    targets = {
        of[1].facts.uid for of in _embedded_types(declared) if of[0] == types.NAMED and of[1].facts.uid
    }
    for uid in sorted(targets):
        yield Edge(EdgeType.EXTENDS, declared.facts.uid, uid)


def _defined_elsewhere(declared: Declared) -> Iterator[Edge]:
    """The file of such a method defines it too, with its lines; `parse` knows one file alone."""
    for method in declared.methods.values():
        if method.file is not None and method.file is not declared.file:
            yield Edge(EdgeType.DEFINES, declared.facts.uid, method.uid)


def _may_see(declared: Declared, interface: Declared, wanted: Methods) -> bool:
    """Methods in lower case are names of their package alone."""
    exported = all(name[0].isupper() for name in wanted)
    return exported or declared.file.package is interface.file.package


def _implements(declared: Declared, interface: Declared, wanted: Methods) -> Iterator[Edge]:
    variables = frozenset(interface.parameters)
    bound: Found = {}
    reached: list[tuple[Function, Uid]] = []
    for name, (of, uid) in wanted.items():
        member = member_of(declared.itself(), name)
        if member is None or member.function is None:
            return
        own = substitute(member.function.type(), member.bindings)
        unify(of, own, variables, bound)
        if substitute(of, bound) != own:
            return
        reached.append((member.function, uid))
    how, confidence = (How.INFERRED, 0.9) if variables else (How.EXACT, 1.0)
    yield Edge(EdgeType.IMPLEMENTS, declared.facts.uid, interface.facts.uid, how, confidence)
    for function, uid in reached:
        if function.uid and uid and function.uid != uid:
            yield Edge(EdgeType.OVERRIDES, function.uid, uid, how, confidence)
