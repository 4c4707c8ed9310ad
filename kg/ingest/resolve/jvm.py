"""The languages of the JVM: Java and Kotlin see each other's declarations, so they are resolved together.

In: the facts of all their files. Out: one `Resolution`. Each language has its own resolver; what crosses
is how the other's declarations look from there.
"""

from collections.abc import Sequence

from kg.ingest.resolve.java.resolve import resolve_java
from kg.ingest.resolve.java.stub import dependencies
from kg.ingest.resolve.java.world import World
from kg.ingest.resolve.kotlin.resolve import resolve_kotlin
from kg.ingest.resolve.kotlin.view import aliases_of, java_view
from kg.ingest.resolve.room import room_to_work
from kg.schema.facts import Facts, Resolution
from kg.schema.java import JavaFacts
from kg.schema.kotlin import KotlinFacts


def resolve_jvm(files: Sequence[Facts], stubs: Sequence[str] = ()) -> Resolution:
    """CALLS, EXTENDS, IMPLEMENTS, OVERRIDES and INJECTS; `stubs` as of `resolve_java`."""
    kotlin = [each.code for each in files if isinstance(each.code, KotlinFacts)]
    if not kotlin:
        return resolve_java(files, stubs)
    aliases = aliases_of(kotlin)
    of_java = resolve_java(files, stubs, [java_view(facts, aliases) for facts in kotlin])
    java = [each.code for each in files if isinstance(each.code, JavaFacts)]
    with room_to_work():
        of_kotlin = resolve_kotlin(kotlin, World(java, dependencies(stubs)))
    return Resolution(of_java.edges + of_kotlin.edges, of_java.open_sites | of_kotlin.open_sites)
