"""A made-up code base of any size, written straight into Neo4j: versions, edges, scopes, vectors.

The same seed gives the same graph. What it must hold is what hurts: a fifth are old versions (some
methods have five), one method has many callers, many methods share the name `get`, twenty scopes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.ingest.enrich.index_text import filler_count, search_text
from kg.schema.facts import Artifact
from kg.schema.ids import OPEN, Uid, padded, scope_token, vid
from kg.schema.vocabulary import Kind

SEQ = 10
"""The active snapshot; old versions ended before it."""
DIMENSION = 384
REPOS = 20
TOPICS = 400
METHODS_OF_A_CLASS = 8
CALLS_OF_A_METHOD = 5
AVERAGE_TERMS = 150.0
_SYLLABLES = [
    "ba",
    "be",
    "bo",
    "ca",
    "co",
    "da",
    "de",
    "di",
    "do",
    "fa",
    "fi",
    "ga",
    "go",
    "ka",
    "ki",
    "la",
    "le",
    "lo",
    "ma",
    "mi",
    "mo",
    "na",
    "ne",
    "no",
    "pa",
    "pe",
    "po",
    "ra",
    "re",
    "ro",
    "sa",
    "se",
    "so",
    "ta",
    "te",
    "to",
    "va",
    "vo",
    "za",
]
_VERBS = [
    "load",
    "save",
    "find",
    "make",
    "read",
    "send",
    "check",
    "merge",
    "split",
    "count",
    "apply",
    "reset",
    "start",
    "close",
    "parse",
    "build",
    "route",
    "price",
    "order",
    "refund",
]
CJK = ["주문취소", "환불수수료", "결제승인", "재고조회", "取消订单", "退款金额", "库存查询", "支付回调"]
Floats = NDArray[np.float32]


@dataclass
class Node:
    """One version to write: its properties, and the row of its vector."""

    properties: dict[str, Any]
    topic: int


@dataclass
class Graph:
    """What is written, and what questions are made from."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[tuple[str, int, int, dict[str, Any]]] = field(default_factory=list)
    """(type, from, to, properties); ends are positions in `nodes`."""
    current_methods: list[int] = field(default_factory=list)
    vectors: Floats = field(default_factory=lambda: np.zeros((0, DIMENSION), np.float32))


class Words:
    """A vocabulary with Zipf's frequencies, and topics that favour some of its words."""

    def __init__(self, rng: np.random.Generator, size: int = 4000) -> None:
        self.rng = rng
        made = {"".join(rng.choice(_SYLLABLES, rng.integers(2, 5))) for _ in range(size * 2)}
        self.words = sorted(made)[:size]
        rng.shuffle(self.words)
        weights = 1 / np.arange(2, len(self.words) + 2)
        self.draws = rng.choice(len(self.words), 2_000_000, p=weights / weights.sum())
        self.at = 0
        self.topics = rng.integers(50, len(self.words), (TOPICS, 30))

    def common(self, n: int) -> list[str]:
        if self.at + n > len(self.draws):
            self.at = 0
        self.at += n
        return [self.words[i] for i in self.draws[self.at - n : self.at]]

    def of_topic(self, topic: int, n: int) -> list[str]:
        return [self.words[i] for i in self.topics[topic][self.rng.integers(0, 30, n)]]


