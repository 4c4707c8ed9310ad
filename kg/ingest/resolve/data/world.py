"""What the resolvers of stored data share: the tables, the entities, the links that are found."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from kg.ingest.resolve.data.apps import Apps
from kg.ingest.resolve.data.jvm_classes import JvmClass, JvmClasses
from kg.ingest.resolve.data.links import Links
from kg.ingest.resolve.data.model_classes import ModelClasses
from kg.ingest.resolve.data.tables import Tables
from kg.ingest.resolve.data.texts import SqlTexts
from kg.ingest.resolve.world import Around, World
from kg.schema.ids import Uid
from kg.schema.models import Model


@dataclass(slots=True)
class Entity:
    """A class whose instances are the rows of a table."""

    uid: Uid
    """The Class."""
    name: str
    """What JPQL calls it, or the class's own name."""
    table: str
    """The key of its table."""
    path: str = ""
    """Of the file that the class is in."""
    columns: dict[str, str] = field(default_factory=dict)
    """Attribute -> column."""
    targets: dict[str, Uid] = field(default_factory=dict)
    """Attribute -> the class of the entity or entities that it leads to."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A class that a framework gives methods for the rows of one entity."""

    klass: JvmClass
    entity: Entity
    form: str
    """Whose methods: `spring`, `mapper`, `service`."""


class Data:
    """One repository's stored data, while it is being found."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables = Tables(world.repo)
        self.links = Links()
        self.entities: dict[Uid, Entity] = {}
        self.abstract: dict[Uid, Entity] = {}
        """Abstract models: what their methods reach is known, but they have no table."""
        self.labelled: dict[tuple[str, str], Uid] = {}
        """Models of Django by the label of their app and their name in lower case."""
        self.core_tables: dict[str, str] = {}
        """Variables that hold a table of SQLAlchemy's core, in full, and its key."""
        self.repositories: dict[Uid, Repository] = {}
        """By the class."""
        self.asked: set[Uid] = set()
        """Methods whose query is written somewhere: their name says nothing."""

    @cached_property
    def entities_by_name(self) -> dict[str, list[Entity]]:
        """By what JPQL calls them; asked for once all are defined."""
        named: dict[str, list[Entity]] = defaultdict(list)
        for entity in self.entities.values():
            named[entity.name].append(entity)
        return named

    @cached_property
    def classes(self) -> JvmClasses:
        """Java and Kotlin classes by name."""
        return JvmClasses(self.world.files)

    @cached_property
    def apps(self) -> Apps:
        """Apps of Django."""
        return Apps(self.world)

    @cached_property
    def models(self) -> ModelClasses:
        """Classes that mappers of Python map."""
        return ModelClasses(self.world.found(Model))

    @cached_property
    def sql(self) -> SqlTexts:
        """SQL in texts of code."""
        return SqlTexts(self.world)

    def around(self) -> Around:
        artifacts, edges = self.tables.found()
        return Around(artifacts, (*edges, *self.links.edges()))
