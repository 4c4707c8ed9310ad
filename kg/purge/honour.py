"""Tells a process what is denied, before it reads or shows anything. Called by every composition root."""

from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import SettingsError
from kg.ingest.parse.denied import NOTHING, Denied, honour
from kg.local.secrets import make_secret, read_secret

if TYPE_CHECKING:
    from kg.records import Records


async def honour_denials(records_url: str, key_file: Path) -> None:
    """What was purged on this installation is masked from now on; free where nothing ever was."""
    if records_url.startswith("sqlite:") and not _there(key_file):
        honour(NOTHING)
        return
    from kg.records import open_records  # SQLAlchemy, for those who have purged something

    async with open_records(records_url) as records:
        honour(await _denied(records, key_file))


async def known_denials(records: "Records", key_file: Path) -> Denied:
    """What is denied, with the key, which is made at the first purge."""
    from kg.records.denials import list_denials

    return Denied(make_secret(key_file).encode(), await list_denials(records))


async def _denied(records: "Records", key_file: Path) -> Denied:
    from kg.records.denials import list_denials

    denials = await list_denials(records)
    if denials and not _there(key_file):
        raise SettingsError(
            f"settings: {key_file} is gone, and without it nobody can tell what was purged; bring the file back"
        )
    return Denied(read_secret(key_file, "the key of denials").encode(), denials) if denials else NOTHING


def _there(key_file: Path) -> bool:
    """One look, at the start of a process."""
    return key_file.is_file()
