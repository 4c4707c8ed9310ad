"""Who may see what, and which snapshot is read: the two things every other read needs first.

A policy maps principals to scopes. Today there is one: `local` is the owner of this installation
and sees every registered scope; anybody else sees nothing. OIDC groups and rules come here.
"""

from dataclasses import dataclass

from kg.graph import Graph
from kg.schema.access import Principal, Scope
from kg.schema.ids import ScopeToken

LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Policy:
    """Which principals see everything that is registered; unknown ones see nothing."""

    owners: frozenset[str] = frozenset({LOCAL})


async def scope_of(graph: Graph, principal: Principal, policy: Policy) -> Scope:
    """The scopes that a principal may see at this moment."""
    if principal.id not in policy.owners:
        return Scope(())
    rows = await graph.read("retrieve_scopes")
    return Scope(tuple(ScopeToken(row["scope"]) for row in rows if row["scope"]))


async def active_seq(graph: Graph) -> int:
    """The published snapshot; 0 in a graph that has none."""
    rows = await graph.read("retrieve_active")
    return int(rows[0]["seq"] or 0) if rows else 0
