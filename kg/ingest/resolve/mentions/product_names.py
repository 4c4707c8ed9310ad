"""What products are called, as far as the name of a package tells. Pure text; knows no artifacts.

Names made of ordinary words alone (`http-proxy`), and those of servers, languages and formats that a package
is called after, name no product.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.resolve.mentions.written import is_common

_SPLIT = re.compile(r"[^a-z0-9]+")
_SHORTEST = 5
"""Letters of a name that is one word: shorter ones are abbreviations of anything."""
_ORDINARY = frozenset((
    "admin", "api", "app", "auth", "backend", "base", "bus", "cache", "client", "clients", "cloud", "code",
    "common", "commons", "console", "context", "cookie", "cookies", "core", "css", "csv", "dashboard", "date",
    "db", "dev", "discovery", "docs", "dom", "editor", "email", "env", "file", "files", "form", "forms",
    "frontend", "gateway", "go", "html", "http", "https", "image", "images", "io", "it", "java", "js", "json",
    "kit", "lib", "loader", "locale", "logger", "logging", "logs", "mail", "menu", "metrics", "monitor",
    "monitoring", "parser", "platform", "plugin", "pool", "portal", "pre", "commit", "proxy", "queue", "rate",
    "limit", "limiter", "react", "registry", "rest", "router", "runtime", "schema", "sdk", "select", "server",
    "session", "source", "sql", "starter", "static", "storage", "store", "style", "styles", "support",
    "system", "table", "task", "tasks", "template", "terminal", "tests", "tool", "tools", "tracing", "types",
    "ui", "upload", "users", "util", "utils", "validation", "validator", "view", "web", "worker", "xml", "yaml",
))  # fmt: skip
"""Words of which a name says nothing on its own, besides those that every program has."""
_CALLED_AFTER = frozenset((
    "activemq", "cassandra", "clickhouse", "cockroachdb", "coffeescript", "consul", "couchdb", "dynamodb",
    "elasticsearch", "graphql", "influxdb", "javascript", "jsonschema", "kafka", "mariadb", "memcached",
    "minio", "mongo", "mongodb", "mysql", "nacos", "neo4j", "nginx", "nodejs", "oauth", "oauth2",
    "openapi", "opensearch", "postgres", "postgresql", "pulsar", "rabbitmq", "redis", "rocketmq",
    "sqlite", "typescript", "vault", "websocket", "websockets", "zookeeper",
))  # fmt: skip
"""Servers, languages and formats: who says `MySQL` does not speak of the package of that name."""


def is_ordinary(word: str) -> bool:
    """Whether a word names no product on its own."""
    return word.lower() in _ORDINARY or is_common(word)


def product_keys(package: str) -> Iterator[str]:
    """What the product of a package may be called: keys of words."""
    words = words_in_order(package)
    if len(words) > 1 and all(map(is_ordinary, words)):
        return
    if len(words) == 1:
        if len(words[0]) >= _SHORTEST and words[0] not in _CALLED_AFTER:
            yield words[0]
        return
    yield from {key_of(form) for form in _forms(words)}


def _forms(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """`spring-boot-starter-data-jpa` is Spring Boot Data JPA, and Spring Data JPA."""
    yield words
    if "starter" in words and words[-1] != "starter" and len(words) > 3:
        yield [word for word in words if word != "starter"]
    if words[:3] == ["spring", "boot", "starter"] and len(words) > 3:
        yield [words[0], *words[3:]]


def words_in_order(name: str) -> list[str]:
    """The words of a name in lower case: `Connector/J`, `mysql-connector-j`."""
    return [word for word in _SPLIT.split(name.lower()) if word]


def key_of(words: Sequence[str]) -> str:
    """The same for the same words in any order."""
    return " ".join(sorted(words))
