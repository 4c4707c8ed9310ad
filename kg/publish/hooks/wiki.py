"""A page of a wiki was edited, moved, restricted or deleted: a job looks at its space.

What the message says of the page is not looked at: the job reads the space as it is when it runs.
"""

import json

from kg.ingest.source.places import is_place, read_place
from kg.publish.dispatch import Handled
from kg.publish.hooks.about import done, ignored
from kg.records import Records
from kg.records.deliveries import Delivery
from kg.records.jobs import COMMIT, Ask, ask
from kg.records.projects import DEFAULT_PRIORITY, Project, ProjectState, Provider, list_projects

EVENTS = (
    "page_created", "page_updated", "page_moved", "page_trashed", "page_removed", "page_restored",
    "page_children_reordered", "blog_created", "blog_updated", "blog_moved", "blog_trashed", "blog_removed",
    "blog_restored", "content_permissions_updated", "space_updated", "space_permissions_updated",
)  # fmt: skip


async def on_page(records: Records, delivery: Delivery) -> Handled:
    """Several wikis may have a space of this key: the message does not say which one for sure, so all are asked."""
    space = _space(delivery)
    if not space:
        return ignored("it names no space")
    found = [one for one in await list_projects(records) if _is_space(one, space)]
    if not found:
        return ignored(f"the space {space} is not connected")
    jobs = [await ask(records, _asked(one, delivery)) for one in found]
    return done(", ".join(f"job {job.id}" for job in jobs))


def _space(delivery: Delivery) -> str:
    try:
        return str(json.loads(delivery.body)["space"])
    except (ValueError, KeyError, TypeError):
        return ""


def _is_space(project: Project, space: str) -> bool:
    return (
        project.provider is Provider.CONFLUENCE
        and project.state is ProjectState.CONNECTED
        and is_place(project.url)
        and read_place(project.url).path.rpartition("/")[2] == space
    )


def _asked(project: Project, delivery: Delivery) -> Ask:
    priority = COMMIT + project.priority - DEFAULT_PRIORITY
    return Ask(project.repo, project.ref, priority=priority, asked_by=f"confluence {delivery.event}")
