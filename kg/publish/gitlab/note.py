"""The note at a merge request: what the change touches, in Markdown. Pure.

Names come from code that anybody may write, so each stands in a code span: it mentions nobody, links to nothing
and closes no quick action. Bounded; what is more is counted.
"""

from collections.abc import Iterable, Sequence

from kg.schema.impact import Impact, Reached
from kg.schema.question import Linked, Place

MARKER = "<!-- kg: what this merge request touches -->"
SHOWN = 10
_LONGEST = 160


def note_text(impact: Impact, elsewhere: Sequence[str], head: str) -> str:
    """The whole note; it begins with what it is known by."""
    parts = [
        MARKER,
        f"**What this change touches** (commit {_code(head[:10])}, snapshot {impact.snapshot})",
        *_section("Changed", map(_artifact, impact.changed)),
        *_section("Called or used by", map(_artifact, impact.callers)),
        *_section("Endpoints and topics", map(_artifact, impact.endpoints)),
        *_section("Configuration", map(_beside, impact.settings)),
        *_section("Documents that speak of it", map(_beside, impact.documents)),
        *_section("Past incidents", map(_beside, impact.incidents)),
        *_section("Tests that reach it", map(_artifact, impact.tests)),
        *_section("New, or not in the graph", map(_code, elsewhere)),
        "" if impact.reached else "Nothing that the graph knows leads to what is changed.",
        "There is more: the number of steps and artifacts is bounded." if impact.cut else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, rows: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(rows))
    if not found:
        return []
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return [f"**{title}**: {len(found)}\n\n" + "\n".join(f"- {row}" for row in [*found[:SHOWN], *more])]


def _artifact(one: Reached) -> str:
    team = f" ({_code(one.owner_team)})" if one.owner_team else ""
    return f"{_named(one.place)}{team}"


def _beside(one: Linked) -> str:
    return _named(one.place)


def _named(place: Place) -> str:
    name = _code(place.qualified_name or place.name)
    return f"{name} in {_code(place.path)}" if place.path else name


def _code(text: str) -> str:
    """A code span that its content cannot leave."""
    plain = " ".join(text.replace("`", "'").split())
    return f"`{plain[:_LONGEST]}`" if plain else "`?`"
