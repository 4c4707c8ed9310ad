"""Our artifacts as the JVM names them, so that edges of both sides compare.

In: the facts of a library's files and its class files. Out: pairs of members. A declaration is matched by
class, name and erased parameters. A method of the bytecode that matches none of ours counts as missed where
its name is declared in the text of its file; else nobody wrote it, and its edges are left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from kg.ingest.resolve.kotlin.view import aliases_of, java_view
from kg.schema.facts import Edge, Facts
from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts, JavaMethod, JavaType
from kg.schema.kotlin import KotlinFacts, KotlinFunction
from kg.schema.vocabulary import EdgeType
from tests.truth.kotlin.classfile import ClassFile, Key
from tests.truth.kotlin.folding import Edges, of_interface

_PRIMITIVES = {
    "B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short",
    "Z": "boolean", "V": "void",
}  # fmt: skip
_TYPE = re.compile(r"\[*(?:L[^;]*;|[BCDFIJSZV])")
_MANGLED = re.compile(r"-(?:impl|[\w-]{7})$")

Member = tuple[str, str, tuple[str, ...]]
"""Class, name, simple names of the parameters."""


class Matching:
    def __init__(
        self, files: Iterable[Facts], classes: Mapping[str, ClassFile], texts: Mapping[str, str]
    ) -> None:
        self.classes = classes
        self.texts = texts
        """By the simple name of the file."""
        self.by_name: dict[tuple[str, str], list[tuple[tuple[str, ...], Uid]]] = defaultdict(list)
        self.outer: dict[Uid, Uid] = {}
        """From what is local to the member around it."""
        self.inline: set[Uid] = set()
        self.generated: set[tuple[str, str, int]] = set()
        """Accessors that nobody wrote."""
        self.initializer: dict[Uid, str] = {}
        """Of constructors and initializers, the class."""
        files = list(files)
        self.aliases = aliases_of([each.code for each in files if isinstance(each.code, KotlinFacts)])
        for facts in files:
            self._add(facts)
        self._found: dict[Key, Uid | None] = {}

    def _add(self, facts: Facts) -> None:
        code = facts.code
        view = java_view(code, self.aliases) if isinstance(code, KotlinFacts) else code
        if not isinstance(view, JavaFacts):
            return
        names = _internal_names(view)
        for i, each in enumerate(view.classes):
            self._add_class(each, names[i])
        if isinstance(code, KotlinFacts):
            self._add_kotlin(code, names)
        for edge in facts.edges:
            if "#" in edge.source or "(" in edge.source:
                self.outer[edge.target] = edge.source

    def _add_class(self, each: JavaClass, name: str) -> None:
        for method in each.methods:
            if method.uid:
                self.by_name[name, method.name].append((_erased(method, each), method.uid))
            elif method.name != "<init>":
                self.generated.add((name, method.name, len(method.parameters)))
            if method.uid and method.name == "<init>":
                self.initializer[method.uid] = name
        for one in each.initializers:
            self.initializer[one.uid] = name

    def _add_kotlin(self, code: KotlinFacts, names: list[str]) -> None:
        package = code.package.replace(".", "/") + "/" if code.package else ""
        if code.initializer is not None:
            self.initializer[code.initializer.uid] = package + code.facade
        functions = list(code.functions)
        for i, each in enumerate(code.classes):
            if each.initializer is not None:
                self.initializer[each.initializer.uid] = names[each.outer] if each.companion else names[i]
            functions += each.functions
            for one in each.properties:
                self._note_inline(one.modifiers, one.getter, one.setter)
        for one in code.properties:
            self._note_inline(one.modifiers, one.getter, one.setter)
        for function in functions:
            self._note_inline(function.modifiers, function)

    def _note_inline(self, modifiers: frozenset[str], *functions: KotlinFunction | None) -> None:
        if "inline" in modifiers:
            self.inline.update(each.uid for each in functions if each is not None)

    # Ours.

    def given(self, edges: Iterable[Edge], kotlin: set[Uid]) -> dict[tuple[str, str], Edge]:
        """Our calls from Kotlin, between members."""
        found: dict[tuple[str, str], Edge] = {}
        for edge in edges:
            if edge.type is not EdgeType.CALLS or edge.source not in kotlin:
                continue
            source, target = self._member(edge.source), edge.target
            if target in self.outer or target in self.inline or self._caller(source) == target:
                continue
            pair = (self._caller(source), str(target))
            if pair[0] != pair[1] and self._caller(target) != pair[0]:
                found[pair] = edge
        return found

    def _member(self, uid: Uid) -> Uid:
        while uid in self.outer:
            uid = self.outer[uid]
        return uid

    def _caller(self, uid: Uid) -> str:
        name = self.initializer.get(uid)
        return str(uid) if name is None else f"{name}.<init>"

    # Theirs.

    def truth(self, edges: Edges) -> set[tuple[str, str]]:
        found = set()
        for caller, target in edges:
            if not self.classes[caller[0]].source.endswith(".kt"):
                continue
            ours, theirs = self._their_caller(caller), self._their_target(target)
            if ours is None or theirs is None or ours == theirs:
                continue
            if self._caller(Uid(theirs)) != ours:  # one constructor of a class calls another
                found.add((ours, theirs))
        return found

    def _their_caller(self, key: Key) -> str | None:
        if key[1] == "<init>":
            return f"{_part(key[0])}.<init>"
        uid = self.find(key)
        if uid is not None:
            return str(self._member(uid))
        if self._forwarded(key) is not None:
            return None
        if self._is_written(key):
            return "/".join(key)
        if re.match(r"(get|set|is)[A-Z]", key[1]):
            return f"{_part(key[0])}.<init>"
        return None

    def _their_target(self, key: Key) -> str | None:
        uid = self.find(key)
        if uid is not None:
            return None if uid in self.inline else str(uid)
        passed_on = self._forwarded(key)
        if passed_on is not None:
            return self._their_target(passed_on)
        return "/".join(key) if key[1] != "<init>" and self._is_written(key) else None

    def _is_written(self, key: Key) -> bool:
        if (_part(key[0]), key[1], len(parameters_of(key[2]))) in self.generated:
            return False
        text = self.texts.get(self.classes[key[0]].source, "")
        name = re.escape(_MANGLED.sub("", key[1]).partition("$")[0])
        return re.search(rf"\bfun\b[^\n=({{]*(?<![\w]){name}`?\s*\(", text) is not None

    def _forwarded(self, key: Key) -> Key | None:
        """A class has a member for each default of its interfaces, and for each it delegates."""
        each = self.classes.get(key[0])
        method = next((m for m in each.methods if m.key == key), None) if each is not None else None
        calls = [call.target for call in method.calls if call.target[0] in self.classes] if method else []
        if len(calls) != 1 or calls[0][1] != key[1] or key[1] == "<init>":
            return None
        return of_interface(calls[0]) if calls[0][0].endswith("$DefaultImpls") else calls[0]

    def find(self, key: Key) -> Uid | None:
        if key not in self._found:
            self._found[key] = self._find(key)
        return self._found[key]

    def _find(self, key: Key) -> Uid | None:
        holder, name, descriptor = key
        types = parameters_of(descriptor)
        plain = _MANGLED.sub("", name)
        names = [name, plain, plain.partition("$")[0]]
        if name == "constructor-impl":
            names = ["<init>"]
        for each in dict.fromkeys(names):
            candidates = self.by_name.get((_part(holder), each), [])
            for given in _given(name, types):
                found = [uid for written, uid in candidates if written == given]
                if found:
                    return found[0]
            for given in _given(name, types):  # aliases and value classes are written as they are
                found = list(dict.fromkeys(uid for written, uid in candidates if len(written) == len(given)))
                if len(found) == 1:
                    return found[0]
        return None


def _given(name: str, types: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Also without what the compiler puts in front: a value class's value, the outer instance of an inner
    class, name and ordinal of an enum entry."""
    if name == "<init>":
        return [types, types[1:], types[2:]]
    return [types, types[1:]] if name.endswith("-impl") else [types]


