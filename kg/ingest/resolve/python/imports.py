"""What imports bind: modules, their members, what a star brings."""

from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.modules import inner_name
from kg.ingest.resolve.python.outside import is_builtin
from kg.ingest.resolve.python.values import INFERRED, NOTHING, External, Found, Module, exactly


def imported(engine: Engine, module: Module, written: str) -> Found:
    """`import a.b as c` gives `a.b`."""
    found = engine.find(module, written)
    return exactly(found if found is not None else External(written))


def imported_top(engine: Engine, module: Module, written: str) -> Found:
    """`import a.b` gives `a`."""
    found = engine.find(module, written)
    if found is None:
        return imported(engine, module, written.partition(".")[0])
    parts = found.name.split(".")
    top = engine.modules.by_name[".".join(parts[: len(parts) - written.count(".")])]
    engine.note(top.key)
    return exactly(top)


def member_of_module(engine: Engine, module: Module, written: str, name: str) -> Found:
    """`from written import name`."""
    source = engine.find(module, written)
    if source is None:
        inner = engine.find(module, inner_name(written, name))
        if inner is not None and not inner.is_folder:
            return exactly(inner)
        return exactly(External(f"{engine.modules.absolute_name(module, written)}.{name}".lstrip(".")))
    if source is module:
        inner = engine.child(source, name)
        if inner is not None:
            return exactly(inner)
    found = engine.member(source, name)
    return found if found.values else NOTHING


def from_stars(engine: Engine, module: Module, name: str) -> Found | None:
    """A name that `from x import *` may have brought; the last star wins."""
    outside: list[str] = []
    for written in reversed(module.facts.stars):
        source = engine.find(module, written)
        if source is None:
            outside.append(engine.modules.absolute_name(module, written))
        elif source is not module and _exports(source, name):
            found = engine.member(source, name)
            if found.values:
                return found
    if len(outside) == 1 and not is_builtin(name):
        return Found((External(f"{outside[0]}.{name}"),), INFERRED, True)
    return None


def _exports(module: Module, name: str) -> bool:
    facts = module.facts
    if facts.exports is None:
        return not name.startswith("_")
    return name in facts.exports or bool(facts.export_modules)
