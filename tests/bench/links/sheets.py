"""`python -m tests.bench.links.sheets KIND`: the edges that a reader is to judge, with where to look.

One line an edge of the sample that has no label yet: what joins what, how sure kg says it is, and where both
ends stand in the repository at the commit of the benchmark. `--second` gives those of the second reader, who
is not shown what the first one said. `--files` gives the whole files of the recall sample.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from kg.schema.facts import Edge
from tests.bench.callgraph.store import Store
from tests.bench.links.labels import read_labels
from tests.bench.links.repositories import COMMITS, MORE_EVENTS, Known, read_all
from tests.bench.links.sample import KINDS, SEED, SIZE, TWICE, Link, links

WHOLE_FILES = 20
_BUILT = re.compile(r"(?:^|/)(?:dist|build|node_modules|vendor)/|\.min\.")
"""What a program wrote is not read whole by anybody."""
_TOLD = {
    "reads": r"@Value|getenv|environ|settings\.|getProperty|ConfigurationProperties|process\.env",
    "queries": r"@Query|[Mm]apper|Repository|\.objects\.|JdbcTemplate|<select|createQuery|QueryFactory",
    "contracts": r"Mapping\(|@FeignClient|RestTemplate|WebClient|urlpatterns|router\.register|fetch\(|axios",
    "events": r"@RabbitListener|convertAndSend|@KafkaListener|streamBridge|@EventListener|enqueue|publishEvent",
    "documents": r"\.md$|\.rst$|\.adoc$",
}
"""What a file must say (or be called) to be drawn for a kind: words of the frameworks, not of kg."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--cache", type=Path, default=Path(".bench"))
    parser.add_argument("--mirrors", type=Path)
    chosen = parser.parse_args()
    store = Store(chosen.cache.resolve(), chosen.mirrors)
    if chosen.files:
        lines = ["\t".join(pair) for pair in drawn_files(store, chosen.kind)]
    else:
        lines = list(sheet(read_all(store), chosen.kind, second=chosen.second))
    sys.stdout.write("\n".join(lines) + "\n")


def sheet(repositories: Sequence[Known], kind: str, *, second: bool) -> Iterator[str]:
    labels = read_labels(kind)
    sample = list(links(repositories, kind).items())[: TWICE if second else SIZE]
    by_name = {one.name: one for one in repositories}
    for link, edge in sample:
        label = labels.get(link)
        if label is None or (second and not label.second):
            yield "\t".join(
                (link.repo, link.type, link.source, link.target, _told(by_name[link.repo], link, edge))
            )


def _told(one: Known, link: Link, edge: Edge) -> str:
    path, first, last = one.place(link.source)
    at = f" at {', '.join(str(first + site) for site in edge.sites)}" if edge.sites and first else ""
    to, line, _ = one.place(link.target)
    about = " ".join(f"{name}={value}" for name, value in edge.details)
    return f"{edge.how} {edge.confidence:g} {about} | {path}:{first}-{last}{at} -> {to}:{line}".replace(
        "\t", " "
    )


def drawn_files(store: Store, kind: str) -> list[tuple[str, str]]:
    """Four files a kind that speak of it: the first of each repository in turn, as the seed orders them."""
    commits = COMMITS | MORE_EVENTS if kind == "events" else COMMITS
    found = []
    for name, commit in commits.items():
        paths = [path for path in _speaking(store, name, commit, kind) if not _BUILT.search(path)]
        paths.sort(key=lambda path: _digest(kind, name, path))
        found += [(at, _digest(kind, name, path), name, path) for at, path in enumerate(paths)]
    return [(name, path) for _, _, name, path in sorted(found)[: WHOLE_FILES // len(KINDS)]]


def _digest(*parts: str) -> bytes:
    return blake2b("\x1f".join((SEED, *parts)).encode(), digest_size=12).digest()


def _speaking(store: Store, name: str, commit: str, kind: str) -> list[str]:
    git = ["git", "-C", str(store.repository(name))]
    if kind == "documents":
        listed = subprocess.run(
            [*git, "ls-tree", "-r", "--name-only", commit], capture_output=True, text=True, check=True
        )
        return [path for path in listed.stdout.splitlines() if path.endswith((".md", ".rst", ".adoc"))]
    searched = subprocess.run(
        [
            *git,
            "grep",
            "-l",
            "-P",
            _TOLD[kind],
            commit,
            "--",
            "*.java",
            "*.py",
            "*.kt",
            "*.xml",
            "*.js",
            "*.ts",
            "*.tsx",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.partition(":")[2] for line in searched.stdout.splitlines()]


if __name__ == "__main__":
    main()
