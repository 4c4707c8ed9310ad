"""How artifacts, versions and snapshots are named.

A `uid` is stable across versions and readable: the repository key, the language (code) or the
kind (everything else), then what the thing is called there. A `vid` is one version of it,
`uid@seq`. Neither is ever a number of the database. Knows nothing of how names are found.
"""

from typing import NewType

Uid = NewType("Uid", str)
Vid = NewType("Vid", str)
ScopeToken = NewType("ScopeToken", str)

OPEN = 999_999_999
"""`valid_to` of a version or edge that still holds: later than every snapshot number."""

SEQ_DIGITS = 9


def padded(seq: int) -> str:
    """A snapshot number as text that sorts like the number: full text ranges compare text."""
    return f"{seq:0{SEQ_DIGITS}d}"


def vid(uid: Uid, seq: int) -> Vid:
    """The version of `uid` that snapshot `seq` brought."""
    return Vid(f"{uid}@{seq}")


def uid_of(version: Vid) -> Uid:
    """What a version is one of."""
    return Uid(version.rpartition("@")[0])


def scope_token(number: int) -> ScopeToken:
    """Scope number as an ordered token that every analyser leaves whole: `s00007`."""
    return ScopeToken(f"s{number:05d}")


def line_key(repo: str, ref: str) -> str:
    """The key of a further ref of a repository, which is held as a repository of its own: `orders@release/2`."""
    return f"{repo}@{ref}"


def line_base(key: str) -> str:
    """Of which repository a key is a line; empty for a repository itself."""
    base, mark, _ = key.partition("@")
    return base if mark else ""


def repository_uid(repo: str) -> Uid:
    return Uid(f"{repo}:repository")


def file_uid(repo: str, path: str) -> Uid:
    return Uid(f"{repo}:file:{path}")


def java_uid(repo: str, source_root: str, qualified_name: str) -> Uid:
    """`shop:java:pay/src/main/java:acme.Pay#charge(Order,long)`; the source root keeps twins apart."""
    return Uid(f"{repo}:java:{source_root}:{qualified_name}")


def kotlin_uid(repo: str, source_root: str, qualified_name: str) -> Uid:
    """`shop:kotlin:pay/src/main/kotlin:acme.Pay#charge(Order)`, as of Java; `acme.mask(String.)` is an
    extension of String at the top of a file."""
    return Uid(f"{repo}:kotlin:{source_root}:{qualified_name}")


def python_uid(repo: str, qualified_name: str) -> Uid:
    """`shop:python:app.pricing.Refund.price`: the dotted path from the repository's root."""
    return Uid(f"{repo}:python:{qualified_name}")


def go_uid(repo: str, folder: str, name: str) -> Uid:
    """`shop:go:internal/pay:pay.Server.Charge`: a package is a folder and a name, its files do not count.

    What only some builds have says which: `pay.open[linux]`."""
    return Uid(f"{repo}:go:{folder}:{name}")


def typescript_uid(repo: str, language: str, path: str, name: str) -> Uid:
    """`shop:typescript:src/pay.ts#Pay.charge`; the module itself is `shop:typescript:src/pay.ts`."""
    return Uid(f"{repo}:{language}:{path}#{name}" if name else f"{repo}:{language}:{path}")


def doc_uid(repo: str, path: str, headings: tuple[str, ...]) -> Uid:
    """`shop:doc:docs/pay.md#Refunds/Fees`; the part before the first heading has no `#`."""
    tail = "#" + "/".join(headings) if headings else ""
    return Uid(f"{repo}:doc:{path}{tail}")


def postmortem_uid(repo: str, path: str) -> Uid:
    """One incident report a document."""
    return Uid(f"{repo}:postmortem:{path}")


def config_set_uid(repo: str, config_set: str) -> Uid:
    return Uid(f"{repo}:config:{config_set}")


def config_uid(repo: str, config_set: str, key: str) -> Uid:
    """One key of one config set (a module's folder, or `.`): `shop:config:pay:refund.fee`."""
    return Uid(f"{repo}:config:{config_set}:{key}")


def table_uid(repo: str, name: str) -> Uid:
    """`shop:table:orders.refund`: the schema only where it is written; lower case unless quoted."""
    return Uid(f"{repo}:table:{name}")


def statement_uid(repo: str, name: str) -> Uid:
    """`shop:statement:shop.OrderMapper.findById` (namespace and id), or a path and a number,
    `shop:statement:db/V1__orders.sql#2`."""
    return Uid(f"{repo}:statement:{name}")


def endpoint_uid(repo: str, module: str, side: str, key: str) -> Uid:
    """One side (`serves`, `requests`) of a contract: `shop:endpoint:orders:serves:GET /orders/{}`."""
    return Uid(f"{repo}:endpoint:{module}:{side}:{key}")


def topic_uid(repo: str, module: str, side: str, key: str) -> Uid:
    """One side (`publishes`, `consumes`) of a topic: `shop:topic:orders:consumes:kafka:order.paid`. The key
    begins with the system: two of them may use a name."""
    return Uid(f"{repo}:topic:{module}:{side}:{key}")


def job_uid(repo: str, path: str, name: str) -> Uid:
    """`shop:job:.gitlab-ci.yml#deploy`."""
    return Uid(f"{repo}:job:{path}#{name}")


def library_uid(repo: str, ecosystem: str, name: str) -> Uid:
    """What a repository depends on: `shop:library:maven:org.slf4j:slf4j-api`. A node a repository, as
    everything else: who may see it follows from there."""
    return Uid(f"{repo}:library:{ecosystem}:{name}")


def service_uid(repo: str, name: str) -> Uid:
    """`shop:service:orders`, of the repository that declares it."""
    return Uid(f"{repo}:service:{name}")


def term_uid(repo: str, term: str) -> Uid:
    """An entry of a glossary: `shop:term:chargeback`."""
    return Uid(f"{repo}:term:{term}")


def ordinal(uid: Uid, n: int) -> Uid:
    """The n-th (from 1) of otherwise identical names, in order of appearance: `~2`."""
    return uid if n == 1 else Uid(f"{uid}~{n}")
