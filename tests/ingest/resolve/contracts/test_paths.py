"""Paths: every framework's spelling of a route comes to one template and one key."""

import pytest

from kg.ingest.resolve.contracts.paths import Target, joined, key_path, says_something, target, template


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("/orders/{id:[0-9]{3}}", "/orders/{id}"),
        ("orders/:id/", "/orders/{id}"),
        ("/orders/:id(\\d+)?", "/orders/{id}"),
        ("/orders/<int:id>", "/orders/{id}"),
        ("/orders/<id>/lines", "/orders/{id}/lines"),
        ("/orders/(?P<year>[0-9]{4})", "/orders/{year}"),
        ("/files/**", "/files/{}"),
        ("/files/{*path}", "/files/{path}"),
        ("/files/*path", "/files/{path}"),
        ("/files/{path...}", "/files/{path}"),
        ("/exact/{$}", "/exact"),
        ("//a///b//", "/a/b"),
        ("/${base.path}/x", "/{}/x"),
        ("/find?kind=a", "/find"),
        ("/v1/jobs:cancel", "/v1/jobs:cancel"),
        ("", "/"),
    ],
)
def test_a_served_path_is_one_template(written: str, read: str) -> None:
    """Variables have braces and no pattern; slashes are single, none is last."""
    assert template(written) == read


def test_two_sides_are_compared_without_names_of_variables() -> None:
    """What a client calls `{id}` may be `{orderId}` where it is served."""
    assert key_path(template("/orders/:orderId")) == key_path("/orders/{id}") == "/orders/{}"


def test_prefixes_are_joined_with_one_slash() -> None:
    """Whoever writes a slash, or none."""
    assert joined("api", "/v1/", "", "/orders") == joined("/api/v1", "orders/") == "/api/v1/orders"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("http://order-service/orders/{id}?full=1#top", Target("order-service", "/orders/{id}", True)),
        ("lb://order-service/orders", Target("order-service", "/orders", True)),
        ("https://u:p@shop.example:8443/x", Target("shop.example:8443", "/x", True)),
        ("http://{}:{}/x", Target("", "/x", True)),
        ("http://{base}/x", Target("", "/x", True)),
        ("http://localhost:{}/x", Target("localhost", "/x", True)),
        ("/orders/{}?page={}", Target("", "/orders/{}", True)),
        ("orders", Target("", "/orders", True)),
        ("/orders{}", Target("", "/orders", False)),
        ("http://orders/all{}", Target("orders", "/all", False)),
        ("{}/orders", Target("", "/orders", False)),
        ("${orders.url}/orders/{}", Target("", "/orders/{}", False)),
    ],
)
def test_a_request_keeps_its_host_apart(written: str, asked: Target) -> None:
    """Query and fragment are no part of a route; a base that is not known is said."""
    assert target(written) == asked


def test_a_path_of_gaps_says_nothing() -> None:
    """`base + id` could be any route."""
    assert not says_something(target("/{}/{}"))
    assert not says_something(target("{}/"))
    assert says_something(target("/orders/{}")) and says_something(target("/"))
