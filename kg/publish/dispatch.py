"""Deliveries become asks: each is handed to who understands its event, and what came of it is kept.

In: deliveries that wait, and a table from `source:event` to a handler. Out: asks for jobs, whatever a handler
does, and settled deliveries. A delivery is never trusted: it says that something may have changed, and a job
looks for itself. A handler may see the same one twice (its worker died), which asks make harmless.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from kg.errors import KgError
from kg.observe import log
from kg.records import Records
from kg.records.deliveries import Delivery, DeliveryState, settle, take_waiting
from kg.records.jobs import Ask, ask

AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Handled:
    """What came of a delivery."""

    state: DeliveryState
    reason: str = ""


Handler = Callable[[Records, Delivery], Awaitable[Handled]]
Handlers = Mapping[str, Handler]
"""By `source:event`."""


async def dispatch(records: Records, handlers: Handlers) -> int:
    """Handle what waits; how many deliveries that were."""
    taken = await take_waiting(records, AT_ONCE)
    for delivery in taken:
        handled = await _handled(records, handlers, delivery)
        if handled is not None:
            await settle(records, delivery.uid, handled.state, handled.reason)
    return len(taken)


async def _handled(records: Records, handlers: Handlers, delivery: Delivery) -> Handled | None:
    """None when it is to be tried again: it then comes back by itself."""
    name = f"{delivery.source}:{delivery.event}"
    handler = handlers.get(name)
    if handler is None:
        return Handled(DeliveryState.IGNORED, f"nothing is done on {name}")
    try:
        return await handler(records, delivery)
    except KgError as error:
        log.warning("delivery %s (%s): %s", delivery.uid, name, error)
        return None if error.temporary else Handled(DeliveryState.FAILED, str(error))
    except Exception as error:
        log.exception("delivery %s (%s)", delivery.uid, name)
        return Handled(DeliveryState.FAILED, f"a fault of kg itself: {type(error).__name__}")


async def asked_to_reconcile(records: Records, delivery: Delivery) -> Handled:
    """`kg:reconcile`, of our own programs: `{"repo": …, "ref": …}`."""
    try:
        body = json.loads(delivery.body)
        wanted = Ask(str(body["repo"]), str(body.get("ref", "")), asked_by=delivery.source)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Handled(DeliveryState.FAILED, "the body names no repository")
    job = await ask(records, wanted)
    return Handled(DeliveryState.DONE, f"job {job.id}")


HANDLERS: Handlers = {"kg:reconcile": asked_to_reconcile}
