"""`POST /hooks/gitlab`: who comes in, what is kept of it, and what is answered."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from api.app import serve_options
from api.context import Service
from api.hooks import LARGEST_BYTES
from api.server import make_app
from api.signature import WINDOW_SECONDS, HookSecrets, read_secrets
from kg.config import load
from kg.errors import SettingsError
from kg.graph import Graph
from kg.local.secrets import make_secret
from kg.records.deliveries import Delivery, list_deliveries
from kg.schema.gitlab import HookEvent, kept
from tests.api.serving import HOST as SERVER
from tests.api.serving import TOKEN as BEARER
from tests.api.serving import options, service_of
from tests.gitlab.messages import (
    HOST,
    KEY,
    NEW,
    OLD,
    PRIVATE,
    SECRET,
    TOKEN,
    data,
    project,
    push,
    signed,
    system,
    with_token,
)  # fmt: skip

ADDRESS = "/hooks/gitlab"
SIGNED, BY_TOKEN = read_secrets(SECRET, ""), read_secrets("", TOKEN)


class Door:
    """The application with a hook's door, and the records behind it."""

    def __init__(self, http: httpx.AsyncClient, service: Service) -> None:
        self.http = http
        self.service = service

    async def post(self, body: object, headers: dict[str, str]) -> int:
        response = await self.http.post(ADDRESS, content=body, headers=headers)  # type: ignore[arg-type]
        return response.status_code

    async def kept(self) -> list[Delivery]:
        return await list_deliveries(self.service.records, 100)


@asynccontextmanager
async def door(graph: Graph, secrets: HookSecrets | None) -> AsyncIterator[Door]:
    async with service_of(graph) as service:

        @asynccontextmanager
        async def opened() -> AsyncIterator[Service]:
            yield service

        app = make_app(options(hooks=secrets), opened)
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with app.router.lifespan_context(app):
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{SERVER}") as http:
                yield Door(http, service)


async def test_a_push_is_kept_without_the_people_in_it(server: Graph) -> None:
    """What it is about is kept; names, addresses, messages and file lists are not."""
    body = data(push(listed=57))
    async with door(server, SIGNED) as gitlab:
        assert await gitlab.post(body, signed(body)) == 202
        (delivery,) = await gitlab.kept()
    assert (delivery.source, delivery.event, delivery.project) == ("gitlab", "push", "acme/shop")
    url = f"http://{HOST}/acme/shop.git"
    assert kept(delivery.body) == HookEvent(
        "push", HOST, 15, "acme/shop", "", url, "main", "refs/heads/main", OLD, NEW, NEW
    )
    assert not [word for word in (*PRIVATE, "a b.py") if word in str(delivery)]


async def test_one_that_is_sent_twice_is_kept_once(server: Graph) -> None:
    """The id of the message and its content make it the same; 202 both times."""
    body, other = data(push()), data(push(after=OLD))
    async with door(server, BY_TOKEN) as gitlab:
        answers = [await gitlab.post(each, with_token()) for each in (body, body, other)]
        answers += [await gitlab.post(body, with_token(number="")) for _ in range(2)]
        assert answers == [202] * 5
        assert len(await gitlab.kept()) == 3


async def test_a_wrong_secret_keeps_nothing(server: Graph) -> None:
    """Missing, of another key, over another body, too old, too early: 401, and the body is not looked at."""
    body = data(push())
    wrong = [
        {},
        with_token(),
        signed(body, key=KEY[::-1]),
        signed(body + b" "),
        signed(body, at=time.time() - WINDOW_SECONDS - 5),
        signed(body, at=time.time() + WINDOW_SECONDS + 5),
        signed(body) | {"webhook-id": "another"},
        signed(body) | {"webhook-timestamp": "1e9"},
        signed(body) | {"webhook-signature": "v1,"},
        signed(body) | {"webhook-signature": signed(body)["webhook-signature"].replace("v1,", "v2,")},
        {"authorization": f"Bearer {BEARER}"},
    ]
    async with door(server, SIGNED) as gitlab:
        assert [await gitlab.post(body, headers) for headers in wrong] == [401] * len(wrong)
        assert await gitlab.post(b"{", signed(b"}")) == 401
        assert await gitlab.kept() == []


async def test_a_token_counts_only_where_nothing_is_signed(server: Graph) -> None:
    """With a signing secret set, the right token alone is refused: nobody can choose the weaker way."""
    body = data(push())
    both = read_secrets(SECRET, TOKEN)
    async with door(server, both) as gitlab:
        assert await gitlab.post(body, with_token()) == 401
        assert await gitlab.post(body, signed(body)) == 202
    async with door(server, BY_TOKEN) as gitlab:
        for token in ("", "wrong", TOKEN + " x"):
            assert await gitlab.post(body, with_token(token)) == 401, token
        assert await gitlab.post(body, with_token()) == 202


