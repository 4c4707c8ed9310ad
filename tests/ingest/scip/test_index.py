"""An index is read as a stream, in both range encodings; what is none is told, not guessed."""

from io import BytesIO

import pytest

from kg.ingest.scip.index import Encoding, NotAnIndex, documents, outline
from kg.ingest.scip.symbols import Suffix, symbol_of
from tests.ingest.scip.encoding import At, defined, index, number, piece


def test_both_ways_to_write_a_range_are_read() -> None:
    """Packed numbers and typed messages give the same place; enclosing ranges and highlighting do not matter."""
    places = [defined(3, 200, "a b c d f()."), At(4, 300, "a b c d f().", typed=True, enclosing=True)]
    (document,) = documents(BytesIO(index({"a.py": places})))
    assert [(one.line, one.column, one.is_definition) for one in document.occurrences] == [
        (3, 200, True),
        (4, 300, False),
    ]


def test_an_unpacked_range_is_read() -> None:
    """An encoder may write a repeated number one by one."""
    occurrence = number(1, 3) + number(1, 7) + number(1, 9) + piece(2, "a b c d f().")
    data = piece(1, piece(3, "file:///x")) + piece(2, piece(1, "a.py") + piece(2, occurrence))
    (document,) = documents(BytesIO(data))
    assert document.occurrences[0][:2] == (3, 7)


@pytest.mark.parametrize(
    ("told", "tool", "encoding"),
    [(1, "t", Encoding.UTF8), (2, "t", Encoding.UTF16), (3, "t", Encoding.UTF32),
     (0, "rust-analyzer", Encoding.UTF8), (0, "scip-typescript", Encoding.UTF16)],
)  # fmt: skip
def test_a_column_counts_what_the_document_says(told: int, tool: str, encoding: Encoding) -> None:
    """A document that does not say counts as its indexer's language does."""
    (document,) = documents(BytesIO(index({"a.py": []}, encoding=told, tool=tool)))
    assert document.encoding is encoding


def test_what_is_no_index_is_told() -> None:
    """Text, a cut, nothing at all, a body without its head, a field larger than any document."""
    whole = index({"a.py": [defined(0, 0, "a b c d f().")]})
    broken = (
        b"not an index",
        whole[:-3],
        b"",
        piece(2, piece(1, "a.py")),
        b"\x12\xff\xff\xff\xff\x7f",
        b"\x80" * 20,
    )
    for data in broken:
        with pytest.raises(NotAnIndex):
            list(documents(BytesIO(data)))


def test_the_outline_is_root_and_paths() -> None:
    """What decides where in a repository an index begins."""
    assert outline(BytesIO(index({"a.py": [], "b/c.py": []}, "file:///x"))) == (
        "file:///x",
        ["a.py", "b/c.py"],
    )


@pytest.mark.parametrize(
    ("text", "package", "names", "suffix"),
    [
        ("scip-python python shop 0.1 `shop.pay`/Order#total().", "python shop", ("shop.pay", "Order", "total"), Suffix.METHOD),
        ("scip-typescript npm @acme/web 1.0 src/`a b.ts`/f().", "npm @acme/web", ("src", "a b.ts", "f"), Suffix.METHOD),
        ("semanticdb maven maven/jdk 21 java/lang/String#length(+1).", "maven maven/jdk", ("java", "lang", "String", "length"), Suffix.METHOD),
        ("rust-analyzer cargo fd 1.0 walk/impl#[Walk][Drop]drop().", "cargo fd", ("walk", "impl", "drop"), Suffix.METHOD),
        ("a b c d Order#", "b c", ("Order",), Suffix.TYPE),
        ("a b c  d 1 x/Order#", "b c d", ("x", "Order"), Suffix.TYPE),
        ("a b c d f().(x)", "b c", ("f",), Suffix.OTHER),
        ("local 12", "", (), Suffix.OTHER),
        ("nonsense", "", (), Suffix.OTHER),
    ],
)  # fmt: skip
def test_symbols_are_taken_apart(text: str, package: str, names: tuple[str, ...], suffix: Suffix) -> None:
    """Package, names from the outside in, and what the last of them is."""
    symbol = symbol_of(text)
    assert (symbol.package, symbol.names, symbol.suffix) == (package, names, suffix)
