"""TypeScript and JavaScript source -> Facts. `parse_typescript` is the adapter; `project` reads tsconfig.json and package.json."""

from kg.ingest.parse.typescript.adapter import parse_typescript

__all__ = ["parse_typescript"]
