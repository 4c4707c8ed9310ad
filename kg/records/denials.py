"""What was purged: denials by digest, and a receipt of each purge. Neither holds what it is about.

In: denials and receipts. Out: the same. A denial is never taken away: git still holds what it keeps out.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kg.records.store import Records, tables
from kg.schema.denial import Denial, Denies

_denial = sa.Table(
    "denial",
    tables,
    sa.Column("digest", sa.LargeBinary(16), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("fingerprint", sa.LargeBinary(8), nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
)
_receipt = sa.Table(
    "purge",
    tables,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
)


async def deny(records: Records, denials: Iterable[Denial]) -> None:
    """Keep these; one that is there stays."""
    rows = [
        {
            "digest": one.digest,
            "kind": one.kind.value,
            "fingerprint": one.fingerprint.to_bytes(8, "big"),
            "length": one.length,
        }
        for one in denials
    ]
    statement = records.insert(_denial).on_conflict_do_nothing(index_elements=["digest"])
    if rows:
        await records.run("keeping denials", lambda connection: connection.execute(statement, rows))


async def list_denials(records: Records) -> frozenset[Denial]:
    def read(connection: sa.Connection) -> frozenset[Denial]:
        return frozenset(
            Denial(Denies(row.kind), bytes(row.digest), int.from_bytes(row.fingerprint, "big"), row.length)
            for row in connection.execute(sa.select(_denial))
        )

    return await records.run("reading denials", read)


async def keep_receipt(records: Records, receipt: Mapping[str, Any]) -> None:
    body = json.dumps(receipt, ensure_ascii=False)
    await records.run(
        "keeping a receipt", lambda connection: connection.execute(sa.insert(_receipt), {"body": body})
    )


async def list_receipts(records: Records) -> list[dict[str, Any]]:
    """Every receipt, the newest first."""

    def read(connection: sa.Connection) -> list[dict[str, Any]]:
        rows = connection.execute(sa.select(_receipt).order_by(_receipt.c.number.desc()))
        return [json.loads(row.body) for row in rows]

    return await records.run("reading receipts", read)
