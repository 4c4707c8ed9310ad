"""When a setting got another value, in which environment: both values as they may be kept.

In: a Config and its files. Out: the commits that changed a value, newest first. Each state of a file is read
as an ingest reads it, so what is not plainly harmless is withheld before it is compared. Blocking code.
"""

from collections.abc import Mapping
from contextlib import closing

from kg.history.bounded import Deadline
from kg.history.log import FileChange, follow
from kg.history.standing import Span, Standing
from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.key_names import is_variable, relaxed, squeezed
from kg.ingest.source.blobs import Blobs
from kg.schema.history import Change, Transition

_NO_BLOB = "0" * 40

Values = Mapping[str, str]
"""By environment."""


def value_changes(standing: Standing, deadline: Deadline) -> tuple[list[Change], bool]:
    """The changes of all its files together, and whether that is all of them."""
    found: list[Change] = []
    complete = True
    with Blobs(standing.mirror.git_dir) as blobs:
        for path in dict.fromkeys(span.path for span in standing.spans):
            changes, whole = _of_file(standing, Span(path, 0, 0), blobs, deadline)
            found += changes
            complete &= whole
    return sorted(found, key=lambda change: change.commit.at, reverse=True), complete


def _of_file(standing: Standing, span: Span, blobs: Blobs, deadline: Deadline) -> tuple[list[Change], bool]:
    reader = _Reader(standing.name, blobs, deadline)
    found: list[Change] = []
    complete = True
    with closing(follow(standing.mirror.git_dir, standing.mirror.head, span.path)) as log:
        for logged in log:
            if deadline.passed:
                return found, False
            complete &= logged.readable
            found += [
                Change(logged.commit, change.new_path, transitions)
                for change in logged.files
                if (transitions := reader.transitions(change))
            ]
    return found, complete


class _Reader:
    """What a key is given in the states of one file; each state is read once."""

    def __init__(self, key: str, blobs: Blobs, deadline: Deadline) -> None:
        self._key = key
        self._blobs, self._deadline = blobs, deadline
        self._known: dict[tuple[str, str], Values] = {}

    def transitions(self, change: FileChange) -> tuple[Transition, ...]:
        if change.old_blob == change.new_blob:
            return ()
        old, new = (
            self._values(change.old_path, change.old_blob),
            self._values(change.new_path, change.new_blob),
        )
        return tuple(
            Transition(environment, old.get(environment, ""), new.get(environment, ""))
            for environment in sorted({*old, *new}, key=lambda name: (name != "default", name))
            if old.get(environment) != new.get(environment)
        )

    def _values(self, path: str, blob: str) -> Values:
        if (path, blob) not in self._known:
            self._known[path, blob] = {} if blob == _NO_BLOB else self._read(path, blob)
        return self._known[path, blob]

    def _read(self, path: str, blob: str) -> Values:
        data = self._blobs.read(blob)
        if data is None:
            return {}
        sets = parse_file("", path, blob, data, self._deadline.at).sets
        return {one.environment: one.value for one in sets if self._is_key(one.key)}

    def _is_key(self, key: str) -> bool:
        if is_variable(key) or is_variable(self._key):
            return squeezed(key) == squeezed(self._key)
        return relaxed(key) == relaxed(self._key)
