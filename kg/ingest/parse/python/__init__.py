"""Python source -> Facts. `parse_python` is the adapter; `facts` is what the resolver reads."""

from kg.ingest.parse.python.adapter import parse_python

__all__ = ["parse_python"]
