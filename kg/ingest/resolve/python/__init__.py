"""Python facts -> edges. `resolve_python` is the door; DESIGN of it: see `engine`."""

from kg.ingest.resolve.python.resolve import resolve_python

__all__ = ["resolve_python"]
