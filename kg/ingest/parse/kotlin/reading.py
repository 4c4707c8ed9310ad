"""The state of reading one file: its text, what was found so far, and the function being read.

A private context behind `parse_kotlin`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.source_text import SourceText
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, KeyRead, Problem
from kg.schema.ids import Uid, kotlin_uid
from kg.schema.kotlin import Code, KotlinAlias, KotlinClass, KotlinFunction, KotlinType
from kg.schema.usages import Constant, Usage
from kg.schema.vocabulary import EdgeType


@dataclass(slots=True)
class Owner:
    """What the next declaration belongs to: the file, a class or a function."""

    uid: Uid
    qualified_name: str
    separator: str
    """Between its name and that of a member: `.` of a package, `#` of a class, `$` of a function."""


class Reading(SourceText):
    __slots__ = (
        "aliases",
        "artifacts",
        "classes",
        "constants",
        "decisions",
        "define_function",
        "define_local",
        "define_object",
        "edges",
        "facade",
        "marks",
        "names",
        "outer",
        "owner",
        "package",
        "problems",
        "reads",
        "root",
        "row",
        "sites",
        "usages",
    )

    def __init__(self, unit: Unit, data: bytes) -> None:
        super().__init__(unit, data)
        self.package = ""
        self.root = ""
        self.facade = ""
        self.artifacts: list[Artifact] = []
        self.edges: list[Edge] = []
        self.classes: list[KotlinClass | None] = []
        self.aliases: list[KotlinAlias] = []
        self.problems: list[Problem] = []
        self.reads: list[KeyRead] = []
        self.usages: list[Usage] = []
        self.constants: list[Constant] = []
        self.names: Counter[str] = Counter()
        self.outer = -1
        """Index of the class being read."""
        self.owner = Owner(unit.uid, "", ".")
        self.row = 0
        """First row of the function being read."""
        self.sites: list[str] = []
        self.marks = 0
        """Grows with everything that decides a call: code that adds none is dropped."""
        self.decisions = 0
        self.define_local: Callable[[Reading, Node], int]
        self.define_object: Callable[[Reading, Node], int]
        self.define_function: Callable[[Reading, Node], KotlinFunction]

    def word(self, node: Node) -> str:
        """An identifier, without the back-ticks it may need."""
        found = self.slice(node)
        return found.strip("`") if found[:1] == "`" else found

    def site(self, row: int, column: int, name: str, arity: int) -> None:
        """A call site of the function being read."""
        self.marks += 1
        self.sites.append(f"{row - self.row}:{column} {name}/{arity}")

    def name(self, qualified_name: str) -> str:
        """The name with an ordinal if the file has had it before."""
        self.names[qualified_name] += 1
        n = self.names[qualified_name]
        return qualified_name if n == 1 else f"{qualified_name}~{n}"

    def uid(self, qualified_name: str) -> Uid:
        return kotlin_uid(self.unit.repo, self.root, qualified_name)

    def define(self, source: Uid, target: Uid, row: int, end_row: int) -> None:
        self.edges.append(Edge(EdgeType.DEFINES, source, target, start_line=row + 1, end_line=end_row + 1))


UNTYPED: KotlinType = "*"
UNKNOWN: Code = (30, ())
"""`SEQUENCE` of nothing."""
