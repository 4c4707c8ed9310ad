"""`python -m tests.bench.callgraph.memory REPOSITORY CACHE`: what reading and resolving its Java files holds.

Prints MB at the peak beyond what the process had after its imports, and the lines read. One worker, whose
own memory does not grow with the repository; the facts that it sends are all held here.
"""

import asyncio
import json
import sys
from pathlib import Path

import kg.ingest.resolve.java.tracked  # noqa: F401 - imported when first asked for, and not what is measured
from kg.ingest.assemble import without_twins
from kg.ingest.collector import paused_collector
from kg.ingest.parse.pool import ParseOptions, parse_all
from kg.ingest.resolve.languages import resolve_calls
from kg.ingest.source.discover import DiscoverOptions, discover
from kg.ingest.source.git import open_source


async def main(location: str, cache: Path) -> None:
    source = await open_source(location, "", cache, "measured")
    discovery = await discover(source, DiscoverOptions())
    entries = [entry for entry in discovery.entries if entry.path.endswith(".java")]
    before = _kilobytes("VmRSS")
    with paused_collector():
        parsed = await parse_all(
            source.git_dir, source.repo, entries, ParseOptions(cache, workers=1, file_seconds=60)
        )
        files = without_twins(parsed)
        del parsed
        calls = resolve_calls(files, (), {}, {})
    peak = (_kilobytes("VmHWM") - before) * 1024 / 1e6
    lines = sum(facts.file.lines for facts in files)
    sys.stdout.write(json.dumps({"mb": round(peak), "lines": lines, "resolved": calls.resolved}))


def _kilobytes(what: str) -> int:
    """Of this process, as Linux says it."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(next(line for line in status.splitlines() if line.startswith(what)).split()[1])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
