"""A CI job asks by its id token: for its own project and commit, and for nothing else; and the component does so."""

import asyncio
import base64
import hmac
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
import uvicorn
from ruamel.yaml import YAML

from api.context import Service
from api.identity import FETCH_AGAIN_SECONDS, Identities, IdentityOptions
from api.server import make_app
from kg.errors import SourceUnavailable
from kg.graph import Graph
from kg.records.indexes import IndexFolder
from kg.records.jobs import list_jobs
from kg.records.projects import Project, ProjectState, Provider, connect, set_state
from tests.api.serving import TOKEN, options, service_of
from tests.gitlab.fake import FakeGitLab, fake_gitlab
from tests.gitlab.tokens import COMMIT, NAME, Signer

ROOT = Path(__file__).parents[2]
SIGNER = Signer()


@dataclass
class Served:
    """The API on a real port, for one GitLab."""

    url: str
    http: httpx.AsyncClient
    fake: FakeGitLab
    service: Service
    indexes: IndexFolder

    def token(self, **more: Any) -> str:
        return SIGNER.token(self.fake.url, 15, "acme/shop", **more)

    async def post(self, path: str, token: str, body: bytes = b"") -> tuple[int, Any]:
        answer = await self.http.post(
            path, content=body, headers={"authorization": f"Bearer {token}".strip()}
        )
        return answer.status_code, answer.json()


@pytest.fixture
async def served(server: Graph, tmp_path: Path) -> AsyncIterator[Served]:
    indexes = IndexFolder(tmp_path / "scip", 1 << 20)
    with fake_gitlab(tmp_path / "git") as fake:
        fake.jwks = SIGNER.public
        async with service_of(server) as service:

            @asynccontextmanager
            async def opened() -> AsyncIterator[Service]:
                yield service

            shop = Project("shop", f"{fake.url}/acme/shop.git", Provider.GITLAB, fake.host, "15", "acme/shop")
            await connect(service.records, shop)
            identity = IdentityOptions(fake.url, "kg", fake.host)
            app = make_app(options(ci=identity, indexes=indexes), opened)
            async with on_a_port(app) as url, httpx.AsyncClient(base_url=url) as http:
                yield Served(url, http, fake, service, indexes)


@asynccontextmanager
async def on_a_port(app: Any) -> AsyncIterator[str]:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        running = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, ws="none"))
        serving = asyncio.create_task(running.serve(sockets=[bound]))
        try:
            while not running.started:  # noqa: ASYNC110 - it has no event for it
                await asyncio.sleep(0.02)
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            running.should_exit = True
            await serving


async def test_a_job_asks_for_its_own_project(served: Served) -> None:
    """By the number in the token, whatever the path is called now; twice is one job."""
    for path in ("acme/shop", "acme/renamed"):
        status, body = await served.post("/ingest", SIGNER.token(served.fake.url, 15, path))
        assert (status, body["status"], body["repo"]) == (202, "asked", "shop")
    (job,) = await list_jobs(served.service.records, 9)
    assert (job.repo, job.after, job.asked_by) == ("shop", COMMIT, "ci")
    status, body = await served.post("/ingest", SIGNER.token(served.fake.url, 16, "acme/shop"))
    assert (status, body["errors"][0]["extensions"]["code"]) == (404, "NOT_FOUND")
    await set_state(served.service.records, "shop", ProjectState.CLOSED)
    assert (await served.post("/ingest", served.token()))[0] == 404


async def test_a_token_that_proves_nothing_is_refused(served: Served) -> None:
    """Of another key, issuer or audience, expired, unsigned, signed with the public key as a secret, or without a
    claim: 401, and no address but the two takes a genuine one."""
    other = Signer()
    claims = jwt.decode(served.token(), options={"verify_signature": False})
    unsigned = jwt.encode(claims, None, "none", {"kid": NAME})
    public = json.dumps(SIGNER.public["keys"][0])
    wrong = [
        "",
        "a.b.c",
        TOKEN,
        unsigned,
        other.token(served.fake.url, 15, "acme/shop"),
        SIGNER.token("https://gitlab.evil.example", 15, "acme/shop"),
        served.token(aud="vault"),
        served.token(exp=1),
        served.token(exp=None),
        served.token(sha=None),
        served.token(project_id=None),
        _hmac_signed(claims, public),
    ]
    for token in wrong:
        assert (await served.post("/ingest", token))[0] == 401, token[:40]
    assert await list_jobs(served.service.records, 9) == []
    for path in ("/graphql", "/anything"):
        assert (await served.post(path, served.token(), b"{}"))[0] == 401


async def test_an_index_is_of_the_jobs_own_commit(served: Served) -> None:
    """Named or not it is kept for that; for another repository or commit it is refused."""
    own = f"/scip?repo=acme/shop&commit={COMMIT}"
    for path in ("/scip", own, "/scip?repo=shop"):
        status, body = await served.post(path, served.token(), b"an index")
        assert (status, body["repo"], body["commit"]) == (201, "shop", COMMIT)
    for path in ("/scip?repo=other", f"/scip?commit={'d' * 40}"):
        assert (await served.post(path, served.token(), b"an index"))[0] == 403
    assert len(await served.indexes.kept()) == 1
    assert (await served.post(own, TOKEN, b"an index"))[0] == 201  # an uploader's token still may


