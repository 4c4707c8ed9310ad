"""What a dotted name of TypeScript or JavaScript code may be in full: through imports, `require`, re-exports.

In: a name and the file that writes it. Out: qualified names as constants and variables are named,
`src/api.ts.Urls.ORDERS`, the most likely first. Pure.
"""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.typescript.modules import Modules
from kg.ingest.resolve.typescript.program import Program
from kg.schema import typescript as ts
from kg.schema.facts import Facts
from kg.schema.typescript import PackageFacts, ProjectFacts, TsFacts, Value

_DEEPEST = 5
_WHOLE = ("=", "default", "*")


class TypescriptNames:
    """The modules of one repository."""

    def __init__(self, files: Sequence[Facts]) -> None:
        codes = [facts.code for facts in files if facts.code is not None]
        self._files = {code.path: code for code in codes if isinstance(code, TsFacts)}
        program = Program(
            (code for code in codes if isinstance(code, PackageFacts | ProjectFacts)), library=()
        )
        program.files = self._files  # type: ignore[assignment] # only their paths are asked for
        self._modules = Modules(program)

    def module(self, path: str, specifier: str) -> TsFacts | None:
        """The file that a module means to a file."""
        found: object = self._modules.find(path.rpartition("/")[0], specifier)
        return found if isinstance(found, TsFacts) else None

    def of(self, name: str, facts: Facts) -> Iterator[str]:
        """What imports make of a name."""
        if isinstance(facts.code, TsFacts):
            yield from self._imported(name, facts.code, _DEEPEST)

    def required(self, specifier: str, facts: Facts) -> Iterator[str]:
        """What a file gives as a whole: `require("./routes")`."""
        target = self.module(facts.file.path, specifier)
        if target is not None:
            yield from self._exported(target, "=", "", _DEEPEST)
            yield from self._exported(target, "default", "", _DEEPEST)

    def _imported(self, name: str, code: TsFacts, deep: int) -> Iterator[str]:
        first, _, rest = name.partition(".")
        for declaration in code.scopes[0].names.get(first, ()) if deep else ():
            module, there = _brought(declaration)
            target = self.module(code.path, module) if module else None
            if target is not None:
                yield from self._exported(target, there, rest, deep - 1)

    def _exported(self, code: TsFacts, name: str, rest: str, deep: int) -> Iterator[str]:
        """What a file gives under a name; of a whole module, a part of it."""
        if deep <= 0:
            return
        for entry in code.exports:
            if entry[0] == ts.ALL:
                target = self.module(code.path, entry[1])
                if target is not None:
                    yield from self._exported(target, name, rest, deep - 1)
            elif entry[1] == name or (name == "default" and entry[1] == "="):
                yield from self._given(code, entry, rest, deep)
            elif entry[0] == ts.VALUE and entry[1] == "=":
                yield from self._member(code, entry[3], name, rest, deep)
        if name in _WHOLE and rest:
            first, _, further = rest.partition(".")
            yield from self._exported(code, first, further, deep - 1)
        if name in _WHOLE:
            yield from (f"{code.path}.{_tail(each, rest)}" for each in ("default", "exports"))

    def _given(self, code: TsFacts, entry: tuple[object, ...], rest: str, deep: int) -> Iterator[str]:
        if entry[0] in (ts.FROM, ts.NAMESPACE_FROM):
            target = self.module(code.path, str(entry[2]))
            if target is not None:
                there = str(entry[3]) if entry[0] == ts.FROM else "*"
                yield from self._exported(target, there, rest, deep - 1)
            return
        local = str(entry[2]) if entry[0] == ts.LOCAL else _local(entry[3]) or str(entry[1])
        if local != "=":
            yield f"{code.path}.{_tail(local, rest)}"
            yield from self._imported(_tail(local, rest), code, deep - 1)

    def _member(self, code: TsFacts, value: Value, name: str, rest: str, deep: int) -> Iterator[str]:
        """`module.exports = { users }`."""
        members = code.objects[value[1]].members if value is not None and value[0] == ts.OBJECT else ()
        for key, held in members:
            if key == name and (local := _local(held) or name):
                yield f"{code.path}.{_tail(local, rest)}"
                yield from self._imported(_tail(local, rest), code, deep - 1)


def _brought(declaration: tuple[object, ...]) -> tuple[str, str]:
    """The module that a name is from, and its name there."""
    if declaration[0] == ts.IMPORTED:
        return str(declaration[1]), str(declaration[2])
    value, path = (declaration[2], declaration[3]) if declaration[0] == ts.VARIABLE else (None, ())
    if isinstance(value, tuple) and value[0] == ts.REQUIRE and isinstance(path, tuple):
        return str(value[1]), str(path[0]) if path else "="
    return "", ""


def _local(value: object) -> str:
    """The name of a value that a file gives under another."""
    given: Value = value if isinstance(value, tuple) else None
    return str(given[1]) if given is not None and given[0] == ts.NAME else ""


def _tail(name: str, rest: str) -> str:
    return f"{name}.{rest}" if rest else name
