"""The only room that knows Neo4j. Statements are files in `cypher/`, called by name."""

from kg.graph.client import Graph, GraphOptions, Row, Written, connect
from kg.graph.statements import Statement, statements
from kg.graph.vector import packed

__all__ = ["Graph", "GraphOptions", "Row", "Statement", "Written", "connect", "packed", "statements"]
