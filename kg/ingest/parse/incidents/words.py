"""What headings and fields of incident reports are called, in English, Korean and Chinese. Flat tables.

In: a heading, or the name of a field. Out: the part of a report that it is about, if any.
"""

import re
from enum import StrEnum


class Part(StrEnum):
    START = "start"
    END = "end"
    WHEN = "when"
    """A date, or a time from and to."""
    ZONE = "zone"
    DURATION = "duration"
    SEVERITY = "severity"
    SERVICES = "services"
    NOTICED_AFTER = "noticed_after"
    DETECTION = "detection"
    CAUSE = "cause"
    FACTORS = "factors"
    FIX = "fix"
    FOLLOW_UPS = "follow_ups"
    TIMELINE = "timeline"
    SUMMARY = "summary"
    LESSONS = "lessons"
    OTHER = "other"
    """Known, and about none of the above."""


_HEADINGS = (
    (
        Part.LESSONS,
        r"^(?:lessons?|learnings?|what (?:went|we learn)|where we got|things that)|교훈|배운 점|잘한 점|经验|教训|反思",
    ),
    (
        Part.TIMELINE,
        r"^(?:\w+ )?(?:timeline|chronology)|^(?:sequence|log) of events|^what happened when"
        r"|타임\s*라인|시간대별|경과|시간순|时间线|时间轴|時間軸|处理过程|事件经过|故障经过",
    ),
    (
        Part.FOLLOW_UPS,
        r"^(?:\w+ )?(?:action items?|actions?(?! taken)(?: points?| plan)?)\b|^follow[- ]?ups?|^next steps|^to-?dos?\b|^prevent(?:ion|at?ive)"
        r"|^(?:corrective|remediation|improvement) (?:actions?|items?|measures?|and)|^(?:[\w-]+ )?improvements?\b|^planned work"
        r"|재발\s*방지|후속\s*조치|향후|액션\s*아이템|개선\s*(?:사항|과제|계획)|할 일"
        r"|改进(?:措施|项|计划|事项)?|后续|行动项|行动计划|预防措施|待办|整改",
    ),
    (
        Part.FACTORS,
        r"^contribut(?:ing|ory) (?:factors?|causes?|conditions?)|기여\s*요인|促成因素|诱因",
    ),
    (
        Part.CAUSE,
        r"^(?:the |identified |probable |direct )?(?:root[- ]cause|causes?\b|rca\b|trigger\b)|^(?:what caused|why did (?:it|this) happen)"
        r"|원인|根因|根本原因|原因",
    ),
    (
        Part.DETECTION,
        r"^(?:detect(?:ion|ed)|discovery|how (?:was it|it was|did we|we) (?:detect|notic|discover|find|found))|감지|탐지|인지|발견|发现|检测",
    ),
    (
        Part.FIX,
        r"^(?:the |our |immediate |initial |temporary |permanent |final |emergency |manual |(?:short|long)[- ]term )*"
        r"(?:fix(?:es)?|resolution|mitigations?|remediations?|remedy|recovery|restoration|solution|workaround|response)\b(?! time)"
        r"|^how (?:was it|it was|did we|we|(?:was )?(?:this|the \w+)(?: was)?) (?:fix|resolv|solv|mitigat|recover|restor|stop)"
        r"|^what (?:fixed|resolved|solved|stopped|we did\b(?! (?:well|right|wrong|poorly|not))|did we do\b|was done)"
        r"|^steps? taken|^measures taken|^incident (?:response|resolution|mitigation)\b"
        r"|^actions? taken|조치|복구|해결|대응|修复|解决|处理|处置|恢复|应急|缓解",
    ),
    (
        Part.SERVICES,
        r"^(?:affected|impacted) (?:services?|systems?|components?)|^(?:services?|systems?|components?) (?:affected|impacted)|영향\s*(?:받은\s*)?서비스|受影响(?:的)?(?:服务|系统)|影响服务",
    ),
    (
        Part.SUMMARY,
        r"^(?:\w+ )?(?:summary|overview|abstract|what happened)|^tl;?dr|요약|개요|概要|概述|摘要|总结",
    ),
    (
        Part.OTHER,
        r"^(?:impact|attendees|atendees|participants|references?|links|glossary|background|stats|appendix|scope)|영향|참고|참석|影响|参考|背景",
    ),
)
_LABELS = (
    (
        Part.NOTICED_AFTER,
        r"(?:mean )?time to (?:detect(?:ion)?|discover(?:y)?)|m?ttd|감지 (?:소요 )?시간|发现耗时|检测耗时",
    ),
    (
        Part.DURATION,
        r"(?:total |incident |outage )?(?:duration|downtime|length)|(?:mean )?time to (?:recover(?:y)?|resol(?:ve|ution)|restor(?:e|ation)|mitigat(?:e|ion)|fix)|m?ttr"
        r"|지속 ?시간|장애 ?시간|소요 ?시간|중단 ?시간|持续时间|故障时长|影响时长|持续时长|时长",
    ),
    (
        Part.START,
        r"(?:(?:incident|outage|impact) )?(?:start(?:ed)?(?:[ _](?:time|date|at))?|beg[ia]n(?:ning)?|began at)|from"
        r"|(?:장애 ?)?(?:발생|시작) ?(?:시각|시간|일시)|(?:故障|事故)?(?:开始|发生)时间",
    ),
    (
        Part.END,
        r"(?:(?:incident|outage|impact) )?(?:end(?:ed)?(?:[ _](?:time|date|at))?|(?:resolved|recovered|restored|mitigated|finished)(?:[ _]at)?)|until"
        r"|(?:장애 ?)?(?:종료|복구|해결|해소) ?(?:완료 ?)?(?:시각|시간|일시|일)|(?:故障|事故)?(?:结束|恢复|解决)时间",
    ),
    (Part.ZONE, r"time ?zone|tz|시간대|时区"),
    (
        Part.WHEN,
        r"(?:incident |outage )?(?:dates?|start ?[-–/~] ?end|when|period|window|time window|date (?:and|&|/) time|date/time)|(?:장애 ?)?(?:발생일|일자|날짜|일시|기간)|(?:事故|故障)?(?:日期|时间|时段)|影响时间",
    ),
    (
        Part.SEVERITY,
        r"(?:incident )?(?:severity|sev|priority)(?: level)?|심각도|(?:장애 ?)?등급|우선 ?순위|(?:故障|事故|事件|严重)?(?:等级|级别)|严重(?:程度|性)|优先级",
    ),
    (
        Part.SERVICES,
        r"(?:(?:affected|impacted) )?(?:services?|systems?|components?)(?:/users)?(?: (?:affected|impacted))?|(?:영향 ?(?:받은 ?)?|대상 ?|장애 ?)?(?:서비스|시스템)|(?:受影响(?:的)?|影响|涉及|相关)(?:服务|系统)|服务",
    ),
    (
        Part.DETECTION,
        r"detect(?:ion|ed(?: by| via)?)|discover(?:y|ed by)|(?:how )?(?:was )?(?:it )?(?:noticed|detected)(?: by)?|(?:감지|탐지|인지|발견)(?: ?(?:방법|경로|방식))?|(?:发现|检测)(?:方式|途径)?",
    ),
    (Part.FACTORS, r"contributing (?:factors?|causes?)|기여 ?요인|促成因素|诱因"),
    (
        Part.CAUSE,
        r"(?:the )?root[- _]causes?|causes?|(?:근본 ?|직접 ?|장애 ?)?원인|根因|(?:根本|直接|故障|事故)?原因",
    ),
    (
        Part.FIX,
        r"(?:the |immediate |temporary |permanent |final )?(?:fix|resolution|mitigation|remediation|recovery|solution|workaround)(?: applied| steps| summary)?|(?:긴급 ?|임시 ?)?(?:조치|복구|해결)(?: ?(?:내용|사항|방법|조치))?|(?:修复|解决|处理|处置|恢复)(?:方案|措施|方法)?",
    ),
)
_HEADING = tuple((part, re.compile(form, re.IGNORECASE)) for part, form in _HEADINGS)
_LABEL = tuple((part, re.compile(form, re.IGNORECASE)) for part, form in _LABELS)
_NUMBERED = re.compile(r"^(?:[\W_]|\d+[.)]|[IVX]+\.|[一二三四五六七八九十]+、)+")
_ASIDE = re.compile(r"\s*[(\[（【].*?[)\]）】]")
_PLACEHOLDER = re.compile(r"(?:short )?(?:event )?description(?: of (?:the )?event)?|events?|what happened")
"""What templates leave in their first row."""
_NOTHING = frozenset((
    "", "n/a", "na", "none", "tbd", "tba", "todo", "unknown", "xxx", "yyy", "zzz", "not known",
    "없음", "미정", "해당 없음", "无", "待定", "未知", "暂无",
))  # fmt: skip