def generate(size: int, seed: int = 7) -> tuple[Graph, Words, Floats]:
    """A graph of about `size` versions; gives its words and the centres of its topics too."""
    rng = np.random.default_rng(seed)
    words, graph = Words(rng), Graph()
    centres = rng.standard_normal((TOPICS, DIMENSION)).astype(np.float32)
    current = size * 8 // 10
    get_names = size // 10
    number = 0
    while len(graph.nodes) < current:
        _add_class(graph, words, number, get_names)
        number += 1
    _add_old_versions(graph, rng, size - len(graph.nodes))
    _add_calls(graph, rng, size // 10)
    graph.vectors = _vectors(graph, centres, rng)
    return graph, words, centres


def _add_class(graph: Graph, words: Words, number: int, get_names: int) -> None:
    """A file with a class and its methods, and now and then a document that describes one."""
    rng = words.rng
    topic, repo = int(rng.integers(TOPICS)), number % REPOS
    name = "".join(w.capitalize() for w in words.of_topic(topic, 2)) + str(number)
    package = f"{words.words[topic]}.{words.of_topic(topic, 1)[0]}"
    path = f"src/main/java/com/acme/{package.replace('.', '/')}/{name}.java"
    shared: dict[str, Any] = {"origin": path, "path": path}
    file = Artifact(Kind.FILE, Uid(f"r{repo}:file:{path}"), f"{name}.java", path, **shared)
    owner = Artifact(
        Kind.CLASS,
        Uid(f"r{repo}:java:src/main/java:com.acme.{package}.{name}"),
        name,
        f"com.acme.{package}.{name}",
        text=f"class {name}",
        language="java",
        form="class",
        lines=60,
        **shared,
    )
    at_file, at_class = _add(graph, file, repo, topic), _add(graph, owner, repo, topic)
    graph.edges.append(("DEFINES", at_file, at_class, {"start_line": 1, "end_line": 60}))
    for i in range(METHODS_OF_A_CLASS):
        got = len(graph.current_methods) % 8 == 0 and len(graph.current_methods) // 8 < get_names
        method = _method(words, owner, topic, i, get_name=got)
        graph.current_methods.append(len(graph.nodes))
        at = _add(graph, method, repo, topic)
        graph.edges.append(("DEFINES", at_class, at, {}))
        graph.edges.append(("DEFINES", at_file, at, {"start_line": 5 + i * 6, "end_line": 9 + i * 6}))
    if number % 3 == 0:
        at_doc = _add(graph, _doc(words, repo, topic, number), repo, topic)
        graph.edges.append(("DOCUMENTS", at_doc, at, {"how": "inferred", "confidence": 0.8}))


def _method(words: Words, owner: Artifact, topic: int, i: int, *, get_name: bool) -> Artifact:
    rng = words.rng
    about = words.of_topic(topic, 2)
    verb = _VERBS[int(rng.integers(len(_VERBS)))]
    name = "get" if get_name else verb + "".join(w.capitalize() for w in about)
    body = words.common(int(rng.integers(10, 60))) + words.of_topic(topic, int(rng.integers(5, 30)))
    rng.shuffle(body)
    lines = [f"  {a}{b.capitalize()} = {c}.{d}();" for a, b, c, d in zip(*[iter(body)] * 4, strict=False)]
    text = "public long {}(Order order) {{\n{}\n}}".format(name, "\n".join(lines))
    qualified = f"{owner.qualified_name}#{name}({'int,' * i}Order)"
    return Artifact(
        Kind.METHOD,
        Uid(owner.uid.rpartition(":")[0] + ":" + qualified),
        name,
        qualified,
        origin=owner.origin,
        path=owner.path,
        language="java",
        form="method",
        text=text,
        signature=f"{name}(Order order): long",
        complexity=1,
        lines=len(lines) + 2,
        call_sites=tuple(f"{n}:4 {w}/0" for n, w in enumerate(body[:6])),
    )


def _doc(words: Words, repo: int, topic: int, number: int) -> Artifact:
    path = f"docs/{words.words[topic]}{number}.md"
    text = " ".join(words.of_topic(topic, 20) + words.common(40) + [CJK[number % len(CJK)]])
    title = " ".join(words.of_topic(topic, 2))
    return Artifact(
        Kind.DOC, Uid(f"r{repo}:doc:{path}#{title}"), title, f"{path}#{title}", path, path, text=text
    )


def _add(graph: Graph, artifact: Artifact, repo: int, topic: int) -> int:
    properties = {
        "kind": str(artifact.kind),
        "uid": artifact.uid,
        "vid": vid(artifact.uid, 1),
        "name": artifact.name,
        "qualified_name": artifact.qualified_name,
        "origin": artifact.origin,
        "path": artifact.path,
        "repo": f"r{repo}",
        "scope": scope_token(repo + 1),
        "valid_from": 1,
        "valid_to": OPEN,
        "vf": padded(1),
        "vt": padded(OPEN),
        "search_text": search_text(artifact, filler_count(AVERAGE_TERMS)),
    }
    for name in ("language", "form", "text", "signature", "complexity", "lines"):
        if getattr(artifact, name):
            properties[name] = getattr(artifact, name)
    if artifact.call_sites:
        properties["call_sites"] = list(artifact.call_sites)
    graph.nodes.append(Node(properties, topic))
    return len(graph.nodes) - 1


def _add_old_versions(graph: Graph, rng: np.random.Generator, count: int) -> None:
    """Hot methods get five old versions each, until there are enough."""
    order = rng.permutation(len(graph.current_methods))
    for at in order[: count // 5]:
        newest = graph.nodes[graph.current_methods[at]]
        for seq in range(1, 6):
            old = dict(newest.properties)
            old["vid"] = vid(Uid(old["uid"]), seq)
            old |= {"valid_from": seq, "valid_to": seq + 1, "vf": padded(seq), "vt": padded(seq + 1)}
            old["text"] = old["text"] + f" // {seq}"
            graph.nodes.append(Node(old, newest.topic))
        newest.properties |= {"valid_from": 6, "vf": padded(6), "vid": vid(Uid(newest.properties["uid"]), 6)}


def _add_calls(graph: Graph, rng: np.random.Generator, hub_callers: int) -> None:
    methods = graph.current_methods
    targets = rng.zipf(1.4, len(methods) * CALLS_OF_A_METHOD) * 7919 % len(methods)
    for i, at in enumerate(methods):
        for to in set(targets[i * CALLS_OF_A_METHOD : (i + 1) * CALLS_OF_A_METHOD].tolist()):
            graph.edges.append(("CALLS", at, methods[to], {"sites": [1]}))
    for at in methods[1 : hub_callers + 1]:
        graph.edges.append(("CALLS", at, methods[0], {"sites": [2]}))


def _vectors(graph: Graph, centres: Floats, rng: np.random.Generator) -> Floats:
    """Near the centre of their topic, with unit length."""
    topics = np.array([node.topic for node in graph.nodes])
    made = np.empty((len(topics), DIMENSION), np.float32)
    for start in range(0, len(topics), 20_000):
        part = topics[start : start + 20_000]
        made[start : start + 20_000] = near(centres, part, rng)
    return made


def near(centres: Floats, topics: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    noise = rng.standard_normal((len(topics), DIMENSION), dtype=np.float32)
    made = centres[topics] + 0.9 * noise
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def batches(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
