"""What runs outside of any function of a class or file, gathered as one caller.

It is the primary constructor where one is written, else a Method of its own: `<init>` of a class or
object, `<clinit>` of a file.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tree_sitter import Node

from kg.ingest.parse.kotlin.expressions import code_of
from kg.ingest.parse.kotlin.functions import Head, qualified_name, types_of
from kg.ingest.parse.kotlin.grammar import child_of, ids
from kg.ingest.parse.kotlin.headers import NONE, header_of
from kg.ingest.parse.kotlin.reading import UNKNOWN, Owner, Reading
from kg.schema.facts import Artifact
from kg.schema.kotlin import AS, SEQUENCE, Code, KotlinInitializer, KotlinType
from kg.schema.vocabulary import Form, Kind

_CLASS_PARAMETERS = ids("class_parameters")


@dataclass(slots=True)
class Initializer:
    owner: Owner
    row: int = -1
    end_row: int = -1
    sites: list[str] = field(default_factory=list)
    decisions: int = 0
    codes: list[Code] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @contextmanager
    def reading(self, reading: Reading) -> Iterator[None]:
        """Sites and declarations found meanwhile belong to this initializer."""
        kept = (reading.owner, reading.row, reading.sites, reading.decisions)
        reading.owner, reading.row = self.owner, self.row
        reading.sites, reading.decisions = self.sites, self.decisions
        yield
        self.decisions = reading.decisions
        reading.owner, reading.row, reading.sites, reading.decisions = kept

    def value(self, reading: Reading, node: Node, value: Node, of: KotlinType | None = None) -> Code:
        """The value in a declaration, of a type if one is written; as text it counts only if it calls
        something."""
        before = len(self.sites)
        code = self._code(reading, node, value)
        if of is not None and code is not UNKNOWN:
            code = (AS, code, of)
        if len(self.sites) > before:
            self.add(reading, node, code)
        elif code is not UNKNOWN:
            self.codes.append(code)
        return code

    def block(self, reading: Reading, node: Node, value: Node) -> None:
        self.add(reading, node, self._code(reading, node, value))

    def _code(self, reading: Reading, node: Node, value: Node) -> Code:
        if self.row < 0:
            self.row = self.end_row = node.start_point[0]
        with self.reading(reading):
            return code_of(reading, value)

    def add(self, reading: Reading, node: Node, code: Code) -> None:
        self.end_row = max(self.end_row, node.end_point[0])
        self.codes.append(code)
        self.texts.append(reading.slice(node))


def start(reading: Reading, primary: Node | None) -> Initializer:
    """Of the class that is the owner now."""
    name = reading.owner.qualified_name
    if primary is None:
        qualified = f"{name}#<init>"
        return Initializer(Owner(reading.uid(qualified), qualified, "$"))
    types = types_of(reading, child_of(primary, _CLASS_PARAMETERS))
    qualified = reading.name(qualified_name(reading, Head("<init>", Form.CONSTRUCTOR), types))
    row, end_row = primary.start_point[0], primary.end_point[0]
    owner = Owner(reading.uid(qualified), qualified, "$")
    return Initializer(owner, row, end_row, texts=[reading.slice(primary)])


def of_file(reading: Reading) -> Initializer:
    package = f"{reading.package}." if reading.package else ""
    qualified = f"{package}{reading.facade}#<clinit>"
    return Initializer(Owner(reading.uid(qualified), qualified, "$"))


def finish(reading: Reading, initializer: Initializer, primary: Node | None) -> KotlinInitializer | None:
    """Its artifact, if there is anything to it."""
    if not initializer.texts:
        return None
    uid = initializer.owner.uid
    reading.artifacts.append(_artifact(reading, initializer, primary))
    reading.define(reading.owner.uid, uid, initializer.row, initializer.end_row)
    return KotlinInitializer(uid, initializer.row, (SEQUENCE, tuple(initializer.codes)))


def _artifact(reading: Reading, initializer: Initializer, primary: Node | None) -> Artifact:
    qualified = initializer.owner.qualified_name
    header = NONE if primary is None else header_of(reading, primary)
    is_plain = primary is not None and not initializer.sites and not initializer.decisions
    return Artifact(
        kind=Kind.METHOD,
        uid=initializer.owner.uid,
        name="<clinit>" if qualified.endswith("<clinit>") else "<init>",
        qualified_name=qualified,
        origin=reading.unit.path,
        path=reading.unit.path,
        language="kotlin",
        form=Form.INITIALIZER if primary is None else Form.CONSTRUCTOR,
        text="\n".join(initializer.texts),
        signature="initializer" if primary is None else " ".join(initializer.texts[0].split()),
        package=reading.package,
        modifiers=header.modifiers,
        annotations=header.annotations,
        call_sites=tuple(initializer.sites),
        complexity=0 if is_plain else initializer.decisions + 1,
        lines=initializer.end_row - initializer.row + 1,
    )
