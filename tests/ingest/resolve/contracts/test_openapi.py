"""Routes that OpenAPI documents declare."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.resolve.contracts.found import around, contracts

API = """\
openapi: 3.0.1
servers:
  - url: https://shop.example.com/v1
paths:
  /orders/{id}:
    get:
      operationId: findOrder
      summary: Finds an order
  /orders:
    post:
      operationId: addOrder
"""
PATH = "src/main/resources/api.yaml"


def test_an_operation_is_served_by_its_module() -> None:
    """At the base of its server; its description documents it, and it stands in the document."""
    made = around({PATH: API})
    assert {artifact.name for artifact in made.artifacts} == {"GET /v1/orders/{id}", "POST /v1/orders"}
    documents = [edge.source for edge in made.edges if edge.type is EdgeType.DOCUMENTS]
    assert documents == [f"r:doc:{PATH}#GET /orders/{{id}}"]
    assert [edge.start_line for edge in made.edges if edge.type is EdgeType.DEFINES] == [6, 10]


def test_code_that_serves_it_says_the_path() -> None:
    """One Endpoint, without a base that the service knows nothing of."""
    code = """package w;
        @RestController class C { @GetMapping("/orders/{n}") Order one(long n) { return null; } }"""
    made = around({PATH: API, "src/main/java/w/C.java": code})
    assert [a.name for a in made.artifacts] == ["GET /orders/{n}", "POST /v1/orders"]


def test_the_handler_of_what_a_generator_made_has_its_name() -> None:
    """Of the class that implements the generated interface; a method of another class is none."""
    code = """package w;
        @RestController class C implements OrdersApi {
            public Order findOrder(Long id) { return null; } }
        class Other { void addOrder() {} }"""
    assert contracts({PATH: API, "src/main/java/w/C.java": code}) == [
        "C#findOrder(Long) serves GET /v1/orders/{id} (inferred 0.9)"
    ]


def test_a_dotted_name_is_a_function() -> None:
    """As connexion reads it."""
    api = API.replace("addOrder", "shop.views.add_order")
    assert contracts({PATH: api, "shop/views.py": "def add_order():\n    pass\n"}) == [
        "shop.views.add_order serves POST /v1/orders (inferred 0.9)"
    ]
