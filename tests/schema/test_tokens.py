"""Words of code and of people, as terms."""

import time

from kg.schema.tokens import tokens


def check(text: str, expected: str) -> None:
    assert tokens(text) == expected.split()


def test_camel_case() -> None:
    """A camel-case identifier gives its parts and itself."""
    check("getUserById", "get user id getuserbyid")


def test_acronyms_and_digits() -> None:
    """An acronym is one part, digits are another."""
    check("parseHTTPHeader2", "parse http header 2 parsehttpheader2")


def test_snake_case_meets_camel_case() -> None:
    """`refund_amount` and `refundAmount` share all their terms."""
    assert tokens("refund_amount") == tokens("refundAmount") == ["refund", "amount", "refundamount"]
    check("REFUND_AMOUNT", "refund amount refundamount")


def test_light_stem() -> None:
    """Plural and tense do not matter, in code as in prose."""
    check("retries charged charging", "retry charg charg")
    assert tokens("payments") == tokens("payment")


def test_function_words_and_single_letters() -> None:
    """Function words and single letters are in no index."""
    check("where is the fee of a?", "where fee")


def test_korean() -> None:
    """Hangul gives bigrams, so a particle at its end does not hide a word."""
    assert set(tokens("주문취소")) <= set(tokens("주문취소는 어디서?"))


def test_chinese_and_japanese() -> None:
    """Han and Kana give bigrams; a single character stands alone."""
    check("取消订单", "取消 消订 订单")
    check("エラー 税", "エラ ラー 税")


def test_mixed_scripts() -> None:
    """A change of script is a boundary."""
    check("调用refundOrder方法", "调用 refund order refundorder 方法")


def test_other_alphabets() -> None:
    """Letters with accents and other alphabets stay whole words."""
    check("naïve Gebührensatz платёж", "naïve gebührensatz платёж")


def test_one_letter_many_spellings() -> None:
    """Full-width letters and decomposed Hangul are the letters they stand for."""
    assert tokens("ｒｅｆｕｎｄ") == tokens("refund")
    assert tokens("주문") == tokens("주문")


def test_hostile_text() -> None:
    """Operators, emoji, NUL and lone surrogates are no terms and no failure; long data is left out."""
    check('\x00 \ud800 😀 +-&|!(){}[]^"~*?:\\/ ' + "A1b2" * 500, "")


def test_only_letters_and_digits() -> None:
    """No term ever holds a character that Lucene's syntax knows."""
    text = "".join(map(chr, range(0x20, 0x3000)))
    assert all(term.isalnum() or not term.isascii() for term in tokens(text))
    assert not set('+-&|!(){}[]^"~*?:\\/ _') & set("".join(tokens(text)))


def test_fast_enough_for_ingest() -> None:
    """Code that repeats its words is read at more than 1.5 MB a CPU-second."""
    text = "".join(
        f"public Money refund{i % 400}(Order order) {{ return feeTable.lookup(order.getId()).minus(rate{i}); }}\n"
        for i in range(20_000)
    )
    start = time.process_time()
    tokens(text)
    assert len(text) / (time.process_time() - start) > 1_500_000
