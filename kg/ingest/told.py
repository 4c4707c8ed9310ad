"""What an ingest is told besides the commit, as one digest: two ingests that share both end at the same rows.

In: the source and the options. Out: a text that is kept beside the commit, so that a job which finds the same
commit and the same digest need not read a file. Jars on the machine are not in it: a job would look for them at
every poll. `kg ingest` reads all the same, and finds them.
"""

import asyncio
from hashlib import blake2b

from kg import __version__
from kg.ingest.options import IngestOptions
from kg.ingest.parse.cache import extractor_version
from kg.ingest.parse.denied import in_force
from kg.ingest.source.git import Source
from kg.ingest.stubs import store


async def told(source: Source, options: IngestOptions) -> str:
    indexes = await options.indexes.of(source.repo, source.commit)
    stubs = await asyncio.to_thread(store.added, options.stubs.folder)
    parts = (
        __version__,
        extractor_version(),
        in_force().digest,
        str(options.discover),
        *(index.name for index in indexes),
        *(stub.digest for stub in stubs),
    )
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()
