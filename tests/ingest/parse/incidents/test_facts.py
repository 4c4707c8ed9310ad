"""Incident reports in three languages and many forms, and what is read from each."""

import pytest

from kg.ingest.parse.file import parse_file
from kg.schema.vocabulary import Kind
from tests.ingest.parse.incidents.reading import facts_of


def test_a_report_in_english() -> None:
    """Fields on lines, a list as timeline that spans midnight, a table of follow-ups."""
    text = """# Parcel labels stuck
**Severity:** P1
**Started:** 2024-05-03 22:50 CEST
**Resolved at:** 2024-05-04 00:20 CEST
**Affected services:** label-printer, dispatch

## What happened
Labels waited in the queue.

## Timeline (all times in CEST)
- 22:50 The queue grows
- 23:40 An operator notices
- 00:20 Printing goes on

## Detection
A customer called.

## Root cause
The lease of the printer never ended.

## Resolution
The lease now ends after 30 seconds.

## Action items
| Action | Owner | Due | Status |
|---|---|---|---|
| Alert on the age of the queue | Mara | 2024-06-01 | Done |
| Test the lease | Theo | | In progress |
"""
    assert facts_of(text) == {
        "severity": "P1",
        "started_at": "2024-05-03T22:50+02:00",
        "ended_at": "2024-05-04T00:20+02:00",
        "duration_minutes": 90,
        "services": ("label-printer", "dispatch"),
        "detection": "A customer called.",
        "root_cause": "The lease of the printer never ended.",
        "fix": "The lease now ends after 30 seconds.",
        "follow_ups": ("done Alert on the age of the queue (Mara, 2024-06-01)", "open Test the lease (Theo)"),
        "timeline": (
            "2024-05-03T22:50+02:00 The queue grows",
            "2024-05-03T23:40+02:00 An operator notices",
            "2024-05-04T00:20+02:00 Printing goes on",
        ),
    }


def test_a_report_in_korean() -> None:
    """A table of fields, hours in halves of the day, boxes behind a list of what is to come."""
    text = """# 송장 출력 장애 보고서

| 항목 | 내용 |
|---|---|
| 장애 등급 | 1등급 |
| 발생 일시 | 2024년 5월 3일 오후 11시 50분 (KST) |
| 복구 일시 | 2024년 5월 4일 오전 1시 10분 (KST) |
| 지속 시간 | 1시간 20분 |
| 영향 서비스 | 송장-출력, 배차 |

## 타임라인
- 23:50 대기열 증가
- 00:30 담당자 인지
- 01:10 출력 재개

## 근본 원인
프린터 임대가 끝나지 않았다.

## 조치 내용
임대 시간을 30초로 줄였다.

## 재발 방지 대책
- [x] 대기열 경보 추가
- [ ] 임대 시험 작성 (@테오)
"""
    assert facts_of(text, "docs/x.md") == {
        "severity": "1등급",
        "started_at": "2024-05-03T23:50+09:00",
        "ended_at": "2024-05-04T01:10+09:00",
        "duration_minutes": 80,
        "services": ("송장-출력", "배차"),
        "root_cause": "프린터 임대가 끝나지 않았다.",
        "fix": "임대 시간을 30초로 줄였다.",
        "follow_ups": ("done 대기열 경보 추가", "open 임대 시험 작성 (@테오)"),
        "timeline": (
            "2024-05-03T23:50+09:00 대기열 증가",
            "2024-05-04T00:30+09:00 담당자 인지",
            "2024-05-04T01:10+09:00 출력 재개",
        ),
    }


def test_a_report_in_chinese() -> None:
    """Full-width colons, a zone by its name, a table as timeline."""
    text = """# 面单打印故障复盘

- 故障等级：严重
- 日期：2024年5月3日
- 影响服务：面单服务、调度服务

## 时间线（北京时间）

| 时间 | 事件 |
|---|---|
| 10:05 | 队列增长 |
| 10:40 | 恢复正常 |

## 根本原因
打印机的租约没有结束。

## 改进措施
1. 增加队列告警（已完成）
2. 补充租约测试
"""
    assert facts_of(text, "docs/x.md") == {
        "severity": "严重",
        "started_at": "2024-05-03T10:05+08:00",
        "ended_at": "2024-05-03T10:40+08:00",
        "duration_minutes": 35,
        "services": ("面单服务", "调度服务"),
        "root_cause": "打印机的租约没有结束。",
        "follow_ups": ("done 增加队列告警（已完成）", "open 补充租约测试"),
        "timeline": ("2024-05-03T10:05+08:00 队列增长", "2024-05-03T10:40+08:00 恢复正常"),
    }


