"""Where what a rule found stands in a file: lines are told from the start of the code around them.

In: the DEFINES of the files. Pure.
"""

from kg.schema.facts import Edge, Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType


class Starts:
    """The first lines of everything that files define, gathered once a file."""

    def __init__(self) -> None:
        self._of_file: dict[str, dict[Uid, int]] = {}

    def defines(self, target: Uid, facts: Facts, place: Uid, line: int) -> Edge:
        """The DEFINES of what stands so many lines below the first one of a place in a file."""
        file = facts.file
        if file.path not in self._of_file:
            self._of_file[file.path] = _starts(facts)
        at = self._of_file[file.path].get(place, 1) + line
        return Edge(EdgeType.DEFINES, file.uid, target, start_line=at, end_line=at)


def _starts(facts: Facts) -> dict[Uid, int]:
    return {e.target: e.start_line for e in facts.edges if e.type is EdgeType.DEFINES and e.start_line}
