"""SQL of any dialect -> statements, tables, changes of the schema."""

from kg.ingest.parse.sql.dialects import dialect_of
from kg.ingest.parse.sql.read import read_jpql, read_sql, tables_by_words, touched
from kg.ingest.parse.sql.texts import is_sql, sql_texts

__all__ = ["dialect_of", "is_sql", "read_jpql", "read_sql", "sql_texts", "tables_by_words", "touched"]
