"""What a caller is told when something goes wrong: our own errors by code, everything else masked.

`extensions.code` is a code of kg.errors, `GRAPHQL` for a query that is not valid, or `INTERNAL`.
What is masked is logged here by its type only: a text could hold a user's words.
"""

import logging
import re
from typing import Any

from graphql import GraphQLError

from kg.errors import (
    CursorRefused,
    Forbidden,
    GraphTimeout,
    GraphUnavailable,
    JobRefused,
    KgError,
    ModelUnavailable,
    NotFound,
    QuestionError,
    SnapshotGone,
    SnapshotPinned,
)

log = logging.getLogger("kg.api")

SHOWN: dict[type[KgError], str] = {
    CursorRefused: "",
    SnapshotGone: "",
    JobRefused: "",
    SnapshotPinned: "",
    Forbidden: "",
    QuestionError: "",
    NotFound: "It is not there, or not for you to see.",
    GraphTimeout: "The graph took too long to answer.",
    GraphUnavailable: "The graph is not reachable.",
    ModelUnavailable: "The model is not reachable.",
}
"""Errors a caller may see: with their own text where this says nothing, since that text is written for
callers; with a fixed text where their own names servers and statements."""

MASKED = "Something went wrong on our side."
DEADLINE = "DEADLINE"
INVALID = "GRAPHQL"
"""The code of a request that is no valid GraphQL."""
_SUGGESTION = re.compile(r" Did you mean .*$", re.DOTALL)
"""Strawberry's switch leaves suggestions of enum values on."""


def coded(error: GraphQLError) -> GraphQLError:
    """The error as a caller may see it."""
    cause = _cause(error)
    if isinstance(cause, KgError):
        return _from_kg(error, cause)
    if cause is None:
        text = _SUGGESTION.sub("", error.message)
        return _copy(error, text, (error.extensions or {}).get("code", INVALID))
    log.error("masked %s at %s", type(cause).__name__, error.path, exc_info=_traceback_only(cause))
    return _copy(error, MASKED, KgError.code)


def _from_kg(error: GraphQLError, cause: KgError) -> GraphQLError:
    text = SHOWN.get(type(cause))
    if text is None:
        log.error("masked %s at %s", type(cause).__name__, error.path)
        return _copy(error, MASKED, KgError.code)
    return _copy(error, text or str(cause), cause.code, temporary=cause.temporary)


def _copy(error: GraphQLError, message: str, code: str, **more: Any) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code, **more},
    )


def _cause(error: GraphQLError) -> BaseException | None:
    """What was raised; None for an error that GraphQL itself found (syntax, validation, coercion)."""
    cause: BaseException | None = error.original_error
    while isinstance(cause, GraphQLError):
        if cause.original_error is None:
            return None
        cause = cause.original_error
    return cause


def _traceback_only(cause: BaseException) -> Any:
    """The traceback without the text of the error."""
    return (RuntimeError, RuntimeError(type(cause).__name__), cause.__traceback__)
