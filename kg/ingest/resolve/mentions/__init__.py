"""What documents speak of: DOCUMENTS edges, and names that name nothing any more."""

from kg.ingest.resolve.mentions.resolve import resolve_mentions

__all__ = ["resolve_mentions"]
