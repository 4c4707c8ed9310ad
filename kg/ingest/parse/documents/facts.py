"""What a document becomes in the graph: the same for all formats.

In: a Unit, and what the reader of its format read. Out: Facts: a Doc a section (of release notes, a
section a version), DEFINES with lines, a Postmortem where it reports an incident, Mentions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from kg.ingest.parse.documents.doc_types import doc_type, incident_name, is_incident_report, is_notice
from kg.ingest.parse.documents.document import Document, Section
from kg.ingest.parse.documents.mention_forms import mentions_of
from kg.ingest.parse.documents.versions import by_version, version_of
from kg.ingest.parse.glossary import GLOSSARY, entries_in, is_glossary
from kg.ingest.parse.unit import Unit
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts, Mention
from kg.schema.ids import Uid, doc_uid, ordinal, postmortem_uid
from kg.schema.vocabulary import EdgeType, Kind

MAX_SECTIONS = 2_000
MAX_SECTION_CHARACTERS = 20_000


def document_facts(unit: Unit, document: Document) -> Facts:
    is_terms = is_glossary(unit.path, unit.doc_type)
    stated = "" if unit.doc_type == GLOSSARY else unit.doc_type
    headings = (section.headings[-1] for section in document.sections if section.headings)
    kind = stated or doc_type(unit.path, document.front, document.title, headings)
    read = by_version(document.sections) if kind == "release" else document.sections
    sections = [s for s in read if s.headings or s.spans][:MAX_SECTIONS]  # a licence in a comment is none
    docs = _docs(unit, sections, kind)
    report = _report(unit, kind, document)
    owner = report[0].uid if report else unit.uid
    edges = [_defines(unit.uid, a.uid, 1, max(unit.line_count, 1)) for a in report]
    edges += [_defines(owner, d.uid, s.start + 1, s.end) for s, d in zip(sections, docs, strict=True)]
    speaking = () if is_notice(unit.path) else zip(sections, docs, strict=True)
    mentions = [m for section, doc in speaking for m in _mentions(section, doc.uid)]
    mentions += _titles(unit.path, docs)
    terms = [e for s in sections for e in entries_in(s.text, s.start + 1)] if is_terms else []
    return Facts(
        unit.file(problems=document.problems),
        (*report, *docs),
        tuple(edges),
        mentions=tuple(mentions),
        found=tuple(terms),
    )


def _docs(unit: Unit, sections: Sequence[Section], kind: str) -> list[Artifact]:
    seen: Counter[Uid] = Counter()
    docs = []
    for section in sections:
        uid = doc_uid(unit.repo, unit.path, section.headings)
        seen[uid] += 1
        path = "/".join(section.headings)
        docs.append(
            Artifact(
                kind=Kind.DOC,
                uid=ordinal(uid, seen[uid]),
                name=section.headings[-1] if section.headings else unit.path.rpartition("/")[2],
                qualified_name=f"{unit.path}#{path}" if path else unit.path,
                origin=unit.path,
                path=unit.path,
                language=unit.language,
                text=section.text[:MAX_SECTION_CHARACTERS],
                lines=section.end - section.start,
                doc_type=kind,
                details=details(version=version_of(section.headings)) if kind == "release" else (),
            )
        )
    return docs


def _report(unit: Unit, kind: str, document: Document) -> tuple[Artifact, ...]:
    """The incident that the document reports, if it does."""
    if not is_incident_report(unit.path, kind, document.title):
        return ()
    from kg.ingest.parse.incidents.facts import incident_details  # dear, and few documents report one

    text = "\n\n".join(section.text for section in document.sections)
    return (
        Artifact(
            kind=Kind.POSTMORTEM,
            uid=postmortem_uid(unit.repo, unit.path),
            name=incident_name(unit.path, document.title),
            qualified_name=unit.path,
            origin=unit.path,
            path=unit.path,
            language=unit.language,
            text=text[:MAX_SECTION_CHARACTERS],
            signature=document.title,
            lines=unit.line_count,
            doc_type=kind,
            details=incident_details(document, unit.path),
        ),
    )


def _defines(source: Uid, target: Uid, start_line: int, end_line: int) -> Edge:
    return Edge(EdgeType.DEFINES, source, target, start_line=start_line, end_line=end_line)


def singular(name: str) -> str:
    """`Policy` of `Policies`, `Address` of `Addresses`, `Port` of `Ports`; what is no plural as it is."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    if name.endswith(("sses", "xes", "ches", "shes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _titles(path: str, docs: Sequence[Artifact]) -> Iterator[Mention]:
    """What a page is the manual of, where file and title have one name: `Console Ports` of `consoleport.md`."""
    stem = path.rpartition("/")[2].partition(".")[0].replace("-", "").replace("_", "").lower()
    title = next((doc for doc in docs if doc.qualified_name != path), None)
    if (
        "/" in path
        and len(stem) > 2
        and title is not None
        and (name := singular("".join(title.name.split()))).lower() == stem
    ):
        yield Mention(title.uid, name, "title", 0)


def _mentions(section: Section, source: Uid) -> Iterator[Mention]:
    for form, text, line in mentions_of(section.spans):
        yield Mention(source, text, form, max(line - section.start, 0))
