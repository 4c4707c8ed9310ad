"""JPA, Spring Data and MyBatis-Plus entities -> the tables that their rows are in, with columns and keys.

In: classes with `@Entity`, `@Table` or `@TableName` of a framework that stores rows. Out: an `Entity` each, a
`Shape` of its table and of tables that only join two. What is not written follows the naming of Spring Boot
(`orderItem` is `order_item`) and is inferred; where a script defines the table, that says more and counts.
"""

from kg.ingest.resolve.data.entity_columns import shape_tables
from kg.ingest.resolve.data.entity_names import Draft, Said, said_of, snake, text_of
from kg.ingest.resolve.data.world import Data, Entity
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, NAME

_STORES = (
    "jakarta.persistence", "javax.persistence", "org.springframework.data.relational.core.mapping",
    "com.baomidou.mybatisplus.annotation", "com.baomidou.mybatisplus.annotations",
)  # fmt: skip
_OF_CLASS = ("Entity", "Table", "TableName")
_OWN_TABLES = ("JOINED", "TABLE_PER_CLASS")


def define_entities(found: Data) -> None:
    """Entities and the shapes of their tables."""
    drafts = _drafts(found)
    for draft in drafts.values():
        draft.root = _root(found, draft, drafts)
    for draft in drafts.values():
        top = draft.root or draft
        found.entities[draft.klass.uid] = Entity(
            draft.klass.uid, draft.name, top.table, draft.klass.facts.file.path
        )
    shape_tables(found, drafts)


def _drafts(found: Data) -> dict[Uid, Draft]:
    """The entities by the uid of their class."""
    said = _said_of_classes(found)
    drafts: dict[Uid, Draft] = {}
    for uid, (facts, of_class) in said.items():
        klass = found.classes.of_uid(uid, facts)
        if klass is None or not _is_stored(found, facts, uid, of_class):
            continue
        name = text_of(of_class, "Entity", "name") or klass.name
        table, written = _table_of(found, of_class, name)
        drafts[uid] = Draft(klass, of_class, name, table, written)
    return drafts


def _said_of_classes(found: Data) -> dict[Uid, tuple[Facts, Said]]:
    said: dict[Uid, tuple[Facts, Said]] = {}
    for facts, usage in found.world.usages(*_OF_CLASS, "Inheritance"):
        if usage.form == ANNOTATION and not usage.member:
            _, of_class = said.setdefault(usage.source, (facts, {}))
            of_class[usage.name] = said_of(found, facts, usage)
    return said


def _is_stored(found: Data, facts: Facts, uid: Uid, said: Said) -> bool:
    """Whether one of its annotations is that of a framework that stores rows."""
    written = found.world.artifacts[uid].annotations
    return any(
        f"{store}.{name}" in facts.file.imports
        or f"{store}.*" in facts.file.imports
        or any(each.startswith(f"{store}.{name}") for each in written)
        for name in said
        if name in _OF_CLASS
        for store in _STORES
    )


def _table_of(found: Data, said: Said, name: str) -> tuple[str, bool]:
    """The key of an entity's table, and whether the class says it."""
    written = (
        text_of(said, "Table", "name")
        or text_of(said, "Table", "value")
        or text_of(said, "TableName", "value")
    ).strip('`"[]')
    schema = text_of(said, "Table", "schema") or text_of(said, "TableName", "schema")
    key = written or snake(name)
    if written and not found.tables.defines(written) and found.tables.defines(snake(written)):
        key = snake(written)
    if not written and not found.tables.defines(key) and found.tables.defines(name):
        key = name
    key = key.lower()
    return (f"{schema.lower()}.{key}" if schema else key), bool(written)


def _root(found: Data, draft: Draft, drafts: dict[Uid, Draft]) -> Draft | None:
    """The entity above it in whose table its rows are, too; None where it has a table of its own."""
    above = [drafts[k.uid] for _, k in found.classes.above(draft.klass) if k is not None and k.uid in drafts]
    if not above or draft.written:
        return None
    strategy = above[-1].said.get("Inheritance", {}).get("strategy")
    word = strategy[1] if isinstance(strategy, tuple) and strategy[0] == NAME else str(strategy)
    return None if word.endswith(_OWN_TABLES) else above[-1]
