"""Rows of the graph to records of kg.schema: the door where dicts end. Pure."""

from collections.abc import Mapping
from typing import Any

from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS, details_in
from kg.schema.ids import Uid, Vid
from kg.schema.question import Detail, Linked, Place, Step

ONLY_CHOICE = 0.9
"""How sure it is that the only known implementation runs: another may be outside of what is indexed."""
_PLACE_TEXTS = ("kind", "name", "qualified_name", "repo", "path", "signature", "form", "language")


def place_of(row: Mapping[str, Any]) -> Place:
    """A place from the map that every statement returns for one."""
    texts = {name: row.get(name) or "" for name in _PLACE_TEXTS}
    return Place(
        uid=Uid(row["uid"]),
        vid=Vid(row["vid"]),
        start_line=row.get("start_line") or 0,
        end_line=row.get("end_line") or 0,
        **texts,
    )


def detail_of(row: Mapping[str, Any]) -> Detail:
    """An artifact with its content; what is empty is not stored, so every key may be absent."""
    content = row["content"]

    def listed(name: str) -> tuple[str, ...]:
        return tuple(content.get(name) or ())

    return Detail(
        place=place_of(row["place"]),
        owner=Uid(row["owner_uid"]),
        package=content.get("package") or "",
        modifiers=listed("modifiers"),
        annotations=listed("annotations"),
        doc_comment=content.get("doc_comment") or "",
        text=content.get("text") or "",
        call_sites=listed("call_sites"),
        open_sites=listed("open_sites"),
        imports=listed("imports"),
        complexity=content.get("complexity") or 0,
        lines=content.get("lines") or 0,
        entry=content.get("entry") or "",
        doc_type=content.get("doc_type") or "",
        values=listed("values"),
        encoding=content.get("encoding") or "",
        problems=listed("problems"),
        details=details_in(dict(content["details"]), ARTIFACT_DETAILS),
        service=content.get("service") or "",
        owner_team=content.get("owner_team") or "",
        changed_at=content.get("changed_at") or "",
        changed_in=content.get("changed_in") or "",
        changes=content.get("changes") or 0,
    )


def step_of(edge: str, source: str, target: str, facts: Mapping[str, Any]) -> Step:
    confidence = facts.get("confidence")
    return Step(
        edge,
        Uid(source),
        Uid(target),
        facts.get("how") or "exact",
        1.0 if confidence is None else confidence,
    )


def caller_of(row: Mapping[str, Any]) -> Linked:
    """A caller: the edge ends at what it names, which may be what `asked` overrides."""
    call, caller, asked = row["call"], row["place"]["uid"], row["uid"]
    step = step_of("CALLS", caller, call["through"] or asked, call)
    return _linked(row, step, call, _drawn(step, caller, asked, call))


def callee_of(row: Mapping[str, Any]) -> Linked:
    """A callee: the edge ends at what is named, which the callee may override."""
    call, asked, callee = row["call"], row["uid"], row["place"]["uid"]
    step = step_of("CALLS", asked, call["through"] or callee, call)
    if call["through"] == asked:
        step = Step("OVERRIDES", Uid(callee), Uid(asked), "exact", 1.0)
    return _linked(row, step, call, _drawn(step, asked, callee, call))


def _drawn(step: Step, source: str, target: str, call: Mapping[str, Any]) -> Step:
    """What runs for a declared method is a guess: sure as a container's choice or an only choice is,
    else a fair choice among all that may run."""
    if not call["through"]:
        return step
    injected, among = call["injected"], max(call["among"], 1)
    via, how, confidence = "OVERRIDES", "candidate", 1 / among
    if injected is not None:
        via, how, confidence = "INJECTS", injected["how"], injected["confidence"]
    elif among == 1:
        how, confidence = "inferred", ONLY_CHOICE
    if step.how == "candidate":
        how = "candidate"
    return Step("CALLS", Uid(source), Uid(target), how, round(confidence * step.confidence, 2), via)


def document_of(row: Mapping[str, Any]) -> Linked:
    step = step_of("DOCUMENTS", row["place"]["uid"], row["uid"], row["link"])
    return _linked(row, step, row["link"])


def setting_of(row: Mapping[str, Any]) -> Linked:
    """A setting that the class of `asked` is made with: the edge starts at who reads it."""
    step = step_of("READS", row["link"]["reader"], row["place"]["uid"], row["link"])
    return _linked(row, step, row["link"])


def related_to(row: Mapping[str, Any]) -> Linked:
    """An edge of any type that starts at `asked`."""
    step = step_of(row["link"]["edge"], row["uid"], row["place"]["uid"], row["link"])
    return _linked(row, step, row["link"])


def related_from(row: Mapping[str, Any]) -> Linked:
    """An edge of any type that ends at `asked`."""
    step = step_of(row["link"]["edge"], row["place"]["uid"], row["uid"], row["link"])
    return _linked(row, step, row["link"])


def _linked(
    row: Mapping[str, Any], step: Step, facts: Mapping[str, Any], drawn: Step | None = None
) -> Linked:
    return Linked(
        Uid(row["uid"]),
        place_of(row["place"]),
        step,
        drawn or step,
        tuple(facts.get("sites") or ()),
        Uid(facts.get("through") or ""),
        details_in(dict(facts.get("details") or ()), EDGE_DETAILS),
        facts.get("target_changed_since"),
    )
