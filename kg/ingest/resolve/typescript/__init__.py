"""Facts of TypeScript and JavaScript files -> CALLS, EXTENDS, IMPLEMENTS, OVERRIDES. `resolve_typescript` is the door."""

from kg.ingest.resolve.typescript.resolve import resolve_typescript

__all__ = ["resolve_typescript"]
