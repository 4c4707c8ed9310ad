"""What kind of document a file is, by its path, front matter, title and headings. A flat table."""

import re
from collections.abc import Iterable

from kg.ingest.parse.documents.document import Front, first
from kg.ingest.parse.incidents.recognise import is_incident

_BY_PATH = (
    (
        "postmortem",
        re.compile(
            r"(?:^|/)(?:post-?mortems?|incidents?|outages?|rca)(?:/|[-_.])"
            r"|(?:^|/)[^/]*(?:장애[-_ ]?(?:보고|회고|분석|리포트)|포스트모템|复盘|事故报告|故障报告)",
            re.IGNORECASE,
        ),
    ),
    ("adr", re.compile(r"(?:^|/)(?:adrs?|decisions?)(?:/|[-_])", re.IGNORECASE)),
    (
        "runbook",
        re.compile(r"(?:^|/)[^/]*(?:run-?books?|playbooks?|troubleshoot\w*|on-?call)", re.IGNORECASE),
    ),
    (
        "release",
        re.compile(
            r"(?:^|/)(?:changelog|changes|history|releases?(?:-?notes)?|news)(?:/|[-_.])", re.IGNORECASE
        ),
    ),
    ("design", re.compile(r"(?:^|/)[^/]*(?:design|rfcs?|proposals?|architecture)(?:/|[-_.])", re.IGNORECASE)),
    ("api", re.compile(r"(?:^|/)[^/]*(?:api|reference|endpoints?)(?:/|[-_.])", re.IGNORECASE)),
)
_BY_TITLE = (
    (
        "postmortem",
        re.compile(
            r"post[- ]?mortem|(?:post-)?incident (?:report|review|analysis)|root cause analysis|outage report"
            r"|장애 ?(?:보고|회고|분석|리뷰|리포트)|포스트 ?모템|사후 ?분석|(?:事故|故障)(?:报告|分析|总结|回顾)|复盘",
            re.IGNORECASE,
        ),
    ),
    ("adr", re.compile(r"^adr\b|architecture decision", re.IGNORECASE)),
    ("runbook", re.compile(r"run-?book|playbook|troubleshooting|운영 가이드|运维手册", re.IGNORECASE)),
    ("release", re.compile(r"^change-?log|release notes", re.IGNORECASE)),
    ("design", re.compile(r"design (?:doc|note)|^rfc\b|architecture|설계|设计", re.IGNORECASE)),
    ("api", re.compile(r"\bapi\b", re.IGNORECASE)),
)
_NOTICE = re.compile(r"(?:^|/)(?:notices?|licen[cs]es?|third[-_]?party|credits|copying)[^/]*$", re.IGNORECASE)
_TYPES = frozenset(("api", "runbook", "design", "adr", "release", "postmortem"))
_NO_REPORT = re.compile(
    r"(?:^|/)(?:(?:readme|index|contributing)[^/]*|[^/]*(?:template|템플릿|模板)[^/]*)$", re.IGNORECASE
)
_TEMPLATE = re.compile(r"\btemplates?\b|템플릿|模板", re.IGNORECASE)
_INCIDENT = re.compile(r"\b(?:PM|INC|INCIDENT|SEV|IR|RCA|POSTMORTEM)-?\d{2,}(?:-\d+)*\b", re.IGNORECASE)


def doc_type(path: str, front: Front, title: str, headings: Iterable[str] = ()) -> str:
    """One of the types, `other` when nothing says so."""
    stated = first(front, "doc_type", "type").lower().replace("post-mortem", "postmortem")
    stated = "postmortem" if stated in ("incident", "incident report", "incident-report") else stated
    if stated in _TYPES:
        return stated
    for table, text in ((_BY_PATH, path), (_BY_TITLE, title)):
        for name, form in table:
            if form.search(text):
                return name
    return "postmortem" if is_incident(front, headings) else "other"


def is_notice(path: str) -> bool:
    """Whether it lists what others wrote: names in it are of their code."""
    return bool(_NOTICE.search(path))


def is_incident_report(path: str, kind: str, title: str) -> bool:
    """Whether a document of a type reports one incident: an index or a template does not."""
    return kind == "postmortem" and not (_NO_REPORT.search(path) or _TEMPLATE.search(title))


def incident_name(path: str, title: str) -> str:
    """The incident's id in the title or the path, else the title, else the file's name."""
    found = _INCIDENT.search(title) or _INCIDENT.search(path)
    return found.group(0) if found else title or path.rpartition("/")[2]
