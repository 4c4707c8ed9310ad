"""Release notes: one section a version."""

import pytest

from kg.ingest.parse.documents.versions import version_of
from kg.ingest.parse.file import parse_file


@pytest.mark.parametrize(
    ("heading", "version"),
    [
        ("v3.7.8 (2024-05-06)", "3.7.8"),
        ("[1.2.0] - 2024-01-01", "1.2.0"),
        ("Shop 2.0.0-rc.1", "2.0.0-rc.1"),
        ("Release 5.x", "5.x"),
        ("[Unreleased]", "unreleased"),
        ("Upgrading from 1.0 to 2.0", ""),
        ("2024.05.06", ""),
        ("Added", ""),
        ("Support for TLS 1.3 in the gateway", ""),
    ],
)
def test_a_heading_names_its_version_first(heading: str, version: str) -> None:
    """Its number, with nothing but the product's name or `Release` before it."""
    assert version_of((heading,)) == version


def test_what_stands_below_a_version_belongs_to_it() -> None:
    """`Added` and `Fixed` are no sections of their own; the lines reach over them, and so do mentions."""
    text = "# Changelog\n\n## 1.1.0\n\n### Added\n- `Pay#capture`\n\n### Fixed\n- b\n\n## 1.0.0\n- c\n"
    facts = parse_file("r", "CHANGELOG.md", "b", text.encode())
    lines = {edge.target: (edge.start_line, edge.end_line) for edge in facts.edges}
    assert [(a.name, dict(a.details).get("version"), *lines[a.uid]) for a in facts.artifacts] == [
        ("Changelog", None, 1, 1),
        ("1.1.0", "1.1.0", 3, 9),
        ("1.0.0", "1.0.0", 11, 12),
    ]
    assert [(m.source, m.line) for m in facts.mentions] == [(facts.artifacts[1].uid, 3)]


def test_a_version_in_another_document_folds_nothing() -> None:
    """Only release notes are read by version."""
    facts = parse_file("r", "docs/guide.md", "b", b"# 1.1.0\n\n## Added\n")
    assert [a.name for a in facts.artifacts] == ["1.1.0", "Added"]