def test_nothing_is_guessed() -> None:
    """A template, `N/A` and `?` state nothing; a time without a day is no time of the incident."""
    text = """# Postmortem

- Severity: N/A
- Services: TBD

## Timeline
- 09:10 It fails

## Root cause
?

## Action items
-

## Stats
- Time to recovery: ?
"""
    assert facts_of(text, "postmortems/queue.md") == {"timeline": ("09:10 It fails",)}


def test_an_unknown_length_is_not_computed() -> None:
    """Where a report says that it does not know, its timeline is not asked."""
    timeline = "## Timeline\n- 2024-05-03 09:10 UTC It fails\n- 2024-05-03 09:30 UTC Restored\n"
    assert facts_of(timeline)["duration_minutes"] == 20
    assert "duration_minutes" not in facts_of(f"{timeline}\n## Stats\n- Duration: unknown\n")
    assert "duration_minutes" not in facts_of(timeline.replace("Restored", "We still look"))


def test_front_matter_states_facts() -> None:
    """It counts before the text; a report by its front matter needs no folder of its own."""
    text = """---
severity: critical
start_time: 2024-05-03T22:04:00Z
end_time: 2024-05-03T23:08:00Z
services: [billing, mail]
root_cause: A full disk
---
The disk was full.
"""
    assert facts_of(text, "notes/disk.md") == {
        "severity": "critical",
        "started_at": "2024-05-03T22:04+00:00",
        "ended_at": "2024-05-03T23:08+00:00",
        "duration_minutes": 64,
        "services": ("billing", "mail"),
        "root_cause": "A full disk",
    }


def test_sentences_that_say_the_thing_itself() -> None:
    """How long, from when to when and what ended it may be told in the summary."""
    text = """# Flags - May 3, 2024

## Summary
The outage lasted 1 hour and 48 minutes, from 16:58 to 18:46 UTC. By the time it was fixed, many had left.
It was resolved by moving the limit.

## Root cause
A limit.
"""
    facts = facts_of(text, "postmortems/flags.md")
    assert (facts["started_at"], facts["ended_at"]) == ("2024-05-03T16:58+00:00", "2024-05-03T18:46+00:00")
    assert (facts["duration_minutes"], facts["fix"]) == (108, "It was resolved by moving the limit.")


@pytest.mark.parametrize(
    ("summary", "fix"),
    [
        ("It broke. We then rolled back to 1.4.", "We then rolled back to 1.4."),
        ("A 'quick fix' was to restart it nightly.", "A 'quick fix' was to restart it nightly."),
        ("The team applied a small fix to the limit.", "The team applied a small fix to the limit."),
        ("It can be resolved by restarting.", ""),
        ("A fix was not possible until Monday.", ""),
    ],
)  # fmt: skip
def test_a_sentence_tells_the_fix(summary: str, fix: str) -> None:
    """Where it says that it was done, not that it could be."""
    assert facts_of(f"# Incident\n\n{summary}\n").get("fix", "") == fix


def test_an_entry_that_is_marked_as_the_end_tells_the_fix() -> None:
    """By a label before it or a remark behind it; what a template left in is no entry."""
    row = "## Timeline\n\n| Time | Event |\n|---|---|\n| 2024-05-03 HH:mm | Short event description |\n| 2024-05-03 09:10 | %s |\n"
    for text in ("**Recovery:** Limit raised", "Limit raised (resolved)"):
        facts = facts_of(row % text)
        assert (facts["fix"].partition(" (")[0], facts["started_at"]) == ("Limit raised", "2024-05-03T09:10")


def test_a_sentence_tells_the_root_cause() -> None:
    """It counts before the factors that contributed."""
    text = "# Incident\n\nIt broke. The root cause was a typo.\n\n## Contributing factors\n- Nobody looked\n"
    assert facts_of(text)["root_cause"] == "The root cause was a typo."
    assert facts_of(text.replace("a typo", "not found"))["root_cause"] == "- Nobody looked"


