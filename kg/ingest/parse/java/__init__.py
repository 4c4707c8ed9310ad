"""Java source: one file's text to Facts. Holds the grammar; knows nothing of other files."""

from kg.ingest.parse.java.file import parse_java

__all__ = ["parse_java"]
