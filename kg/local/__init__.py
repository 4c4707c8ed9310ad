"""The local Neo4j that kg manages: finds a JRE, fetches the jars, starts, stops, and looks after both."""

from kg.local.options import LocalOptions, Progress, quiet

__all__ = ["LocalOptions", "Progress", "quiet"]
