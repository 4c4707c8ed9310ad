"""What is read from real incident reports against what a reader says that they state: dfds/postmortems.

In: the repository at its commit, and `labels/postmortems.tsv`: document, field, value, normalised (times in ISO
8601, minutes, the first words of a text, `open+done` of follow-ups, the number of entries of the timeline),
empty where the document does not state the field. Out: `postmortems.FIELD.{right,stated,documents,invented}`:
the share that is right of the documents that state it, and how many get a value that they do not state.
`unseen.FIELD.{right,stated}`: what ten documents gave, drawn by a seed before any was read and labelled only when
the rules were done (b9a5901). Rules were widened after that, so it is kept as it was found and never measured again.
"""

import csv
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.ingest.parse.file import parse_file
from kg.schema.details import OF_KIND
from kg.schema.vocabulary import Kind
from tests.bench.callgraph.store import Store

REPOSITORY = "dfds/postmortems"
COMMIT = "2c902284250cfa7b5c3823665cb9dbb9e8d68e21"
LABELS = Path(__file__).parent / "labels" / "postmortems.tsv"
FIELDS = OF_KIND[Kind.POSTMORTEM]
UNSEEN = {
    "started_at": (0.9, 10), "ended_at": (1.0, 10), "duration_minutes": (1.0, 9), "detection": (1.0, 9),
    "root_cause": (0.9, 10), "fix": (0.143, 7), "follow_ups": (1.0, 10), "timeline": (0.9, 10),
}  # fmt: skip
Values = Mapping[str, Any]


def measure(store: Store) -> dict[str, Any]:
    labels = read_labels()
    read = {path: _read(store, path) for path in labels}
    unseen = {field: {"right": right, "stated": stated} for field, (right, stated) in UNSEEN.items()}
    return {"postmortems": {**_figures(labels, read), "unseen": unseen}}


def read_labels() -> dict[str, dict[str, str]]:
    """What each document states, by field."""
    labels: dict[str, dict[str, str]] = {}
    with LABELS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            labels.setdefault(row["document"], {})[row["field"]] = row["value"]
    return labels


def wrong(
    labels: Mapping[str, Mapping[str, str]], read: Mapping[str, Values]
) -> list[tuple[str, str, str, str]]:
    """(document, field, label, what was read) of all that is not right."""
    return [
        (path, field, label, normalised(field, read[path].get(field), label))
        for path, stated in labels.items()
        for field, label in stated.items()
        if not is_right(field, label, read[path].get(field))
    ]


def is_right(field: str, label: str, value: Any) -> bool:
    return normalised(field, value, label) == label


def normalised(field: str, value: Any, label: str) -> str:
    """A value in the form of its label: of a text, the label where it begins so."""
    if not value:
        return ""
    if field == "timeline":
        return str(len(value))
    if field == "follow_ups":
        done = sum(item.startswith("done ") for item in value)
        return f"{len(value) - done}+{done}"
    if field == "services":
        return ", ".join(value)
    if field == "detection":  # how, and after what time: a label has one of them
        return label if label and _plain(label) in _plain(value) else str(value)[:60]
    if field in ("root_cause", "fix"):
        said = value.removeprefix("- ")
        return label if label and _plain(said).startswith(_plain(label)) else said[:60]
    return re.sub(r"\s", "", value) if field == "severity" else str(value)


def _figures(
    labels: Mapping[str, Mapping[str, str]], read: Mapping[str, Values]
) -> dict[str, dict[str, Any]]:
    return {
        field: _figure(field, [(labels[path].get(field, ""), read[path].get(field)) for path in labels])
        for field in FIELDS
    }


def _figure(field: str, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    stated = [(label, value) for label, value in pairs if label]
    right = sum(is_right(field, label, value) for label, value in stated)
    return {
        "right": round(right / len(stated), 3) if stated else None,
        "stated": len(stated),
        "documents": len(pairs),
        "invented": sum(bool(value) for label, value in pairs if not label),
    }


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def _read(store: Store, path: str) -> Values:
    """The details of the Postmortem of a document; none where it is not recognised."""
    git_dir = str(store.repository(REPOSITORY))
    data = subprocess.run(
        ["git", "--git-dir", git_dir, "show", f"{COMMIT}:{path}"], check=True, capture_output=True
    ).stdout
    facts = parse_file("postmortems", path, "", data)
    return next((dict(a.details) for a in facts.artifacts if a.kind is Kind.POSTMORTEM), {})
