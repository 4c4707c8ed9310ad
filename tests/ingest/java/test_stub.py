"""The JDK's signatures, as the resolver reads them."""

import pytest

from kg.ingest.resolve.java.stub import Library, jdk
from kg.ingest.resolve.java.types import (
    Klass,
    Sort,
    find_field,
    find_methods,
    find_nested,
    lineage,
    single_method,
    upper,
)


def klass(name: str) -> Klass:
    found = jdk().find(name)
    assert found is not None
    return found


def test_classes_know_what_they_inherit() -> None:
    """Supertypes carry arguments in terms of the class's own parameters; Object comes last."""
    names = [f"{of[0]}{list(of[1])}" for of in lineage(klass("java.util.function.UnaryOperator"))]
    assert names[0].startswith("java.util.function.UnaryOperator")
    assert [of[0].name for of in lineage(klass("java.util.ArrayList"))][-1] == "java.lang.Object"


def test_methods_have_parameters_results_and_variables() -> None:
    """Wildcards are their bounds; a method's own variables are its own."""
    found = {method.arity: method for method, _ in find_methods(klass("java.util.stream.Stream"), "collect")}
    collect = found[1]
    assert str(collect.parameters) == "((java.util.stream.Collector, ((T, ()), (A, ()), (R, ()))),)"
    assert [variable.name for variable in collect.type_variables] == ["R", "A"]
    assert collect.result is not None and collect.result[0] is collect.type_variables[0]


def test_functional_interfaces_have_one_method() -> None:
    """Methods of Object and default methods do not count; a class is none."""
    names = [
        single_method(klass(name))
        for name in ("java.util.Comparator", "java.lang.Runnable", "java.lang.String")
    ]
    assert [each and each[0].name for each in names] == ["compare", "run", None]


def test_nested_classes_fields_and_bounds_load_when_asked_for() -> None:
    """`Map.Entry`, `System.out`, and a bound that names its own variable."""
    entry = find_nested(klass("java.util.HashMap"), "Entry")
    assert entry is not None and entry.name == "java.util.Map.Entry"
    out = find_field(klass("java.lang.System"), "out")
    assert out is not None and out[0].name == "java.io.PrintStream"
    bound = upper(klass("java.lang.Enum").parameters[0].raw)
    assert bound is not None and bound[0].name == "java.lang.Enum"


def test_a_class_the_stub_names_but_does_not_hold_is_a_ghost() -> None:
    """Signatures may name what is not public; nothing is guessed of it."""
    library = Library("# head\njava.lang.Object\t\t\t\t.a:()Llib/Hidden;")
    assert library.find("lib.Hidden") is None
    result = find_methods(library.object, "a")[0][0].result
    assert result is not None and result[0].sort is Sort.GHOST


@pytest.mark.parametrize("name", ["java.lang.StringBuilder", "java.util.Optional", "java.sql.Connection"])
def test_what_programs_pass_through_is_in_the_stub(name: str) -> None:
    """And inherits from nothing unknown."""
    assert all(of[0].sort is Sort.STUB for of in lineage(klass(name)))
