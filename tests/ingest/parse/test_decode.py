"""What bytes say: every encoding that sources come in, told apart even in a single short comment."""

from pathlib import Path

import pytest

from kg.ingest.parse.decode import NotText, decode

KOREAN = "// 환불 금액 계산\nlong refund() { return 0; }\n"
CHINESE = "// 释放库存\nvoid release() { }\n"
WESTERN = "// déjà remboursé\nint montant;\n"
JAPANESE = "// 注文を処理します\nvoid order() { }\n"


@pytest.mark.parametrize(
    ("text", "codec", "recorded"),
    [
        (KOREAN, "utf-8", "utf-8"),
        (KOREAN, "utf-8-sig", "utf-8-sig"),
        (KOREAN, "euc_kr", "cp949"),
        (CHINESE, "gbk", "gb18030"),
        (WESTERN, "latin-1", "latin-1"),
        (WESTERN + "// 5 €\n", "cp1252", "cp1252"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (JAPANESE, "shift_jis", "cp932"),
        (KOREAN, "utf-16-le", "utf-16-le"),
        ("class A { int b; } // plain\n", "utf-16-be", "utf-16-be"),
    ],
)
def test_a_text_is_read_in_the_encoding_it_was_written_in(text: str, codec: str, recorded: str) -> None:
    """The text comes back whole and the encoding is recorded."""
    mark = b"\xff\xfe" if codec == "utf-16-le" else b""
    decoded = decode(mark + text.encode(codec))
    assert (decoded.text, decoded.encoding, decoded.problems) == (text, recorded, ())


@pytest.mark.parametrize(
    ("word", "codec"),
    [
        ("주문", "euc_kr"),
        ("결제 취소", "euc_kr"),
        ("사용자 목록을 조회한다", "euc_kr"),
        ("재고 부족", "euc_kr"),
        ("订单", "gbk"),
        ("查询用户列表", "gbk"),
        ("返回结果", "gbk"),
        ("默认配置", "gbk"),
        ("职业", "gbk"),
        ("Привет, мир", "utf-8"),
        ("αβγ δ", "utf-8"),
        ("שלום", "utf-8"),
        ("مرحبا", "utf-8"),
        ("Ünï", "utf-8"),
        ("é", "latin-1"),
        ("Größe", "latin-1"),
        ("naïve façade", "latin-1"),
        ("año señor", "latin-1"),
    ],
)
def test_one_word_is_enough(word: str, codec: str) -> None:
    """A single Korean, Chinese or Western word in an ASCII file is read right."""
    text = f"int a = 1; // {word}\n"
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize("codec", ["utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_decides(codec: str) -> None:
    """Wide encodings are read by their mark, which is not part of the text."""
    decoded = decode(("\ufeff" + CHINESE).encode(codec))
    assert (decoded.text, decoded.encoding) == (CHINESE, codec)


def test_pythons_coding_comment_is_honoured() -> None:
    """A Python file is read in the encoding it declares, as Python does."""
    text = "# -*- coding: latin-1 -*-\ndef café():\n    pass\n"
    decoded = decode(text.encode("latin-1"), "python")
    assert (decoded.text, decoded.encoding) == (text, "latin-1")


@pytest.mark.parametrize("cookie", ["rot13", "utf-7", "idna", "no-such-codec"])
def test_a_coding_comment_cannot_name_a_codec_that_is_no_text_encoding(cookie: str) -> None:
    """An odd or hostile coding comment is not followed."""
    data = f"# coding: {cookie}\nx = 1\n".encode()
    assert decode(data, "python").encoding == "utf-8"


def test_a_wrong_coding_comment_is_a_problem() -> None:
    """Bytes that are not what the comment says are detected, and the file says so."""
    decoded = decode("# coding: ascii\n# 환불 금액\n".encode(), "python")
    assert "환불" in decoded.text
    assert "coding comment" in decoded.problems[0].reason


def test_broken_utf8_keeps_the_rest() -> None:
    """One broken byte in UTF-8 text is a problem of its line; nothing else is lost, no U+FFFD is kept."""
    data = ("// 释放库存和订单状态管理\n" * 3).encode() + b"int a; // \xff\n"
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.text.endswith("int a; // ?\n")
    assert decoded.problems[0].line == 4


def test_nothing_unclean_is_ever_kept() -> None:
    """U+FFFD, U+0000 and lone surrogates in the bytes do not reach the text."""
    for data in ("a \ufffd b".encode(), b"\xff\xfe" + b"a\x00\x00\xd8b\x00", b"x" * 9000 + b"\0tail"):
        text = decode(data).text
        assert not any(c in "\0\ufffd" or "\ud800" <= c <= "\udfff" for c in text)


def test_line_ends_become_one_kind() -> None:
    """CRLF and the old Mac's CR become LF, so lines count the same everywhere."""
    assert decode(b"a\r\nb\r\n").text == "a\nb\n"
    assert decode(b"a\rb\r").text == "a\nb\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xca\xfe\xba\xbe\0\0\0\x34\0\x1d", "binary"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "LFS"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, reason: str) -> None:
    """Binary files and LFS pointers are not text."""
    with pytest.raises(NotText, match=reason):
        decode(data)


def test_the_empty_file_is_text() -> None:
    """An empty file is empty UTF-8."""
    assert decode(b"").text == ""


def test_this_projects_own_files_are_utf8() -> None:
    """A file in UTF-8 with every script in it is recorded as UTF-8."""
    assert decode(Path(__file__).read_bytes()).encoding == "utf-8"
