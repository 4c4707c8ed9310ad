"""What is kept in SQL (an SQLite file, or Postgres by URL): caches, jobs and projects; questions later.

And files that others bring, which no database wants: SCIP indexes (`indexes`)."""

from kg.records.embeddings import EmbeddingCache
from kg.records.store import Records, open_records

__all__ = ["EmbeddingCache", "Records", "open_records"]
