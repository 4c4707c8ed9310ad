"""Class files as lines of a stub."""

import pytest

from kg.errors import StubError
from kg.ingest.stubs.classfile import stub_line
from kg.ingest.stubs.jar import stub_of_jar
from tests.ingest.stubs.classes import class_file, jar


def test_a_class_is_one_line_of_what_others_may_use() -> None:
    """Public and protected members with their generic signatures; private and synthetic ones are not there."""
    data = class_file(
        "lib/Box",
        interfaces=("lib/Openable",),
        signature="<T:Ljava/lang/Object;>Ljava/lang/Object;Llib/Openable<TT;>;",
        fields=[("public static", "EMPTY", "Llib/Box;", "Llib/Box<*>;"), ("private", "held", "I", "")],
        methods=[
            ("public", "<init>", "()V", ""),
            ("protected abstract", "open", "()Ljava/lang/Object;", "()TT;^TE;"),
            ("public static varargs", "of", "([I)Llib/Box;", ""),
            ("public synthetic", "open", "()Ljava/lang/Object;", ""),
            ("", "hidden", "()V", ""),
        ],
    )
    assert stub_line(data).split("\t") == [
        "lib.Box",
        "",
        "<T:Ljava/lang/Object;>Ljava/lang/Object;Llib/Openable<TT;>;",
        "s.EMPTY:Llib/Box<*>;",
        ".<init>:()V a.open:()TT; sv.of:([I)Llib/Box;",
    ]


def test_supertypes_without_a_signature_are_those_of_the_class() -> None:
    """An interface is marked as one."""
    data = class_file("lib/Door", interfaces=("lib/A", "lib/B"), flags="public interface abstract")
    assert stub_line(data) == "lib.Door\ti\tLjava/lang/Object;Llib/A;Llib/B;\t\t"


@pytest.mark.parametrize(("nesting", "constructor"), [("public", "(I)V"), ("public static", "(Llib/Box;I)V")])
def test_the_object_around_an_inner_one_is_no_argument(nesting: str, constructor: str) -> None:
    """`box.new Lid(1)` gives one argument, whatever the class file says; a static class has no such object."""
    methods = [("public", "<init>", "(Llib/Box;I)V", "")]
    line = stub_line(class_file("lib/Box$Lid", methods=methods, inner=("lib/Box", nesting)))
    assert line.split("\t")[4] == f".<init>:{constructor}"


def test_what_no_source_can_name_has_no_line() -> None:
    """An anonymous class, and a method whose name holds a space."""
    assert stub_line(class_file("lib/Box$1", inner=("", ""))) == ""
    odd = [("public", "opens and closes", "()V", "")]
    assert stub_line(class_file("lib/Spec", methods=odd)).split("\t")[4] == ""


def test_what_is_no_class_file_is_refused() -> None:
    """Other bytes, and a class file cut short."""
    whole = class_file("lib/Box")
    for data in (b"", b"PK", whole[:9], whole[:40], whole[:-2]):
        with pytest.raises(StubError):
            stub_line(data)


def test_a_jar_is_the_lines_of_its_classes() -> None:
    """In the order of their names; a damaged class, a module and the twins for newer versions are left out."""
    a, b = class_file("lib/A"), class_file("lib/B")
    text = stub_of_jar(
        jar(
            ("lib/B", b),
            ("lib/A", a),
            ("lib/C", b"bad"),
            ("META-INF/versions/21/lib/A", a),
            ("module-info", a),
        )
    )
    assert [line.partition("\t")[0] for line in text.splitlines()] == ["lib.A", "lib.B"]


def test_what_is_no_jar_is_refused() -> None:
    """An empty file, a text, and a jar cut short."""
    for data in (b"", b"text", jar(("lib/A", class_file("lib/A")))[:-30]):
        with pytest.raises(StubError):
            stub_of_jar(data)
