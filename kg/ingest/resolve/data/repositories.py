"""Classes that a framework gives ready methods for one entity: Spring Data's repositories, mappers and services
of MyBatis-Plus and tk.mybatis.

In: what classes extend, with what it is given. Out: a `Repository` each, for those who link its methods and
the calls of what it inherits; and a table for an entity that only its repository tells. Knows no method.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kg.ingest.resolve.data.entity_columns import RANK, place_of
from kg.ingest.resolve.data.entity_names import snake
from kg.ingest.resolve.data.jvm_classes import JvmClass, TypeName
from kg.ingest.resolve.data.tables import Shape
from kg.ingest.resolve.data.world import Data, Entity, Repository
from kg.schema.facts import Facts
from kg.schema.vocabulary import How

SPRING, MAPPER, SERVICE = "spring", "mapper", "service"
_SPRING_DATA = ("org.springframework.data.", "io.micronaut.data.")
_PLUS = ("com.baomidou.mybatisplus.", "com.github.yulichang.")


@dataclass(frozen=True, slots=True)
class _Given:
    """A class of a framework that has the methods."""

    form: str
    packages: tuple[str, ...]
    """It is imported from one of them."""
    entity: int = 0
    """Which of its type arguments is the entity."""
    tells: bool = False
    """Its entities need no annotation."""


_BASES: Mapping[str, _Given] = {
    **dict.fromkeys(
        (
            "Repository", "CrudRepository", "ListCrudRepository", "PagingAndSortingRepository",
            "ListPagingAndSortingRepository", "JpaRepository", "JpaRepositoryImplementation", "JpaSpecificationExecutor",
            "ReactiveCrudRepository", "ReactiveSortingRepository", "RxJava3CrudRepository",
            "CoroutineCrudRepository", "CoroutineSortingRepository", "GenericRepository", "PageableRepository",
            "SimpleJpaRepository",
        ),
        _Given(SPRING, _SPRING_DATA),
    ),
    "R2dbcRepository": _Given(SPRING, _SPRING_DATA, tells=True),
    "BaseMapper": _Given(MAPPER, _PLUS, tells=True),
    "MPJBaseMapper": _Given(MAPPER, _PLUS, tells=True),
    "IService": _Given(SERVICE, _PLUS, tells=True),
    "ServiceImpl": _Given(SERVICE, _PLUS, entity=1, tells=True),
    "Mapper": _Given(MAPPER, ("tk.mybatis.",), tells=True),
    "MySqlMapper": _Given(MAPPER, ("tk.mybatis.",), tells=True),
}  # fmt: skip


def define_repositories(found: Data) -> None:
    """The repositories by their class."""
    for klass in found.classes.below(*_BASES):
        base = _base(found, klass)
        if base is None:
            continue
        given, written, facts = base
        of = found.classes.find(written.name, facts, klass.qualified_name)
        if of is None:
            continue
        entity = found.entities.get(of.uid) or (_told(found, of) if given.tells else None)
        if entity is not None:
            found.repositories[klass.uid] = Repository(klass, entity, given.form)


def _base(found: Data, klass: JvmClass) -> tuple[_Given, TypeName, Facts] | None:
    """The framework's class above it, the entity that it is given, and the file that says so."""
    facts = klass.facts
    for of, above in found.classes.above(klass):
        given = _BASES.get(of.name.rpartition(".")[2])
        if above is None and given and len(of.arguments) > given.entity:
            for there in (klass.facts, facts):
                if _imports(there, of.name, given.packages):
                    return given, of.arguments[given.entity], there
        facts = above.facts if above is not None else facts
    return None


def _imports(facts: Facts, name: str, packages: tuple[str, ...]) -> bool:
    if "." in name:
        return name.startswith(packages)
    return any(
        each.startswith(packages) and each.rpartition(".")[2] in (name, "*") for each in facts.file.imports
    )


def _told(found: Data, klass: JvmClass) -> Entity:
    """An entity without an annotation: its table is called as its class."""
    entity = Entity(klass.uid, klass.name, snake(klass.name), klass.facts.file.path)
    entity.columns = {each.name: snake(each.name) for each in klass.fields if not each.static}
    found.entities[klass.uid] = entity
    shape = Shape(entity.table, entity.table, places=[place_of(klass)], how=How.INFERRED, rank=RANK)
    found.tables.define(shape)
    return entity
