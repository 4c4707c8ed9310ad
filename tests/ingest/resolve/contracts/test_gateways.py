"""Requests through a gateway of the same repository."""

import pytest

from kg.ingest.parse.file import parse_file
from kg.schema.gateway import GatewayRoute
from tests.ingest.resolve.contracts.found import contracts

CLIENT = """package w; class C { RestTemplate rest;
    void a(long id) { rest.getForObject("%s", X.class); } }"""
ROUTES = """\
spring:
  application:
    name: edge
  cloud:
    gateway:
      routes:
        - id: orders
          uri: lb://ORDERS
          predicates:
            - Path=/api/orders/**
          filters:
            - %s
"""


def asked(path: str, effect: str) -> list[str]:
    files = {
        "edge/src/main/resources/application.yml": ROUTES % effect,
        "edge/pom.xml": "<project/>",
        "web/pom.xml": "<project/>",
        "web/src/main/java/w/C.java": CLIENT % path,
    }
    return [found.removeprefix("C#a(long) requests ") for found in contracts(files) if " at orders" in found]


@pytest.mark.parametrize(
    ("effect", "path"),
    [
        ("StripPrefix=1", "/orders/7"),
        ("RewritePath=/api/(?<rest>.*), /v1/$\\{rest}", "/v1/orders/7"),
        ("RewritePath=/api/orders(?<rest>/?.*), $\\{rest}", "/7"),
        ("PrefixPath=/shop", "/shop/api/orders/7"),
        ("AddRequestHeader=a, b", "/api/orders/7"),
    ],
)
def test_a_request_asks_the_service_behind_it_too(effect: str, path: str) -> None:
    """At the path that the gateway hands on."""
    assert asked("/api/orders/7", effect) == [f"GET {path} at orders (inferred 0.9)"]


def test_what_the_gateway_does_not_take_stays() -> None:
    """Another path, or another host; its own name is the gateway too."""
    assert asked("/api/ordersx/7", "StripPrefix=1") == []
    assert asked("http://other/api/orders/7", "StripPrefix=1") == []
    assert asked("http://edge/api/orders/7", "StripPrefix=1") == ["GET /orders/7 at orders (inferred 0.9)"]


def test_of_several_routes_the_most_particular_takes_it() -> None:
    """In whatever order the settings say them."""
    general = """\
        - id: rest
          uri: lb://rest
          predicates:
            - Path=/api/**
"""
    routes = ROUTES.replace("        - id: orders", f"{general}        - id: orders") % "StripPrefix=1"
    files = {
        "edge/src/main/resources/application.yml": routes,
        "web/src/main/java/w/C.java": CLIENT % "/api/orders/7",
        "web/src/main/java/w/D.java": (CLIENT % "/api/carts/7").replace("class C", "class D"),
    }
    assert [found for found in contracts(files) if " at " in found] == [
        "C#a(long) requests GET /orders/7 at orders (inferred 0.9)",
        "D#a(long) requests GET /api/carts/7 at rest (inferred 0.9)",
    ]


def test_a_rewrite_that_is_not_plain_is_not_followed() -> None:
    """What any expression makes of a path is not guessed."""
    assert asked("/api/orders/7", "RewritePath=/api/(a|b)+/(?<x>.*), /$\\{x}") == []
    assert asked("/api/orders/7", "SetPath=/fixed") == []


def test_predicates_with_arguments_and_several_paths() -> None:
    """Short and long forms say the same."""
    text = """\
spring.application.name: edge
spring:
  cloud:
    gateway:
      server:
        webflux:
          routes:
            - uri: http://a:8080
              predicates:
                - name: Path
                  args: {pattern: /a/**}
              filters:
                - name: StripPrefix
                  args: {parts: 2}
            - uri: http://b
              predicates: ["Path=/b/**, /c/{id}", "Method=GET"]
"""
    found = parse_file("r", "src/main/resources/application.yml", "b", text.encode()).found
    assert [(f.path, f.uri, f.strip) for f in found if isinstance(f, GatewayRoute)] == [
        ("/a/**", "http://a:8080", 2),
        ("/b/**", "http://b", 0),
        ("/c/{id}", "http://b", 0),
    ]
