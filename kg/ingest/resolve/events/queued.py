"""RQ: functions that a queue is given, at once or by a function of the repository that passes them on.

`def later(func): queue.enqueue(func)` publishes nothing of its own; `later(send_mail)` publishes that. A class
method that queues `cls.handle` does so for the class that it is called on: `Nightly.enqueue()` publishes
`Nightly.handle`, wherever that is inherited from. Only what is called like a method of RQ is followed; where
mocks are imported nobody knows whether what passes on is a double.
"""

from collections.abc import Iterator

from kg.ingest.parse.python import facts as python
from kg.ingest.parse.python.facts import PythonFacts, Scope
from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.events.functions import Functions
from kg.ingest.resolve.events.messages import CONSUMES, PUBLISHES, RQ, Message, argument, nth
from kg.ingest.resolve.python_classes import PythonClass
from kg.ingest.resolve.python_names import rooted
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALLED, NAME, Usage, Value
from kg.schema.vocabulary import How

_ENQUEUES = {"enqueue": 0, "enqueue_call": 0, "enqueue_at": 1, "enqueue_in": 1}
"""The place of the function among what is given by position."""
_LIBRARIES = ("rq", "django_rq")
_BOUND = ("cls", "self")
_MOCKS = ("unittest.mock", "pytest_mock", "mock")
_THROUGH, _PERHAPS = 0.9, 0.8
"""The confidence of what a function passes on, and of what it may call at once instead."""
_MOST_PASSED = 4


def queued(world: World) -> Iterator[Message]:
    direct: list[Used] = []
    others: list[Used] = []
    for facts, usage in world.usages(*_ENQUEUES):
        if usage.form == CALLED:
            (direct if _is_rq(usage, facts) else others).append((facts, usage))
    if direct:
        yield from _Queued(world).messages(direct, others)


def _is_rq(usage: Usage, facts: Facts) -> bool:
    """On RQ itself, or on a queue in a file that imports it."""
    if usage.on.partition(".")[0] in _LIBRARIES:
        return True
    imported = any(each.partition(".")[0] in _LIBRARIES for each in facts.file.imports)
    return imported and "queue" in usage.on.lower()


