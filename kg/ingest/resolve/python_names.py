"""What a dotted name of Python code may be in full: through its module's imports, aliases and stars.

In: a name, and the file that writes it. Out: qualified names as this repository's files are named, the most
likely first. A module is imported from the root of the repository or from any folder above the file, as
its import root is not written anywhere. Pure.
"""

from collections.abc import Container, Iterable, Iterator, Sequence

from kg.ingest.parse.python.facts import BindingKind
from kg.ingest.parse.python.names import absolute, is_test_file
from kg.schema.facts import Facts

_MOST_PASSED = 3
"""Modules that pass a name on."""


def is_python_code(facts: Facts) -> bool:
    """Python that is no test."""
    path = facts.file.path
    is_test = is_test_file(path) or "/tests/" in f"/{path}"
    return facts.file.language == "python" and not is_test


def python_names(name: str, facts: Facts) -> Iterator[str]:
    """What imports make of a name; the scopes around it are looked at before."""
    first, dot, rest = name.partition(".")
    for imported in _imported(first, facts):
        yield from rooted(f"{imported}{dot}{rest}", facts)
    for module in facts.code.stars if facts.code is not None else ():
        yield from rooted(f"{_member(module, facts)}.{name}", facts)


def _imported(first: str, facts: Facts) -> Iterator[str]:
    if facts.code is None:
        return
    for kind, _, _, _, _, _, value, extra in facts.code.scopes[0].bindings.get(first, ()):
        if kind == BindingKind.MEMBER:
            yield _member(value, facts, extra)
        elif kind == BindingKind.MODULE:
            yield value if extra == "alias" else first
    for written in facts.file.imports:
        if written.rpartition(".")[2] == first:
            module, _, last = written.rpartition(".")
            yield _member(module or written, facts, last if module else "")


def _member(module: str, facts: Facts, member: str = "") -> str:
    """`..conf` and `BASE` as seen from the root: `shop.conf.BASE`."""
    return ".".join(part for part in (absolute(module, facts.file.package), member) if part)


def rooted(name: str, facts: Facts) -> Iterator[str]:
    """A name as it is, then below each folder above the file."""
    yield name
    prefix = ""
    for part in facts.file.package.split(".") if facts.file.package else ():
        prefix = f"{prefix}.{part}" if prefix else part
        yield f"{prefix}.{name}"


class PythonNames:
    """Names followed through the modules that pass them on: `from .orders import *` in a package."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._modules = {
            facts.code.module: facts
            for facts in files
            if facts.file.language == "python" and facts.code is not None
        }
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, names: Iterable[str], known: Container[str]) -> str:
        """The first of some names that is known, as it is or where its module takes it from; else empty."""
        tried = list(dict.fromkeys(names))
        found = next((name for name in tried if name in known), "")
        return found or next((each for name in tried for each in self._passed(name) if each in known), "")

    def _passed(self, name: str, deep: int = _MOST_PASSED) -> tuple[str, ...]:
        """What a name of a module is where that takes it from, and so on."""
        if name not in self._known:
            self._known[name] = ()  # modules that take from each other end here
            module, _, rest = name.rpartition(".")
            holder = self._modules.get(module)
            if holder is None:
                module, _, middle = module.rpartition(".")
                holder, rest = self._modules.get(module), f"{middle}.{rest}"
            taken = tuple(dict.fromkeys(python_names(rest, holder))) if holder is not None and deep else ()
            further = (each for one in taken for each in self._passed(one, deep - 1))
            self._known[name] = (*taken, *further)
        return self._known[name]
