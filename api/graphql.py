"""The schema and its HTTP route: Strawberry with everything that is not needed turned off.

Off: queries by GET, multipart uploads, batches, suggestions of field names, the page of a CDN; and anything
but subscriptions in a stream (Server-Sent Events, graphql-transport-ws). Extensions are factories: one
instance a request.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta
from typing import Any

import strawberry
from cross_web import HTTPException
from fastapi import Request
from fastapi.requests import HTTPConnection
from fastapi.responses import JSONResponse
from graphql import GraphQLError
from strawberry.fastapi import GraphQLRouter
from strawberry.http import GraphQLRequestData
from strawberry.schema.config import StrawberryConfig
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType
from strawberry.types.unset import UNSET

from api.bounds import BoundedQuery
from api.context import Context, Service
from api.errors import DEADLINE, INVALID, coded
from api.freshness import Freshness
from api.known import Known, KnownQueries
from api.mutation import Mutation
from api.options import Bounds
from api.pinned import PinnedSnapshot
from api.query import Query
from api.subscription import Subscription
from api.types.around import AROUND
from api.types.artifacts import Class, Config, Doc, File, Method, OtherArtifact, Repository

log = logging.getLogger("kg.api")

INIT = timedelta(seconds=5)
"""A socket that does not begin by then is closed."""
SUBSCRIPTIONS = 4
"""On one socket."""


class Schema(strawberry.Schema):
    """A schema that does not log the errors of its callers: `api.errors` does, without their texts."""

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        return

    async def stream(self, *arguments: Any, **named: Any) -> Any:
        """Subscriptions only: what ends with one answer goes by POST, within its deadline."""
        named["allowed_operation_types"] = (OperationType.SUBSCRIPTION,)
        return _coded_stream(await super().stream(*arguments, **named))


async def _coded_stream(results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
    """The results, their errors as callers may see them."""
    async with aclosing(results):
        async for result in results:
            if result.errors:
                result.errors = [coded(error) for error in result.errors]
            yield result


def make_schema(bounds: Bounds) -> Schema:
    known = Known()
    return Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        types=[Method, Class, File, Config, Doc, Repository, *AROUND.values(), OtherArtifact],
        config=StrawberryConfig(disable_field_suggestions=True, batching_config=None),
        extensions=[lambda: BoundedQuery(bounds), lambda: KnownQueries(known), PinnedSnapshot, Freshness],
    )


class Route(GraphQLRouter[Context, None]):
    """POST /graphql: within the deadline, errors coded and masked, one line logged."""

    deadline_seconds: float = 15.0

    async def run(self, request: Any, context: Any = UNSET, root_value: Any = UNSET) -> Any:
        """What is wrong with the request itself is said in JSON too."""
        try:
            return await super().run(request, context, root_value)
        except HTTPException as error:
            told = {"message": error.reason, "extensions": {"code": INVALID}}
            return JSONResponse({"data": None, "errors": [told]}, status_code=error.status_code)

    async def execute_single(
        self,
        request: Request,
        request_adapter: Any,
        sub_response: Any,
        context: Context,
        root_value: None,
        request_data: GraphQLRequestData,
    ) -> ExecutionResult:
        start = time.perf_counter()
        try:
            async with asyncio.timeout(self.deadline_seconds):
                result = await super().execute_single(
                    request, request_adapter, sub_response, context, root_value, request_data
                )
        except TimeoutError:
            message = f"The request took longer than {self.deadline_seconds:g} s."
            result = ExecutionResult(None, [GraphQLError(message, extensions={"code": DEADLINE})])
        # Here, and not in an extension: what an extension raises passes by the others.
        result.errors = [coded(error) for error in result.errors or ()] or None
        _log(context, len(request_data.query or ""), time.perf_counter() - start, result)
        return result

    def parse_json(self, data: str | bytes) -> object:
        """One request, an object; batches, bytes that are no text and JSON too deep to read are refused."""
        try:
            body = super().parse_json(data)
            json.dumps(body, ensure_ascii=False).encode()  # half a surrogate pair is no text either
        except (RecursionError, UnicodeError):
            body = None
        if not isinstance(body, dict):
            raise json.JSONDecodeError("not a JSON object", "", 0)
        return body


def make_route(bounds: Bounds) -> Route:
    """The route; the service is found on the application, which opens it when it starts."""

    async def context(connection: HTTPConnection) -> Context:
        service: Service = connection.app.state.service
        return Context(service, connection.state.principal)

    route = Route(
        make_schema(bounds),
        path="/graphql",
        graphql_ide=None,
        allow_queries_via_get=False,
        multipart_uploads_enabled=False,
        subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
        connection_init_wait_timeout=INIT,
        max_subscriptions_per_connection=SUBSCRIPTIONS,
        context_getter=context,
    )
    route.deadline_seconds = bounds.deadline_seconds
    return route


def _log(context: Context, size: int, seconds: float, result: ExecutionResult) -> None:
    """One line a request: never the query, its variables or its texts."""
    codes = sorted({str((error.extensions or {}).get("code")) for error in result.errors or ()})
    log.info(
        "graphql who=%s ms=%.1f bytes=%d snapshot=%s errors=%s",
        context.principal.id,
        seconds * 1000,
        size,
        context.snapshot,
        ",".join(codes) or "-",
    )
