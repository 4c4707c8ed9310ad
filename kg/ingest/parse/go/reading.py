"""The state of reading one file: its text, what was found so far, and the function being read.

A private context behind `parse_go`.
"""

from collections import Counter
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.source_text import SourceText
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, KeyRead, Problem
from kg.schema.go import NAME, Code, GoFunction, GoTypeDeclaration, GoVariables
from kg.schema.ids import Uid, go_uid, ordinal
from kg.schema.usages import Constant, Usage, Value
from kg.schema.vocabulary import EdgeType


@dataclass(slots=True)
class Owner:
    """What the next declaration belongs to: the file, or a function."""

    uid: Uid
    qualified_name: str


class Reading(SourceText):
    __slots__ = (
        "_name_codes",
        "_words",
        "around",
        "artifacts",
        "classes",
        "constants",
        "constraint",
        "decisions",
        "defined",
        "edges",
        "folder",
        "function",
        "functions",
        "imports",
        "is_test",
        "key_calls",
        "marks",
        "named_texts",
        "names",
        "noted",
        "owner",
        "package",
        "parameters",
        "problems",
        "reads",
        "row",
        "sites",
        "types",
        "usages",
        "variables",
    )

    def __init__(self, unit: Unit, data: bytes) -> None:
        super().__init__(unit, data)
        self.folder = unit.path.rpartition("/")[0] or "."
        self.package = ""
        self.constraint = ""
        self.is_test = unit.path.endswith("_test.go")
        self.imports: list[tuple[str, str]] = []
        self.artifacts: list[Artifact] = []
        self.edges: list[Edge] = []
        self.types: list[GoTypeDeclaration] = []
        self.functions: list[GoFunction] = []
        self.variables: list[GoVariables] = []
        self.problems: list[Problem] = []
        self.classes: dict[str, int] = {}
        """Where the artifact of each package-level type stands in `artifacts`."""
        self.constants: dict[str, str] = {}
        """Package-level constants of this file that are plain strings."""
        self.key_calls: list[tuple[Uid, str, Code, int]] = []
        """Calls that may read a setting: (caller, literal text or empty, key's code, relative line)."""
        self.reads: list[KeyRead] = []
        self.names: Counter[str] = Counter()
        self.owner = Owner(unit.uid, "")
        self.row = 0
        """First row of the function being read."""
        self.sites: list[str] = []
        self.marks = 0
        """Grows with everything that decides a call: code that adds none is dropped."""
        self.decisions = 0
        self.usages: list[Usage] = []
        self.noted: dict[int, int] = {}
        """Which usage a call is, by the id of its node."""
        self.named_texts: list[Constant] = []
        self.around: list[tuple[Value, str]] = []
        """Paths that the code being read stands below, and the router of each."""
        self.function: Node | None = None
        """The function being read, what it defines and, once asked for, the types of its parameters."""
        self.defined: list[tuple[tuple[str, ...], Node]] = []
        self.parameters: dict[str, str] | None = None
        self._words: dict[str, str] = {}
        self._name_codes: dict[str, Code] = {}

    def name(self, node: Node) -> str:
        """A name, the same object each time: a file has few of them, and they are kept for long."""
        found = self.slice(node)
        return self._words.setdefault(found, found)

    def name_code(self, node: Node) -> Code:
        """A name as an expression, the same object each time."""
        found = self.slice(node)
        code = self._name_codes.get(found)
        if code is None:
            word = self._words.setdefault(found, found)
            code = self._name_codes[word] = (NAME, word)
        return code

    def uid(self, name: str, *, of_file: bool = False) -> Uid:
        """Of a name in this package; one that only some builds have says which, and what each file
        may define anew (`init`, `_`) says in which file."""
        marks = [self.constraint] if self.constraint else []
        if of_file or self.constraint == "ignore":
            marks.append(self.unit.path.rpartition("/")[2])
        tail = f"[{','.join(marks)}]" if marks else ""
        uid = go_uid(self.unit.repo, self.folder, f"{self.package}.{name}{tail}")
        self.names[uid] += 1
        return ordinal(uid, self.names[uid])

    def define(self, source: Uid, target: Uid, row: int, end_row: int) -> None:
        self.edges.append(Edge(EdgeType.DEFINES, source, target, start_line=row + 1, end_line=end_row + 1))
