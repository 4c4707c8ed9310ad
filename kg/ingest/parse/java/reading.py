"""The state of reading one file: its text, what was found so far, and the method being read.

A private context behind `parse_java`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.java.beside import calls_beside, helpers
from kg.ingest.parse.source_text import SourceText
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, KeyRead, Problem
from kg.schema.ids import Uid, java_uid
from kg.schema.java import JavaClass, JavaType
from kg.schema.usages import Constant, Usage


@dataclass(slots=True)
class Owner:
    """What the next declaration belongs to: the file, a class or a method."""

    uid: Uid
    qualified_name: str


class Reading(SourceText):
    __slots__ = (
        "artifacts",
        "calls_beside",
        "class_name",
        "classes",
        "constants",
        "decisions",
        "define_anonymous",
        "define_local",
        "edges",
        "helpers",
        "lombok",
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
        self.lombok = False
        """An annotation is written `@lombok.…`."""
        self.package = ""
        self.root = ""
        self.artifacts: list[Artifact] = []
        self.edges: list[Edge] = []
        self.classes: list[JavaClass | None] = []
        self.problems: list[Problem] = []
        self.reads: list[KeyRead] = []
        self.calls_beside = calls_beside(unit.text)
        """Names of calls that are noted in this file only."""
        self.helpers = helpers(unit.text)
        """Names of its own methods whose calls are."""
        self.usages: list[Usage] = []
        self.constants: list[Constant] = []
        self.names: Counter[str] = Counter()
        self.outer = -1
        """Index of the class being read."""
        self.class_name = ""
        """Simple name of the class being read."""
        self.owner = Owner(unit.uid, "")
        self.row = 0
        """First row of the method being read."""
        self.sites: list[str] = []
        self.marks = 0
        """Grows with everything that decides a call: code that adds none is dropped."""
        self.decisions = 0
        self.define_local: Callable[[Reading, Node], int]
        self.define_anonymous: Callable[[Reading, Node, JavaType], int]

    def site(self, row: int, column: int, name: str, arity: int) -> None:
        """A call site of the method being read."""
        self.marks += 1
        self.sites.append(f"{row - self.row}:{column} {name}/{arity}")

    def name(self, qualified_name: str) -> str:
        """The name with an ordinal if the file has had it before."""
        self.names[qualified_name] += 1
        n = self.names[qualified_name]
        return qualified_name if n == 1 else f"{qualified_name}~{n}"

    def uid(self, qualified_name: str) -> Uid:
        return java_uid(self.unit.repo, self.root, qualified_name)
