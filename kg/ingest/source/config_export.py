"""The texts of an export of a config centre: a zip as its console gives it, or the folder of one unpacked.

In: where it is. Out: path and text of each file. Nothing is unpacked to disk: the texts hold secrets.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from kg.errors import SourceError
from kg.ingest.source.folder import MAX_BYTES, folder_files
from kg.ingest.source.places import Place

MAX_FILES = 50_000


def exported_texts(place: Place) -> Iterator[tuple[str, str]]:
    for path, data in exported_files(place):
        yield path, data.decode("utf-8", "replace")


def exported_files(place: Place) -> Iterator[tuple[str, bytes]]:
    root = Path(place.path)
    if root.is_dir():
        yield from folder_files(root)
    elif zipfile.is_zipfile(root):
        yield from _zipped(root, place)
    else:
        raise SourceError(f"source: {place.url}: neither a folder nor a zip")


def _zipped(root: Path, place: Place) -> Iterator[tuple[str, bytes]]:
    """What it holds, by its own names: nothing is written to where they say."""
    try:
        with zipfile.ZipFile(root) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_FILES:
                raise SourceError(f"source: {place.url} holds more than {MAX_FILES:,} files")
            for entry in sorted(entries, key=lambda entry: entry.filename):
                with archive.open(entry) as file:
                    data = file.read(MAX_BYTES + 1)  # whatever its size is said to be
                if len(data) <= MAX_BYTES:
                    yield entry.filename, data
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        raise SourceError(f"source: {place.url} cannot be unpacked: {type(error).__name__}") from None
