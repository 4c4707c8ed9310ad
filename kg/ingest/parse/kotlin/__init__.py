"""Kotlin source: one file's text to Facts. Holds the grammar; knows nothing of other files."""

from kg.ingest.parse.kotlin.file import parse_kotlin

__all__ = ["parse_kotlin"]
