"""Which method of the class files each method of our facts is: by class, name, number and erased types.

In: the facts of a library's files, and its bytecode. Out: keys of the truth for our uids. Bodies of
lambdas need nothing (we never give them a node); methods of local and anonymous classes become the method
around them, as in `folding`. A field's value runs in every constructor that calls super().
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kg.schema.facts import Edge, Facts
from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts, JavaMethod, JavaType
from kg.schema.vocabulary import EdgeType
from tests.truth.java.bytecode import BRIDGE, SYNTHETIC, Bytecode, Key, written_parameters

Variables = Mapping[str, JavaType]


class Matching:
    def __init__(self, files: Sequence[Facts], bytecode: Bytecode) -> None:
        self.bytecode = bytecode
        self.targets: dict[Uid, Key] = {}
        """Written methods of classes that have a name everywhere."""
        self.callers: dict[Uid, tuple[Key, ...]] = {}
        self.left_out: set[Uid] = set()
        """Methods of local and anonymous classes, and of classes the jar doesn't have."""
        self._around: dict[Uid, Uid] = {}
        for facts in files:
            if isinstance(facts.code, JavaFacts):
                self._around.update({each.target: each.source for each in facts.edges})
                self._read(facts.code)

    def _read(self, facts: JavaFacts) -> None:
        binary: dict[int, str] = {}
        variables: dict[int, Variables] = {}
        for index, klass in enumerate(facts.classes):
            around = variables.get(klass.outer, {})
            variables[index] = {**around, **_bounds(klass.type_parameters)}
            if klass.member and klass.outer < 0:
                binary[index] = f"{facts.package}.{klass.name}".strip(".").replace(".", "/")
            elif klass.member and klass.outer in binary:
                binary[index] = f"{binary[klass.outer]}${klass.name}"
            if binary.get(index) in self.bytecode.classes:
                self._match(klass, binary[index], variables[index])
            else:
                self.left_out |= {each.uid for each in klass.methods}

    def _match(self, klass: JavaClass, binary: str, variables: Variables) -> None:
        candidates: dict[tuple[str, int], list[Key]] = defaultdict(list)
        for key in self.bytecode.methods_of.get(binary, ()):
            if not self.bytecode.access[key] & (SYNTHETIC | BRIDGE):
                candidates[key[1], len(written_parameters(self.bytecode, key))].append(key)
        for method in klass.methods:
            found = candidates.get((method.name, len(method.parameters)), [])
            chosen = found[0] if len(found) == 1 else self._by_types(method, found, variables)
            if chosen is not None:
                found.remove(chosen)
                self.targets[method.uid] = chosen
                self.callers[method.uid] = (chosen,)
        for each in klass.initializers:
            name = "<clinit>" if each.static else "<init>"
            keys = [key for key in self.bytecode.methods_of.get(binary, ()) if key[1] == name]
            self.callers[each.uid] = tuple(key for key in keys if each.static or self._runs_fields(key))

    def _by_types(self, method: JavaMethod, found: list[Key], around: Variables) -> Key | None:
        variables = {**around, **_bounds(method.type_parameters)}
        written = [_erased(of, variables) for _, of in method.parameters]
        for key in found:
            types = written_parameters(self.bytecode, key)
            if all(f".{full}".endswith(f".{own}") for full, own in zip(types, written, strict=True)):
                return key
        return None

    def _runs_fields(self, key: Key) -> bool:
        """A constructor that doesn't begin with this(…), and is nothing the compiler made."""
        if self.bytecode.access[key] & SYNTHETIC:
            return False
        made = {call.owner for call in self.bytecode.calls.get(key, ()) if call.name == "<init>"}
        return self.bytecode.classes[key[0]].superclass in made or key[0] not in made

    def caller(self, uid: Uid) -> tuple[Key, ...]:
        """The keys of a method, or of what stands around it."""
        seen: set[Uid] = set()
        while uid not in self.callers and uid in self._around and uid not in seen:
            seen.add(uid)
            uid = self._around[uid]
        return self.callers.get(uid, ())

    def calls(self, edges: Sequence[Edge]) -> Iterator[tuple[Edge, Key, Key | None]]:
        """Our calls by key, without those the truth leaves out; no target where it is in no class file."""
        for edge in edges:
            if edge.type is EdgeType.CALLS and edge.target not in self.left_out:
                for caller in self.caller(edge.source):
                    yield edge, caller, self.targets.get(edge.target)


def _bounds(parameters: tuple[tuple[str, tuple[JavaType, ...]], ...]) -> Variables:
    return {name: bounds[0] if bounds else "Object" for name, bounds in parameters}


def _erased(of: JavaType, variables: Variables) -> str:
    """As written, without arguments; a variable is its bound."""
    for _ in range(8):
        if isinstance(of, tuple):
            if of[0] == "[]":
                return _erased(of[1][0], variables) + "[]"
            of = of[1][0] if of[0] == "<>" else of[0]
        elif of in variables:
            of = variables[of]
        else:
            break
    return str(of)