async def test_a_secret_can_be_replaced_without_a_gap(server: Graph) -> None:
    """While the file holds two, either signs; and a sender may sign with both at once."""
    new = b"another thirty-two bytes for kg."
    body = data(push())
    two = HookSecrets((KEY, new))
    older = signed(body)["webhook-signature"]
    both = signed(body, key=new) | {
        "webhook-signature": f"{older} {signed(body, key=new)['webhook-signature']}"
    }
    async with door(server, two) as gitlab:
        for headers in (signed(body), signed(body, key=new), both):
            assert await gitlab.post(body, headers) == 202


async def test_what_is_no_message_is_refused(server: Graph) -> None:
    """Broken JSON, JSON that is no message, and JSON made to hurt: 400, and nothing is kept."""
    broken = [
        b'{"object_kind": "push", ',
        b"",
        b"[]",
        b'"push"',
        b"{}",
        b'{"object_kind": 7}',
        b'{"object_kind": "push; rm"}',
        b"[" * 200_000,
        b'{"object_kind": "push", "project_id": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe{}",
    ]
    async with door(server, SIGNED) as gitlab:
        assert [await gitlab.post(body, signed(body)) for body in broken] == [400] * len(broken)
        assert await gitlab.kept() == []


async def test_half_a_character_is_kept_or_left_out(server: Graph) -> None:
    """What no text can hold stops neither the answer nor the database."""
    body = b'{"object_kind": "push", "ref": "refs/heads/\\ud800", "project_id": 15, "after": "\\u0000"}'
    async with door(server, SIGNED) as gitlab:
        assert await gitlab.post(body, signed(body)) == 202
        assert (
            await gitlab.post(body, signed(body, number="\ud800".encode("utf-8", "replace").decode())) == 202
        )
        assert {kept(one.body).ref for one in await gitlab.kept()} == {""}


async def test_a_message_beyond_25_mb_is_not_read(server: Graph) -> None:
    """Declared, it is refused before a byte is read; undeclared, as soon as it is too much."""
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(60):
            sent += 1
            yield b" " * (1 << 20)

    async with door(server, BY_TOKEN) as gitlab:
        declared = with_token() | {"content-length": str(LARGEST_BYTES + 1)}
        assert await gitlab.post(pieces(), declared) == 413
        assert await gitlab.post(pieces(), with_token()) == 413
        body = data(push(padding="x" * (3 << 20)))
        assert await gitlab.post(body, with_token()) == 202
        assert len(await gitlab.kept()) == 1


async def test_unknown_projects_and_events_are_taken_too(server: Graph) -> None:
    """A hook that fails four times is stopped by GitLab, so nothing that is genuine fails."""
    bodies = [
        push(project=project(404, "other/thing")),
        system("project_destroy", project_id=404, path_with_namespace="other/thing"),
        {"object_kind": "something_new"},
        {"object_kind": "note", "object_attributes": {"note": PRIVATE[2]}},
    ]
    async with door(server, BY_TOKEN) as gitlab:
        for body in bodies:
            assert await gitlab.post(data(body), with_token()) == 202
        kept_of = await gitlab.kept()
        assert sorted(one.event for one in kept_of) == ["note", "project_destroy", "push", "something_new"]
        assert not [word for word in PRIVATE if word in str(kept_of)]


async def test_without_a_secret_there_is_no_door(server: Graph) -> None:
    """Where no file is set the address answers as every other one does to a stranger."""
    body = data(push())
    async with door(server, None) as gitlab:
        stranger = await gitlab.http.post("/anything", content=body)
        answer = await gitlab.http.post(ADDRESS, content=body, headers=with_token())
        assert (
            (answer.status_code, answer.content)
            == (stranger.status_code, stranger.content)
            == (401, stranger.content)
        )


def test_the_secrets_come_from_files(tmp_path: Path) -> None:
    """By the names of files, several lines each; what is no signing token is said before the port opens."""
    signing, token = tmp_path / "signing", tmp_path / "token"
    signing.write_text(f"{SECRET}\n\n{SECRET}\n")
    token.write_text(f"{TOKEN}\n")
    home = {"KG_HOME": str(tmp_path / "home")}
    make_secret(tmp_path / "home" / "secrets" / "api-token")
    assert serve_options(load({}, home)).hooks is None
    set_ = home | {"KG_GITLAB_HOOK_SECRET_FILE": str(signing), "KG_GITLAB_HOOK_TOKEN_FILE": str(token)}
    assert serve_options(load({}, set_)).hooks == HookSecrets((KEY, KEY), (TOKEN.encode(),))
    assert SECRET not in repr(serve_options(load({}, set_))) and TOKEN not in repr(
        serve_options(load({}, set_))
    )
    for wrong in ("not a signing token", "whsec_c2hvcnQ="):
        signing.write_text(wrong)
        with pytest.raises(SettingsError, match="whsec_") as error:
            serve_options(load({}, set_))
        assert wrong not in str(error.value)
