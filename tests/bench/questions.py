"""A thousand mixed questions for the synthetic graph: prose, identifiers, frequent words, CJK, hubs."""

from dataclasses import dataclass

import numpy as np

from tests.bench.synthetic import CJK, Floats, Graph, Words, near


@dataclass(frozen=True)
class Asking:
    """A question with the vector that an embedder would give."""

    text: str
    vector: list[float]


def questions(made: Graph, words: Words, centres: Floats, count: int) -> list[Asking]:
    """The same ones every time."""
    rng = np.random.default_rng(11)
    topics = rng.integers(0, len(centres), count)
    vectors = near(centres, topics, rng)
    texts = [_text(made, words, rng, i, int(topics[i])) for i in range(count)]
    return [Asking(text, vector.tolist()) for text, vector in zip(texts, vectors, strict=True)]


def _text(made: Graph, words: Words, rng: np.random.Generator, i: int, topic: int) -> str:
    some = words.of_topic(topic, int(rng.integers(3, 8)))
    method = made.nodes[made.current_methods[int(rng.integers(len(made.current_methods)))]].properties
    owner, _, rest = method["qualified_name"].partition("#")
    match i % 20:
        case 0 | 1:
            return f"where is {owner.rpartition('.')[2]}.{rest.partition('(')[0]} called?"
        case 2 | 3:
            return f"{method['name']}(order)"
        case 4 | 5:
            return "get " + some[0]
        case 6:
            return f"who calls {made.nodes[made.current_methods[0]].properties['name']} and why"
        case 7 | 8 | 9:
            return "how does " + " ".join(words.words[:3] + some[:2]) + " work with " + words.words[4]
        case 10:
            return f"{CJK[i % len(CJK)]} {some[0]}"
        case _:
            return "how is the " + " ".join(some) + " computed when it fails"
