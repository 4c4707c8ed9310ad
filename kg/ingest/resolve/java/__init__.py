"""Java: facts of all files to edges. Pure; typed from the start, a name alone ties nothing.

A call goes to the method that is declared where the compiler would look (virtual calls too: OVERRIDES
leads down from it). What stands in no source, or cannot be told, stays an open site with its reason.
"""

from kg.ingest.resolve.java.resolve import resolve_java

__all__ = ["resolve_java"]
