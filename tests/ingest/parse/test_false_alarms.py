"""What scanners would take for a secret reads otherwise, and code stays code."""

import ast

from kg.ingest.parse.redact import redact

ALARM = "Hook(url=URL, secret=OUR_SECRET, additional_headers='X: y')"


def test_a_name_of_a_secret_before_a_keyword_argument_is_no_assignment() -> None:
    """Only the words that say secret go: names stay names, and the text keeps its length."""
    clean = redact(ALARM, "python")
    assert clean == "Hook(url=URL, secret=OUR_REDACT, additional_headers='X: y')"
    assert ast.dump(ast.parse(clean)) == ast.dump(ast.parse(ALARM)).replace("OUR_SECRET", "OUR_REDACT")


def test_what_no_scanner_stops_at_stays() -> None:
    """A short name, a positional argument, a name that says nothing of secrets, settings."""
    for text in (
        "f(token, timeout='1')",
        "f(secret, additional_headers)",
        "f(payload, additional_headers='X: y')",
        "f(secret=SECRET)",
    ):
        assert redact(text, "python") == text
    assert redact(ALARM, "properties") == ALARM
