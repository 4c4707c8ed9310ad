"""One body: walks its code, types every expression, and ties each call to a method.

A private evaluator behind `resolve_java`. Types flow outwards (receivers, arguments) and, for
lambdas and generic calls, inwards: such a call waits (`_Pending`) until the type it must give is known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kg.ingest.resolve.java.caller import EXACT, INFERRED, Caller
from kg.ingest.resolve.java.overloads import Choice, choose
from kg.ingest.resolve.java.source import Environment, SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import (
    ARRAY,
    BOOLEAN,
    BOX_NAMES,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    NULL,
    PRIMITIVES,
    UNBOX_NAMES,
    VOID,
    Bindings,
    Found,
    Klass,
    Method,
    Sort,
    Type,
    bindings_of,
    find_field,
    find_methods,
    find_nested,
    is_open,
    is_wider,
    lineage,
    single_method,
    substitute,
    supers,
    upper,
    view,
)
from kg.ingest.resolve.java.world import SourceFile
from kg.schema import java
from kg.schema.java import Code, JavaType
from kg.schema.vocabulary import OpenReason

_FUNCTIONS = (java.LAMBDA, java.REFERENCE)
_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_SHIFTS = frozenset({"<<", ">>", ">>>"})
_MOST_CANDIDATES = 3


@dataclass(slots=True)
class _Pending:
    """A call whose method is chosen, and whose lambdas wait for the type that is wanted."""

    choice: Choice
    bindings: Bindings
    """Of the receiver."""
    arguments: tuple[Code, ...]
    given: list["tuple[Type | None, Code]"]
    inner: list["_Pending | None"]
    """For each argument that is itself pending."""
    made: Type | None
    """What a `new` makes; None for a call."""
    anonymous: int = -1
    """Index of the class body behind a `new` with a diamond."""


Value = Type | None


class Body:
    """Evaluates code in one method or initialiser of a class."""

    def __init__(
        self,
        file: SourceFile,
        klass: SourceKlass,
        method: SourceMethod | None,
        caller: Caller,
        made: list[SourceKlass],
    ) -> None:
        self.file = file
        self.klass = klass
        self.method = method
        self.caller = caller
        self.made = made
        """Local and anonymous classes found on the way."""
        self.locals: dict[str, Value] = {}
        self.names: dict[str, Klass] = {} if method is None else dict(method.variables)
        """Type variables of the method, and local classes."""
        self.result: Value = None
        self.returns: list[tuple[list[Value], Value]] = []
        """Of the lambdas and switches around: what they gave, what they must give."""

    def run(self, code: Code) -> None:
        """The whole body."""
        method = self.method
        if method is not None:
            names = [name for name, _ in method.facts.parameters]
            self.locals.update(zip(names, method.parameters, strict=True))
            self.result = method.result
        self.value(code)

    def value(self, code: Code, want: Value = None) -> Value:
        """The type of an expression; None where it is not known, or for a statement."""
        return _RULES[code[0]](self, code, want)

    # Names and types.

    def type_of(self, written: JavaType) -> Value:
        return self.klass.type_with(written, self.names) if self.names else self.klass.type_of(written)

    def library(self, name: str) -> Type:
        return self.file.library(name).raw

    def this(self, klass: SourceKlass) -> Type:
        return lineage(klass)[0]

    def _sequence(self, code: Code, _want: Value) -> Value:
        for part in code[1]:
            _RULES[part[0]](self, part, None)
        return None

    def _block(self, code: Code, _want: Value) -> Value:
        kept, names = self.locals, self.names
        self.locals, self.names = dict(kept), names
        for part in code[1]:
            _RULES[part[0]](self, part, None)
        self.locals, self.names = kept, names
        return None

    def _local(self, code: Code, _want: Value) -> Value:
        _, written, name, value = code
        of = self.type_of(written)
        if of is not None:
            self.locals[name] = of
        given = None if value is None else self.value(value, of)
        self.locals[name] = given if of is None else of
        return None

    def _declare(self, code: Code, want: Value) -> Value:
        """A name in a pattern or catch; `var` takes what is matched."""
        of = self.type_of(code[1])
        self.locals[code[2]] = want if of is None else of
        return None

    def _destructure(self, code: Code, _want: Value) -> Value:
        of = self.type_of(code[1])
        klass = None if of is None else of[0]
        components = klass.facts.components if isinstance(klass, SourceKlass) else ()
        for i, pattern in enumerate(code[2]):
            inner = None
            if i < len(components) and isinstance(klass, SourceKlass):
                inner = klass.type_of(components[i][1])
            self.value(pattern, inner)
        return None

    def _for_each(self, code: Code, _want: Value) -> Value:
        _, row, _column, written, name, iterated, body = code
        kept = self.locals
        self.locals = dict(kept)
        over = upper(self.value(iterated))
        of = self.type_of(written)
        if over is not None and over[0] is ARRAY:
            of = of or over[1][0]
        elif over is not None:
            of = of or self._element(over)
            self._implied(over, "iterator", row)
        self.locals[name] = of
        self.value(body)
        self.locals = kept
        return None

    def _element(self, over: Type) -> Value:
        iterable = view(over, self.file.library("java.lang.Iterable"))
        return iterable[1][0] if iterable is not None and iterable[1] else None

    def _implied(self, of: Type, name: str, row: int) -> None:
        choice = choose(find_methods(of[0], name), (), {})
        if choice is not None:
            self.caller.implied(choice.method, row)

    def _resource(self, code: Code, _want: Value) -> Value:
        _, row, _column, written, name, value = code
        of = None if written is None else self.type_of(written)
        given = self.value(value, of)
        of = upper(of or given)
        if name:
            self.locals[name] = of
        if of is not None:
            self._implied(of, "close", row)
        return None

    def _return(self, code: Code, _want: Value) -> Value:
        if self.returns:
            given, want = self.returns[-1]
            given.append(self.value(code[1], want))
        else:
            self.value(code[1], self.result)
        return None

    # Plain expressions.

    def _name(self, code: Code, _want: Value) -> Value:
        name = code[1]
        if name in self.locals:
            return self.locals[name]
        return self.variable(name)

    def variable(self, name: str) -> Value:
        of = self.klass.variable(name)
        return of if of is not None else self.file.static_field(name)

    def is_variable(self, name: str) -> bool:
        return (
            name in self.locals or self.klass.has_variable(name) or self.file.static_field(name) is not None
        )

    def holder(self, code: Code) -> tuple[Value, bool]:
        """What stands before a dot: its type, and whether it is the class itself."""
        if code[0] == java.NAME:
            name = code[1]
            if self.is_variable(name):
                return self._name(code, None), False
            local = self.names.get(name)
            return (local if local is not None else self.klass.named(name)).raw, True
        if code[0] == java.FIELD:
            return self._field_or_class(code)
        return self.value(code), False

    def _field_or_class(self, code: Code) -> tuple[Value, bool]:
        _, inner, name = code
        of, is_class = self.holder(inner)
        of = upper(of)
        if of is None:
            return None, False
        if of[0] is ARRAY:
            return INT, False
        found = find_field(of[0], name)
        if found is not None:
            return substitute(found, bindings_of(of)), False
        if not is_class:
            return None, False
        nested = find_nested(of[0], name)
        if nested is not None:
            return nested.raw, True
        if of[0].sort is Sort.GHOST:
            return self._qualified(code, of[0], name)
        return None, False

    def _qualified(self, code: Code, ghost: Klass, name: str) -> tuple[Value, bool]:
        """`java.util.List`: packages look like ghosts until a class is reached."""
        known = self.file.find(f"{ghost.name}.{name}")
        if known is not None:
            return known.raw, True
        if name[:1].isupper() or name[:1].islower():
            return self.file.world.ghost(f"{ghost.name}.{name}").raw, True
        return None, False

    def _field(self, code: Code, _want: Value) -> Value:
        of, is_class = self._field_or_class(code)
        return None if is_class else of

    def _literal(self, code: Code, _want: Value) -> Value:
        return _LITERALS.get(code[1]) or self.library("java.lang.String")

    def _this(self, code: Code, _want: Value) -> Value:
        if code[1] is None:
            return self.this(self.klass)
        klass = self.type_of(code[1])
        return lineage(klass[0])[0] if klass is not None else None

    def _super(self, code: Code, _want: Value) -> Value:
        found = supers(self.klass)
        return found[0] if found else None

    def _class_literal(self, code: Code, _want: Value) -> Value:
        return (self.file.library("java.lang.Class"), (self.boxed(self.type_of(code[1])),))

    def boxed(self, of: Value) -> Value:
        if of is not None and of[0].sort is Sort.PRIMITIVE:
            return self.library(BOX_NAMES[of[0].name])
        return of

    def _cast(self, code: Code, _want: Value) -> Value:
        of = self.type_of(code[1])
        self.value(code[2], of)
        return of

    def _assign(self, code: Code, _want: Value) -> Value:
        of = self.value(code[1])
        given = self.value(code[2], of)
        return of if of is not None else given

    def _conditional(self, code: Code, want: Value) -> Value:
        self.value(code[1])
        given = [self.value(code[2], want), self.value(code[3], want)]
        return self._common([each for each in given if each is not None and each[0].sort is not Sort.NULL])

    def _common(self, given: Sequence[Type]) -> Value:
        """A type that all of them have: of two related ones the wider."""
        best: Value = None
        for each in given:
            if best is None or best[0] is each[0]:
                best = best or each
            elif best[0].sort is Sort.PRIMITIVE or each[0].sort is Sort.PRIMITIVE:
                best = each if is_wider(each[0], best[0]) else best
            elif view(best, each[0]) is not None:
                best = each
        return best

    def _binary(self, code: Code, _want: Value) -> Value:
        operands = code[2]
        of = self.value(operands[0])
        for operator, operand in zip(code[1], operands[1:], strict=True):
            of = self._combined(operator, of, self.value(operand))
        return of

    def _combined(self, operator: str, left: Value, right: Value) -> Value:
        if operator in _COMPARISONS:
            return BOOLEAN
        names = [UNBOX_NAMES.get(of[0].name, of[0].name) for of in (left, right) if of is not None]
        if operator == "+" and "java.lang.String" in names:
            return self.library("java.lang.String")
        if len(names) < 2:
            return None
        if operator in _SHIFTS:
            return LONG if names[0] == "long" else INT
        for wide in ("double", "float", "long"):
            if wide in names:
                return PRIMITIVES[wide].raw
        if names[0] == "boolean":
            return BOOLEAN
        return INT if all(name in PRIMITIVES for name in names) else None

    def _unary(self, code: Code, _want: Value) -> Value:
        of = self.value(code[2])
        if code[1] == "!":
            return BOOLEAN
        name = "" if of is None else UNBOX_NAMES.get(of[0].name, of[0].name)
        if name in ("byte", "short", "char"):
            return INT
        return PRIMITIVES[name].raw if name in PRIMITIVES else of

    def _instance(self, code: Code, _want: Value) -> Value:
        of = self.value(code[1])
        if code[2] is not None:
            self.value(code[2], of)
        return BOOLEAN

    def _index(self, code: Code, _want: Value) -> Value:
        of = upper(self.value(code[1]))
        self.value(code[2])
        return of[1][0] if of is not None and of[0] is ARRAY else None

    def _array(self, code: Code, _want: Value) -> Value:
        of = self.type_of(code[1])
        for size in code[2]:
            self.value(size)
        if code[3] is not None:
            self.value(code[3], of)
        return of

    def _elements(self, code: Code, want: Value) -> Value:
        of = want[1][0] if want is not None and want[0] is ARRAY else None
        for element in code[1]:
            self.value(element, of)
        return want

    def _switch(self, code: Code, want: Value) -> Value:
        of = self.value(code[1])
        kept, yields = self.locals, self.yields
        self.locals = dict(kept)
        given: list[Value] = []
        for _, labels, body, value in code[2]:
            for label in labels:
                self.value(label, of)
            self.yields = given, want
            for part in body:
                self.value(part)
            if value is not None:
                given.append(self.value(value, want))
        self.locals, self.yields = kept, yields
        return self._common([each for each in given if each is not None and each[0].sort is not Sort.NULL])

    yields: tuple[list[Value], Value] = ([], None)

    def _yield(self, code: Code, _want: Value) -> Value:
        given, want = self.yields
        given.append(self.value(code[1], want))
        return None

    # Calls.

    def _call(self, code: Code, want: Value) -> Value:
        started = self._start(code)
        return self._complete(started, want) if isinstance(started, _Pending) else started

    def _start(self, code: Code) -> "Value | _Pending":
        """Choose the method; complete at once unless something waits for the type that is wanted."""
        _, row, column, target, name, arguments = code
        if target is None:
            given, inner = self._arguments(arguments)
            choice, bindings = self._unqualified(row, column, name, given)
        else:
            of, is_class = self._super_or_holder(target)
            given, inner = self._arguments(arguments)
            of = upper(of) if of is None or of[0].sort is Sort.VARIABLE else of
            if of is not None and of[0] is ARRAY:
                if name == "clone":
                    return of
                of = self.file.object
            choice, bindings = self._on(row, column, of, target, name, given)
            if name == "getClass" and not arguments and not is_class:
                return (self.file.library("java.lang.Class"), (of,))
        if choice is None:
            self._abandon(given, inner)
            return None
        pending = _Pending(choice, bindings, arguments, given, inner, None)
        if self._waits(pending):
            return pending
        return self._complete(pending, None)

    def _super_or_holder(self, target: Code) -> tuple[Value, bool]:
        if target[0] != java.SUPER:
            return self.holder(target)
        if target[1] is None:
            return None, False
        return self.type_of(target[1]), False

    def _waits(self, pending: _Pending) -> bool:
        """A generic call with lambdas, or with no argument that says its type."""
        variables = pending.choice.method.type_variables
        return bool(variables) and any(
            each is None and (code[0] in _FUNCTIONS or inner is not None)
            for (each, code), inner in zip(pending.given, pending.inner, strict=True)
        )

    def _arguments(
        self, arguments: tuple[Code, ...]
    ) -> tuple[list[tuple[Value, Code]], list[_Pending | None]]:
        given: list[tuple[Value, Code]] = []
        inner: list[_Pending | None] = []
        for code in arguments:
            kind = code[0]
            started: Value | _Pending
            if kind in _FUNCTIONS:
                started = None
            elif kind == java.CALL:
                started = self._start(code)
            elif kind == java.NEW:
                started = self._start_new(code)
            else:
                started = self.value(code)
            if isinstance(started, _Pending):
                given.append((self._provisional(started), code))
                inner.append(started)
            else:
                given.append((started, code))
                inner.append(None)
        return given, inner

    def _provisional(self, pending: _Pending) -> Value:
        """What a waiting call gives as far as its class is known: enough to choose an overload."""
        result = pending.made or pending.choice.method.result
        of = upper(result)
        if result is None or result[0].sort is Sort.VARIABLE:
            return None
        return None if of is None else (of[0], ())

    def _unqualified(
        self, row: int, column: int, name: str, given: list[tuple[Value, Code]]
    ) -> tuple[Choice | None, Bindings]:
        klass: SourceKlass | None = self.klass
        opened: Klass | None = None
        while klass is not None:
            found = find_methods(klass, name)
            if found:
                return self._chosen(row, column, klass, found, name, given, {}, opened is None), {}
            if opened is None and is_open(klass):
                opened = klass
            klass = klass.source_outer
        found = self.file.static_methods(name)
        if found:
            return self._chosen(row, column, found[0][0].owner, found, name, given, {}, opened is None), {}
        external = self.file.static_owner(name) or ("" if opened is None else _ghost_of(opened))
        if external:
            self.caller.leave(row, column, OpenReason.EXTERNAL, f"{external}#{name}")
        else:
            self.caller.leave(row, column, OpenReason.DYNAMIC, name)
        return None, {}

    def _on(
        self,
        row: int,
        column: int,
        of: Value,
        target: Code,
        name: str,
        given: list[tuple[Value, Code]],
    ) -> tuple[Choice | None, Bindings]:
        if target[0] == java.SUPER:
            return self._on_super(row, column, of, name, given)
        if of is None:
            self.caller.leave(row, column, OpenReason.DYNAMIC, name)
            return None, {}
        klass = of[0]
        if klass.sort is Sort.GHOST:
            reason = (
                OpenReason.DYNAMIC
                if target[0] == java.NAME and klass.name == target[1] and klass.name[:1].islower()
                else OpenReason.EXTERNAL
            )
            self.caller.leave(row, column, reason, f"{klass.name}#{name}")
            return None, {}
        found = find_methods(klass, name)
        bindings = bindings_of(of)
        return self._chosen(row, column, klass, found, name, given, bindings, True), bindings

    def _on_super(
        self, row: int, column: int, qualified: Value, name: str, given: list[tuple[Value, Code]]
    ) -> tuple[Choice | None, Bindings]:
        """`super.m()` looks above; `Iface.super.m()` and `Outer.super.m()` say where."""
        above = supers(self.klass)
        if qualified is not None:
            above = tuple(each for each in above if each[0] is qualified[0]) or supers(qualified[0])
        elif not self.klass.interface:
            above = tuple(each for each in above if not each[0].interface)
        of = above[0] if above else self.file.object
        found = find_methods(of[0], name)
        bindings = bindings_of(of)
        return self._chosen(row, column, of[0], found, name, given, bindings, True), bindings

    def _chosen(
        self,
        row: int,
        column: int,
        klass: Klass,
        found: Sequence[Found],
        name: str,
        given: list[tuple[Value, Code]],
        bindings: Bindings,
        certain: bool,
    ) -> Choice | None:
        choice = choose(found, given, bindings, is_open(klass)) if found else None
        if choice is None:
            if is_open(klass):
                self.caller.leave(row, column, OpenReason.EXTERNAL, f"{_ghost_of(klass)}#{name}")
            elif found:
                self.caller.leave(row, column, OpenReason.AMBIGUOUS, f"{klass.name}#{name}")
            else:
                external = OpenReason.EXTERNAL if klass.sort is Sort.STUB else OpenReason.DYNAMIC
                self.caller.leave(row, column, external, f"{klass.name}#{name}")
            return None
        self._tie(choice, row, column, certain)
        return choice

    def _tie(self, choice: Choice, row: int, column: int, certain: bool = True) -> None:
        """Equal rivals are candidates, a few at most; what the call gives is typed by the first."""
        method, among = choice.method, len(choice.rivals) + 1
        if among > _MOST_CANDIDATES:
            self.caller.leave(row, column, OpenReason.AMBIGUOUS, f"{method.owner.name}#{method.name}")
        elif among > 1:
            for each in (method, *choice.rivals):
                self.caller.call(each, row, column, 1 / among)
        else:
            self.caller.call(method, row, column, EXACT if certain and choice.certain else INFERRED)

    def _complete(self, pending: _Pending, want: Value) -> Value:
        """Infer type variables from the arguments and what is wanted, read the lambdas, give the type."""
        choice = pending.choice
        method = choice.method
        owner = bindings_of(choice.owner)
        receiver = pending.bindings
        constructor = method.name == "<init>"
        variables = (*method.type_variables, *(method.owner.parameters if constructor else ()))
        known: Bindings = {}
        parameters = [substitute(substitute(each, owner), receiver) for each in method.parameters]
        result = pending.made if constructor else substitute(substitute(method.result, owner), receiver)
        for i, (of, _) in enumerate(pending.given):
            if of is not None and pending.inner[i] is None:
                self._unify(self._parameter(parameters, method, pending, i), of, variables, known)
        if want is not None and result is not None and variables:
            self._unify_result(result, want, variables, known)
        for i, code in enumerate(pending.arguments):
            waiting = pending.inner[i]
            if waiting is None and code[0] not in _FUNCTIONS:
                continue
            parameter = self._parameter(parameters, method, pending, i)
            wanted = self._bound(parameter, variables, known)
            if waiting is not None:
                self._unify(parameter, self._complete(waiting, wanted), variables, known)
            else:
                self._unify_written(code, parameter, variables, known)
                given = self.value(code, self._bound(parameter, variables, known))
                self._unify_function(parameter, given, variables, known)
        if pending.anonymous >= 0:
            self._anonymous(pending.anonymous, self._bound(result, variables, known))
        if result is None or not variables:
            return result
        return (
            self._bound(result, variables, known)
            if result[0].sort is not Sort.VARIABLE
            else self._resolved(result, variables, known)
        )

    def _resolved(self, of: Type, variables: tuple[Klass, ...], known: Bindings) -> Value:
        if of[0] not in variables:
            return of
        found = known.get(of[0])
        return found if found is not None else upper(of)

    def _bound(self, of: Value, variables: tuple[Klass, ...], known: Bindings) -> Value:
        """With what is inferred so far; what is not stays unknown."""
        if not variables:
            return of
        return substitute(of, {each: known.get(each) for each in variables})

    def _parameter(self, parameters: list[Value], method: Method, pending: _Pending, i: int) -> Value:
        last = len(parameters) - 1
        if i < last or not method.varargs:
            return parameters[i] if i <= last else None
        of = parameters[last]
        if of is None or of[0] is not ARRAY:
            return of
        given = pending.given[i][0] if i < len(pending.given) else None
        if len(pending.given) == len(parameters) and given is not None and given[0] is ARRAY:
            return of
        return of[1][0]

    def _unify(self, of: Value, given: Value, variables: tuple[Klass, ...], known: Bindings) -> None:
        """What the variables in a parameter's type must be for an argument's."""
        if of is None or given is None or not variables:
            return
        klass, arguments = of
        if klass.sort is Sort.VARIABLE:
            if (
                klass in variables
                and known.get(klass) is None
                and given[0].sort is not Sort.NULL
                and given is not VOID
            ):
                known[klass] = self.boxed(given)
            return
        if not arguments:
            return
        if klass is ARRAY:
            if given[0] is ARRAY:
                self._unify(arguments[0], given[1][0], variables, known)
            return
        bounded = upper(given)
        seen = None if bounded is None else view(bounded, klass)
        if seen is not None:
            for mine, theirs in zip(arguments, seen[1], strict=False):
                self._unify(mine, theirs, variables, known)

    def _unify_result(self, result: Type, want: Type, variables: tuple[Klass, ...], known: Bindings) -> None:
        if result[0].sort is Sort.VARIABLE:
            self._unify(result, want, variables, known)
            return
        seen = view(result, want[0])
        if seen is not None:
            for mine, theirs in zip(seen[1], want[1], strict=False):
                if theirs is not None:
                    self._unify(mine, theirs, variables, known)

    def _unify_written(self, code: Code, of: Value, variables: tuple[Klass, ...], known: Bindings) -> None:
        """`(Order o) -> …` and `Order::total` say what the interface's first parameters are."""
        types, _ = self._function(of)
        if not variables or not types:
            return
        if code[0] == java.LAMBDA:
            for wanted, (_, written) in zip(types, code[3], strict=False):
                if written is not None:
                    self._unify(wanted, self.type_of(written), variables, known)
        else:
            self._unify(types[0], self._receiver_of(code), variables, known)

    def _receiver_of(self, code: Code) -> Value:
        """The class before `::` where its methods of that name all need an instance."""
        target, written, name = code[3:6]
        if target is not None and target[0] not in (java.NAME, java.FIELD):
            return None
        of, is_class = (self.type_of(written), True) if target is None else self._reference_holder(target)
        if of is None or not is_class or name == "<init>" or of[0].parameters:
            return None
        found = find_methods(of[0], name)
        return of if found and not any(each[0].static for each in found) else None

    def _unify_function(self, of: Value, given: Value, variables: tuple[Klass, ...], known: Bindings) -> None:
        """A lambda's result says what its interface's result must be."""
        single = None if of is None else single_method(of[0])
        if single is None or of is None or given is None:
            return
        result = substitute(substitute(single[0].result, bindings_of(single[1])), bindings_of(of))
        self._unify(result, given, variables, known)

    def _abandon(self, given: list[tuple[Value, Code]], inner: list[_Pending | None]) -> None:
        """The call stays open; what its lambdas call is still found."""
        for (_, code), waiting in zip(given, inner, strict=True):
            if waiting is not None:
                self._complete(waiting, None)
            elif code[0] in _FUNCTIONS:
                self.value(code)

    # Making objects.

    def _new(self, code: Code, want: Value) -> Value:
        started = self._start_new(code, want)
        return self._complete(started, want) if isinstance(started, _Pending) else started

    def _start_new(self, code: Code, want: Value = None) -> "Value | _Pending":
        _, row, column, written, arguments, outer, index = code
        of = self._made(written, outer)
        given, inner = self._arguments(arguments)
        diamond = isinstance(written, tuple) and written[0] == "<>"
        if diamond and of is not None and want is not None and want[0] is of[0]:
            of = want
        choice = None
        if of is not None and not of[0].interface:
            choice = self._constructor(row, column, of, given)
        else:
            name = "java.lang.Object" if of is not None else str(written)
            self.caller.leave(row, column, OpenReason.EXTERNAL, f"{name}#<init>")
        if choice is None:
            self._abandon(given, inner)
        elif diamond:
            made: Type = lineage(of[0])[0] if of is not None else NULL
            return _Pending(choice, {}, arguments, given, inner, made, index)
        else:
            bindings = {} if of is None else bindings_of(of)
            self._complete(_Pending(choice, bindings, arguments, given, inner, of), None)
        if index >= 0:
            self._anonymous(index, of)
        return of

    def _made(self, written: JavaType, outer: Code | None) -> Value:
        if outer is None:
            return self.type_of(written)
        holder = upper(self.value(outer))
        name = (
            written if isinstance(written, str) else str(written[0] if written[0] != "<>" else written[1][0])
        )
        nested = None if holder is None else find_nested(holder[0], name)
        return None if nested is None else nested.raw

    def _constructor(self, row: int, column: int, of: Type, given: list[tuple[Value, Code]]) -> Choice | None:
        klass = of[0]
        if klass.sort is Sort.GHOST:
            self.caller.leave(row, column, OpenReason.EXTERNAL, f"{klass.name}#<init>")
            return None
        choice = choose(find_methods(klass, "<init>"), given, bindings_of(of))
        if choice is None:
            reason = OpenReason.EXTERNAL if klass.sort is Sort.STUB else OpenReason.AMBIGUOUS
            self.caller.leave(row, column, reason, f"{klass.name}#<init>")
            return None
        self._tie(choice, row, column)
        return choice

    def _constructor_call(self, code: Code, _want: Value) -> Value:
        _, row, column, word, arguments, outer = code
        if outer is not None:
            self.value(outer)
        given, inner = self._arguments(arguments)
        above = [each for each in supers(self.klass) if not each[0].interface]
        of = self.klass.raw if word == "this" else above[0] if above else None
        choice = None if of is None else self._constructor(row, column, of, given)
        if choice is None or of is None:
            self._abandon(given, inner)
        else:
            self._complete(_Pending(choice, bindings_of(of), arguments, given, inner, of), None)
        return None

    def _environment(self) -> Environment:
        return Environment(self.names, self.names, dict(self.locals))

    def _anonymous(self, index: int, of: Value) -> None:
        klass = self.file.local(index, self.klass, self._environment())
        klass.super_type = of
        self._read(klass)

    def _local_class(self, code: Code, _want: Value) -> Value:
        index = code[1]
        if index < 0:
            return None
        name = self.file.facts.classes[index].name
        self.names = dict(self.names)
        klass = self.file.local(index, self.klass, Environment(self.names, self.names, dict(self.locals)))
        self.names[name] = klass
        self._read(klass)
        return None

    def _read(self, klass: SourceKlass) -> None:
        self.made.append(klass)
        read_class(self.file, klass, self.made, self.callers)
        for member in klass.members.values():
            self._read(member)

    callers: list[Caller]

    # Lambdas and method references.

    def _lambda(self, code: Code, want: Value) -> Value:
        _, _row, _column, parameters, body, shape = code
        types, result = self._function(want)
        kept = self.locals
        self.locals = dict(kept)
        for i, (name, written) in enumerate(parameters):
            given = types[i] if i < len(types) else None
            self.locals[name] = given if written is None else self.type_of(written)
        wanted = None if result is VOID else result
        if body[0] == java.BLOCK or shape in (java.VOID_ONLY, java.VALUE_BLOCK):
            gave: list[Value] = []
            self.returns.append((gave, wanted))
            self.value(body)
            self.returns.pop()
            of = self._common([each for each in gave if each is not None and each[0].sort is not Sort.NULL])
        else:
            of = self.value(body, wanted)
        self.locals = kept
        return of

    def _function(self, want: Value) -> tuple[list[Value], Value]:
        """Parameter types and result that a functional interface asks for."""
        want = upper(want)
        single = None if want is None else single_method(want[0])
        if single is None or want is None:
            return [], None
        method, owner = single
        inner, outer = bindings_of(owner), bindings_of(want)
        types = [substitute(substitute(each, inner), outer) for each in method.parameters]
        return types, substitute(substitute(method.result, inner), outer)

    def _reference(self, code: Code, want: Value) -> Value:
        """`Order::total`, `this::pay`, `Order::new`; gives what the method gives."""
        _, row, column, target, written, name = code
        of, is_class = (self.type_of(written), True) if target is None else self._reference_holder(target)
        of = upper(of)
        if of is None:
            self.caller.leave(row, column, OpenReason.DYNAMIC, name)
            return None
        if of[0] is ARRAY:
            return of
        if of[0].sort is Sort.GHOST:
            self.caller.leave(row, column, OpenReason.EXTERNAL, f"{of[0].name}#{name}")
            return of if name == "<init>" else None
        has_want = want is not None and single_method(want[0]) is not None
        types, _ = self._function(want)
        choice = self._referred(of, name, types, is_class, has_want)
        if choice is None:
            reason = (
                OpenReason.EXTERNAL if of[0].sort is Sort.STUB or is_open(of[0]) else OpenReason.AMBIGUOUS
            )
            self.caller.leave(row, column, reason, f"{of[0].name}#{name}")
            return None
        self._tie(choice, row, column)
        if name == "<init>":
            return of
        result = substitute(substitute(choice.method.result, bindings_of(choice.owner)), bindings_of(of))
        return upper(result) if result is not None and result[0] in choice.method.type_variables else result

    def _reference_holder(self, target: Code) -> tuple[Value, bool]:
        if target[0] == java.SUPER:
            return self._super(target, None), False
        return self.holder(target)

    def _referred(
        self, of: Type, name: str, types: list[Value], is_class: bool, has_want: bool
    ) -> Choice | None:
        found = find_methods(of[0], name)
        if len(found) == 1:
            return Choice(*found[0], certain=True)
        if not has_want:
            return None
        bindings = bindings_of(of)
        given = [(each, _UNKNOWN) for each in types]
        bound = [each for each in found if not is_class or each[0].static or name == "<init>"]
        choice = choose(bound, given, bindings)
        if choice is None and is_class and given:
            choice = choose([each for each in found if not each[0].static], given[1:], bindings)
        return choice


