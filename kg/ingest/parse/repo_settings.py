"""`.kg.yaml` as a file of the repository: its settings for resolvers, and its problems.

In: a Unit. Out: Facts whose `found` holds the `RepoSettings`. Only the one at the root counts. What it
says of other files (generated, types of documents) has been applied before, by `kg.ingest.source`.
"""

from kg.ingest.parse.settings_reader import read_settings
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem
from kg.schema.repo_settings import SETTINGS_FILE


def parse_repo_settings(unit: Unit) -> Facts:
    if unit.path != SETTINGS_FILE:
        reason = f"only the {SETTINGS_FILE} at the root of the repository counts: not read"
        return Facts(unit.file(problems=(Problem(0, reason),)))
    read = read_settings(unit.text)
    return Facts(unit.file(problems=read.problems), found=(read.settings,))
