"""Go source and go.mod -> Facts. `parse_go` and `parse_go_module` are the adapters."""

from kg.ingest.parse.go.file import parse_go
from kg.ingest.parse.go.module import parse_go_module

__all__ = ["parse_go", "parse_go_module"]
