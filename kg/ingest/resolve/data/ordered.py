"""Steps that name those before them, in an order that keeps what they say.

A step that is named and not there is passed over; steps of a circle come where they stand. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence


def in_order(steps: Sequence[str], after: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Each step once, all that it comes after before it, else in the order given."""
    known, done = set(steps), set()
    for first in steps:
        stack = [(first, iter(after.get(first, ())))]
        open_ = {first}
        while stack:
            step, rest = stack[-1]
            needed = next((n for n in rest if n in known and n not in done and n not in open_), None)
            if needed is not None:
                open_.add(needed)
                stack.append((needed, iter(after.get(needed, ()))))
                continue
            stack.pop()
            if step not in done:
                done.add(step)
                yield step
