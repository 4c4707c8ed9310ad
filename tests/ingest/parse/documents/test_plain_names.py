"""Which files without marks are documents, and what it costs to say so."""

import subprocess
import sys

import pytest

from kg.ingest.parse.documents.plain_names import is_plain_document


@pytest.mark.parametrize(
    ("path", "is_document"),
    [
        ("README", True),
        ("lib/NOTICE.txt", True),
        ("runbooks/restart.txt", True),
        ("reports/PM-2024-07", True),
        ("robots.txt", False),
        ("data/prices.txt", False),
    ],
)
def test_documents_without_marks_are_told_by_their_path(path: str, is_document: bool) -> None:
    """A README and a text in `runbooks/` are documents, any other text is none."""
    assert is_plain_document(path) is is_document


def test_telling_languages_loads_no_reader_of_documents() -> None:
    """Every command lists files, few read reports of incidents: their expressions are not compiled for it."""
    told = "import sys, kg.ingest.parse.languages; print('kg.ingest.parse.incidents' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
