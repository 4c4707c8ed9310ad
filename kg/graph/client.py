"""One door to Neo4j: read and write by statement name, in managed transactions.

In: the name of a statement and the values of its `$p`. Out: rows as plain dicts. Driver objects and
driver errors stay here; a driver's own text is never passed on, since it can hold whole vectors.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import neo4j
from neo4j import AsyncGraphDatabase, AsyncManagedTransaction, Query
from neo4j import exceptions as driver_errors

from kg.errors import GraphError, GraphTimeout, GraphUnavailable
from kg.graph.statements import Statement, statements

Row = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """How to reach Neo4j; the password is never shown."""

    uri: str
    user: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = "neo4j"
    read_timeout_seconds: float = 30.0
    write_timeout_seconds: float = 300.0
    pool_size: int = 20


@dataclass(frozen=True, slots=True)
class Written:
    """What one write returned and changed."""

    rows: list[Row]
    nodes_created: int
    nodes_deleted: int
    edges_created: int
    edges_deleted: int


class _Values(dict[str, Any]):
    """The values of a statement, short where they are shown: for a line of its own log the driver makes the
    `repr` of all of them, whether it logs or not, which is a tenth of the CPU of a load."""

    def __repr__(self) -> str:
        return f"<{len(self)} values>"


class Graph:
    """A connection to one graph; made by `connect`."""

    def __init__(self, driver: neo4j.AsyncDriver, options: GraphOptions) -> None:
        self._driver = driver
        self.options = options

    async def read(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> list[Row]:
        """The rows of a `read` statement; exactly one query is sent."""
        statement = _statement(name, ("read",), params)
        limit = timeout_seconds or self.options.read_timeout_seconds

        async def work(tx: AsyncManagedTransaction) -> list[Row]:
            result = await tx.run(statement.text, p=_Values(params or {}))
            return [dict(record) for record in await result.fetch(10_000_000)]

        return await self._managed(name, limit, work, neo4j.READ_ACCESS)

    async def write(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> Written:
        """One `write` statement in a managed transaction: deadlocks are retried, the work must be
        safe to repeat."""
        statement = _statement(name, ("write",), params)
        limit = timeout_seconds or self.options.write_timeout_seconds

        async def work(tx: AsyncManagedTransaction) -> Written:
            result = await tx.run(statement.text, p=_Values(params or {}))
            rows = [dict(record) async for record in result]
            counters = (await result.consume()).counters
            return Written(
                rows,
                counters.nodes_created,
                counters.nodes_deleted,
                counters.relationships_created,
                counters.relationships_deleted,
            )

        return await self._managed(name, limit, work, neo4j.WRITE_ACCESS)

    async def define(self, name: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        """A `schema` statement: indexes and constraints; auto-commit, since Neo4j asks for it."""
        statement = _statement(name, ("schema",), params)

        async def work(session: neo4j.AsyncSession) -> list[Row]:
            result = await session.run(statement.text, p=_Values(params or {}))
            return [dict(record) async for record in result]

        async with self._guard(name, self.options.write_timeout_seconds):
            async with self._driver.session(database=self.options.database) as session:
                return await work(session)

    async def define_together(self, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Several `schema` statements in one transaction: nobody finds the index between its drop and
        its new form."""
        texts = [(_statement(name, ("schema",), params).text, _Values(params)) for name, params in calls]
        names = ", ".join(name for name, _ in calls)
        async with self._guard(names, self.options.write_timeout_seconds):
            async with self._driver.session(database=self.options.database) as session:
                async with await session.begin_transaction() as tx:
                    for text, p in texts:
                        await (await tx.run(text, p=p)).consume()
                    await tx.commit()

    async def explain(
        self, name: str, params: Mapping[str, Any] | None = None, profile: bool = False
    ) -> neo4j.ResultSummary:
        """The plan of a statement, for tests and `kg doctor`: EXPLAIN, or PROFILE when it may run."""
        statement = statements()[name]
        word = "PROFILE " if profile else "EXPLAIN "
        async with self._driver.session(database=self.options.database) as session:
            result = await session.run(Query(word + statement.text), p=_Values(params or {}))
            return await result.consume()

    async def server_version(self) -> str:
        """The version the server greets with, such as `2026.09.0`; proves the address and password.
        No statement: a server that is too old would not understand one of ours."""
        async with self._guard("greeting", 5.0):
            info = await self._driver.get_server_info()
            return info.agent.removeprefix("Neo4j/")

    async def close(self) -> None:
        await self._driver.close()

    async def _managed(
        self,
        name: str,
        limit: float,
        work: Callable[[AsyncManagedTransaction], Awaitable[T]],
        access: str,
    ) -> T:
        async with (
            self._guard(name, limit),
            self._driver.session(database=self.options.database, default_access_mode=access) as session,
        ):
            run = neo4j.unit_of_work(timeout=limit)(work)
            if access == neo4j.READ_ACCESS:
                return await session.execute_read(run)
            return await session.execute_write(run)

    @asynccontextmanager
    async def _guard(self, name: str, limit: float) -> AsyncIterator[None]:
        """Cut what hangs (the driver's own timeouts do not cover a black-holed connection), and
        turn driver errors into ours."""
        try:
            async with asyncio.timeout(limit + 1.0):
                yield
        except TimeoutError as error:
            raise GraphTimeout(f"graph: {name} took longer than {limit:g} s") from error
        except (driver_errors.ServiceUnavailable, driver_errors.SessionExpired, OSError) as error:
            raise GraphUnavailable(
                f"graph: {name} found no Neo4j at {self.options.uri}; start it with `kg up` or set NEO4J_URI"
            ) from error
        except driver_errors.AuthError as error:
            raise GraphError(
                f"graph: {self.options.uri} refused user {self.options.user};"
                " check NEO4J_USER and NEO4J_PASSWORD (or the password file)"
            ) from error
        except driver_errors.Neo4jError as error:
            code = error.code or "unknown"
            if "TransactionTimedOut" in code:
                raise GraphTimeout(f"graph: {name} took longer than {limit:g} s") from error
            raise GraphError(f"graph: {name} failed: {code}: {(error.message or '')[:300]}") from None


@asynccontextmanager
async def connect(options: GraphOptions) -> AsyncIterator[Graph]:
    """An open graph; closes its connections at the end."""
    driver = AsyncGraphDatabase.driver(
        options.uri,
        auth=(options.user, options.password),
        max_connection_pool_size=options.pool_size,
        connection_timeout=5.0,
        max_transaction_retry_time=10.0,
        notifications_min_severity="OFF",
        user_agent="kg",
    )
    graph = Graph(driver, options)
    try:
        yield graph
    finally:
        await graph.close()


def _statement(name: str, modes: tuple[str, ...], params: Mapping[str, Any] | None) -> Statement:
    statement = statements().get(name)
    if statement is None:
        raise GraphError(f"graph: there is no cypher/{name}.cypher")
    if statement.mode not in modes:
        raise GraphError(f"graph: {name} is a {statement.mode} statement")
    if set(statement.params) != set(params or {}):
        raise GraphError(f"graph: {name} takes {list(statement.params)}, was given {sorted(params or {})}")
    return statement
