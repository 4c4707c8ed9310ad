"""Which classes an object-relational mapper maps, and what they inherit.

In: the `Model`s of a repository. Out: for each class that is mapped its mapper, its fields with those of the
abstract classes above it, and the class above whose rows its own continue. A class is mapped when a base leads to
the mapper's own class, or when it names its table as the mapper wants it. Pure.
"""

from dataclasses import dataclass

from kg.ingest.resolve.data.python_names import PythonNames
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.models import Model, ModelField

DJANGO = "django"
SQLALCHEMY = "sqlalchemy"
_DJANGO_LAST = ("Model", "AbstractUser", "AbstractBaseUser", "User", "Group", "Permission", "Base")


@dataclass(slots=True)
class Mapped:
    """A class that a mapper maps."""

    facts: Facts
    model: Model
    mapper: str
    fields: tuple[ModelField, ...]
    """Its own and those of abstract classes above it; of one name what the nearest class says."""
    parent: Model | None
    """The class above it that has a table of its own."""
    abstract: bool


class ModelClasses:
    """All models by uid, with what is above them."""

    def __init__(self, models: list[tuple[Facts, Model]]) -> None:
        self.names = PythonNames(models)
        self._models = {model.uid: (facts, model) for facts, model in models}
        self._mappers: dict[Uid, str] = {}
        self.mapped: dict[Uid, Mapped] = {}
        for uid in self._models:
            self._mapper(uid)
        for uid, mapper in self._mappers.items():
            if mapper:
                self.mapped[uid] = self._read(uid, mapper)

    def above(self, model: Model, facts: Facts) -> list[Model]:
        """The models of the repository that it names as its bases."""
        found = (self.names.model(base, facts) for base in model.bases)
        return [base for base in found if base is not None and base.uid != model.uid]

    def _mapper(self, uid: Uid) -> str:
        if uid in self._mappers:
            return self._mappers[uid]
        self._mappers[uid] = ""  # for classes that inherit each other
        facts, model = self._models[uid]
        found = SQLALCHEMY if model.option("__tablename__") else ""
        for base in model.bases if not found else ():
            above = self.names.model(base, facts)
            inside = above is not None and above.uid != uid
            found = (
                self._mapper(above.uid) if above is not None and inside else self._outside(base, facts, model)
            )
            if found:
                break
        self._mappers[uid] = found
        return found

    def _outside(self, base: str, facts: Facts, model: Model) -> str:
        """The mapper that a class outside the repository belongs to."""
        for path in (*self.names.absolute(base, facts), base):
            last = path.rpartition(".")[2]
            contributed = path.startswith("django.contrib.") and ".models." in path
            if contributed or (path.startswith("django.") and last in _DJANGO_LAST):
                return DJANGO
            if base.endswith("db.Model") and _has_columns(model):
                return SQLALCHEMY
            if last in ("DeclarativeBase", "AsyncAttrs"):
                return SQLALCHEMY
            if last.endswith(_DJANGO_LAST) and _has_django_fields(model) and _imports(facts, "django"):
                return DJANGO
        return ""

    def _read(self, uid: Uid, mapper: str) -> Mapped:
        facts, model = self._models[uid]
        fields: dict[str, ModelField] = {}
        parent = self._inherit(uid, mapper, fields, set())
        fields.update((one.name, one) for one in model.fields)
        return Mapped(
            facts, model, mapper, tuple(fields.values()), parent, _is_abstract(model, mapper, parent)
        )

    def _inherit(self, uid: Uid, mapper: str, fields: dict[str, ModelField], seen: set[Uid]) -> Model | None:
        """Adds the fields of the abstract classes above a class; gives the first that is none."""
        seen.add(uid)
        facts, model = self._models[uid]
        parent: Model | None = None
        for base in reversed(self.above(model, facts)):
            if base.uid in seen or (mapper == DJANGO and self._mappers.get(base.uid) != DJANGO):
                continue
            if _has_table(base, mapper):
                parent = base
                continue
            parent = self._inherit(base.uid, mapper, fields, seen) or parent
            fields.update((one.name, one) for one in base.fields)
        return parent


def _has_table(model: Model, mapper: str) -> bool:
    if mapper == DJANGO:
        return model.option("abstract") != "True"
    return bool(model.option("__tablename__"))


def _is_abstract(model: Model, mapper: str, parent: Model | None) -> bool:
    if mapper == DJANGO:
        return model.option("abstract") == "True"
    if model.option("__abstract__") == "True" or not model.bases:
        return True
    own = bool(model.option("__tablename__")) or any(base.endswith("db.Model") for base in model.bases)
    return not own and parent is None


def _has_django_fields(model: Model) -> bool:
    return any(one.type.partition("(")[0].endswith(("Field", "ForeignKey")) for one in model.fields)


def _has_columns(model: Model) -> bool:
    """Whether it has fields as SQLAlchemy declares them: their types are no fields."""
    return bool(model.fields) and not _has_django_fields(model)


def _imports(facts: Facts, package: str) -> bool:
    return any(written.partition(".")[0] == package for written in facts.file.imports)
