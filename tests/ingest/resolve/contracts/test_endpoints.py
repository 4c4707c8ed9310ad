"""Endpoints: what rules found becomes one artifact a side, module, host and key."""

import pytest

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.config_values import Settings
from kg.ingest.resolve.contracts.contract import GRPC, NOBODY, REQUESTS, SERVES, Contract
from kg.ingest.resolve.contracts.endpoints import endpoints
from kg.ingest.resolve.contracts.hosts import Hosts
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.modules import Modules
from kg.ingest.resolve.world import Around
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How

CODE = "package c;\n\nclass A {\n  void one() {}\n  void two() {}\n}\n"
APP = "spring.application.name: shop-web\nserver.port: 8081\n"
FILES = {"web/pom.xml": "<project/>", "web/src/A.java": CODE, "web/src/main/resources/application.yml": APP}


def file() -> Facts:
    return parse_file("r", "web/src/A.java", "b", CODE.encode())


def method(name: str) -> Uid:
    return next(a.uid for a in file().artifacts if a.name == name)


def made(*contracts: Contract) -> Around:
    files = [parse_file("r", path, "b", text.encode()) for path, text in FILES.items()]
    return endpoints("r", Modules(files), Hosts(Settings(resolve_keys(files)[0])), contracts)


def served(path: str, name: str) -> Contract:
    return Contract(SERVES, "GET", path, method(name), file(), 0)


def requested(path: str, name: str, line: int = 0) -> Contract:
    return Contract(REQUESTS, "GET", path, method(name), file(), line)


def test_handlers_of_one_key_serve_one_endpoint() -> None:
    """It is named as the first is written, and stands there."""
    around = made(served("/orders/{id}", "one"), served("/orders/:orderId", "two"))
    (endpoint,) = around.artifacts
    assert endpoint.uid == "r:endpoint:web:serves:GET /orders/{}"
    assert endpoint.name == "GET /orders/{id}"
    assert dict(endpoint.details) == {
        "key": "GET /orders/{}",
        "side": "serves",
        "protocol": "http",
        "host": "shop-web",
    }
    assert [(e.type, e.source, e.start_line) for e in around.edges] == [
        (EdgeType.DEFINES, file().file.uid, 4),
        (EdgeType.SERVES, method("one"), 0),
        (EdgeType.SERVES, method("two"), 0),
    ]


def test_another_host_is_another_endpoint() -> None:
    """The key is the same: only what it is compared with depends on the host."""
    around = made(requested("http://orders:80/o/{id}", "one"), requested("lb://billing/o/{id}", "one"))
    assert {(a.uid.rpartition(":")[2], *dict(a.details).values()) for a in around.artifacts} == {
        ("GET /o/{} @orders", "orders", "GET /o/{}", "http", "requests"),
        ("GET /o/{} @billing", "billing", "GET /o/{}", "http", "requests"),
    }


@pytest.mark.parametrize(
    ("host", "service"),
    [
        ("http://localhost:8081", "shop-web"),
        ("http://127.0.0.1:9999", ""),
        ("http://pay.shop.svc.cluster.local:80", "pay"),
        ("https://api.example.com", "api.example.com"),
    ],
)
def test_a_host_means_a_service(host: str, service: str) -> None:
    """A port of this machine means the application that has it, or nobody."""
    (endpoint,) = made(requested(f"{host}/o", "one")).artifacts
    assert dict(endpoint.details).get("host", "") == service


def test_a_caller_requests_an_endpoint_once() -> None:
    """One edge with all its lines, known in the best way that one of them is."""
    around = made(requested("{}/o", "one", 1), requested("/o", "one", 3))
    (edge,) = (e for e in around.edges if e.type is EdgeType.REQUESTS)
    assert (edge.sites, edge.how, edge.confidence) == ((1, 3), How.EXACT, 1.0)
    (unsure,) = (e for e in made(requested("{}/o", "one")).edges if e.type is EdgeType.REQUESTS)
    assert (unsure.how, unsure.confidence) == (How.INFERRED, 0.9)


def test_a_request_of_which_nothing_is_known_is_none() -> None:
    """A path of gaps would be every route."""
    assert made(requested("{}/{}", "one")).artifacts == ()


def test_a_document_declares_a_route_that_nobody_serves_yet() -> None:
    """The Endpoint is there with its line, without an edge from code."""
    around = made(Contract(SERVES, "GET", "/o", NOBODY, file(), 6, at=file().file.uid))
    assert [(e.type, e.start_line) for e in around.edges] == [(EdgeType.DEFINES, 7)]


def test_a_method_of_grpc_is_its_own_key() -> None:
    """Nothing of it is a path."""
    contract = Contract(SERVES, "", "shop.Orders/Find", method("one"), file(), 0, protocol=GRPC)
    (endpoint,) = made(contract).artifacts
    assert (endpoint.uid, endpoint.name) == ("r:endpoint:web:serves:shop.Orders/Find", "shop.Orders/Find")
