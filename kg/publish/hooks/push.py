"""A push: when the branch that is held moved, a job is asked for. A tag: a pin is offered, nothing is ingested.

What the message says of commits and files is not looked at: the job compares what the graph holds with the
head at the time it runs, so an older or doubled message does no harm, and 20 listed commits of 57 are enough.
"""

from kg.ingest.source.names import is_branch, is_tag
from kg.publish.dispatch import Handled
from kg.publish.hooks.about import About, about_open, done, ignored
from kg.publish.hooks.life import Life
from kg.publish.lifecycle import close_project
from kg.publish.pins import offer_pin
from kg.records import Records
from kg.records.deliveries import Delivery
from kg.records.jobs import COMMIT, Ask, ask
from kg.records.offers import drop_offer
from kg.records.projects import DEFAULT_PRIORITY, Project, ProjectState
from kg.records.projects import project as find_project
from kg.schema.ids import line_key

BRANCH, TAG = "refs/heads/", "refs/tags/"


async def on_push(life: Life, records: Records, delivery: Delivery) -> Handled:
    found = await about_open(records, life.host, delivery)
    if not isinstance(found, About):
        return found
    event, project = found.event, found.project
    branch = event.ref.removeprefix(BRANCH)
    if not event.ref.startswith(BRANCH) or not await is_branch(branch):
        return ignored("its ref is no name that git allows for a branch")
    held = project.ref or event.default_branch
    if held and branch != held:
        line = await find_project(records, line_key(project.repo, branch))
        if line is not None and line.state is ProjectState.CONNECTED:
            return await _on_line(life, records, line, found, delivery)
        return ignored(f"{branch} is not held, {held} is")
    if event.deletes:
        return ignored(f"{branch} is gone at its host; what was published of it stays")
    job = await ask(records, asked(project, event.after, delivery))
    return done(f"job {job.id}")


async def _on_line(life: Life, records: Records, line: Project, found: About, delivery: Delivery) -> Handled:
    """A branch that is held beside the default one; once it is gone, so is its line."""
    if found.event.deletes:
        return done(await close_project(life.graph, records, line, f"its branch {line.ref} is gone"))
    job = await ask(records, asked(line, found.event.after, delivery))
    return done(f"job {job.id}")


async def on_tag(host: str, records: Records, delivery: Delivery) -> Handled:
    found = await about_open(records, host, delivery)
    if not isinstance(found, About):
        return found
    event, repo = found.event, found.project.repo
    tag = event.ref.removeprefix(TAG)
    if not event.ref.startswith(TAG) or not await is_tag(tag):
        return ignored("its ref is no name that git allows for a tag")
    if event.deletes:
        await drop_offer(records, f"{repo}@{tag}")
        return done(f"the tag {tag} is gone, and so is what it offered")
    commit = event.commit or event.after
    if not commit:
        return ignored("it names no commit")
    offer = await offer_pin(records, repo, tag, commit)
    if offer is None:
        return ignored("its tag has marks that no name of a pin may have; `kg pin NAME SEQ` pins by number")
    return done(f"`kg pin {offer.name}` keeps what it stands at")


def asked(project: Project, after: str, delivery: Delivery) -> Ask:
    """The head of the branch that the project holds, as soon as its priority says."""
    priority = COMMIT + project.priority - DEFAULT_PRIORITY
    return Ask(
        project.repo,
        project.ref,
        after=after,
        priority=priority,
        asked_by=f"{delivery.source} {delivery.event}",
    )
