"""SQL of any dialect -> statements, tables, changes of the schema."""

from kg.ingest.parse.sql.dialects import dialect_of
from kg.ingest.parse.sql.read import read_jpql, read_sql

__all__ = ["dialect_of", "read_jpql", "read_sql"]
