"""The only room that knows a model: embeddings now, language models with the answers."""

from kg.llm.embedder import Embedder, EmbedderKind, EmbedderOptions, Vector, clean, model_of, usable
from kg.llm.gateway import open_embedder

__all__ = [
    "Embedder",
    "EmbedderKind",
    "EmbedderOptions",
    "Vector",
    "clean",
    "model_of",
    "open_embedder",
    "usable",
]
