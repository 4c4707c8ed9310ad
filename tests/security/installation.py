"""An installation in a folder: a graph, caches, logs, a recorded model. What a test ingests is all in there."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kg.graph import Graph
from kg.history.fill import remember
from kg.ingest.options import IngestOptions
from kg.llm import EmbedderKind, EmbedderOptions, open_embedder
from kg.publish.export import export
from kg.publish.reconcile import Outcome, ingest
from kg.publish.snapshots import active
from kg.publish.vectors import FillOptions, fill
from kg.records import EmbeddingCache, open_records
from tests.api.serving import serving
from tests.llm.endpoint import Endpoint
from tests.shop import ingest_options

SEARCH = """query q($text: String!) { search(text: $text, first: 20) { __typename
  ... on Hits { hits { excerpt artifact { id uid name kind location } } } ... on QuestionProblem { message } } }"""
LISTS = """{ problems { nodes { file { path } problems } } repositories { nodes { name url ref commit } }
  snapshot { seq freshness { repository commit } } }"""


@dataclass
class Installation:
    """A home folder, and what its model was asked."""

    home: Path
    endpoint: Endpoint
    answers: list[str] = field(default_factory=list)

    @property
    def records_url(self) -> str:
        return f"sqlite:///{self.home}/records.db"

    @property
    def options(self) -> IngestOptions:
        return ingest_options(self.home / "cache")

    def embedder(self) -> EmbedderOptions:
        return EmbedderOptions(
            kind=EmbedderKind.COMPATIBLE,
            base_url=self.endpoint.base_url,
            document_model="docs-1",
            query_model="questions-1",
            dimension=self.endpoint.dimension,
        )

    async def ingest(self, graph: Graph, location: str, options: IngestOptions | None = None) -> Outcome:
        """The whole way, with histories and vectors."""
        outcome = await ingest(
            graph, location, "", "vault", options or self.options, lambda what, done, of: None
        )
        await remember(graph, self.home / "cache", outcome.snapshot, lambda done, of: None)
        async with open_embedder(self.embedder()) as embedder, open_records(self.records_url) as records:
            await fill(graph, embedder, EmbeddingCache(records), FillOptions(), lambda done, waiting: None)
        return outcome

    async def ask(self, graph: Graph, texts: list[str]) -> None:
        """Ask over GraphQL; what is answered is kept."""
        async with serving(graph) as client:
            for text in texts:
                self.answers.append(json.dumps(await client.ask(SEARCH, text=text), ensure_ascii=False))
            self.answers.append(json.dumps(await client.ask(LISTS), ensure_ascii=False))

    @property
    def sent(self) -> str:
        """Everything that the model was sent."""
        return json.dumps(self.endpoint.requests, ensure_ascii=False)


async def exported(graph: Graph) -> str:
    return "\n".join([line async for line in export(graph, await active(graph))])


@contextmanager
def logged(home: Path) -> Iterator[None]:
    """Everything that any logger says goes to a file of the installation."""
    (home / "logs").mkdir(parents=True, exist_ok=True)
    handler = logging.FileHandler(home / "logs" / "test.log", encoding="utf-8")
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    quiet = {
        name: logging.getLogger(name).level for name in ("neo4j", "asyncio", "httpx", "httpcore", "openai")
    }
    for name in quiet:  # at DEBUG they repeat what they are given; `kg` sets the driver's to CRITICAL itself
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        for name, level in quiet.items():
            logging.getLogger(name).setLevel(level)
        handler.close()