class _Queued:
    """What one repository queues."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._functions = Functions(world)
        self._classes = world.python_classes
        self._passed: dict[Uid, str] = {}
        """Functions that queue what they are given, by the parameter."""
        self._bound: dict[Uid, str] = {}
        """Methods that queue a method of the class that they are called on, by its name."""
        self._sure: dict[Uid, float] = {}
        """Both, by how sure it is that they queue."""

    def messages(self, direct: list[Used], others: list[Used]) -> Iterator[Message]:
        for facts, usage in direct:
            value = argument(usage, "func", "f") or nth(usage, _ENQUEUES[usage.name])
            yield from self._given(value, facts, usage, 1.0)
        for _ in range(_MOST_PASSED):
            known = len(self._passed) + len(self._bound)
            for facts, usage in others:
                self._learn(facts, usage)
            if known == len(self._passed) + len(self._bound):
                break
        for facts, usage in others:
            if not any(each.startswith(_MOCKS) for each in facts.file.imports):
                yield from self._called(facts, usage)

    def _learn(self, facts: Facts, usage: Usage) -> None:
        target = self._target(facts, usage)
        if target in self._passed:
            self._pass(self._argument(target, usage), facts, usage, self._sure[target])
        elif target in self._bound and usage.on in (*_BOUND, "super()"):
            self._sure.setdefault(usage.source, self._sure[target])
            self._bound.setdefault(usage.source, self._bound[target])

    def _called(self, facts: Facts, usage: Usage) -> Iterator[Message]:
        target = self._target(facts, usage)
        if target in self._passed:
            yield from self._given(self._argument(target, usage), facts, usage, self._sure[target])
        elif target in self._bound and usage.on not in (*_BOUND, "super()"):
            of = self._class(facts, usage)
            method = self._bound[target]
            uid = self._classes.methods(of).get(method, Uid("")) if of is not None else Uid("")
            if of is not None and uid:
                key = f"{of.name}.{method}"
                yield from self._message(self._world.artifacts[uid], key, facts, usage, self._sure[target])

    def _given(self, value: Value, facts: Facts, usage: Usage, sure: float) -> Iterator[Message]:
        """What a queue is given: a function, else what the function around was given itself."""
        if self._pass(value, facts, usage, min(sure, _THROUGH)):
            return
        function = self._functions.said(value, facts, usage)
        if function is not None:
            yield from self._message(function, function.qualified_name, facts, usage, sure)

    def _pass(self, value: Value, facts: Facts, usage: Usage, sure: float) -> bool:
        """Whether a function only passes on what it is given, or a method of the class it is called on."""
        name = str(value[1]) if isinstance(value, tuple) and value and value[0] == NAME else ""
        on, _, method = name.rpartition(".")
        source = usage.source
        if on == "cls" and self._classes.at(_holder(source)) is not None:
            self._bound.setdefault(source, method)
        elif name and name in _parameters(facts, source):
            self._passed.setdefault(source, name)
            sure = _PERHAPS if _calls(facts, source, name) else sure
        else:
            return False
        self._sure.setdefault(source, sure)
        return True

    def _message(
        self, function: Artifact, key: str, facts: Facts, usage: Usage, sure: float
    ) -> Iterator[Message]:
        how = How.EXACT if sure == 1 else How.INFERRED
        yield Message(PUBLISHES, RQ, key, usage.source, facts, usage.line, how=how, confidence=sure)
        yield Message(
            CONSUMES, RQ, key, function.uid, self._world.facts(function), 0, how=how, confidence=sure
        )

    def _target(self, facts: Facts, usage: Usage) -> Uid:
        """The function of the repository that is called; empty for any other."""
        of = self._class(facts, usage)
        if of is not None:
            return self._classes.methods(of).get(usage.name, Uid(""))
        if usage.on == "super()":
            own = self._classes.at(_holder(usage.source))
            above = self._classes.lineage(own)[0][1:] if own is not None else []
            found = (dict(each.own_methods()).get(usage.name) for each in above)
            return next((uid for uid in found if uid), Uid(""))
        name = f"{usage.on}.{usage.name}" if usage.on else usage.name
        tried = (*names_of(name, facts, scope_of(usage.source)), *rooted(name, facts))
        function = next((each for one in tried if (each := self._functions.named(one)) is not None), None)
        return function.uid if function is not None else Uid("")

    def _class(self, facts: Facts, usage: Usage) -> PythonClass | None:
        """The class that a call is on, by name or as the one around."""
        if usage.on in _BOUND:
            return self._classes.at(_holder(usage.source))
        if not usage.on or usage.on.endswith(")"):
            return None
        scope = scope_of(usage.source)
        found = self._classes.find(usage.receiver, facts, scope) if usage.receiver else None
        return found or self._classes.below(usage.on, facts)

    def _argument(self, target: Uid, usage: Usage) -> Value:
        """What a call gives the parameter that its function queues."""
        wanted = self._passed[target]
        named = argument(usage, wanted)
        if named is not None:
            return named
        function = self._world.artifacts[target]
        parameters = _parameters(self._world.facts(function), target)
        return nth(usage, parameters.index(wanted) - (parameters[0] in _BOUND))


def _holder(uid: Uid) -> Uid:
    """The class of a method, if it is one's."""
    return Uid(uid.rpartition(".")[0])


def _parameters(facts: Facts, uid: Uid) -> tuple[str, ...]:
    return next((scope.parameters for scope in _scopes(facts) if scope.uid == uid), ())


def _calls(facts: Facts, uid: Uid, parameter: str) -> bool:
    """Whether a function calls what it is given itself, too."""
    called = (call[1] for scope in _scopes(facts) if scope.uid == uid for call in scope.calls if call)
    return any(each is not None and each[:2] == (python.NAME, parameter) for each in called)


def _scopes(facts: Facts) -> tuple[Scope, ...]:
    return facts.code.scopes if isinstance(facts.code, PythonFacts) else ()
