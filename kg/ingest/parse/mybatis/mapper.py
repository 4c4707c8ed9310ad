"""A MyBatis mapper file: each statement and fragment, with the SQL it stands for.

In: an XML document. Out: Statement artifacts with their lines, `MapperStatement` for who executes and
includes them, and what their SQL reads and writes. Which method executes a statement is decided in
`kg.ingest.resolve.data`, where interfaces and other mappers are known.
"""

import re
from collections import Counter

from kg.ingest.parse.mybatis.runnable import as_written, runnable
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.sql import dialect_of, touched
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import Document, Element
from kg.schema.data import FileStatement
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, ordinal, statement_uid
from kg.schema.mybatis import MapperResult, MapperStatement
from kg.schema.vocabulary import EdgeType, Form, Kind

_STATEMENTS = ("select", "insert", "update", "delete", "sql")
_DATABASES = re.compile(
    r"(?<![a-z0-9])(mysql|mariadb|oracle|postgres(?:ql)?|mssql|sqlserver|db2|h2|hsql(?:db)?|derby|sqlite|tibero|"
    r"altibase|cubrid|goldilocks|kingbase|oceanbase|gauss(?:db)?)(?![a-z0-9])"
)
_SUBSTITUTION = re.compile(r"\$\{\s*([^}]+?)\s*\}")


def read_mapper(unit: Unit, document: Document) -> Said:
    """What a `<mapper>` says; nothing of any other document."""
    root = document.root
    namespace = root.get("namespace")
    if root.name != "mapper" or not namespace:
        return NOTHING
    mapper = _Mapper(unit, root, namespace)
    for element in root.elements:
        if element.name in _STATEMENTS and element.get("id"):
            mapper.add(element)
        elif element.name == "resultMap" and element.get("id"):
            mapper.add_result(element)
    return Said(tuple(mapper.artifacts), tuple(mapper.edges), found=tuple(mapper.found))


class _Mapper:
    """One mapper while it is read."""

    def __init__(self, unit: Unit, root: Element, namespace: str) -> None:
        self.unit = unit
        self.namespace = namespace
        self.fragments = {
            f"{namespace}.{each.get('id')}": each for each in reversed(root.elements) if each.name == "sql"
        }
        """Of several dialects the first: they have the same parts in other words."""
        self.database = _database_of(unit.path)
        self.uids: Counter[Uid] = Counter()
        self.artifacts: list[Artifact] = []
        self.edges: list[Edge] = []
        self.found: list[MapperStatement | MapperResult | FileStatement] = []

    def add(self, element: Element) -> None:
        """A statement or fragment: its artifact, and the records for the resolver."""
        self.unit.check()
        name, database = element.get("id"), element.get("databaseId") or self.database
        text = as_written(element)
        artifact = Artifact(
            kind=Kind.STATEMENT,
            uid=self._uid(name, database),
            name=name,
            qualified_name=f"{self.namespace}.{name}",
            origin=self.unit.path,
            path=self.unit.path,
            language="sql",
            form=Form.FRAGMENT if element.name == "sql" else element.name,
            text=text,
            package=self.namespace,
            lines=element.end_line - element.line + 1,
            details=details(dialect=database, substitutions=_substitutions(text)),
        )
        self.artifacts.append(artifact)
        self.edges.append(_defines(self.unit.uid, artifact.uid, element))
        self._note(element, artifact.uid, name, database)

    def add_result(self, element: Element) -> None:
        """A `<resultMap>` of which parts are filled by statements of their own."""
        parts = list(element.all())
        selects = [self._full(part.get("select")) for part in parts if part.get("select")]
        maps = [self._full(part.get("resultMap")) for part in parts if part.get("resultMap")]
        maps += [self._full(element.get("extends"))] if element.get("extends") else []
        if selects or maps:
            self.found.append(MapperResult(self._full(element.get("id")), tuple(selects), tuple(maps)))

    def _full(self, name: str) -> str:
        """A name without a namespace is one of this file's."""
        return name if "." in name or not name else f"{self.namespace}.{name}"

    def _uid(self, name: str, database: str) -> Uid:
        """Dialects of one statement stand side by side, in one file or in one file each."""
        uid = statement_uid(self.unit.repo, f"{self.namespace}.{name}{f'[{database}]' if database else ''}")
        self.uids[uid] += 1
        return ordinal(uid, self.uids[uid])

    def _note(self, element: Element, uid: Uid, name: str, database: str) -> None:
        says = runnable(element, self.namespace, self.fragments)
        fragment = element.name == "sql"
        kept = says.sql if fragment or says.foreign else ""
        result = self._full(element.get("resultMap"))
        self.found.append(
            MapperStatement(
                uid, self.unit.path, self.namespace, name, fragment, database, says.includes, result, kept
            )
        )
        if not fragment and not says.foreign:
            self.found.append(statement_of(uid, says.sql, database))


def statement_of(uid: Uid, sql: str, database: str = "") -> FileStatement:
    """What the SQL of a statement reads and writes."""
    return FileStatement(uid, *touched(sql, dialect_of(f"{database}/", sql)))


def _defines(file: Uid, uid: Uid, element: Element) -> Edge:
    return Edge(EdgeType.DEFINES, file, uid, start_line=element.line, end_line=element.end_line)


def _database_of(path: str) -> str:
    """Which database a file is for, where its name or folder says it: `mapper/oracle/Orders.xml`."""
    found = [match[1] for part in path.lower().split("/") for match in _DATABASES.finditer(part)]
    return found[-1] if found else ""


def _substitutions(text: str) -> tuple[str, ...]:
    """What `${…}` puts into the SQL as it is, where a caller's text becomes SQL."""
    return tuple(dict.fromkeys(_SUBSTITUTION.findall(text)))