_UNKNOWN: Code = (java.SEQUENCE, ())
_LITERALS: dict[str, Type] = {
    "int": INT, "long": LONG, "float": FLOAT, "double": DOUBLE, "boolean": BOOLEAN, "char": CHAR, "null": NULL,
}  # fmt: skip


def _ghost_of(klass: Klass) -> str:
    """The nearest unknown class above."""
    return next((each[0].name for each in lineage(klass) if each[0].sort is Sort.GHOST), klass.name)


def read_class(file: SourceFile, klass: SourceKlass, made: list[SourceKlass], callers: list[Caller]) -> None:
    """Every method and initialiser of a class; local and anonymous classes on the way."""
    for facts in klass.facts.initializers:
        _run(file, klass, None, Caller(facts.uid, facts.row), made, callers, facts.body)
    for method in klass.load_methods(""):
        if isinstance(method, SourceMethod) and method.facts.body is not None:
            caller = Caller(method.uid, method.facts.row)
            _run(file, klass, method, caller, made, callers, method.facts.body)


def _run(
    file: SourceFile,
    klass: SourceKlass,
    method: SourceMethod | None,
    caller: Caller,
    made: list[SourceKlass],
    callers: list[Caller],
    code: Code,
) -> None:
    body = Body(file, klass, method, caller, made)
    body.callers = callers
    callers.append(caller)
    try:
        body.run(code)
    except RecursionError:
        caller.leave(caller.row, 0, OpenReason.DYNAMIC, "nested too deeply")


