"""What counts as a call of the source, from class files written down by hand as `ReadCalls.java` would."""

import zipfile
from pathlib import Path

from tests.truth.java.bytecode import read_bytecode
from tests.truth.java.folding import Folding
from tests.truth.java.sources import Sources

_PUBLIC, _STATIC, _BRIDGE, _SYNTHETIC = 0x1, 0x8, 0x40, 0x1000


def edges(tmp_path: Path, source: str, *lines: str) -> set[tuple[str, str]]:
    """The edges of classes in `a/A.java`: `Class.method`, without descriptors."""
    with zipfile.ZipFile(tmp_path / "sources.jar", "w") as jar:
        jar.writestr("a/A.java", source)
    file = tmp_path / "calls.tsv"
    file.write_text("".join(line.replace(" ", "\t") + "\n" for line in lines), encoding="utf-8")
    folding = Folding(read_bytecode(file), Sources(tmp_path / "sources.jar"))
    return {(_short(caller), _short(target)) for caller, target in folding.edges()}


def _short(key: tuple[str, str, str]) -> str:
    return f"{key[0].rpartition('/')[2]}.{key[1]}"


def klass(name: str, above: str = "java/lang/Object", interfaces: str = "", enclosing: str = "") -> str:
    """A top-level class, or with `enclosing` an anonymous one."""
    return f"C {name} {_PUBLIC} {above} {interfaces} A.java   0 {enclosing} 1"


def method(owner: str, name: str, access: int = _PUBLIC, line: int = 2) -> str:
    return f"M {owner} {name} ()V {access} {line}"


def call(owner: str, name: str, to: str, called: str, kind: str = "virtual") -> str:
    return f"E {owner} {name} ()V {to} {called} ()V {kind} 2"


def test_the_code_of_a_lambda_is_the_code_around_it(tmp_path: Path) -> None:
    """`run` refers to the lambda's body, which calls `help`."""
    found = edges(
        tmp_path,
        "class A {\n}",
        klass("a/A"),
        method("a/A", "run"),
        method("a/A", "help"),
        method("a/A", "lambda$run$0", _STATIC | _SYNTHETIC),
        call("a/A", "run", "a/A", "lambda$run$0", "handle"),
        call("a/A", "lambda$run$0", "a/A", "help"),
    )
    assert found == {("A.run", "A.help")}


def test_an_anonymous_class_counts_where_it_is_made(tmp_path: Path) -> None:
    """Its constructor calls the one above: `run` says `new B() { … }`, so `run` calls B's constructor."""
    found = edges(
        tmp_path,
        "class A {\n}\nclass B {\n  B() {}\n}",
        klass("a/A"),
        klass("a/B"),
        klass("a/A$1", "a/B", enclosing="a/A.run()V"),
        method("a/A", "run"),
        method("a/A", "help"),
        method("a/B", "<init>", line=4),
        method("a/A$1", "<init>"),
        method("a/A$1", "go"),
        call("a/A", "run", "a/A$1", "<init>", "special"),
        call("a/A$1", "<init>", "a/B", "<init>", "special"),
        call("a/A$1", "go", "a/A", "help"),
    )
    assert found == {("A.run", "B.<init>"), ("A.run", "A.help")}


def test_what_the_compiler_wrote_is_followed(tmp_path: Path) -> None:
    """`access$000` leads to the private method, a bridge to the method it stands for."""
    found = edges(
        tmp_path,
        "class A {\n}",
        klass("a/A"),
        method("a/A", "run"),
        method("a/A", "hidden"),
        method("a/A", "access$000", _STATIC | _SYNTHETIC),
        "M a/A get ()Ljava/lang/Object; 4161 1",
        "M a/A get ()Ljava/lang/String; 1 2",
        call("a/A", "run", "a/A", "access$000", "static"),
        call("a/A", "access$000", "a/A", "hidden", "special"),
        "E a/A run ()V a/A get ()Ljava/lang/Object; virtual 2",
        "E a/A get ()Ljava/lang/Object; a/A get ()Ljava/lang/String; virtual 1",
    )
    assert found == {("A.run", "A.hidden"), ("A.run", "A.get")}


def test_constructors_nobody_wrote_are_left_out(tmp_path: Path) -> None:
    """The line of a default constructor is the class's: it is neither called nor calls super()."""
    found = edges(
        tmp_path,
        "class A {\n  void run() { new B(); }\n}\nclass B extends C {\n}\nclass C {\n  C() {}\n}",
        klass("a/A"),
        klass("a/B", "a/C"),
        klass("a/C"),
        method("a/A", "run"),
        method("a/B", "<init>", line=4),
        method("a/C", "<init>", line=7),
        call("a/A", "run", "a/B", "<init>", "special"),
        call("a/B", "<init>", "a/C", "<init>", "special"),
    )
    assert found == set()


def test_a_call_goes_to_the_class_that_declares_the_method(tmp_path: Path) -> None:
    """Superclasses before interfaces, and of interfaces the most special."""
    found = edges(
        tmp_path,
        "class A {\n}",
        klass("a/A"),
        klass("a/Leaf", "a/Base", "a/Sized"),
        klass("a/Base"),
        klass("a/Sized"),
        klass("a/Named"),
        klass("a/Titled", interfaces="a/Named"),
        klass("a/Book", interfaces="a/Named,a/Titled"),
        method("a/A", "run"),
        method("a/Base", "size"),
        method("a/Sized", "size"),
        method("a/Named", "name"),
        method("a/Titled", "name"),
        call("a/A", "run", "a/Leaf", "size"),
        call("a/A", "run", "a/Book", "name"),
    )
    assert found == {("A.run", "Base.size"), ("A.run", "Titled.name")}
