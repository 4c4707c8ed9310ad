"""From bytecode to what the source says: the rules, one by one.

- Code that was inlined is not the caller's: the lines that the Kotlin stratum (JSR-45) maps elsewhere are
  left out. A call of an inline function leaves no trace, so targets marked `inline` are left out on both
  sides (in `matching`, where the source is known).
- Lambdas, local functions, anonymous and local classes belong to the member around them (EnclosingMethod,
  or whoever names them); calls among them are left out.
- `f$default`, a constructor with a marker, `access$f`, a bridge and `Iface$DefaultImpls.f` stand for `f`.
- Constructors, values and `init` blocks of a class and of its companion are one caller, `<init>`; so is
  what an accessor that nobody wrote calls (a delegate).
- A target is the class that declares it, up from the one the instruction names. Recursion is left out.
"""

import re
from collections.abc import Iterator, Mapping

from tests.truth.kotlin.classfile import BRIDGE, SYNTHETIC, Call, ClassFile, Key, Method

Edges = set[tuple[Key, Key]]
_DEPTH = 12
_MARKER = "Lkotlin/jvm/internal/DefaultConstructorMarker;"
_FILE = re.compile(r"^\+ (\d+) [^\n]*\n([^\n]+)$", re.MULTILINE)
_LINE = re.compile(r"^(\d+)(?:#(\d+))?(?:,(\d+))?:(\d+)(?:,(\d+))?$")


class Folding:
    def __init__(self, classes: Mapping[str, ClassFile]) -> None:
        self.classes = classes
        self.methods: dict[Key, Method] = {m.key: m for each in classes.values() for m in each.methods}
        self.namers = self._namers()

    def edges(self) -> Edges:
        found: Edges = set()
        for each in self.classes.values():
            own = OwnLines(each)
            for method in each.methods:
                caller = self.caller(method.key)
                if caller is None:
                    continue
                passed_on = self._behind(method.key) if _is_passing(method.key) else None
                for call in method.calls:
                    if call.line in own and call.target != passed_on:
                        found |= {(caller, target) for target in self.targets(call) if target != caller}
        return found

    # Callers.

    def caller(self, key: Key) -> Key | None:
        """The member of the source that a method's code belongs to; None for what the compiler makes up."""
        for _ in range(_DEPTH):
            above = self._above(key)
            if above is None:
                break
            key = above
        holder, name, descriptor = key
        if name in ("<init>", "<clinit>"):
            return (self._whole(holder), "<init>", "")
        access = self.methods[key].access if key in self.methods else 0
        if access & BRIDGE or (access & SYNTHETIC and "$" in name):
            return None
        return holder, name, descriptor

    def _above(self, key: Key) -> Key | None:
        """What a method is a part of."""
        holder = key[0]
        each = self.classes.get(holder)
        if each is None:
            return None
        if each.enclosing is not None:
            outer, outer_name, outer_descriptor = each.enclosing
            return (outer, outer_name or "<init>", outer_descriptor)
        if _is_passing(key):
            return self._behind(key)
        if holder.endswith("$DefaultImpls"):
            return of_interface(key)
        namer = self.namers.get(key)
        return namer if namer != key else None

    def _namers(self) -> dict[Key, Key]:
        """Of lambdas and local functions that became methods (`f$lambda$0`, `f$local`): who names them."""
        found: dict[Key, Key] = {}
        for method in self.methods.values():
            for call in method.calls:
                name = call.target[1]
                inner = self.methods.get(call.target)
                is_part = "$lambda" in name or (inner is not None and _is_local(inner))
                if is_part and call.target[0] == method.key[0] and call.target != method.key:
                    found.setdefault(call.target, method.key)
        return found

    def _whole(self, holder: str) -> str:
        """A companion is constructed with its class, an entry with its enum."""
        each = self.classes.get(holder)
        outer = holder.rpartition("$")[0]
        if holder.endswith("$Companion") and outer in self.classes:
            return outer
        if each is not None and each.above[0] == outer and each.access & 0x4000:
            return outer
        return holder

    # Targets.

    def targets(self, call: Call) -> Iterator[Key]:
        target: Key | None = self._declaring(call.target)
        for _ in range(_DEPTH):
            if target is None or target not in self.methods:
                return
            behind = self._stands_for(target)
            if behind is None:
                break
            target = self._declaring(behind)
        if target is None or self._is_inside(target):
            return
        yield target

    def _stands_for(self, key: Key) -> Key | None:
        """What a method that nobody wrote passes a call on to."""
        holder, name, _ = key
        method = self.methods[key]
        if holder.endswith("$DefaultImpls"):
            return of_interface(key) if not name.endswith("$default") else self._behind(key)
        if _is_passing(key):
            return self._behind(key)
        if name.startswith("access$") or method.access & BRIDGE:
            return self._behind(key)
        return None

    def _behind(self, key: Key) -> Key | None:
        """The one call to a namesake in its code (of an `access$` method: the one call)."""
        name = key[1].removeprefix("access$").removesuffix("$default").partition("$s")[0]
        method = self.methods.get(key)
        own = [call.target for call in method.calls if call.target != key] if method else []
        same = [target for target in own if target[1].removesuffix("$default") == name]
        found = same or [target for target in own if name.startswith(target[1])]
        return found[-1] if found else None

    def _is_inside(self, key: Key) -> bool:
        """A member of a local or anonymous class, a lambda, a local function."""
        holder, name, _ = key
        each: ClassFile | None = self.classes[holder]
        if "$lambda" in name or key in self.namers or self.methods[key].access & SYNTHETIC:
            return True
        while each is not None:
            if each.enclosing is not None:
                return True
            each = self.classes.get(each.name.rpartition("$")[0])
        return False

    def _declaring(self, key: Key) -> Key | None:
        """Up from the class an instruction names."""
        holder, name, descriptor = key
        seen: set[str] = set()
        queue = [holder]
        while queue:
            current = queue.pop(0)
            each = self.classes.get(current)
            if each is None or current in seen:
                continue
            seen.add(current)
            if (current, name, descriptor) in self.methods:
                return (current, name, descriptor)
            if name != "<init>":
                queue += each.above
        return None


