"""The state machine: whatever happens to two repositories, the graph is what a rebuild would be.

Every rule is something that people, GitLab or an accident do; the invariant compares the active snapshot with a
rebuild of the same commits, and the end of each example makes that rebuild (see `town`). What a rule draws is
a seed for a `Random`: a text or a commit is chosen by it, so that an example is told by its steps.
"""

from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.equivalence.dying import Death
from tests.equivalence.steps import STEPS
from tests.equivalence.town import REPOSITORIES, Town

Wait = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs something async to its end."""

_names = st.sampled_from(REPOSITORIES)
_randoms = st.integers(0, 2**32).map(Random)


class Machine(RuleBasedStateMachine):
    """Of one pair of servers; `machine_of` makes it."""

    town: Town
    run: Wait
    done: Callable[[int], None]
    """Told how many steps an example had, when it was found equal."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0
        self.failed = False
        self.wait(self.town.begin())

    def wait(self, doing: Coroutine[Any, Any, Any]) -> None:
        self.failed = True
        self.run(doing)
        self.failed = False

    @rule(name=_names, what=st.sampled_from(sorted(STEPS)), random=_randoms)
    def change(self, name: str, what: str, random: Random) -> None:
        """One commit or more, and their ingest."""
        self.wait(self.town.step(name, what, random))

    @rule(name=_names, random=_randoms)
    def delete_and_add_again(self, name: str, random: Random) -> None:
        """Files go with one commit and are back with the next, both ingested."""
        self.wait(self.town.step(name, "delete", random))
        self.wait(self.town.check())
        self.wait(self.town.step(name, "bring_back", random))

    @rule(name=_names, random=_randoms)
    def force_push_there_and_back(self, name: str, random: Random) -> None:
        """The branch goes back to an ancestor, then to where it was."""
        tip = self.town.repositories[name].head
        self.wait(self.town.step(name, "force_push", random))
        self.wait(self.town.check())
        self.town.repositories[name].git("reset", "--quiet", "--hard", tip)
        self.wait(self.town.bring(name))

    @rule(name=_names)
    def switch_branch(self, name: str) -> None:
        """The graph holds another branch of it."""
        self.wait(self.town.bring(name, "other"))

    @rule(name=_names)
    def ingest_again(self, name: str) -> None:
        """A doubled hook: nothing, or what came meanwhile."""
        self.wait(self.town.bring(name))

    @rule(random=_randoms)
    def roll_back(self, random: Random) -> None:
        """What comes next is ingested onto an earlier snapshot, of the same repository or of the other."""
        self.wait(self.town.roll_back(random))

    @rule(name=_names)
    def remove(self, name: str) -> None:
        """It comes back with its next commit."""
        self.wait(self.town.remove(name))

    @invariant()
    def equal(self) -> None:
        """After every rule."""
        self.wait(self.town.check())
        self.steps += 1

    def teardown(self) -> None:
        """At the end a real rebuild, which says that what was compared with is one."""
        if self.failed:
            return
        self.wait(self.town.rebuild())
        self.done(self.steps - 1)


_deaths = st.builds(Death, st.integers(0, 24), st.sampled_from((0.0, 0.0, 0.002, 0.01)))
_dying = {"name": _names, "what": st.sampled_from(sorted(STEPS)), "random": _randoms, "death": _deaths}


class KillingMachine(Machine):
    """The same, with deaths: a step is begun by a process that is killed, and whatever comes next completes it."""

    @rule(**_dying)
    def kill_ingest(self, name: str, what: str, random: Random, death: Death) -> None:
        """It is tried again."""
        self.town.change(name, what, random)
        self.wait(self.town.kill_worker(name, "main", death))
        self.wait(self.town.check())
        self.wait(self.town.bring(name))

    @rule(**_dying)
    def kill_ingest_and_go_on(self, name: str, what: str, random: Random, death: Death) -> None:
        """It is not tried again: another step comes."""
        self.town.change(name, what, random)
        self.wait(self.town.kill_worker(name, "main", death))

    @rule(name=_names, death=_deaths)
    def kill_removal(self, name: str, death: Death) -> None:
        """Of a repository."""
        self.wait(self.town.kill_worker(name, "", death))


class FellingMachine(KillingMachine):
    """With deaths of Neo4j too; it takes seconds to be up again."""

    @rule(**_dying)
    def kill_neo4j(self, name: str, what: str, random: Random, death: Death) -> None:
        """Under an ingest, which is tried again."""
        self.town.change(name, what, random)
        self.wait(self.town.kill_server(name, death))
        self.wait(self.town.check())
        self.wait(self.town.bring(name))


def machine_of(kind: type[Machine], town: Town, wait: Wait, done: Callable[[int], None]) -> type[Machine]:
    """A machine over these servers."""
    parts = {"town": town, "run": staticmethod(wait), "done": staticmethod(done)}
    return type(kind.__name__, (kind,), parts)
