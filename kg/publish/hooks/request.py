"""A merge request: its head is fetched into the mirror, and what it touches may be told in a note (a job)."""

from kg.publish.dispatch import Handled
from kg.publish.hooks.about import About, about_open, done, ignored
from kg.records import Records
from kg.records.deliveries import Delivery
from kg.records.jobs import COMMIT, Ask, ask
from kg.records.projects import DEFAULT_PRIORITY

KIND = "merge_request"
LOOKED_AT = ("open", "reopen", "update")


def request_ref(number: int) -> str:
    """Where GitLab keeps the head of a merge request, of forks too."""
    return f"refs/merge-requests/{number}/head"


async def on_request(host: str, records: Records, delivery: Delivery) -> Handled:
    found = await about_open(records, host, delivery)
    if not isinstance(found, About):
        return found
    event, project = found.event, found.project
    if not event.number:
        return ignored("it names no merge request")
    if event.action not in LOOKED_AT:
        return ignored(f"nothing is done when one is {event.action or 'touched'}")
    priority = COMMIT + project.priority - DEFAULT_PRIORITY
    wanted = Ask(
        project.repo,
        request_ref(event.number),
        KIND,
        event.after,
        priority,
        f"{delivery.source} {delivery.event}",
    )
    return done(f"job {(await ask(records, wanted)).id}")
