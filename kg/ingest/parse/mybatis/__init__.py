"""MyBatis mapper files: statements, fragments, and the SQL that dynamic tags stand for."""

from kg.ingest.parse.mybatis.mapper import read_mapper

__all__ = ["read_mapper"]
