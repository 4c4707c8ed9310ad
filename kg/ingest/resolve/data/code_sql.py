"""SQL and JPQL that code holds as text -> QUERIES from the method that runs it.

In: annotations (`@Query`, `@Select`), calls (`jdbcTemplate.query(SQL, …)`), named queries, and what the parsers
of files read of their texts already. A text that constants of other files complete is read here, once.
Pure.
"""

from collections.abc import Iterator
from functools import lru_cache

from kg.ingest.parse.java.sql import (
    JPQL_CALLS,
    MAPPER_ANNOTATIONS,
    SQL_CALLS,
    in_one_text,
    is_test,
    looks_like_sql,
)
from kg.ingest.parse.sql import dialect_of, touched
from kg.ingest.resolve.data.jpql import link_jpql
from kg.ingest.resolve.data.jvm_classes import class_of
from kg.ingest.resolve.data.rows import is_mocked
from kg.ingest.resolve.data.world import Data
from kg.schema.code_sql import WrittenSql
from kg.schema.data import SqlText
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALL, CALLED, LIST, NAME, Usage, Value
from kg.schema.vocabulary import How

_BY_WORDS = 0.8
_UNKNOWN_CALL = 0.9
"""Of SQL that is given to a method of this name, whatever class it is of."""
_WRITTEN = 0.8
_NATIVE = ("org.springframework.data.r2dbc.", "org.springframework.data.jdbc.", "io.micronaut.data.jdbc.")
"""Whose `@Query` is SQL always."""
_MYBATIS = "org.apache.ibatis.annotations"
_RUNNERS = frozenset(
    {
        "JdbcTemplate", "NamedParameterJdbcTemplate", "JdbcOperations", "NamedParameterJdbcOperations", "JdbcClient",
        "Connection", "EntityManager", "Session", "DatabaseClient", "Statement", "SimpleJdbcTemplate", "JdbcDaoSupport",
        "R2dbcEntityTemplate", "QueryRunner", "Handle", "Jdbi", "Sql2o", "DSLContext",
    }
)  # fmt: skip


def link_code_sql(found: Data) -> None:
    """Everything that code holds as text."""
    named = dict(_named_queries(found))
    _link_queries(found, named)
    _link_mappers(found)
    _link_calls(found, named)
    for _, written in found.world.found(WrittenSql):
        for table in written.tables:
            if found.tables.defines(table.key):
                uid = found.tables.uid(table.key, table.name)
                found.links.queries(
                    written.source, uid, table.access, table.columns, How.INFERRED, _WRITTEN, written.line
                )


def _link_text(
    found: Data, source: Uid, text: str, line: int, how: How = How.EXACT, confidence: float = 1.0
) -> None:
    """QUERIES of one text of SQL."""
    record = found.sql.known(text) or _read(text)
    if not record.parsed:
        how, confidence = How.INFERRED, min(confidence, _BY_WORDS)
    for table in record.tables:
        uid = found.tables.uid(table.key, table.name)
        found.links.queries(source, uid, table.access, table.columns, how, confidence, line)


@lru_cache(maxsize=4_096)
def _read(text: str) -> SqlText:
    return SqlText(text, *touched(text, dialect_of("", text)))


def _named_queries(found: Data) -> Iterator[tuple[str, tuple[str, bool]]]:
    """`@NamedQuery(name = "Order.open", query = "…")`: text and whether it is SQL, by name."""
    for facts, usage in found.world.usages("NamedQuery", "NamedNativeQuery", "NamedQueries"):
        if usage.form != ANNOTATION:
            continue
        for name, given in _nested(usage.name, dict(usage.arguments)):
            called = found.world.text(given.get("name"), facts, usage)
            text = found.world.text(in_one_text(given.get("query")), facts, usage)
            if called and text:
                yield called, (text, name == "NamedNativeQuery")


def _nested(name: str, given: dict[str, Value]) -> Iterator[tuple[str, dict[str, Value]]]:
    """An annotation, or those that it lists."""
    inside = given.get("value")
    if name != "NamedQueries" or not isinstance(inside, tuple):
        yield name, given
        return
    for each in inside[1:] if inside[0] == LIST else (inside,):
        if isinstance(each, tuple) and each[0] == CALL:
            yield each[1], dict(each[2])


def _link_queries(found: Data, named: dict[str, tuple[str, bool]]) -> None:
    """`@Query` of repositories, and named queries that are called as their methods."""
    for facts, usage in found.world.usages("Query", "NativeQuery"):
        repository = found.repositories.get(class_of(usage.source))
        if usage.form != ANNOTATION or repository is None:
            continue
        given = dict(usage.arguments)
        native = usage.name == "NativeQuery" or _is_true(given.get("nativeQuery")) or _is_native(facts)
        found.asked.add(usage.source)
        for text in found.world.texts(in_one_text(given.get("value")), facts, usage):
            if native:
                _link_text(found, usage.source, text, usage.line)
            else:
                link_jpql(found, usage.source, text, facts, usage.line, repository.entity)
    for repository in found.repositories.values() if named else ():
        for method in repository.klass.methods:
            text, native = named.get(f"{repository.entity.name}.{method.name}", ("", False))
            if text and method.uid not in found.asked:
                found.asked.add(method.uid)
                _link_named(found, method.uid, text, native, repository.klass.facts, 0)


def _is_true(value: Value) -> bool:
    """Kotlin's grammar has no literal of its own for it."""
    return value in ("true", (NAME, "true"))


def _is_native(facts: Facts) -> bool:
    return any(each.startswith(_NATIVE) and each.endswith((".Query", ".*")) for each in facts.file.imports)


def _link_named(found: Data, source: Uid, text: str, native: bool, facts: Facts, line: int) -> None:
    if native:
        _link_text(found, source, text, line)
    else:
        link_jpql(found, source, text, facts, line)


def _link_mappers(found: Data) -> None:
    """`@Select("…")` of MyBatis."""
    for facts, usage in found.world.usages(*MAPPER_ANNOTATIONS):
        if usage.form != ANNOTATION or not _is_mybatis(found, facts, usage):
            continue
        given = dict(usage.arguments)
        for text in found.world.texts(in_one_text(given.get("value")), facts, usage):
            _link_text(found, usage.source, text, usage.line)


def _is_mybatis(found: Data, facts: Facts, usage: Usage) -> bool:
    source = found.world.artifacts.get(usage.source)
    return any(each.startswith(_MYBATIS) for each in facts.file.imports) or (
        source is not None and any(each.startswith(_MYBATIS) for each in source.annotations)
    )


def _link_calls(found: Data, named: dict[str, tuple[str, bool]]) -> None:
    """SQL that is given to a method that runs it."""
    for facts, usage in found.world.usages(*SQL_CALLS):
        if usage.form != CALLED or not usage.arguments or is_mocked(found, facts, usage):
            continue
        runner = usage.on.partition(".")[0] in _RUNNERS
        for text in found.world.texts(usage.arguments[0][1], facts, usage):
            if usage.name == "createNamedQuery":
                query, native = named.get(text, ("", False))
                if query:
                    _link_named(found, usage.source, query, native, facts, usage.line)
            elif usage.name in JPQL_CALLS:
                link_jpql(found, usage.source, text, facts, usage.line)
            elif looks_like_sql(text) and (runner or not is_test(facts.file.path)):
                how, confidence = (How.EXACT, 1.0) if runner else (How.INFERRED, _UNKNOWN_CALL)
                _link_text(found, usage.source, text, usage.line, how, confidence)
