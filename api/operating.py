"""Who is an operator, and what only operators may read: holds, offered pins, the audit record.

These name repositories and people whatever scope they are in, so they are for those who act on all of them.
"""

from api.context import Info, Service
from api.operations import Operations
from api.paging import asked, page
from api.types.operating import AuditNote, Hold, PinOffer, hold_of, note_of, offer_of
from api.types.pages import Connection, Edge
from kg.errors import Forbidden
from kg.records.audit import NEWEST, list_audit
from kg.records.holds import list_holds
from kg.records.offers import list_offers


def operator(info: Info) -> tuple[str, Operations]:
    """Who asks, by name, and what acts; Forbidden for who is no operator."""
    service: Service = info.context.service
    who = info.context.principal.id
    if who not in service.operators:
        raise Forbidden("this token is not of an operator")
    return who, service.operations


async def holds(info: Info) -> list[Hold]:
    operator(info)
    return [hold_of(one) for one in await list_holds(info.context.service.records)]


async def pin_offers(info: Info) -> list[PinOffer]:
    operator(info)
    return [offer_of(one) for one in await list_offers(info.context.service.records)]


async def audit(info: Info, first: int, after: str | None) -> Connection[AuditNote]:
    operator(info)
    reading = await info.context.reading()
    wanted = asked(reading, first, after, "audit")
    before = int(wanted.after) if wanted.after else NEWEST
    rows = await list_audit(reading.service.records, wanted.limit, before)
    shown = page(wanted, rows, lambda line: str(line.number))
    edges = [Edge(cursor=cursor, node=note_of(row)) for cursor, row in shown.rows]
    return Connection(edges=edges, page_info=shown.info, snapshot=reading.session.seq)