async def test_made_up_tokens_do_not_make_us_ask(tmp_path: Path) -> None:
    """GitLab's keys are fetched for the first token, and again for an unknown key only after a minute."""
    with fake_gitlab(tmp_path) as fake:
        fake.jwks = SIGNER.public
        identities = Identities(IdentityOptions(fake.url, "kg", fake.host))
        unknown = jwt.encode({"a": 1}, SIGNER.key, "RS256", {"kid": "made up"})
        for _ in range(5):
            assert await identities.of(unknown) is None
        assert await identities.of(SIGNER.token(fake.url, 15, "acme/shop")) is not None
        assert len(fake.fetched) == 1
        identities._ask_again_at -= FETCH_AGAIN_SECONDS + 1
        await identities.of(unknown)
        assert len(fake.fetched) == 2


async def test_while_keys_cannot_be_had_nobody_is_refused_for_it(tmp_path: Path) -> None:
    """An answer to try again, at once and for the whole minute; then GitLab is asked anew."""
    with fake_gitlab(tmp_path) as fake:
        address = fake.url
        fake.jwks = SIGNER.public
        identities = Identities(IdentityOptions(address, "kg", fake.host))
        identities._options = replace(identities._options, issuer="http://127.0.0.1:9")
        token = SIGNER.token(address, 15, "acme/shop")
        for _ in range(3):
            with pytest.raises(SourceUnavailable):
                await identities.of(token)
        identities._options = replace(identities._options, issuer=address)
        identities._ask_again_at = 0.0
        assert await identities.of(token) is not None


async def test_the_component_asks_and_uploads(served: Served, tmp_path: Path) -> None:
    """Its script, run as a runner does with its inputs as variables, against the API; the token is in no command."""
    (tmp_path / "index.scip").write_bytes(b"an index")
    for scip in ("index.scip", ""):
        code, out = await run_script(component(served.url, scip), served.token(), tmp_path)
        assert code == 0, out
        assert '"status":"asked"' in out and (COMMIT in out) == bool(scip)
    code, out = await run_script(component(served.url, ""), served.token(exp=1), tmp_path)
    assert code != 0 and "UNAUTHENTICATED" in out
    evil = component(served.url, "$(touch here); touch here")
    code, _ = await run_script(evil, served.token(), tmp_path)
    assert code != 0 and not (tmp_path / "here").exists()


def test_the_component_is_one(tmp_path: Path) -> None:
    """Two documents; every input that is used is declared, each in words; ours is the audience."""
    text = (ROOT / "templates" / "kg-ingest.yml").read_text()
    spec, jobs = YAML(typ="safe").load_all(text)
    inputs = spec["spec"]["inputs"]
    assert set(inputs) == {word.split(" ]]")[0].strip() for word in text.split("$[[ inputs.")[1:]}
    assert all(one["description"] for one in inputs.values())
    assert [name for name, one in inputs.items() if "default" not in one] == ["kg_url"]
    (job,) = jobs.values()
    assert (
        job["id_tokens"]["KG_ID_TOKEN"]["aud"] == "$[[ inputs.audience ]]"
        and inputs["audience"]["default"] == "kg"
    )
    assert "inputs" not in str(job["script"]), "an input in a script is part of a command"


def component(url: str, scip: str) -> dict[str, Any]:
    """The job of the component, with its inputs put in as GitLab does."""
    text = (ROOT / "templates" / "kg-ingest.yml").read_text()
    spec, body = text.split("\n---\n")
    given = {
        name: one.get("default", "") for name, one in YAML(typ="safe").load(spec)["spec"]["inputs"].items()
    }
    for name, value in (given | {"kg_url": url, "scip_index": json.dumps(scip)}).items():
        body = body.replace(f"$[[ inputs.{name} ]]", value)
    job: dict[str, Any] = YAML(typ="safe").load(body)["kg-ingest"]
    return job


async def run_script(job: dict[str, Any], token: str, folder: Path) -> tuple[int, str]:
    variables = {name: str(value) for name, value in job["variables"].items()}
    environment = {"PATH": os.environ["PATH"], "KG_ID_TOKEN": token, **variables}
    child = await asyncio.create_subprocess_exec(
        "sh", "-ec", "\n".join(job["script"]),
        cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await child.communicate()
    return child.returncode or 0, out.decode()


def _hmac_signed(claims: dict[str, Any], secret: str) -> str:
    """What a library that trusts the token's own algorithm would take."""

    def part(value: Any) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    head = f"{part({'alg': 'HS256', 'kid': NAME})}.{part(claims)}"
    mac = hmac.digest(secret.encode(), head.encode(), "sha256")
    return f"{head}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"
