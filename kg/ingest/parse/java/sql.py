"""SQL in Java code: texts that are statements, read where they stand so that the reading is cached.

In: what a file was read into, and its tree. Out: `SqlText` for each text that some call or annotation may run,
`WrittenSql` for a statement that a method writes down and hands on to what is not known. Which of them count
is decided in `kg.ingest.resolve.data`.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.java.grammar import ids
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.written import value_of
from kg.ingest.parse.mybatis.script import script_sql
from kg.ingest.parse.sql import dialect_of, touched
from kg.ingest.resolve.constants import Constants
from kg.schema.code_sql import WrittenSql
from kg.schema.data import SqlText
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, JOIN, LIST, Constant, Usage, Value
from kg.schema.vocabulary import EdgeType

MAPPER_ANNOTATIONS = ("Select", "Insert", "Update", "Delete")
JPQL_CALLS = ("createQuery",)
SQL_CALLS = (
    "query", "queryForObject", "queryForList", "queryForMap", "queryForRowSet", "update", "batchUpdate", "execute",
    "prepareStatement", "prepareCall", "executeQuery", "executeUpdate", "createNativeQuery", "createSQLQuery", "sql",
    "createNamedQuery", *JPQL_CALLS,
)  # fmt: skip
"""The first argument of a call of these may be a statement."""
_ANNOTATIONS = (*MAPPER_ANNOTATIONS, "Query", "NativeQuery", "NamedNativeQuery")
_STATEMENT = re.compile(
    r"\s*\(?\s*(?:select\b.*\bfrom\b|insert\s+(?:ignore\s+)?into\b|update\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b"
    r"|update\b.*\bjoin\b.*\bset\b|delete\s+from\b|delete\s+\w+\s+from\b|merge\s+into\b|replace\s+into\b"
    r"|with\b.*\bselect\b|truncate\s+table\b)",
    re.IGNORECASE | re.DOTALL,
)
_BEGINS = re.compile(rb'"\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|REPLACE|WITH)\b', re.IGNORECASE)
_WORDS = (b"select", b"insert", b"update", b"delete")
_HINTS = (b"@Query", *(form + b" " for word in _WORDS for form in (word, word.upper())))
_MOCKS = b"org.mockito"
"""What a file gives to mocks is run by nobody."""
_SENTENCE = re.compile(r"\s*[A-Z][a-z]")
"""`Select one from …` is no statement: nobody writes one so."""
_UNFINISHED = re.compile(r"(?:\s+(?:where|and|or|on|order\s+by|limit|values)|\s*[,=(])*\s*$", re.IGNORECASE)
"""What only the code that goes on would finish: `SELECT id FROM orders WHERE `."""
_LITERAL = ids("string_literal")
_SUMS = ids("binary_expression", "parenthesized_expression")
_APART = ids("annotation", "field_declaration", "constant_declaration")
_TEST = re.compile(r"(?:^|/)(?:test|tests|testFixtures|it)/", re.IGNORECASE)


def looks_like_sql(text: str) -> bool:
    """Whether a text begins as a statement of SQL does: `update the title` is none."""
    return bool(_STATEMENT.match(text))


def is_test(path: str) -> bool:
    """Whether a file is one of tests, where a text may be what is expected and not what is run."""
    return bool(_TEST.search(path))


def in_one_text(value: Value) -> Value:
    """An annotation may give a text in pieces: MyBatis puts a blank between them."""
    if isinstance(value, tuple) and value[0] == LIST:
        return (JOIN, *[part for each in value[1:] for part in (" ", each)][1:])
    return value


def read_code_sql(reading: Reading, root: Node, facts: Facts) -> tuple[SqlText | WrittenSql, ...]:
    """The statements that a file holds as texts."""
    if not any(hint in reading.data for hint in _HINTS) or _MOCKS in reading.data:
        return ()
    found = _Found(reading, facts)
    found.run()
    if not is_test(reading.unit.path):
        found.written(root)
    return tuple(found.records)


def _given(usage: Usage) -> Value:
    """The value of a usage that may be SQL; JPQL is cheap to read, and read where entities are known."""
    given = dict(usage.arguments)
    if usage.form != ANNOTATION:
        of_call = usage.name in SQL_CALLS and usage.name not in JPQL_CALLS and usage.arguments
        return usage.arguments[0][1] if of_call else None
    native = usage.name != "Query" or given.get("nativeQuery") == "true" or "nativeQuery" not in given
    return (
        in_one_text(given.get("query") or given.get("value"))
        if usage.name in _ANNOTATIONS and native
        else None
    )


def _inside(constant: Constant) -> Uid:
    """A source whose scope is the class of a constant."""
    return Uid(f"::{constant.name.rpartition('.')[0]}")


class _Found:
    """The texts of one file."""

    def __init__(self, reading: Reading, facts: Facts) -> None:
        self.reading = reading
        self.facts = facts
        self.constants = Constants((facts,))
        self.records: list[SqlText | WrittenSql] = []
        self._read: dict[str, SqlText] = {}

    def run(self) -> None:
        """What calls and annotations are given, and what the file names."""
        for usage in self.facts.usages:
            for text in self.constants.texts(_given(usage), self.facts, usage.source):
                self._keep(text)
        for constant in self.facts.constants:
            for text in self.constants.texts(constant.value, self.facts, _inside(constant)):
                self._keep(text)

    def _keep(self, text: str) -> None:
        """Read a text, once."""
        if text not in self._read and (looks_like_sql(text) or "<script>" in text):
            self._read[text] = _read(text)
            self.records.append(self._read[text])

    def written(self, root: Node) -> None:
        """Statements in the bodies of methods, whoever they are given to."""
        methods = self._methods()
        for match in _BEGINS.finditer(self.reading.data):
            node = _whole(root.descendant_for_byte_range(match.start(), match.start() + 1))
            row = 0 if node is None else node.start_point[0] + 1
            around = [each for each in methods if each[0] <= row <= each[1]]
            if node is None or not around:
                continue
            start, _, source = max(around)
            for text in self.constants.texts(value_of(self.reading, node), self.facts, source):
                self._write(text, source, row - start)

    def _write(self, text: str, source: Uid, line: int) -> None:
        if not looks_like_sql(text) or _SENTENCE.match(text):
            return
        whole = _UNFINISHED.sub("", text)
        record = self._read.get(text) or self._read.get(whole) or _read(whole)
        if record.parsed and record.tables:
            self.records.append(WrittenSql(source, line, record.tables))

    def _methods(self) -> list[tuple[int, int, Uid]]:
        return [
            (edge.start_line, edge.end_line, edge.target)
            for edge in self.reading.edges
            if edge.type is EdgeType.DEFINES and "#" in edge.target.rpartition(":")[2]
        ]


def _whole(node: Node | None) -> Node | None:
    """The expression that a literal is a part of; None where it is no value of a body."""
    while node is not None and node.kind_id not in _LITERAL:
        node = node.parent
    while node is not None and node.parent is not None and node.parent.kind_id in _SUMS:
        node = node.parent
    above = node
    while above is not None:
        if above.kind_id in _APART:
            return None
        above = above.parent
    return node


def _read(text: str) -> SqlText:
    sql = script_sql(text) if "<script>" in text else text
    return SqlText(text, *touched(sql, dialect_of("", sql)))
