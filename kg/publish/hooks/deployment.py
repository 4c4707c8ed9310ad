"""A deployment that succeeded: its commit runs in that environment now."""

from kg.publish.dispatch import Handled
from kg.publish.hooks.about import About, about_open, done, ignored
from kg.records import Records
from kg.records.deliveries import Delivery
from kg.records.deployments import Deployment, keep_deployment


async def on_deployment(host: str, records: Records, delivery: Delivery) -> Handled:
    found = await about_open(records, host, delivery)
    if not isinstance(found, About):
        return found
    event, repo = found.event, found.project.repo
    if event.action != "success":
        return ignored(f"it is {event.action or 'in no state'}, not a success")
    if not (event.commit and event.environment and event.number):
        return ignored("it does not say which commit went where; GitLab is asked with the next look")
    at = delivery.received_at.isoformat(timespec="seconds")
    new = await keep_deployment(
        records, Deployment(repo, event.environment[:255], event.commit, event.number, at)
    )
    return (
        done(f"{event.commit[:10]} runs in {event.environment}") if new else ignored("a newer one is known")
    )