def _is_local(method: Method) -> bool:
    """`f$local`, private and static in the class of `f`."""
    name = method.key[1]
    return "$" in name.strip("$") and method.access & 0x000A == 0x000A and not name.startswith("access$")


def _is_passing(key: Key) -> bool:
    """Fills in default values, then calls the function; or lets a private constructor be called."""
    return key[1].endswith("$default") or (key[1] == "<init>" and _MARKER in key[2])


def of_interface(key: Key) -> Key:
    """`Iface$DefaultImpls.f(Iface, A)` is `Iface.f(A)`."""
    holder, name, descriptor = key
    end = descriptor.find(";") + 1 or 1
    return holder.removesuffix("$DefaultImpls"), name, "(" + descriptor[end:]


class OwnLines:
    """The lines of a class that were written in it. A class made anew for a lambda that was inlined
    (`A$f$$inlined$g$1`) counts lines of where `g` stands: there the mapped ones are its own."""

    def __init__(self, each: ClassFile) -> None:
        section = each.debug.partition("*S Kotlin\n")[2].partition("*S ")[0].partition("*E")[0]
        files = dict(_FILE.findall(section.partition("*L\n")[0]))
        self.is_moved = "$$inlined$" in each.name
        outer = each.name.partition("$")[0]
        self.mapped: list[tuple[int, int]] = []
        file = "1"
        for line in section.partition("*L\n")[2].splitlines():
            found = _LINE.match(line)
            if found is None:
                continue
            file = found[2] or file
            first, count, output = int(found[1]), int(found[3] or 1), int(found[4])
            from_here = files.get(file, "").partition("$")[0] == outer
            if from_here if self.is_moved else first != output:
                self.mapped.append((output, output + count * int(found[5] or 1) - 1))

    def __contains__(self, line: int) -> bool:
        return any(start <= line <= end for start, end in self.mapped) == self.is_moved
