"""Facts of Go files -> calls, implemented interfaces, embedded types. `resolve_go` is the door."""

from kg.ingest.resolve.go.resolve import resolve_go

__all__ = ["resolve_go"]
