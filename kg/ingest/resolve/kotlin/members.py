"""The bodies of a class and of a file: every function, accessor, constructor and initializer, a caller each.

Also what a body says where no type is written: the type of a value or of an expression body.
"""

from kg.ingest.resolve.kotlin.body import Body, Gathered, environment_of, function_scope
from kg.ingest.resolve.kotlin.caller import Caller, Nobody
from kg.ingest.resolve.kotlin.files import KotlinFile
from kg.ingest.resolve.kotlin.nested import run_function
from kg.ingest.resolve.kotlin.scope import Scope, Value, of_class
from kg.ingest.resolve.kotlin.source import SourceFunction, SourceKlass, SourceProperty
from kg.ingest.resolve.kotlin.statements import delegated
from kg.schema.kotlin import KotlinFunction, KotlinInitializer, KotlinProperty


def read_file(file: KotlinFile, gathered: Gathered) -> None:
    """The top level, and every class at it or inside."""
    for facts in file.facts.functions:
        _function(SourceFunction(None, facts, file.names, file), None, gathered)
    for each in file.facts.properties:
        _accessors(SourceProperty(None, each, file.names, file), None, gathered)
    if file.facts.initializer is not None:
        _initializer(
            Body(file, file.names, Scope(None), _caller(file.facts.initializer), gathered),
            file.facts.initializer,
        )
    for klass in file.klasses.values():
        read_class(klass, gathered)
    for klass in gathered.made:  # grows: local classes have local classes
        read_class(klass, gathered)


def read_class(klass: SourceKlass, gathered: Gathered) -> None:
    scope = of_class(klass, environment_of(klass))
    facts = klass.facts
    if environment_of(klass) is not None:
        for member in klass.members.values():
            member.environment = scope
            gathered.made.append(member)
    for each in facts.functions:
        _function(SourceFunction(klass, each, klass.names, klass.file), scope, gathered)
    for each in facts.constructors:
        _function(SourceFunction(klass, each, klass.names, klass.file), scope, gathered)
    for one in facts.properties:
        _accessors(SourceProperty(klass, one, klass.names, klass.file), scope, gathered)
    _construction(klass, scope, gathered)


def _construction(klass: SourceKlass, scope: Scope, gathered: Gathered) -> None:
    """The primary constructor and everything that runs with it, as one caller."""
    primary, initializer = klass.facts.primary, klass.facts.initializer
    if initializer is None:
        return
    if primary is not None:
        function = SourceFunction(klass, primary, klass.names, klass.file)
        scope = function_scope(function, scope)
    body = Body(klass.file, klass.names, scope, _caller(initializer), gathered)
    for code in primary.defaults if primary is not None else ():
        body.read(code)
    _initializer(body, initializer)
    for each in klass.facts.properties:
        if each.delegate is not None:
            delegated(body, (initializer.row, 0), quiet(body, each))


def quiet(body: Body, facts: KotlinProperty) -> Value:
    """The type of a delegate, which was read already."""
    again = Body(body.file, body.names, body.scope, Nobody(), None)
    return again.value(facts.delegate)


def _caller(facts: KotlinFunction | KotlinInitializer) -> Caller:
    return Caller(facts.uid, facts.row)


def _initializer(body: Body, facts: KotlinInitializer) -> None:
    assert body.gathered is not None
    body.gathered.callers.append(body.caller)
    body.read(facts.body)


def _function(function: SourceFunction, around: Scope | None, gathered: Gathered) -> None:
    facts = function.facts
    if facts.body is None and not facts.defaults:
        return
    caller = _caller(facts)
    gathered.callers.append(caller)
    body = Body(function.file, function.type_names, function_scope(function, around), caller, gathered)
    body.returns.append((("", facts.name), []))
    run_function(body, function)


def _accessors(each: SourceProperty, around: Scope | None, gathered: Gathered) -> None:
    for facts in (each.facts.getter, each.facts.setter):
        if facts is None:
            continue
        function = SourceFunction(each.owner, facts, each.type_names, each.file)
        scope = function_scope(function, around)
        scope.variables["field"] = each.type
        for name in function.names:
            scope.variables[name] = each.type
        caller = _caller(facts)
        gathered.callers.append(caller)
        Body(each.file, function.type_names, scope, caller, gathered).read(facts.body)


def infer(of: SourceFunction | SourceProperty) -> Value:
    """The type that a body or value has, where none is written."""
    owner = of.owner if isinstance(of.owner, SourceKlass) else None
    around = of_class(owner, environment_of(owner)) if owner is not None else None
    if isinstance(of, SourceFunction):
        if isinstance(of.environment, Scope):
            around = of.environment
        return _read(of, of.facts.body, function_scope(of, around))
    facts = of.facts
    if facts.getter is not None:
        function = SourceFunction(owner, facts.getter, of.type_names, of.file)
        if facts.getter.is_expression:
            return _read(function, facts.getter.body, function_scope(function, around))
    if owner is not None and owner.facts.primary is not None:
        primary = SourceFunction(owner, owner.facts.primary, owner.names, of.file)
        around = function_scope(primary, around)
    body = Body(of.file, of.type_names, around or Scope(None), Nobody(), None)
    if facts.delegate is not None:
        return delegated(body, (0, 0), body.value(facts.delegate))
    return body.value(facts.value)


def _read(function: SourceFunction, code: object, scope: Scope) -> Value:
    body = Body(function.file, function.type_names, scope, Nobody(), None)
    return body.value(function.facts.body if code is None else code)  # type: ignore[arg-type] # code is Code
