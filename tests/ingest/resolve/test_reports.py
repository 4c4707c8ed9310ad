"""What a report of an incident speaks of as a whole."""

from tests.ingest.resolve.documents import resolved

REPORT = """# PM-2024-011 Late parcels

- Services: dispatch, labels, r, elsewhere

## Root cause

`acme.Lease#hold` never ends, see `src/acme/Lease.java`.

## Follow-ups

- [ ] Test `acme.Lease#hold`
"""
FILES = {
    "src/acme/Lease.java": "package acme; public class Lease { public void hold() {} }",
    "labels/pom.xml": "<project/>",
    "catalog-info.yaml": "apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: dispatch}\nspec: {type: service}\n",
    "postmortems/PM-2024-011.md": REPORT,
}


def spoken_of(files: dict[str, str]) -> dict[str, tuple[str, float, tuple[int, ...]]]:
    """Of the Postmortem itself: target -> how, confidence, lines of the document from 0."""
    return {
        e.target: (e.how.value, e.confidence, e.sites)
        for e in resolved(files).edges
        if e.source == "r:postmortem:postmortems/PM-2024-011.md"
    }


def test_a_report_speaks_of_what_its_sections_name_and_of_its_services() -> None:
    """One edge a target with all lines of the document; a service is a Service, a module, or the repository."""
    found = spoken_of(FILES)
    (method,) = (target for target in found if target.endswith("acme.Lease#hold()"))
    assert found.pop(method) == ("exact", 1.0, (6, 10))
    assert found == {
        "r:file:src/acme/Lease.java": ("exact", 1.0, (6,)),
        "r:service:dispatch": ("inferred", 0.95, ()),
        "r:file:labels/pom.xml": ("inferred", 0.85, ()),
        "r:repository": ("inferred", 0.95, ()),
    }


def test_two_modules_of_a_name_are_none() -> None:
    """Nobody can say which one was affected."""
    files = {**FILES, "old/labels/pom.xml": "<project/>"}
    assert not [target for target in spoken_of(files) if target.endswith("pom.xml")]


def test_other_documents_speak_by_their_sections_alone() -> None:
    """A page is no artifact of its own."""
    page = {"src/acme/Lease.java": FILES["src/acme/Lease.java"], "docs/lease.md": REPORT.replace("PM-", "")}
    sources = {e.source.partition("#")[0] for e in resolved(page).edges}
    assert sources == {"r:doc:docs/lease.md"}