def _part(holder: str) -> str:
    """`Facade__FileKt` holds a part of `Facade`."""
    package, slash, name = holder.rpartition("/")
    return package + slash + name.partition("__")[0] if "__" in name else holder


def _internal_names(view: JavaFacts) -> list[str]:
    package = view.package.replace(".", "/") + "/" if view.package else ""
    names: list[str] = []
    for each in view.classes:
        if each.outer < 0 or each.name == "":
            simple = each.qualified_name.removeprefix(view.package).lstrip(".").replace(".", "$")
            names.append(package + simple)
        else:
            names.append(f"{names[each.outer]}${each.name}")
    return names


def _erased(method: JavaMethod, of: JavaClass) -> tuple[str, ...]:
    bounds = dict((*of.type_parameters, *method.type_parameters))
    return tuple(_simple(of, bounds) for _, of in method.parameters)


def _simple(of: JavaType, bounds: dict[str, tuple[JavaType, ...]]) -> str:
    """A type variable is its first bound."""
    if isinstance(of, tuple):
        return _simple(of[1][0], bounds) + "[]" if of[0] == "[]" else _simple(of[0], bounds)
    if of in bounds:
        return _simple(bounds[of][0], bounds) if bounds[of] else "Object"
    return "Object" if of == "?" else _last(of.split("."))


def _last(words: list[str]) -> str:
    """A companion is nothing without its class."""
    return ".".join(words[-2:]) if words[-1] == "Companion" else words[-1]


def parameters_of(descriptor: str) -> tuple[str, ...]:
    found = []
    for each in _TYPE.findall(descriptor[1 : descriptor.index(")")]):
        depth = len(each) - len(each.lstrip("["))
        core = each[depth:]
        name = _PRIMITIVES.get(core) or _last(re.split(r"[/$]", core[1:-1]))
        found.append(name + "[]" * depth)
    return tuple(found)
