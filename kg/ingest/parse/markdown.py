"""Markdown: one Doc a section, and what each section mentions.

In: a Unit. Out: Facts: a Doc for every heading (and for the text before the first), with its heading
path; a Postmortem where the document reports an incident; DEFINES with lines; Mentions of paths,
code spans and qualified names. Says nothing about what they mean: see `resolve.mentions`.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kg.ingest.parse.doc_types import doc_type, incident_name, is_incident_report
from kg.ingest.parse.mention_forms import mentions_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, Facts, Mention
from kg.schema.ids import Uid, doc_uid, ordinal, postmortem_uid
from kg.schema.vocabulary import EdgeType, Kind

MAX_SECTIONS = 2_000
MAX_SECTION_CHARACTERS = 20_000

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_PAIR = re.compile(r"^([A-Za-z_][\w-]*):[ \t]*(.*)$", re.MULTILINE)
_READER = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class _Section:
    headings: tuple[str, ...]
    start: int
    """First line, 0-based."""
    end: int
    """Line after the last that is not blank."""
    tokens: tuple[Token, ...]


def parse_markdown(unit: Unit) -> Facts:
    front_matter, body = _without_front_matter(unit.text)
    sections = list(_sections(body, unit))[:MAX_SECTIONS]
    title = next((section.headings[-1] for section in sections if section.headings), "")
    kind = doc_type(unit.path, front_matter, front_matter.get("title", title))
    docs = _docs(unit, sections, kind, body.split("\n"))
    mentions = [m for section, doc in zip(sections, docs, strict=True) for m in _mentions(section, doc.uid)]
    report = _report(unit, kind, front_matter.get("title", title), body)
    owner = report[0].uid if report else unit.uid
    edges = [_defines(unit.uid, a.uid, 1, max(unit.line_count, 1)) for a in report]
    edges += [_defines(owner, d.uid, s.start + 1, s.end) for s, d in zip(sections, docs, strict=True)]
    return Facts(unit.file(), (*report, *docs), tuple(edges), mentions=tuple(mentions))


def _without_front_matter(text: str) -> tuple[dict[str, str], str]:
    """The simple pairs of the front matter, and the text with its lines blanked."""
    found = _FRONT.match(text)
    if not found:
        return {}, text
    pairs = {key.lower(): value.strip().strip("\"'") for key, value in _FRONT_PAIR.findall(found.group(1))}
    return pairs, "\n" * found.group(0).count("\n") + text[found.end() :]


def _sections(body: str, unit: Unit) -> Iterator[_Section]:
    """Runs of blocks that begin with a heading; the first may have none."""
    lines = body.split("\n")
    tokens = _READER.parse(body)
    unit.check()
    starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    bounds = [0, *starts, len(tokens)] if not starts or starts[0] > 0 else [*starts, len(tokens)]
    path: list[tuple[int, str]] = []
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    for at, after in itertools.pairwise(bounds):
        run = tokens[at:after]
        if not run:
            continue
        start = first
        if run[0].type == "heading_open" and run[0].map:
            level, start = int(run[0].tag[1]), run[0].map[0]
            path = [(depth, name) for depth, name in path if depth < level]
            path.append((level, _plain(run[1]) or "?"))
        end = tokens[after].map[0] if after < len(tokens) and tokens[after].map else len(lines)  # type: ignore[index] # checked
        while end > start + 1 and not lines[end - 1].strip():
            end -= 1
        yield _Section(tuple(name for _, name in path), start, end, tuple(run))


def _plain(inline: Token) -> str:
    """A heading without its marks."""
    text = "".join(c.content for c in inline.children or () if c.type in ("text", "code_inline", "softbreak"))
    return " ".join(text.split())[:200]


def _docs(unit: Unit, sections: Sequence[_Section], kind: str, lines: Sequence[str]) -> list[Artifact]:
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
                language="markdown",
                text="\n".join(lines[section.start : section.end])[:MAX_SECTION_CHARACTERS],
                lines=section.end - section.start,
                doc_type=kind,
            )
        )
    return docs


def _report(unit: Unit, kind: str, title: str, body: str) -> tuple[Artifact, ...]:
    """The incident that the document reports, if it does."""
    if not is_incident_report(unit.path, kind):
        return ()
    return (
        Artifact(
            kind=Kind.POSTMORTEM,
            uid=postmortem_uid(unit.repo, unit.path),
            name=incident_name(unit.path, title),
            qualified_name=unit.path,
            origin=unit.path,
            path=unit.path,
            language="markdown",
            text=body.strip()[:MAX_SECTION_CHARACTERS],
            signature=title,
            lines=unit.line_count,
            doc_type=kind,
        ),
    )


def _defines(source: Uid, target: Uid, start_line: int, end_line: int) -> Edge:
    return Edge(EdgeType.DEFINES, source, target, start_line=start_line, end_line=end_line)


def _mentions(section: _Section, source: Uid) -> Iterator[Mention]:
    for form, text, line in mentions_of(section.tokens):
        yield Mention(source, text, form, max(line - section.start, 0))
