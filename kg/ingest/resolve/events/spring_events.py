"""Events inside a Spring application: the key is the class of the event, in full.

`publishEvent(new Paid(…))` publishes; a method with @EventListener, and `onApplicationEvent` of an
ApplicationListener, consume. Other classes have a `publishEvent` of their own: the publisher must be Spring's.
"""

import re
from collections.abc import Iterable, Iterator

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.events.messages import CONSUMES, PUBLISHES, SPRING, Message, argument, positional
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, Usage, Value, names_in
from kg.schema.vocabulary import Kind

_PUBLISHERS = ("ApplicationEventPublisher", "ApplicationContext")
_LISTENER = re.compile(r"\bApplicationListener<\s*([\w.]+)\s*>")
_PARAMETER = re.compile(r"\(([\w.]+)\)$")
_SPRING = "org.springframework."
_LISTENER_IMPORTS = (f"{_SPRING}context.ApplicationListener", f"{_SPRING}context.*")


def spring_events(world: World) -> Iterator[Message]:
    for facts, usage in world.usages("publishEvent"):
        if _is_publisher(usage, facts):
            for event in _made(positional(usage)[:1]):
                yield from _message(world, PUBLISHES, event, usage.source, facts, usage.line)
    for facts, usage in world.usages("EventListener", "TransactionalEventListener"):
        for event in _listened(usage, world.artifacts.get(usage.source)):
            yield from _message(world, CONSUMES, event, usage.source, facts, 0)
    yield from _implemented(world)


def _is_publisher(usage: Usage, facts: Facts) -> bool:
    """By its declared type, or by a name like it in a file that imports Spring's."""
    last = usage.on.rpartition(".")[2].removeprefix("get")
    if last[:1].isupper():
        return last.endswith(_PUBLISHERS)
    return any(written.startswith(_SPRING) for written in facts.file.imports)


def _made(values: Iterable[Value]) -> Iterator[str]:
    for value in values:
        if isinstance(value, tuple) and value and value[0] == CALL and str(value[1]).startswith("new "):
            yield str(value[1]).removeprefix("new ")


def _listened(usage: Usage, method: Artifact | None) -> Iterator[str]:
    """The classes that the annotation names, else the type of the only parameter."""
    written = names_in(argument(usage, "value", "classes"))
    named = [name.removesuffix(".class").removesuffix("::class") for name in written]
    if not named and method is not None and (found := _PARAMETER.search(method.qualified_name)):
        named = [found[1]]
    yield from named


def _implemented(world: World) -> Iterator[Message]:
    """`onApplicationEvent` of the classes that say `implements ApplicationListener<Event>`."""
    for facts in world.files:
        if not any(written in facts.file.imports for written in _LISTENER_IMPORTS):
            continue
        for found in facts.artifacts:
            heard = _LISTENER.search(found.signature) if found.kind == Kind.CLASS else None
            for method in facts.artifacts if heard else ():
                if method.name == "onApplicationEvent" and method.uid.startswith(f"{found.uid}#"):
                    yield from _message(world, CONSUMES, heard[1] if heard else "", method.uid, facts, 0)


def _message(world: World, side: str, event: str, source: Uid, facts: Facts, line: int) -> Iterator[Message]:
    name = _in_full(world, event, facts, source)
    if name:
        yield Message(side, SPRING, name, source, facts, line)


def _in_full(world: World, event: str, facts: Facts, source: Uid) -> str:
    """The class that a simple name means here: one of the repository, else an import's; else nothing."""
    for name in names_of(event, facts, scope_of(source)):
        if any(each.kind == Kind.CLASS for each in world.named.get(name, ())):
            return name
    first = event.partition(".")[0]
    imported = next((each for each in facts.file.imports if each.rpartition(".")[2] == first), "")
    return imported + event.removeprefix(first) if imported else event if event.count(".") > 1 else ""