def test_factors_stand_for_a_cause_that_is_not_given() -> None:
    """A report with both has its cause."""
    factors = "## Contributing factors\n- Nobody looked\n- It was late\n"
    assert facts_of(factors)["root_cause"] == "- Nobody looked\n- It was late"
    assert facts_of(f"{factors}\n## Root cause\nA typo.\n")["root_cause"] == "A typo."


def test_the_forms_of_other_formats() -> None:
    """reStructuredText and AsciiDoc say the same with other marks."""
    rest = "Outage report\n=============\n\n:Severity: SEV-1\n:Services: billing\n\nTimeline\n--------\n\n- 2024-05-03 09:10 UTC: it fails\n\nRoot cause\n----------\n\nA typo in ``limits``.\n"
    asciidoc = "= Outage report\n\nSeverity:: SEV-1\nServices:: billing\n\n== Timeline\n\n* 2024-05-03 09:10 UTC: it fails\n\n== Root cause\n\nA typo in `limits`.\n"
    for text, path in ((rest, "postmortems/a.rst"), (asciidoc, "postmortems/a.adoc")):
        assert facts_of(text, path) == {
            "severity": "SEV-1",
            "services": ("billing",),
            "started_at": "2024-05-03T09:10+00:00",
            "ended_at": "2024-05-03T09:10+00:00",
            "root_cause": "A typo in limits.",
            "timeline": ("2024-05-03T09:10+00:00 it fails",),
        }, path


def test_more_places_of_a_field() -> None:
    """A heading with one line below it, a name with its value in the next line, names in two languages."""
    text = "# Postmortem\n\n## Severity\n\nSEV-2\n\n## Impact\n\n**Duration:**\nabout 45 minutes\n\n**发生时间 / Start time:** 2024-05-03 14:30 UTC\n"
    facts = facts_of(text)
    assert (facts["severity"], facts["duration_minutes"]) == ("SEV-2", 45)
    assert facts["started_at"] == "2024-05-03T14:30+00:00"


def test_bold_names_in_a_list_are_headings() -> None:
    """What is indented below them is theirs; a name without a value leaves nothing open."""
    text = """# Postmortem

- **Duration:**
  - Start time: 2024-05-03 14:30 UTC
  - End time: 2024-05-03 15:30 UTC

## Causes and more

- **Root cause:**
  - A typo.
- **Resolution:**
  - The typo went.
"""
    facts = facts_of(text)
    assert (facts["duration_minutes"], facts["root_cause"], facts["fix"]) == (
        60,
        "- A typo.",
        "- The typo went.",
    )


def test_templates_report_nothing() -> None:
    """By the name of the file or the title."""
    for path, title in (
        ("postmortems/my-template.md", "Incident"),
        ("incidents/a.md", "Postmortem template"),
    ):
        kinds = {a.kind for a in parse_file("r", path, "b", f"# {title}\n".encode()).artifacts}
        assert Kind.POSTMORTEM not in kinds, path


def test_what_stands_below_the_title_sums_it_up() -> None:
    """With the times and the length that it tells."""
    text = "# Down on May 3, 2024\n\nAn outage of 48 minutes, from 9:12 to 10:00 UTC.\n\n## Root cause (draft)\nA typo.\n"
    facts = facts_of(text, "incidents/a.md")
    assert facts["started_at"] == "2024-05-03T09:12+00:00"
    assert (facts["duration_minutes"], facts["root_cause"]) == (48, "A typo.")


def test_a_report_is_known_by_its_headings() -> None:
    """A timeline with action items and lessons is one anywhere; a plan with a timeline is not."""

    def kinds(text: str) -> set[Kind]:
        return {a.kind for a in parse_file("r", "docs/x.md", "b", text.encode()).artifacts}

    assert Kind.POSTMORTEM in kinds("# Queue\n## Timeline\nx\n## Action items\nx\n## Lessons learned\nx\n")
    assert Kind.POSTMORTEM not in kinds("# Plan\n## Timeline\nx\n## Next steps\nx\n## Budget\nx\n")
