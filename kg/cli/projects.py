"""Pausing and resuming a project, for the commands of every kind of place (`kg gitlab`, `kg sources`)."""

from typing import TYPE_CHECKING

from kg.cli.frame import run, settings
from kg.cli.output import say
from kg.errors import SettingsError

if TYPE_CHECKING:
    from kg.records.projects import ProjectState


def pause_project(repo: str, command: str) -> None:
    """Leave it as it is; `command` is whose project it is: `gitlab`."""
    from kg.records.projects import ProjectState

    run(_set_state(repo, ProjectState.PAUSED, command))
    say(f"{repo} is paused; what is published of it stays")


def resume_project(repo: str, command: str) -> None:
    """Keep it up to date again, from its head of now on."""
    from kg.records.projects import ProjectState

    run(_set_state(repo, ProjectState.CONNECTED, command))
    say(f"{repo} is kept up to date again")


async def _set_state(repo: str, state: "ProjectState", command: str) -> None:
    from kg.records import open_records
    from kg.records.jobs import Ask, ask
    from kg.records.projects import ProjectState, project, set_state

    async with open_records(settings().records_url) as records:
        found = await project(records, repo)
        if found is not None and found.state is ProjectState.CLOSED:
            place = found.path or found.url
            raise SettingsError(f"{command}: {repo} is closed; `kg {command} connect {place}` opens it again")
        await set_state(records, repo, state)
        if state is ProjectState.CONNECTED:
            await ask(records, Ask(repo, found.ref if found else "", asked_by=f"{command} resume"))
