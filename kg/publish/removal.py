"""A job that takes a closed project's repository out of the graph; readers see nothing of it since it was closed."""

from kg.errors import NotFound
from kg.publish.project import Stores
from kg.publish.reconcile import Progress, remove
from kg.publish.registration import close
from kg.publish.standing import standing
from kg.records.projects import ProjectState, project
from kg.records.running import Result
from kg.schema.ids import line_base


async def remove_closed(stores: Stores, repo: str, progress: Progress) -> Result:
    """Nothing is removed that was connected again meanwhile."""
    found = await project(stores.records, repo) or await project(stores.records, line_base(repo))
    if found is not None and found.state is not ProjectState.CLOSED:
        return Result("", "", 0, f"the project is {found.state} again")
    if found is not None:
        await close(stores.graph, repo)  # it may have come into the graph after it was closed
    before = await standing(stores.graph, repo)
    progress("removing", 0, 1)
    try:
        seq = await remove(stores.graph, repo)
    except NotFound:
        return Result("", "", 0, "the graph does not hold it")
    return Result(before.commit, "", seq, "")
