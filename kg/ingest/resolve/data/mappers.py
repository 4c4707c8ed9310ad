"""MyBatis: which method executes which statement of a mapper file, and what statements include.

In: `MapperStatement`s, the methods of the interfaces that are their namespaces, and calls that name a
statement (`sqlSession.selectOne("shop.OrderMapper.findById", 7)`). Out: EXECUTES and INCLUDES, and QUERIES of
the statements that only fragments of other files make complete. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.ingest.parse.mybatis.mapper import statement_of
from kg.ingest.resolve.constants import GAP
from kg.ingest.resolve.data.jvm_classes import JvmClass, JvmClasses, nearness
from kg.ingest.resolve.data.statements import link_statement
from kg.ingest.resolve.data.world import Data
from kg.schema.ids import Uid
from kg.schema.mybatis import FOREIGN, MapperResult, MapperStatement
from kg.schema.usages import CALLED
from kg.schema.vocabulary import How

SESSION_CALLS = (
    "selectOne", "selectList", "selectMap", "selectCursor", "select", "insert", "update", "delete", "list",
    "selectByPk", "listWithPaging", "queryForObject", "queryForList",
)  # fmt: skip
"""Of SqlSession, SqlSessionTemplate and classes built on them; the first argument names a statement."""
_SESSIONS = ("SqlSession", "SqlSessionTemplate", "SqlSessionDaoSupport", "EgovAbstractMapper")
_MOST_NESTED = 8
_OF_SUPERTYPE = 0.8
_OF_SHORT_NAME = 0.8
_OF_RESULT = 0.9
"""It fills a part of a result; lazily, it runs only once that part is asked for."""


def link_mappers(found: Data) -> None:
    """EXECUTES and INCLUDES of all mapper files."""
    mapped = [statement for _, statement in found.world.found(MapperStatement)]
    if not mapped:
        return
    statements, fragments = _by_name(mapped, fragment=False), _by_name(mapped, fragment=True)
    nested = _Nested(found, statements)
    _link_interfaces(found, statements, nested)
    _link_calls(found, statements, nested)
    for statement in mapped:
        for name in statement.includes:
            for fragment in _of_dialect(fragments.get(name, ()), statement):
                found.links.includes(statement.uid, fragment.uid)
        if statement.sql and not statement.fragment:
            sql = _filled(statement, fragments, _MOST_NESTED)
            link_statement(found, statement_of(statement.uid, sql, statement.dialect))


_ByName = Mapping[str, Sequence[MapperStatement]]
"""By namespace and id; of several dialects each."""


def _by_name(found: Iterable[MapperStatement], *, fragment: bool) -> _ByName:
    named: dict[str, list[MapperStatement]] = defaultdict(list)
    for statement in found:
        if statement.fragment == fragment:
            named[f"{statement.namespace}.{statement.name}"].append(statement)
    return named


class _Nested:
    """The statements that run because another one's result has parts that they fill."""

    def __init__(self, found: Data, statements: _ByName) -> None:
        self._statements = statements
        self._results = {result.name: result for _, result in found.world.found(MapperResult)}

    def of(self, statement: MapperStatement) -> Iterator[MapperStatement]:
        seen: set[str] = set()
        todo = [statement.result]
        while todo:
            result = self._results.get(todo.pop())
            if result is None or result.name in seen:
                continue
            seen.add(result.name)
            todo += result.maps
            for name in result.selects:
                for same in _nearest(self._statements.get(name, ()), statement.path):
                    yield same
                    todo.append(same.result)


def _link_interfaces(found: Data, statements: _ByName, nested: _Nested) -> None:
    """From each method of a namespace's interface that has a statement's id, overloads too."""
    for statement in (one for same in statements.values() for one in same):
        klass = found.classes.get(statement.namespace.replace("$", "."), statement.path)
        for method, how, confidence in _methods(klass, statement.name, found.classes) if klass else ():
            found.links.executes(method, statement.uid, how, confidence)
            for part in nested.of(statement):
                found.links.executes(method, part.uid, How.INFERRED, _OF_RESULT)


def _methods(klass: JvmClass, name: str, classes: JvmClasses) -> Iterator[tuple[Uid, How, float]]:
    """The methods of a name that run it: the interface's own, else what it inherits."""
    own = [method.uid for method in klass.methods if method.name == name and not method.has_body]
    if own:
        yield from ((uid, How.EXACT, 1.0) for uid in own)
        return
    for _, above in classes.above(klass):
        inherited = [m.uid for m in above.methods if m.name == name and not m.has_body] if above else []
        if inherited:
            yield from ((uid, How.INFERRED, _OF_SUPERTYPE) for uid in inherited)
            return


def _link_calls(found: Data, statements: _ByName, nested: _Nested) -> None:
    """From each method that names a statement in a call: by namespace and id, or by an id that is the only
    one of its name where the call is plainly one of a session."""
    short: dict[str, set[str]] = defaultdict(set)
    for full, same in statements.items():
        short[same[0].name].add(full)
    for facts, usage in found.world.usages(*SESSION_CALLS):
        if usage.form != CALLED or not usage.arguments:
            continue
        for text in found.world.texts(usage.arguments[0][1], facts, usage):
            how, confidence = How.EXACT, 1.0
            if text not in statements:
                if len(short.get(text, ())) != 1 or not usage.on.startswith(_SESSIONS):
                    continue
                text, how, confidence = next(iter(short[text])), How.INFERRED, _OF_SHORT_NAME
            for statement in _nearest(statements[text], facts.file.path):
                found.links.executes(usage.source, statement.uid, how, confidence, usage.line)
                for part in nested.of(statement):
                    found.links.executes(usage.source, part.uid, How.INFERRED, _OF_RESULT, usage.line)


def _of_dialect(same: Sequence[MapperStatement], wanted: MapperStatement) -> Sequence[MapperStatement]:
    """Of fragments of one name those for the statement's own database, else those for any; the nearest."""
    own = [one for one in same if one.dialect == wanted.dialect]
    fitting = own or [one for one in same if not one.dialect] or same
    inside = [one for one in fitting if one.path == wanted.path]
    return inside or _nearest(fitting, wanted.path)


def _nearest(same: Sequence[MapperStatement], path: str) -> Sequence[MapperStatement]:
    """Modules may each have a statement of a name; several databases of one module stay together."""
    best = max((nearness(one.path, path) for one in same), default=0)
    return [one for one in same if nearness(one.path, path) == best]


def _filled(statement: MapperStatement, fragments: _ByName, deep: int) -> str:
    """The text with what other files have; what nobody has is a gap."""

    def text_of(name: str) -> str:
        same = _of_dialect(fragments.get(name, ()), statement)
        return _filled(same[0], fragments, deep - 1) if same and deep else GAP

    return FOREIGN.sub(lambda mark: text_of(mark[1]), statement.sql)
