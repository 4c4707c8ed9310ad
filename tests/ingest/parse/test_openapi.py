"""OpenAPI and Swagger documents: operations, and Docs where they are described."""

from kg.ingest.parse.file import parse_file
from kg.schema.facts import Facts
from kg.schema.openapi import ApiOperation

API = """\
openapi: 3.0.1
info:
  title: Shop
  description: Orders and refunds.
servers:
  - url: https://shop.example.com/v1
tags:
  - name: refunds
    description: Money back.
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, description: the order's number}
    get:
      operationId: findOrder
      summary: Finds an order
      responses:
        '404': {description: no such order}
    delete:
      operationId: dropOrder
"""


def parsed(text: str, path: str = "api/shop.yaml") -> Facts:
    return parse_file("r", path, "b", text.encode())


def operations(text: str, path: str = "api/shop.yaml") -> list[tuple[str, str, str, str]]:
    found = [each for each in parsed(text, path).found if isinstance(each, ApiOperation)]
    return [(each.method, each.base, each.path, each.operation_id) for each in found]


def test_each_method_of_a_path_is_an_operation() -> None:
    """With the base of the first server and the lines where it stands."""
    assert operations(API) == [
        ("GET", "/v1", "/orders/{id}", "findOrder"),
        ("DELETE", "/v1", "/orders/{id}", "dropOrder"),
    ]
    lines = [(each.line, each.end_line) for each in parsed(API).found]
    assert lines == [(14, 18), (19, 20)]


def test_swagger_has_a_base_path() -> None:
    """JSON is read alike; a server with variables in its URL says nothing."""
    text = '{"swagger": "2.0", "basePath": "/api", "paths": {"/a": {"post": {}}}}'
    assert operations(text, "swagger.json") == [("POST", "/api", "/a", "")]
    server = "openapi: 3.1.0\nservers:\n  - url: https://{host}/v1\npaths:\n  /a:\n    get: {}\n"
    assert operations(server) == [("GET", "", "/a", "")]


def test_what_is_described_is_a_document() -> None:
    """The document, a tag, an operation with its parameters and answers; not one that says nothing."""
    docs = {doc.qualified_name: doc.text for doc in parsed(API).artifacts}
    assert docs == {
        "api/shop.yaml": "Shop\n\nOrders and refunds.",
        "api/shop.yaml#refunds": "Money back.",
        "api/shop.yaml#GET /orders/{id}": "Finds an order\n\n- id: the order's number\n- 404: no such order",
    }
    assert {doc.doc_type for doc in parsed(API).artifacts} == {"api"}


def test_a_secret_in_a_description_is_no_text() -> None:
    """Descriptions are texts like those of any document."""
    text = API.replace("Money back.", "Use password=CANARYhunter2")
    assert not [doc for doc in parsed(text).artifacts if "CANARY" in doc.text]


def test_another_document_with_the_word_is_none() -> None:
    """The shape decides, not a word in it."""
    assert parsed("swagger: true\npaths: 3\n").found == ()
    assert parsed("- openapi: 1\n").found == ()