def part_of_heading(heading: str) -> Part | None:
    """`2. Root cause analysis (draft)` is about the cause; None for one that is about nothing known."""
    about = _part_of(_ASIDE.sub("", heading))
    if about in (None, Part.SUMMARY):  # `What happened (timeline)`
        told = (_part_of(aside.strip(" ()[]（）【】")) for aside in _ASIDE.findall(heading))
        return next(filter(None, told), about)
    return about


def _part_of(heading: str) -> Part | None:
    name = _NUMBERED.sub("", heading).strip()
    return next((part for part, form in _HEADING if form.search(name)), None)


def part_of_label(label: str) -> Part | None:
    """What a field of this name states: all of the name must be known."""
    name = " ".join(_NUMBERED.sub("", _ASIDE.sub("", label)).replace("_", " ").split()).strip(" :?")
    names = (name, *(each.strip() for each in name.split(" / ")))  # `发生时间 / Occurrence time`
    return next((part for name in names for part, form in _LABEL if form.fullmatch(name)), None)


def is_stated(value: str) -> bool:
    """Whether a value says anything: not `?`, `N/A`, `TBD`, `-`, nor a template's `<when>`."""
    plain = value.strip().strip("-–—?.…*_ ").lower()
    return (
        plain not in _NOTHING
        and not _PLACEHOLDER.fullmatch(plain)
        and not re.fullmatch(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|y{4}.*|x+", plain)
    )
