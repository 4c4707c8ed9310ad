"""Tables, and what queries them: SQL, mappers, migrations, models."""

from kg.ingest.resolve.data.resolve import resolve_data

__all__ = ["resolve_data"]
