"""What is looked up of a module again and again, made when it is first asked for. Says nothing of other
modules, and is the same for every look."""

from kg.ingest.parse.python.facts import Binding
from kg.ingest.resolve.python.classes import Assigned, assigned_attributes
from kg.ingest.resolve.python.containers import Puts, puts_of
from kg.ingest.resolve.python.fixtures import fixtures_of
from kg.ingest.resolve.python.values import Class, Function, Module


class Tables:
    def __init__(self) -> None:
        self._parameters: dict[Module, dict[int, Function]] = {}
        self._fixtures: dict[Module, dict[str, list[Function]]] = {}
        self._puts: dict[Module, Puts] = {}
        self._assigned: dict[Module, dict[Class, dict[str, Assigned]]] = {}

    def puts(self, module: Module) -> Puts:
        known = self._puts.get(module)
        if known is None:
            known = self._puts[module] = puts_of(module)
        return known

    def assigned(self, module: Module) -> dict[Class, dict[str, Assigned]]:
        known = self._assigned.get(module)
        if known is None:
            known = self._assigned[module] = assigned_attributes(module)
        return known

    def fixtures(self, module: Module) -> dict[str, list[Function]]:
        known = self._fixtures.get(module)
        if known is None:
            known = self._fixtures[module] = fixtures_of(module)
        return known

    def function_of(self, module: Module, binding: Binding) -> Function | None:
        """The function whose parameter it is: the binding's own scope is where its annotation is read."""
        known = self._parameters.get(module)
        if known is None:
            known = self._parameters[module] = _parameters(module)
        return known.get(id(binding))


def _parameters(module: Module) -> dict[int, Function]:
    return {
        id(binding): place
        for place in module.places
        if isinstance(place, Function)
        for name in place.scope.parameters
        for binding in place.scope.bindings[name.lstrip("*")]
    }
