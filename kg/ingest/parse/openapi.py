"""OpenAPI 3 and Swagger 2 documents: the operations they declare, and their descriptions as Docs.

In: the trees of a YAML or JSON file. Out: `ApiOperation`s, whose routes are made in `resolve.contracts`; a
Doc for the document, for each tag and for each operation that is described. References are not followed.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.redact import redact
from kg.ingest.parse.tree import Branch, Documents, Pair, Tree, items_at, pairs_at, text_at
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, doc_uid
from kg.schema.openapi import ApiOperation
from kg.schema.vocabulary import EdgeType, Kind

_METHODS = frozenset({"get", "post", "put", "delete", "patch", "head", "options", "trace"})
_DOC_TYPE = "api"
_MOST_CHARACTERS = 20_000
_MOST_OPERATIONS = 2_000


def read_openapi(unit: Unit, documents: Documents) -> Said:
    """The first document that is an API's description; anything else says nothing here."""
    api = next((each for each in documents.branches if each.has("openapi", "swagger")), None)
    if api is None or not pairs_at(api, "paths"):
        return NOTHING
    found = _Api(unit)
    found.described((), text_at(api, "info", "title"), _overview(api), api.line, api.end_line)
    for tag in items_at(api, "tags"):
        name = text_at(tag, "name")
        if name:
            found.described((name,), name, text_at(tag, "description"), tag.line, tag.end_line)
    base = _base(api)
    for path in pairs_at(api, "paths"):
        for operation in pairs_at(path.value):
            if operation.key in _METHODS and len(found.operations) < _MOST_OPERATIONS:
                found.operation(path, operation, base)
    return Said(tuple(found.docs), tuple(found.edges), found=tuple(found.operations))


class _Api:
    """What one document gives, while it is read."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self.docs: list[Artifact] = []
        self.edges: list[Edge] = []
        self.operations: list[ApiOperation] = []

    def operation(self, path: Pair, operation: Pair, base: str) -> None:
        method = operation.key.upper()
        name = f"{method} {path.key}"
        text = "\n\n".join(_told(path.value, operation.value))
        end = operation.value.end_line
        doc = self.described((name,), name, text, operation.line, end)
        operation_id = text_at(operation.value, "operationId")
        self.operations.append(ApiOperation(method, path.key, base, operation_id, operation.line, end, doc))

    def described(self, headings: tuple[str, ...], name: str, text: str, line: int, end_line: int) -> Uid:
        """A Doc where there is something to say; the first of a name."""
        unit = self._unit
        uid = doc_uid(unit.repo, unit.path, headings)
        if not text.strip() or any(doc.uid == uid for doc in self.docs):
            return Uid("")
        self.docs.append(
            Artifact(
                kind=Kind.DOC,
                uid=uid,
                name=name or unit.path.rpartition("/")[2],
                qualified_name="#".join((unit.path, *headings)),
                origin=unit.path,
                path=unit.path,
                language=unit.language,
                text=redact(text.strip()[:_MOST_CHARACTERS]),
                lines=end_line - line + 1,
                doc_type=_DOC_TYPE,
            )
        )
        self.edges.append(Edge(EdgeType.DEFINES, unit.uid, uid, start_line=line, end_line=end_line))
        return uid


def _overview(api: Branch) -> str:
    parts = (text_at(api, "info", "title"), text_at(api, "info", "description"))
    return "\n\n".join(part for part in parts if part)


def _told(path: Tree, operation: Tree) -> Iterator[str]:
    """Everything in words about an operation: what it is, its parameters, its answers."""
    told = [text_at(operation, key).strip() for key in ("summary", "description")]
    parameters = [*items_at(path, "parameters"), *items_at(operation, "parameters")]
    lines = [_line(text_at(each, "name"), each) for each in parameters]
    lines += [_line(each.key, each.value) for each in pairs_at(operation, "responses")]
    if any(told):
        yield from (part for part in told if part)
        yield from filter(None, ("\n".join(filter(None, lines)),))


def _line(name: str, tree: Tree) -> str:
    description = " ".join(text_at(tree, "description").split())
    return f"- {name}: {description}" if name and description else ""


def _base(api: Branch) -> str:
    """The path of the first server; variables in it are not known."""
    if api.has("swagger"):
        return text_at(api, "basePath")
    server = next(iter(items_at(api, "servers")), None)
    url = text_at(server, "url")
    return urlsplit(url).path if "{" not in url else ""
