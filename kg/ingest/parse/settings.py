"""Settings in documents of any format: the keys they set, flattened (`a.b[0].c`), and harmless values.

In: the documents of a file that may be settings. Out: KeySets, one environment a document where Spring
profiles say so. Only settings are read: manifests, pipelines and API descriptions say nothing here.
"""

from kg.ingest.parse.config_files import environment_of, is_message_bundle
from kg.ingest.parse.key_sets import key_sets
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.tree import Branch, Documents, leaves
from kg.ingest.parse.unit import Unit
from kg.schema.facts import KeySet, Problem

_PROFILE_KEYS = ("spring.config.activate.on-profile", "spring.profiles", "spring.config.activate.onProfile")
_NO_SETTINGS_KEYS = (
    "apiVersion",
    "openapi",
    "swagger",
    "asyncapi",
    "AWSTemplateFormatVersion",
    "on",
    "jobs",
    "stages",
    "repos",
)


def read_settings(unit: Unit, documents: Documents) -> Said:
    """The keys of all documents; each is its own environment when it names a profile."""
    if is_message_bundle(unit.path):
        return NOTHING
    sets: list[KeySet] = []
    problems: list[Problem] = []
    for document in documents.branches:
        if not document.has(*_NO_SETTINGS_KEYS):
            found, wrong = _sets(unit, document)
            sets += found
            problems += wrong
    return Said(sets=tuple(sets), problems=tuple(problems))


def _sets(unit: Unit, document: Branch) -> tuple[tuple[KeySet, ...], tuple[Problem, ...]]:
    lines = list(leaves(document))
    profile = next((value for _, key, value in lines if key in _PROFILE_KEYS and value), "")
    return key_sets(unit.path, lines, profile or environment_of(unit.path))
