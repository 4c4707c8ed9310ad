"""What a dotted name of Python code may be in full: through its module's imports, aliases and stars.

In: a name, and the file that writes it. Out: qualified names as this repository's files are named, the most
likely first. A module is imported from the root of the repository or from any folder above the file, as
its import root is not written anywhere. Pure.
"""

from collections.abc import Iterator

from kg.ingest.parse.python.facts import BindingKind
from kg.schema.facts import Facts


def python_names(name: str, facts: Facts) -> Iterator[str]:
    """What imports make of a name; the scopes around it are looked at before."""
    first, dot, rest = name.partition(".")
    for imported in _imported(first, facts):
        yield from rooted(f"{imported}{dot}{rest}", facts)
    for module in facts.code.stars if facts.code is not None else ():
        yield from rooted(f"{absolute(module, facts)}.{name}", facts)


def _imported(first: str, facts: Facts) -> Iterator[str]:
    if facts.code is None:
        return
    for kind, _, _, _, _, _, value, extra in facts.code.scopes[0].bindings.get(first, ()):
        if kind == BindingKind.MEMBER:
            yield absolute(value, facts, extra)
        elif kind == BindingKind.MODULE:
            yield value if extra == "alias" else first
    for written in facts.file.imports:
        if written.rpartition(".")[2] == first:
            module, _, last = written.rpartition(".")
            yield absolute(module or written, facts, last if module else "")


def absolute(module: str, facts: Facts, member: str = "") -> str:
    """`..conf` and `BASE` as seen from the root: `shop.conf.BASE`."""
    bare = module.lstrip(".")
    dots = len(module) - len(bare)
    parts = facts.file.package.split(".") if dots and facts.file.package else []
    above = parts[: len(parts) - dots + 1] if dots else []
    return ".".join(part for part in (*above, bare, member) if part)


def rooted(name: str, facts: Facts) -> Iterator[str]:
    """A name as it is, then below each folder above the file."""
    yield name
    prefix = ""
    for part in facts.file.package.split(".") if facts.file.package else ():
        prefix = f"{prefix}.{part}" if prefix else part
        yield f"{prefix}.{name}"
