"""Where things are that a job may start: files by path, modules of Python, main functions, beans. Pure."""

import posixpath
import re
from collections import defaultdict
from functools import cached_property

from kg.ingest.resolve.events.tasks import task_names
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import Form, Kind

_STEREOTYPE = re.compile(
    r"^(?:Service|Component|Repository|Controller|RestController|Named|Configuration)(?:\(.*?\"(\w+)\".*\))?$"
)
_COMMANDS = "/management/commands/"


class Places:
    """The repository as jobs name it."""

    def __init__(self, world: World) -> None:
        self.world = world

    @cached_property
    def _by_name(self) -> dict[str, list[Facts]]:
        """Python files by their last name: `worker.py`."""
        found: dict[str, list[Facts]] = defaultdict(list)
        for path, facts in self.world.by_path.items():
            if path.endswith(".py"):
                found[path.rpartition("/")[2]].append(facts)
        return found

    def file(self, folder: str, name: str) -> Uid | None:
        """What stands for a file: its module where its language has modules, else the File."""
        facts = self.world.by_path.get(posixpath.normpath(posixpath.join(folder, name)))
        return None if facts is None else standing(facts)

    def module(self, folder: str, name: str) -> tuple[Uid, bool] | None:
        """A module of Python (or the `__main__` of a package), and whether it is where it was asked for."""
        inner = name.replace(".", "/")
        tails = (f"{inner}/__main__.py", f"{inner}.py", f"{inner}/__init__.py")
        for tail in tails:
            found = self.file(folder, tail)
            if found is not None:
                return found, True
        for tail in tails:
            same = [
                each
                for each in self._by_name.get(tail.rpartition("/")[2], ())
                if each.file.path.endswith(f"/{tail}")
            ]
            if same:
                return (standing(same[0]), False) if len(same) == 1 else None
        return None

    def command(self, name: str) -> Uid | None:
        """A management command of Django: its `handle`."""
        found = [each for each in self._by_name.get(f"{name}.py", ()) if _COMMANDS in each.file.path]
        if len(found) != 1:
            return None
        handle = next((each.uid for each in found[0].artifacts if each.name == "handle"), None)
        return handle or standing(found[0])

    def program(self, folder: str, package: str) -> Uid | None:
        """The `main` of a package of Go."""
        inside = posixpath.normpath(posixpath.join(folder, package))
        for facts in self.world.files:
            path = facts.file.path
            if path.endswith(".go") and (path.rpartition("/")[0] or ".") == inside:
                for each in facts.artifacts:
                    if each.entry == "main" and each.kind == Kind.METHOD:
                        return each.uid
        return None

    def task(self, name: str) -> Uid | None:
        """The function of a task of Celery."""
        return self._tasks.get(name)

    @cached_property
    def _tasks(self) -> dict[str, Uid]:
        return task_names(self.world)

    def of_class(self, name: str, method: str) -> Uid | None:
        """A method of a class by qualified name, or the class where the method is not there or not said."""
        found = [each for each in self.world.named.get(name, ()) if each.kind == Kind.CLASS]
        return self._method(found[0], method) if len(found) == 1 else None

    def of_bean(self, name: str, method: str) -> Uid | None:
        """Likewise of a bean: by the name that its annotation says, else its class in lower case."""
        found = self._beans.get(name, [])
        return self._method(found[0], method) if len(found) == 1 else None

    @cached_property
    def _beans(self) -> dict[str, list[Artifact]]:
        found: dict[str, list[Artifact]] = defaultdict(list)
        for facts in self.world.files:
            for each in facts.artifacts:
                if each.kind == Kind.CLASS and each.annotations:
                    said = next((m for a in each.annotations if (m := _STEREOTYPE.match(a))), None)
                    if said:
                        found[said[1] or each.name[:1].lower() + each.name[1:]].append(each)
        return found

    def _method(self, owner: Artifact, method: str) -> Uid:
        facts = self.world.facts(owner)
        named = [
            each.uid
            for each in facts.artifacts
            if each.name == method and each.uid.startswith(f"{owner.uid}#")
        ]
        return named[0] if len(named) == 1 else owner.uid


def standing(facts: Facts) -> Uid:
    """The module of a file, which holds the calls of its body; without one the File."""
    first = next(iter(facts.artifacts), None)
    is_module = first is not None and first.kind == Kind.CLASS and first.form == Form.MODULE
    return first.uid if first is not None and is_module else facts.file.uid
