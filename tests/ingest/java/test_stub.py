"""The JDK's signatures, as the resolver reads them."""

import pytest

from kg.ingest.resolve.java.stub import Library, dependencies, jdk
from kg.ingest.resolve.java.types import (
    Klass,
    Sort,
    ancestors,
    find_field,
    find_methods,
    find_nested,
    lineage,
    single_method,
    upper,
)
from tests.ingest.java.checking import check, open_sites


def klass(name: str) -> Klass:
    found = jdk().find(name)
    assert found is not None
    return found


def test_classes_know_what_they_inherit() -> None:
    """Supertypes carry arguments in terms of the class's own parameters; classes before interfaces."""
    names = [f"{of[0]}{list(of[1])}" for of in lineage(klass("java.util.function.UnaryOperator"))]
    assert names[0].startswith("java.util.function.UnaryOperator")
    above = [of[0].name for of in lineage(klass("java.util.ArrayList"))]
    assert above[1:4] == ["java.util.AbstractList", "java.util.AbstractCollection", "java.lang.Object"]
    assert above[-1] == "java.lang.Iterable"


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
    library = Library(["# head\njava.lang.Object\t\t\t\t.a:()Llib/Hidden;"])
    assert library.find("lib.Hidden") is None
    result = find_methods(library.object, "a")[0][0].result
    assert result is not None and result[0].sort is Sort.GHOST


@pytest.mark.parametrize("name", ["java.lang.StringBuilder", "java.util.Optional", "java.sql.Connection"])
def test_what_programs_pass_through_is_in_the_stub(name: str) -> None:
    """And inherits from nothing unknown."""
    assert all(of[0].sort is Sort.STUB for of in lineage(klass(name)))


def test_dependencies_stand_on_the_jdk() -> None:
    """Their classes inherit from the JDK's own ones; of two jars with one class the first is taken."""
    first = "# lib:a:1\nlib.Names\t\tLjava/util/ArrayList<Ljava/lang/String;>;\t\t.first:()V\n"
    library = dependencies([first, "lib.Names\t\tLjava/lang/Object;\t\t\n"])
    names = library.find("lib.Names")
    assert names is not None and klass("java.util.List") in ancestors(names)
    assert find_methods(names, "first") and not find_methods(names, "second")


def test_a_chain_passes_through_a_dependency() -> None:
    """A call on what a library gives back is tied as soon as a stub says what that is."""
    text = """
        package acme;
        import lib.Box;
        class A {
            void m(Box<A> box) { box.open().m(null); }
            //- CALLS acme.A#m(Box)
        }
    """
    stub = "# lib:box:1.0\nlib.Box\t\t<T:Ljava/lang/Object;>Ljava/lang/Object;\t\t.open:()TT;\n"
    resolution = check(text, stub)
    assert open_sites(resolution) == ["acme.A#m(Box): 0:29 external lib.Box#open from lib:box"]
