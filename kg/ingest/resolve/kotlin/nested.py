"""Functions and classes declared in a body: callers of their own that see what is around them."""

from kg.ingest.resolve.kotlin.body import Body, function_scope
from kg.ingest.resolve.kotlin.caller import Caller
from kg.ingest.resolve.kotlin.source import Names, SourceFunction, SourceKlass
from kg.schema.kotlin import KotlinFunction


def local_function(body: Body, facts: KotlinFunction) -> None:
    function = SourceFunction(None, facts, body.names, body.file)
    function.environment = body.scope
    body.scope.functions.setdefault(facts.name, []).append(function)
    if body.gathered is None:
        return
    caller = Caller(facts.uid, facts.row)
    body.gathered.callers.append(caller)
    run_function(
        Body(body.file, function.type_names, function_scope(function, body.scope), caller, body.gathered),
        function,
    )


def run_function(body: Body, function: SourceFunction) -> None:
    """Default values, then the body."""
    for code in function.facts.defaults:
        body.read(code)
    body.read(function.facts.body, function.result if function.facts.result is not None else None)


def local_class(body: Body, index: int) -> SourceKlass:
    """The klass, in scope from here on; its members are read where the body is."""
    klass = body.klasses.get(index)
    if klass is not None:
        return klass
    around = body.scope
    klass = body.klasses[index] = body.file.local(index, None, body.names)
    klass.environment = around
    if klass.facts.name:
        body.names = Names(body.file, body.names, None, {klass.facts.name: klass})
    if body.gathered is not None:
        body.gathered.made.append(klass)
    return klass
