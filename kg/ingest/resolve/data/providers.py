"""SQL of MyBatis that code makes: providers of a mapper's methods, and the builder that they use.

In: `@SelectProvider(type = OrderSql.class, method = "byId")` and calls of `SQL`. Out: CALLS from the mapper's method
to its provider, which runs it, and QUERIES from who builds a statement to the tables that it names. Pure.
"""

from collections.abc import Iterator

from kg.ingest.parse.java.beside import SQL_BUILDER
from kg.ingest.resolve.constants import GAP
from kg.ingest.resolve.data.jvm_classes import owner_of
from kg.ingest.resolve.data.world import Data
from kg.schema.data import READ, WRITE
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALLED, NAME, Usage
from kg.schema.vocabulary import How

_PROVIDERS = ("SelectProvider", "InsertProvider", "UpdateProvider", "DeleteProvider")
_BUILDER = "org.apache.ibatis.jdbc"
_OF_ANNOTATION = 0.95
_ANONYMOUS = "$SQL"
"""`new SQL() {{ FROM("orders"); }}` is a class inside the method."""


def link_providers(found: Data) -> None:
    """From a mapper's method to the methods of its provider that have the name; without one, its own."""
    for facts, usage in found.world.usages(*_PROVIDERS):
        if usage.form == ANNOTATION:
            for provider in _provider(found, facts, usage):
                found.links.calls(usage.source, provider, How.INFERRED, _OF_ANNOTATION, usage.line)


def _provider(found: Data, facts: Facts, usage: Usage) -> Iterator[Uid]:
    given = dict(usage.arguments)
    value = given.get("type") or given.get("value")
    if not isinstance(value, tuple) or value[0] != NAME or not value[1].endswith(".class"):
        return
    klass = found.classes.find(value[1].removesuffix(".class"), facts, owner_of(usage.source))
    own = found.world.artifacts[usage.source].name
    name = found.world.text(given.get("method"), facts, usage) or own
    for method in klass.methods if klass is not None else ():
        if method.name == name and method.has_body:
            yield method.uid


def link_sql_builders(found: Data) -> None:
    """`FROM("orders o, lines l")` and its like name tables, with or without an alias."""
    for facts, usage in found.world.usages(*sorted(SQL_BUILDER)):
        if usage.form != CALLED or not any(each.startswith(_BUILDER) for each in facts.file.imports):
            continue
        source = _method(found, usage.source)
        access = WRITE if usage.name in ("UPDATE", "INSERT_INTO", "DELETE_FROM") else READ
        for text in (t for _, value in usage.arguments for t in found.world.texts(value, facts, usage)):
            for name in _tables(text):
                found.links.queries(source, found.tables.uid(name.lower(), name), access, (), How.EXACT, 1.0)


def _method(found: Data, source: Uid) -> Uid:
    """The method that the builder stands in."""
    around = Uid(source.partition(_ANONYMOUS)[0])
    return around if around in found.world.artifacts else source


def _tables(text: str) -> Iterator[str]:
    """The first word of each part; what is not known is no table."""
    for part in text.split(","):
        name = next(iter(part.split()), "").strip('`"')
        if name and GAP not in name and name.replace(".", "").replace("_", "").isalnum():
            yield name
