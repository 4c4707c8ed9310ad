"""Which of our projects a delivery is about, and whether anything is to be done for it.

In: the records, the host that kg is set up for, and a delivery. Out: the event and the project, or the reason
why there is nothing to do.
"""

from dataclasses import dataclass

from kg.publish.dispatch import Handled
from kg.records import Records
from kg.records.deliveries import Delivery, DeliveryState
from kg.records.projects import Project, ProjectState, Provider, find
from kg.schema.gitlab import HookEvent, kept


@dataclass(frozen=True, slots=True)
class About:
    """An event, and the project that it is about."""

    event: HookEvent
    project: Project


async def about(records: Records, host: str, delivery: Delivery) -> About | Handled:
    """`host` is GitLab's own name in the settings; empty: what the message says is taken."""
    event = event_of(delivery)
    if event is None:
        return Handled(DeliveryState.FAILED, "what was kept of it cannot be read")
    found = None
    if event.project_id:
        found = await find(records, Provider.GITLAB, host or event.host, str(event.project_id))
    if found is None:
        return ignored(f"{event.path or event.project_id or 'its project'} is not connected")
    return About(event, found)


async def about_open(records: Records, host: str, delivery: Delivery) -> About | Handled:
    """The same, of a project that is kept up to date."""
    found = await about(records, host, delivery)
    if isinstance(found, About) and found.project.state is not ProjectState.CONNECTED:
        return ignored(f"the project is {found.project.state}")
    return found


def event_of(delivery: Delivery) -> HookEvent | None:
    try:
        return kept(delivery.body)
    except (ValueError, TypeError):
        return None


def ignored(reason: str) -> Handled:
    return Handled(DeliveryState.IGNORED, reason)


def done(reason: str) -> Handled:
    return Handled(DeliveryState.DONE, reason)
