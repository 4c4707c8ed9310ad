"""The engine at work: names, bindings and members, each handed to the file that knows about it."""

from collections.abc import Sequence

from kg.ingest.parse.python.facts import EVERYWHERE, AttributeBinding, Binding, BindingKind, Expr
from kg.ingest.parse.python.last_name import last_name
from kg.ingest.resolve.python import (
    annotations,
    calling,
    classes,
    containers,
    decorators,
    elements,
    expressions,
    flow,
    functions,
    imports,
)
from kg.ingest.resolve.python.engine import DEEPEST, Engine
from kg.ingest.resolve.python.far import Far
from kg.ingest.resolve.python.keys import Notes
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.outside import is_builtin
from kg.ingest.resolve.python.scopes import reaching, visible
from kg.ingest.resolve.python.tables import Tables
from kg.ingest.resolve.python.values import (
    MOST_VALUES,
    NOTHING,
    Alias,
    Bound,
    Class,
    External,
    Foreign,
    Found,
    Function,
    Instance,
    Module,
    Own,
    Place,
    Super,
    Value,
    exactly,
    inferred,
    opened,
    union,
)


class Evaluator(Engine):
    """Everything that is known of one repository, found when asked for."""

    def __init__(self, modules: Modules, notes: Notes, tables: Tables, far: Far) -> None:
        super().__init__(modules, notes)
        self._tables = tables
        self.far = far

    def evaluate(self, place: Place, expression: Expr) -> Found:
        if self._depth > DEEPEST:
            return self._give_up()
        self._depth += 1
        found = expressions.evaluate(self, place, expression)
        self._depth -= 1
        return found

    def type_of(self, place: Place, expression: Expr) -> Found:
        if expression is None:
            return NOTHING
        if self._depth > DEEPEST:
            return self._give_up()
        self._depth += 1
        # An alias may lead back to itself: `Json = dict[str, "Json"]`.
        found = self.once(("type", id(expression)), lambda: annotations.type_of(self, place, expression))
        self._depth -= 1
        return found

    def name(self, place: Place, name: str, position: int) -> Found:
        scope, bindings = visible(place, name, position)
        if scope is not None:
            return self.filled(scope, name, self._any(scope.module, bindings))
        found = imports.from_stars(self, place.module, name)
        if found is not None:
            return found
        return exactly(External(f"builtins.{name}")) if is_builtin(name) else NOTHING

    def handed(self, function: Function, name: str, index: int) -> Found:
        if self.far.is_first:
            return NOTHING
        given: list[flow.Given] = []
        for called in self._stood_for(function):
            more = self.far.given(self, called)
            if more is None:
                return NOTHING
            given += more
        return flow.handed(self, given, name, index) if given else NOTHING

    def _stood_for(self, function: Function) -> list[Function]:
        """A function and the methods it overrides: calls of those may run it."""
        owner = function.owner
        if owner is None:
            return [function]
        behind = (classes.method(e, function.scope.name) for e in self.lineage(owner) if isinstance(e, Class))
        return [function, *(method for method in behind if method not in (None, function))]

    def fixtures(self, module: Module) -> dict[str, list[Function]]:
        return self._tables.fixtures(module)

    def filled(self, home: Place, name: str, found: Found) -> Found:
        puts = self._tables.puts(home.module).get((home, name))
        return containers.filled(self, found, puts, home) if puts and found.values else found

    def _any(self, module: Module, bindings: list[Binding]) -> Found:
        if len(bindings) == 1:
            return self.bound(module, bindings[0])
        founds = [self.bound(module, binding) for binding in bindings]
        known = [found for found in founds if found.values]
        if len(known) == 1 and all(found.values or not found.is_open for found in founds):
            return known[0]  # the others are the constant None
        return inferred(union(founds))

    def bound(self, module: Place, binding: Binding) -> Found:
        return self.once(id(binding), lambda: self._bound(module.module, binding))

    def _bound(self, module: Module, binding: Binding) -> Found:
        place = module.places[binding.scope]
        value, extra = binding.value, binding.extra
        match binding.kind:
            case BindingKind.DEFINITION:
                return self._defined(module.places[value])
            case BindingKind.MODULE:
                return (imports.imported if extra == "alias" else imports.imported_top)(self, module, value)
            case BindingKind.MEMBER:
                return imports.member_of_module(self, module, value, extra)
            case BindingKind.VALUE:
                return self.unpacked(place, value, extra)
            case BindingKind.ANNOTATED:
                return self._annotated(place, value, extra)
            case BindingKind.PARAMETER:
                function = self._tables.function_of(module, binding)
                return functions.parameter(self, function, binding) if function else NOTHING
            case BindingKind.HANDED:
                return self._handed_to_lambda(place, value, extra)
            case BindingKind.ELEMENT:
                return elements.unpacked(self, elements.iterated(self, self.evaluate(place, value)), extra)
            case BindingKind.CONTEXT:
                return elements.unpacked(self, elements.entered(self, self.evaluate(place, value)), extra)
            case BindingKind.CAUGHT | BindingKind.NARROWED:
                return inferred(self._objects(self.evaluate(place, value)))
        return NOTHING

    def _handed_to_lambda(self, place: Place, default: Expr, extra: tuple[int, int]) -> Found:
        number, index = extra
        given = self.far.given(self, (place.module, number))
        handed = NOTHING if given is None else flow.handed(self, given, "", index)
        known = (handed, self.evaluate(place, default))
        return inferred(union(found for found in known if found.values))

    def unpacked(self, place: Place, expression: Expr, path: tuple[int, ...]) -> Found:
        found = self.evaluate(place, expression)
        return elements.unpacked(self, found, path) if path else found

    def _annotated(self, place: Place, annotation: Expr, value: Expr) -> Found:
        if last_name(annotation) in ("TypeAlias", "Final") and value is not None:
            return self.evaluate(place, value)
        wanted = inferred(self.type_of(place, annotation))
        return wanted if wanted.values or value is None else inferred(self.evaluate(place, value))

    def _objects(self, found: Found) -> Found:
        """Objects of a class, or of one of a tuple of classes."""
        kinds: list[Found] = []
        for value in found.values:
            if isinstance(value, Class):
                kinds.append(exactly(Instance(value)))
            elif isinstance(value, External):
                kinds.append(exactly(Foreign(value.name)))
            elif isinstance(value, Own):
                kinds.append(exactly(Own(value.cls, as_class=False)))
            elif isinstance(value, Foreign):
                kinds += [self._objects(held) for held in value.arguments]
            elif isinstance(value, Alias):
                kinds.append(self.type_of(value.place, value.expression))
        return union(kinds)

    def member(self, value: Value, name: str) -> Found:
        if isinstance(value, Module):
            return self.once((value, name), lambda: self._of_module(value, name))
        if isinstance(value, Instance):
            return self._of_object(value.cls, name, own=False)
        if isinstance(value, Own):
            return self._of_own(value, name)
        if isinstance(value, Class):
            return self._of_class(value, name, own=False)
        if isinstance(value, External | Foreign):
            return exactly(External(f"{value.name}.{name}"))
        if isinstance(value, Super):
            behind = self.lineage(value.cls)[1:]
            return classes.member_of_class(self, behind, name, value.cls, on_object=True, own=True)
        if isinstance(value, Alias):
            head = self.evaluate(value.place, (value.expression or (0, None))[1])
            return union(self.member(each, name) for each in head.values if not isinstance(each, Alias))
        return NOTHING

    def _of_module(self, module: Module, name: str) -> Found:
        bindings = reaching(module.scope.bindings.get(name, ()), EVERYWHERE)
        found = self._any(module, bindings) if bindings else NOTHING
        if found.values:
            return self.filled(module, name, found)
        inner = self.child(module, name)
        if inner is not None:
            return exactly(inner)
        if bindings:
            return found
        return imports.from_stars(self, module, name) or NOTHING

    def _of_own(self, value: Own, name: str) -> Found:
        """What `self` has; what no class above has, a class below must have."""
        look = self._of_class if value.as_class else self._of_object
        found = look(value.cls, name, own=True)
        return found if found.values else self.once(("below", value, name), lambda: self._below(value, name))

    def _below(self, value: Own, name: str) -> Found:
        having = [c for c in self.subclasses(value.cls) if name in c.scope.bindings or self.assigned(c, name)]
        if len(having) > MOST_VALUES:
            return NOTHING
        look = self._of_class if value.as_class else self._of_object
        return opened(inferred(union(look(cls, name, own=True) for cls in having)))

    def subclasses(self, cls: Class) -> Sequence[Class]:
        return self.far.below(self, cls)

    def _of_object(self, cls: Class, name: str, own: bool) -> Found:
        if name == "__class__":
            return exactly(Own(cls, as_class=True) if own else cls)
        key = (cls, name, own)
        return self.once(
            key, lambda: classes.member_of_class(self, self.lineage(cls), name, cls, on_object=True, own=own)
        )

    def _of_class(self, cls: Class, name: str, own: bool) -> Found:
        key = (cls, name, own, "class")
        return self.once(
            key, lambda: classes.member_of_class(self, self.lineage(cls), name, cls, on_object=False, own=own)
        )

    def assigned(self, cls: Class, name: str) -> list[tuple[Place, AttributeBinding]]:
        return self._tables.assigned(cls.module).get(cls, {}).get(name, [])

    def result(self, function: Function) -> Found:
        return self.once(function, lambda: functions.result(self, function))

    def returned(self, called: Bound | Function) -> Found:
        return functions.returned(self, called)

    def called(self, value: Value) -> Found:
        return calling.called(self, value)

    def lineage(self, cls: Class) -> classes.Lineage:
        known = self._known.get(cls)
        if known is not None:
            self.seen |= known[1]
            found: classes.Lineage = known[0]
            return found
        return self.once(cls, lambda: self._lineage(cls), (cls,))

    def _lineage(self, cls: Class) -> classes.Lineage:
        direct = classes.bases(self, cls)
        orders = [self.lineage(base) if isinstance(base, Class) else (base,) for base in direct]
        return classes.linearised(cls, direct, orders)

    def _defined(self, place: Place) -> Found:
        if not isinstance(place, Class | Function):
            return NOTHING
        return decorators.meaning(self, place) if place.scope.decorators else exactly(place)
