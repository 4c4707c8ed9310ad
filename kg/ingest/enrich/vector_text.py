"""The text of an artifact that is embedded: what it is and what it says about itself, in 600 characters.

In: an artifact. Out: role and signature, the words of its names, its doc comment, then as much of
its body as fits, in this order, because models read the beginning (about 100 tokens) and CPU time
grows with the length. A function of the version alone, not of what surrounds it: else an edit of a
class would age the vectors of its methods. Knows nothing of models.
"""

import re
from hashlib import blake2b

from kg.schema.facts import Artifact
from kg.schema.vocabulary import Form, Kind

TEXT_VERSION = 1
"""Raise it when the text changes: every vector is then made again, most of them from the cache."""

EMBEDDABLE = (Kind.METHOD, Kind.CLASS, Kind.DOC, Kind.CONFIG, Kind.POSTMORTEM)
"""Kinds that say something in words. Not File and Repository (a path is found by its symbol, and
what it holds has vectors of its own), nor Library and Term (names)."""

MAX_CHARACTERS = 600
DOC_CHARACTERS = 300
"""Of a doc comment: its first sentences; the rest would push the code out."""


SEGMENTS = 3
"""Of a qualified name: the method, its class and what that stands in; `org.springframework` is noise."""

_SEGMENT = re.compile(r"[^\W]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\x00-\x7f]+")


def embeddable(artifact: Artifact) -> bool:
    """Whether it gets a vector. Not a trivial method (a getter answers no question and there are
    many), not a config set (its keys have their own). The same rule stands in
    `publish_pick_vectors` and `publish_count_vectors`; a test holds them together."""
    match artifact.kind:
        case Kind.METHOD:
            return artifact.complexity > 0
        case Kind.CONFIG:
            return artifact.form == Form.KEY
        case kind:
            return kind in EMBEDDABLE


def vector_text(artifact: Artifact) -> str:
    """The text to embed; never empty, since a name is never empty."""
    parts = (
        f"{artifact.form or artifact.kind.lower()} {artifact.signature or _title(artifact)}",
        _identifiers(artifact),
        _squeezed(artifact.doc_comment)[:DOC_CHARACTERS],
        " ".join(artifact.annotations),
        " ".join(artifact.values),
        _squeezed(artifact.text),
    )
    return "\n".join(part for part in parts if part)[:MAX_CHARACTERS].rstrip()


def text_digest(text: str) -> str:
    """Names a text in `embedding_key` (16 hex digits)."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _title(artifact: Artifact) -> str:
    """A Doc is called by its whole heading path, everything else by its name."""
    if artifact.kind in (Kind.DOC, Kind.POSTMORTEM):
        return artifact.qualified_name.rpartition("#")[2].replace("/", " / ") or artifact.name
    return artifact.name


def _identifiers(artifact: Artifact) -> str:
    """The words inside its name and its owner's, once each: models don't see them in `chargeOrderV2`."""
    if artifact.kind in (Kind.DOC, Kind.POSTMORTEM):
        return ""
    segments = _SEGMENT.findall(artifact.qualified_name.partition("(")[0])[-SEGMENTS:]
    return " ".join(dict.fromkeys(part.lower() for name in segments for part in _PART.findall(name)))


def _squeezed(text: str) -> str:
    """One line without runs of blanks: indentation costs tokens and says nothing."""
    return " ".join(text[: MAX_CHARACTERS * 4].split())
