"""Global ids: the uid of an artifact as opaque text, the same in every snapshot.

The kind is not in it: a section that becomes a postmortem keeps its uid, and so its id. The word in
front leaves room for other things with an id. An id that does not read is one that nothing answers
to; it is never an error of its own. Knows nothing of what exists or may be seen.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from kg.schema.ids import Uid

_ARTIFACT = b"artifact "
_LONGEST = 4_000


def global_id(uid: Uid) -> str:
    return urlsafe_b64encode(_ARTIFACT + uid.encode()).decode().rstrip("=")


def read_id(text: str) -> Uid | None:
    """The uid behind a global id; None for text that is none."""
    if len(text) > _LONGEST:
        return None
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        uid = Uid(raw.removeprefix(_ARTIFACT).decode())
    except ValueError:
        return None
    return uid if uid and raw.startswith(_ARTIFACT) and global_id(uid) == text else None