_Rule = Callable[[Body, Code, Value], Value]
_BY_CODE: dict[int, _Rule] = {
    java.NAME: Body._name,
    java.FIELD: Body._field,
    java.CALL: Body._call,
    java.NEW: Body._new,
    java.LITERAL: Body._literal,
    java.THIS: Body._this,
    java.SUPER: Body._super,
    java.CLASS_LITERAL: Body._class_literal,
    java.CAST: Body._cast,
    java.ASSIGN: Body._assign,
    java.CONDITIONAL: Body._conditional,
    java.BINARY: Body._binary,
    java.UNARY: Body._unary,
    java.INSTANCE: Body._instance,
    java.INDEX: Body._index,
    java.ARRAY: Body._array,
    java.ELEMENTS: Body._elements,
    java.LAMBDA: Body._lambda,
    java.REFERENCE: Body._reference,
    java.SWITCH: Body._switch,
    java.SEQUENCE: Body._sequence,
    java.BLOCK: Body._block,
    java.LOCAL: Body._local,
    java.FOR_EACH: Body._for_each,
    java.DECLARE: Body._declare,
    java.RESOURCE: Body._resource,
    java.RETURN: Body._return,
    java.YIELD: Body._yield,
    java.CONSTRUCTOR_CALL: Body._constructor_call,
    java.LOCAL_CLASS: Body._local_class,
    java.DESTRUCTURE: Body._destructure,
}
_RULES: tuple[_Rule, ...] = tuple(_BY_CODE.get(i, Body._sequence) for i in range(max(_BY_CODE) + 1))
