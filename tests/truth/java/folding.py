"""Edges a reader of the source would draw, from the calls in class files. The rules:

- The code of a lambda, of an anonymous and of a local class counts as the code of the method around it
  (of several constructors, where it stands in a field's value). Their own methods are no targets.
- A call goes to the class that declares the method: up from the named owner as the JVM looks.
- What the compiler wrote is followed (access$NNN, bridges, constructors with a marker) or left out: switch
  tables, values() and valueOf() of enums, record members and default constructors that nobody wrote, and
  the super() of a default constructor. The super() that a written constructor leaves out counts, as do
  iterator() of a for-each and close() of a try with resources: the language says where they go.
- Targets outside the library, and classes whose source is not in the sources jar, are left out.
"""

from collections import defaultdict
from collections.abc import Iterator

from tests.truth.java.bytecode import BRIDGE, SYNTHETIC, Bytecode, Call, Key
from tests.truth.java.sources import Sources

Edges = set[tuple[Key, Key]]


class Folding:
    def __init__(self, bytecode: Bytecode, sources: Sources) -> None:
        self.bytecode = bytecode
        self.sources = sources
        self.users: dict[Key, set[Key]] = defaultdict(set)
        """Of lambda bodies, and of constructors of local classes."""
        for caller, calls in bytecode.calls.items():
            for call in calls:
                if call.name.startswith("lambda$") or call.name == "<init>":
                    self.users[call.owner, call.name, call.descriptor].add(caller)

    def edges(self) -> Edges:
        found: Edges = set()
        for caller, calls in self.bytecode.calls.items():
            homes = self.homes(caller)
            for call in self._said(caller, calls) if homes else ():
                found |= {(home, target) for target in self.targets(call) for home in homes}
        return found

    def homes(self, key: Key) -> frozenset[Key]:
        """The written methods whose source holds the code of this one."""
        return frozenset(self._homes(key, set()))

    def _homes(self, key: Key, seen: set[Key]) -> Iterator[Key]:
        if key in seen:
            return
        seen.add(key)
        klass = self.bytecode.classes[key[0]]
        if klass.access & SYNTHETIC or not self.sources.has(klass):
            return
        is_lambda = key[1].startswith("lambda$")
        if self.bytecode.access.get(key, 0) & (SYNTHETIC | BRIDGE) and not is_lambda:
            return
        local = self.local(key[0])
        if is_lambda:
            around = self.users.get(key, set())
        elif local:
            around = self._around(local)
        else:
            yield key
            return
        for each in around:
            yield from self._homes(each, seen)

    def local(self, name: str) -> str:
        """The local or anonymous class that a class is or stands in; empty if there is none."""
        while name in self.bytecode.classes:
            klass = self.bytecode.classes[name]
            if klass.is_local:
                return name
            name = klass.outer
        return ""

    def _around(self, local: str) -> set[Key]:
        """A method where the class says which; in an initialiser whoever makes one."""
        klass = self.bytecode.classes[local]
        owner, _, method = klass.enclosing.partition(".")
        if method and not klass.anonymous:
            name, bracket, rest = method.partition("(")
            return {(owner, name, bracket + rest)}
        makers = {user for key in self.bytecode.methods_of.get(local, ()) for user in self.users.get(key, ())}
        return {user for user in makers if user[0] != local}

    def _said(self, caller: Key, calls: list[Call]) -> list[Call]:
        """Without the super() of a constructor that nobody wrote."""
        klass = self.bytecode.classes[caller[0]]
        if caller[1] != "<init>" or klass.anonymous or self.sources.wrote(self.bytecode, caller):
            return calls
        for i, call in enumerate(calls):
            if call.name == "<init>" and call.owner == klass.superclass:
                return calls[:i] + calls[i + 1 :]
        return calls

    def targets(self, call: Call, depth: int = 0) -> Iterator[Key]:
        key = self.declared(call.owner, call.name, call.descriptor)
        if key is None or depth > 5 or call.name.startswith("lambda$"):
            return
        klass, access = self.bytecode.classes[key[0]], self.bytecode.access[key]
        if not self.sources.has(klass) or klass.access & SYNTHETIC:
            return
        if access & (BRIDGE | SYNTHETIC):
            for inner in self.bytecode.calls.get(key, ()):
                if inner.name == call.name or not access & BRIDGE:
                    yield from self.targets(inner, depth + 1)
        elif not self.local(key[0]) and self.sources.wrote(self.bytecode, key):
            yield key

    def declared(self, owner: str, name: str, descriptor: str) -> Key | None:
        """The method the JVM finds (JVMS 5.4.3.3): superclasses first, then the most special interface."""
        each = owner
        while each in self.bytecode.classes:
            if (each, name, descriptor) in self.bytecode.access:
                return (each, name, descriptor)
            if name == "<init>":
                return None
            each = self.bytecode.classes[each].superclass
        holders = [one for one in self._interfaces(owner) if (one, name, descriptor) in self.bytecode.access]
        for one in holders:
            if not any(one in self._interfaces(other) for other in holders if other != one):
                return (one, name, descriptor)
        return None

    def _interfaces(self, owner: str) -> dict[str, None]:
        """All interfaces above a class, nearest first."""
        found: dict[str, None] = {}
        each = owner
        while each in self.bytecode.classes:
            stack = list(reversed(self.bytecode.classes[each].interfaces))
            while stack:
                one = stack.pop()
                if one not in found:
                    found[one] = None
                    if one in self.bytecode.classes:
                        stack += reversed(self.bytecode.classes[one].interfaces)
            each = self.bytecode.classes[each].superclass
        return found
