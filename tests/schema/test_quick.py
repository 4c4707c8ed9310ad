"""Records that travel between processes."""

import pickle
from copy import deepcopy
from dataclasses import replace

from kg.schema.data import ChangeLog, Include
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Kind


def test_a_quickly_pickled_record_is_the_same_record() -> None:
    """Pickled, copied and replaced records are equal to what they were, field by field."""
    artifact = Artifact(Kind.METHOD, Uid("u"), "n", "q", "o", text="x", call_sites=("a", "b"), complexity=3)
    edge = Edge(EdgeType.CALLS, Uid("u"), Uid("v"), sites=(1, 2))
    for record in (artifact, edge):
        assert pickle.loads(pickle.dumps(record)) == record
        assert deepcopy(record) == record
        assert hash(pickle.loads(pickle.dumps(record))) == hash(record)
    assert replace(artifact, name="m").call_sites == ("a", "b")


def test_a_record_of_one_field_travels_too() -> None:
    """A text alone stays a text, a tuple alone a tuple."""
    log = ChangeLog((Include("a.xml", relative=True),))
    assert pickle.loads(pickle.dumps(log)) == log
