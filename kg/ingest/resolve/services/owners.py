"""Which service and team a path belongs to. Pure.

In: the declared services and CODEOWNERS of a repository. Out: `Ownership`, asked by path. A service has its
paths, or the folder of the file that declares it; the most specific one counts, and where two claim the
same folder it is neither's. Of CODEOWNERS the last rule that matches counts, in each section of GitLab;
where it says nothing, the owner of the service does.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field
from hashlib import blake2b

from pathspec import GitIgnoreSpec

from kg.ingest.resolve.services.declared import Declared, declared_services
from kg.schema.facts import Facts
from kg.schema.repo_settings import OwnerRule, OwnerRules

_PLACES = (".github/CODEOWNERS", "CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS")
"""Where it is looked for; the first that is there counts."""


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a path is; empty where nobody says."""

    service: str = ""
    owner_team: str = ""
    """As CODEOWNERS has it; several owners with a blank between them."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a service says is its own, one glob or folder."""

    service: str
    owner: str
    glob: str
    spec: GitIgnoreSpec

    @property
    def depth(self) -> int:
        """How much of a path it names."""
        return sum(1 for part in self.glob.split("/") if part.strip("*"))


@dataclass(frozen=True, slots=True)
class _Section:
    """The rules of one section, the last first."""

    rules: tuple[tuple[re.Pattern[str], str], ...]

    def owners(self, path: str) -> str:
        return next((owners for form, owners in self.rules if form.match(path)), "")


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose each path of a repository is."""

    digest: str = ""
    """Equal digests answer equally for every path."""
    claims: tuple[_Claim, ...] = ()
    sections: tuple[_Section, ...] = ()
    known: dict[str, Owned] = field(default_factory=dict)

    def of(self, path: str) -> Owned:
        if not self.digest or not path:
            return NOBODY
        if path not in self.known:
            self.known[path] = self._of(path)
        return self.known[path]

    def _of(self, path: str) -> Owned:
        claim = self._claim(path)
        teams = dict.fromkeys(owner for section in self.sections for owner in section.owners(path).split())
        if claim is None:
            return Owned("", " ".join(teams))
        return Owned(claim.service, " ".join(teams) or claim.owner)

    def _claim(self, path: str) -> _Claim | None:
        found = [claim for claim in self.claims if claim.spec.match_file(path)]
        deepest = max((claim.depth for claim in found), default=0)
        best = [claim for claim in found if claim.depth == deepest]
        return best[0] if len({claim.service for claim in best}) == 1 else None


NOBODY = Owned()
UNOWNED = Ownership()


def ownership(files: Sequence[Facts]) -> Ownership:
    """Whose the paths of a repository are, as its files say."""
    services = declared_services(files)
    rules = _code_owners(files)
    if not services and not rules:
        return UNOWNED
    text = repr((rules, [(one.folder, astuple(one.entry)) for one in services]))
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return Ownership(digest, tuple(_claims(services)), _sections(rules) if rules else ())


def _code_owners(files: Iterable[Facts]) -> OwnerRules | None:
    found = {f.file.path: r for f in files for r in f.found if isinstance(r, OwnerRules)}
    return next((found[path] for path in _PLACES if path in found), None)


def _claims(services: Iterable[Declared]) -> Iterable[_Claim]:
    for one in services:
        for glob in one.entry.paths or (f"/{one.folder}**",):
            yield _Claim(one.entry.name, one.entry.owner, glob, GitIgnoreSpec.from_lines([glob]))


def _sections(owners: OwnerRules) -> tuple[_Section, ...]:
    names = dict.fromkeys(rule.section for rule in owners.rules)
    return tuple(
        _Section(
            tuple(
                (_form(rule, owners.gitlab), " ".join(rule.owners))
                for rule in reversed(owners.rules)
                if rule.section == name
            )
        )
        for name in names
    )


def _form(rule: OwnerRule, anywhere: bool) -> re.Pattern[str]:
    """A pattern of CODEOWNERS. Unlike in `.gitignore`, `docs/*` is what stands in `docs`, not below it."""
    pattern = rule.pattern
    body = pattern.strip("/")
    rooted = pattern.startswith("/") or ("/" in body and not anywhere)
    start = "" if rooted else r"(?:.*/)?"
    if pattern.endswith("/"):
        end = "/.*"
    elif body.endswith("/*"):
        end = ""
    else:
        end = "(?:/.*)?"
    return re.compile(f"{start}{_globbed(body)}{end}$")


def _globbed(body: str) -> str:
    """`*` within a folder, `**` over folders, `?` one character."""
    words = {"**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|/\*\*$|\*\*|\*|\?)", body)
    return "".join(words.get(part, re.escape(part)) for part in parts)
