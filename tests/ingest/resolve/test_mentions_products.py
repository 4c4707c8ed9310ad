"""Documents name libraries and running software by the names of products, and build files in the plural."""

import pytest

from tests.ingest.resolve.documents import documented


def _pom(name: str, *dependencies: str) -> str:
    declared = "".join(
        f"<dependency><groupId>g</groupId><artifactId>{each}</artifactId></dependency>"
        for each in dependencies
    )
    return f"<project><groupId>own</groupId><artifactId>{name}</artifactId><dependencies>{declared}</dependencies></project>"


FILES = {
    "a/pom.xml": _pom(
        "a", "spring-cloud-starter-gateway", "acmedb", "mysql-connector-j", "cache-api", "mysql"
    ),
    "b/pom.xml": _pom("b", "chaos-monkey-acme", "mysql-connector-j", "spring-boot-starter-data-jpa"),
    "c/pom.xml": _pom("c", "acme-debug-bar", "acme-bar-debug"),
    "docker-compose.yml": (
        "services:\n  grafana-server:\n    build: ./docker/grafana\n  tracing:\n    image: openzipkin/zipkin:3\n"
        "  orders:\n    build: ./orders\n  web:\n    image: node:20\n"
    ),
    "docker/grafana/Dockerfile": "FROM grafana/grafana\n",
    "orders/Dockerfile": "FROM scratch\n",
}


def found(text: str) -> dict[str, tuple[str, float]]:
    return documented({**FILES, "docs/a.md": text})


def library(name: str, confidence: float = 0.8) -> dict[str, tuple[str, float]]:
    return {f"library:maven:g:{name}": ("inferred", confidence)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We use Spring Cloud Gateway, and more.", "spring-cloud-starter-gateway"),
        ("## Using Spring Cloud Gateway\n", "spring-cloud-starter-gateway"),
        ("with [Acme Chaos Monkey](https://example.com)", "chaos-monkey-acme"),
        ("**Spring Data JPA** stores it", "spring-boot-starter-data-jpa"),
        ("Spring Cloud Gateway, the API Gateway", "spring-cloud-starter-gateway"),
        ("Connector/J, the MySQL JDBC driver, is there", "mysql-connector-j"),
    ],
)
def test_a_product_leads_to_the_library_with_its_words(text: str, name: str) -> None:
    """All of them in any order; a starter's may be left out, and an apposition may add some."""
    assert found(f"# A\n{text}\n") == library(name)


def test_one_word_names_a_library_where_its_capitals_say_that_it_is_a_name() -> None:
    """Whose word is a server's as well speaks of the server."""
    assert found("an in-memory database (ACMEDB)\n") == library("acmedb", 0.7)
    assert found("Acmedb, acmedb and MySQL\n") == {}


@pytest.mark.parametrize(
    "text",
    [
        "Spring Cloud Gateway Timeouts",
        "spring cloud gateway",
        "The Cache API of browsers",
        "Acme Debug Bar",
        "Gateway. Spring Cloud",
    ],
)
def test_what_may_be_something_else_leads_nowhere(text: str) -> None:
    """A longer name, plain words, ordinary words alone, one that two libraries could be, another sentence."""
    assert found(f"# A\n{text}\n") == {}


def test_software_is_what_runs_it_beside_the_file_that_starts_it() -> None:
    """By its image or the folder that is built; elsewhere the word speaks of the software at large."""
    compose = "file:docker-compose.yml"
    expected = {
        compose: ("exact", 1.0),
        "job:docker-compose.yml#grafana-server": ("inferred", 0.8),
        "job:docker-compose.yml#tracing": ("inferred", 0.8),
    }
    assert found("Grafana and Zipkin are in `docker-compose.yml`.\n") == expected
    assert found("# A\nIn `docker-compose.yml`.\n# B\nGrafana and Zipkin.\n") == {compose: ("exact", 1.0)}


def test_a_word_that_is_any_other_word_is_no_software() -> None:
    """In lower case too, the language of an image, a part of an address or of a longer word."""
    text = "Orders has orders in it; Node; https://Zipkin/ and `Grafana`, see `docker-compose.yml`.\n"
    assert found(text) == {"file:docker-compose.yml": ("exact", 1.0)}


def test_build_files_in_the_plural_are_those_that_have_what_the_line_names() -> None:
    """Every one where it says so, none where it says nothing."""
    poms = {f"file:{module}/pom.xml": ("inferred", 0.8) for module in "abc"}
    users = {name: how for name, how in poms.items() if name != "file:c/pom.xml"}
    assert found("The MySQL Connector/J is in the `pom.xml` files.\n") == library("mysql-connector-j") | users
    assert found("Each `pom.xml` has a parent.\n") == poms
    assert found("It is in both `pom.xml` files.\n") == {}
