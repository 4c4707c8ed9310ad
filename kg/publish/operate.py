"""What an operator may do to what is published, with the lease taken and a line in the audit record for each.

`kg.cli` calls it for the owner of the machine; the API is handed it by `kg serve`, for its mutations
(`api.operations` says what it asks for), so that serving needs nothing of what writes the graph.
"""

from dataclasses import dataclass, field

from kg.graph import Graph
from kg.publish.approval import approve
from kg.publish.earlier import hold_since
from kg.publish.gate_options import NO_APPROVAL, Tier2Options
from kg.publish.hold import keep_out, let_come
from kg.publish.lease import LeaseOptions, hold_lease, this_process
from kg.publish.pins import pin, unpin
from kg.publish.take_back import take_back
from kg.publish.window import WINDOW, KeepOptions
from kg.records import Records
from kg.records.holds import Hold
from kg.records.jobs import INTERACTIVE, Ask, Job, JobState, ask, cancel, list_jobs
from kg.schema.snapshot import RolledBack

ROLLBACK = "rollback"
"""The kind of the job that brings an earlier commit of a repository again."""
_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Operate:
    """Acts on one graph and its records."""

    graph: Graph
    records: Records
    lease: LeaseOptions = field(default_factory=LeaseOptions)
    """How long a publisher that is at work is waited for."""
    keep: KeepOptions = WINDOW
    tier2: Tier2Options = NO_APPROVAL

    async def roll_back(self, who: str, to: int, reason: str) -> RolledBack:
        """Everything back to an earlier snapshot; 0: the one before."""
        async with hold_lease(self.graph, this_process("kg rollback"), self.lease) as fence:
            return await take_back(self.graph, self.records, fence, to, who, reason, self.keep)

    async def roll_back_repository(self, who: str, repo: str, to: str, reason: str) -> Job:
        """One repository back to an earlier commit: what came after is held now, and the worker brings it."""
        mark, _ = await hold_since(self.graph, self.records, repo, to, who, reason)
        for job in await list_jobs(self.records, _LOOKED_AT, (JobState.WAITING, JobState.FAILED), {repo}):
            if job.kind == ROLLBACK and job.after != mark.commit:  # the later word counts
                await cancel(self.records, job.id, who)
        wanted = Ask(repo, mark.ref, ROLLBACK, mark.commit, INTERACTIVE, who)
        return await ask(self.records, wanted)

    async def hold(self, hold: Hold) -> bool:
        """Keep a commit out; False when it was held before."""
        return await keep_out(self.records, hold)

    async def release(self, who: str, repo: str, commit: str) -> tuple[Hold, ...]:
        """Let commits of a repository come again: one, or all of them."""
        return await let_come(self.records, who, repo, commit)

    async def pin(self, who: str, name: str, seq: int, reason: str) -> int:
        """Keep a snapshot under a name; 0: the one that a tag offered, else the active one."""
        return await pin(self.graph, self.records, who, name, seq, reason, self.tier2)

    async def unpin(self, who: str, name: str, reason: str) -> int:
        """Take the name away."""
        return await unpin(self.graph, self.records, who, name, reason)

    async def approve(self, who: str, seq: int) -> None:
        """The changed answers of a snapshot were looked at."""
        await approve(self.graph, self.records, who, seq, self.lease)
