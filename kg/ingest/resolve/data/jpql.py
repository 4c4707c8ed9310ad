"""JPQL and HQL -> QUERIES: names of entities, and joins along their relations, become tables.

In: a text, and the code that holds it. Of several entities of one name the one whose code is nearest counts.
A name that is no entity ties nothing. Pure.
"""

from collections.abc import Iterator

from kg.ingest.parse.sql import read_jpql
from kg.ingest.resolve.data.jvm_classes import nearness
from kg.ingest.resolve.data.world import Data, Entity
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import How

_ENTITY_NAME = "#{#entityName}"


def link_jpql(
    found: Data, source: Uid, text: str, facts: Facts, line: int, own: Entity | None = None
) -> bool:
    """QUERIES of a text; gives whether it names an entity. `own` is the entity of its repository."""
    if own is not None:
        text = text.replace(_ENTITY_NAME, own.name)
    linked = False
    for table in read_jpql(text).tables:
        for entity in _entities(found, table.name, facts, own):
            uid = found.tables.uid(entity.table)
            found.links.queries(source, uid, table.access, (), How.EXACT, 1.0, line)
            linked = True
    return linked


def _entities(found: Data, name: str, facts: Facts, own: Entity | None) -> Iterator[Entity]:
    """`Order`, `shop.Order`, or what `Order.lines.item` leads to."""
    klass = found.classes.get(name, facts.file.path)
    if klass is not None and klass.uid in found.entities:
        yield found.entities[klass.uid]
        return
    first, *steps = name.split(".")
    entity = own if own is not None and own.name == first else _nearest(found, first, facts)
    for at in range(len(steps)):
        if entity is not None:
            target = entity.targets.get(".".join(steps[: at + 1])) or entity.targets.get(steps[at])
            entity = found.entities.get(target) if target is not None else None
    if entity is not None:
        yield entity


def _nearest(found: Data, name: str, facts: Facts) -> Entity | None:
    """Modules of one repository may each have an entity of a name."""
    same = found.entities_by_name.get(name, ())
    path = facts.file.path
    return max(same, key=lambda each: (nearness(each.path, path), each.uid), default=None)
