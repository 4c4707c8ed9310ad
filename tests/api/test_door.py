"""The door: hosts, tokens, sizes, rates, headers. What is refused says nothing more."""

import pytest

from api.options import Bounds, checked
from kg.errors import SettingsError
from kg.graph import Graph
from tests.api.serving import HOST, JSON, TOKEN, options, serving

HALF = b'{"query":"query q($n: String!) { method(name: $n) { __typename } }","variables":{"n":"\\ud800"}}'
"""Half a surrogate pair: JSON allows it, no text has it."""
ADDRESSES = ["/graphql", "/anything", "/health/ready/more", "/assets", "/docs", "/openapi.json"]


async def test_without_a_token_every_address_answers_the_same(server: Graph) -> None:
    """A stranger cannot tell which addresses exist, whichever way they ask."""
    async with serving(server) as client:
        answers = set()
        for address in ADDRESSES:
            for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": f"Basic {TOKEN}"}):
                for method in ("GET", "POST", "PUT", "OPTIONS"):
                    response = await client.http.request(method, address, headers=headers)
                    answers.add((response.status_code, response.content, tuple(response.headers.items())))
    assert len(answers) == 1
    status, body, _ = answers.pop()
    assert status == 401 and b"UNAUTHENTICATED" in body


async def test_a_host_name_of_somebody_else_is_refused(server: Graph) -> None:
    """A page that rebinds its own name to this machine gets nothing, even with the token."""
    async with serving(server) as client:
        for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.:8420"):
            response = await client.http.get("/health/live", headers=client.headers() | {"host": host})
            assert response.status_code == 421, host
        for host in (HOST, "localhost:8420", "[::1]:8420", "LOCALHOST"):
            response = await client.http.get("/health/live", headers={"host": host})
            assert response.status_code == 200, host


async def test_health_needs_no_token(server: Graph) -> None:
    """Probes have no token; they learn only whether the service is alive and warm."""
    async with serving(server) as client:
        assert (await client.http.get("/health/live")).json() == {"status": "live"}
        assert (await client.http.get("/health/ready")).status_code in (200, 503)


async def test_a_large_body_is_refused(server: Graph) -> None:
    """A body beyond the bound is not read to its end."""
    async with serving(server, bounds=Bounds(body_bytes=1000)) as client:
        big = b"{" + b" " * 2000 + b"}"
        response = await client.http.post("/graphql", content=big, headers=client.headers() | JSON)
        assert response.status_code == 413

        async def pieces():  # type: ignore[no-untyped-def]
            for _ in range(40):
                yield b" " * 50

        response = await client.http.post("/graphql", content=pieces(), headers=client.headers() | JSON)
        assert response.status_code == 413


async def test_a_caller_who_asks_too_often_waits(server: Graph) -> None:
    """Beyond the rate of a principal the answer is 429 with the time to wait; others are not held up."""
    async with serving(server, bounds=Bounds(requests_per_minute=3)) as client:
        statuses = [(await client.post("{ __typename }")).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        refused = await client.post("{ __typename }")
        assert 0 < int(refused.headers["retry-after"]) <= 120
        assert (await client.as_other().post("{ __typename }")).status_code == 200


async def test_other_pages_may_not_read_answers(server: Graph) -> None:
    """No answer carries a CORS header; all carry a strict content policy."""
    async with serving(server) as client:
        origin = {"origin": "http://evil.example"}
        for address in ("/", "/health/live", "/graphql"):
            headers = (await client.http.get(address, headers=client.headers() | origin)).headers
            assert not [name for name in headers if name.startswith("access-control")]
            assert "script-src 'self';" in headers["content-security-policy"]


async def test_queries_come_by_post_with_json_only(server: Graph) -> None:
    """No query by GET, no form, no batch, no deep JSON: each is an answer, none is run."""
    async with serving(server) as client:
        get = await client.http.get("/graphql?query={__typename}", headers=client.headers())
        assert get.status_code == 405
        form = await client.http.post(
            "/graphql", data={"operations": '{"query":"{__typename}"}', "map": "{}"}, headers=client.headers()
        )
        assert form.status_code == 400
        for body in (
            b'[{"query":"{__typename}"}]',
            b"[" * 100_000,
            b"not json",
            b'"text"',
            b"\xff\xfe",
            HALF,
        ):
            response = await client.http.post("/graphql", content=body, headers=client.headers() | JSON)
            assert response.status_code == 400, body[:20]
            assert response.json()["errors"][0]["extensions"] == {"code": "GRAPHQL"}


def test_beyond_loopback_only_with_keys() -> None:
    """An address that others reach is served to nobody without a key of their own."""
    for host in ("0.0.0.0", "::", "192.0.2.7", "kg.example"):
        with pytest.raises(SettingsError, match="will not listen"):
            checked(options(host=host, keys=()))
    with pytest.raises(SettingsError, match="KG_API_HOSTS"):
        checked(options(host="0.0.0.0"))
    assert checked(options(host="0.0.0.0", hosts=("kg.example",))).accepted_keys == options().keys


def test_the_local_token_is_good_on_loopback_only() -> None:
    """Whoever copies the local token to another machine gets nothing for it."""
    assert options().local_key in options().accepted_keys
    assert options().local_key not in options(host="0.0.0.0").accepted_keys
