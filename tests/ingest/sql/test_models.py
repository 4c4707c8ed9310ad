"""Models of Django and SQLAlchemy: their tables, and the code that reads and writes them."""

from tests.ingest.sql.tables import around, places, queries, references, tables

PEOPLE = """\
    from django.db import models

    class Dated(models.Model):
        made = models.DateTimeField(auto_now_add=True)

        class Meta:
            abstract = True

    class Person(Dated):
        name = models.CharField(max_length=20)
        boss = models.ForeignKey("self", models.CASCADE)
    """
ORDERS = """\
    from django.conf import settings
    from django.contrib.contenttypes.fields import GenericForeignKey
    from django.db import models
    from people.models import Dated, Person

    class Order(Dated):
        code = models.CharField(primary_key=True, max_length=8)
        buyer = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="orders")
        seen_by = models.ManyToManyField("people.Person")
        owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, db_column="who")
        about = GenericForeignKey()

        class Meta:
            db_table = "purchase"

    class Express(Order):
        days = models.IntegerField()

    class Late(Order):
        class Meta:
            proxy = True

    class NoModel(object):
        name = models.CharField(max_length=3)
    """


def shop(**more: str) -> dict[str, str]:
    """The models, below a folder that no import names, and files that use them."""
    files = {"src/people/models.py": PEOPLE, "src/orders/models/__init__.py": "from .order import *\n"}
    return {
        **files,
        "src/orders/models/order.py": ORDERS,
        **{f"src/orders/{k}.py": v for k, v in more.items()},
    }


def test_django_models_are_tables_of_their_app() -> None:
    """Fields of abstract classes count, relations are columns or tables, a proxy has none, a class below a
    model has one that continues its rows."""
    found = around(shop())
    assert tables(found) == {
        "orders_express": "order_ptr_id OneToOneField, days IntegerField | order_ptr_id",
        "people_person": "id AutoField, made DateTimeField, name CharField(20), boss_id ForeignKey | id",
        "purchase": "made DateTimeField, code CharField(8), buyer_id ForeignKey, who ForeignKey | code",
        "purchase_seen_by": "id, order_id ForeignKey, person_id ForeignKey | id",
    }
    assert references(found) == {
        "orders_express(order_ptr_id) purchase",
        "people_person(boss_id) people_person",
        "purchase(buyer_id) people_person",
        "purchase_seen_by(order_id) purchase",
        "purchase_seen_by(person_id) people_person",
    }
    assert ("src.orders.models.order.Order", 6, 14) in places(found, "purchase")


def test_the_label_of_an_app_config_names_tables() -> None:
    """AppConfig says what the folder does not."""
    found = around({
        "people/apps.py": """\
            from django.apps import AppConfig
            class PeopleConfig(AppConfig):
                name = "people"
                label = "humans"
            """,
        "people/models.py": PEOPLE,
    })  # fmt: skip
    assert set(tables(found)) == {"humans_person"}


def test_migrations_say_more_than_models() -> None:
    """Where both describe a table the migrations count, and the class is one more place of it."""
    found = around({
        "people/models.py": PEOPLE,
        "people/migrations/0001_initial.py": """\
            from django.db import migrations, models
            class Migration(migrations.Migration):
                operations = [migrations.CreateModel("Person", [("id", models.BigAutoField(primary_key=True))])]
            """,
    })  # fmt: skip
    assert tables(found) == {"people_person": "id BigAutoField | id"}
    assert len(places(found, "people_person")) == 2


def test_queries_of_django() -> None:
    """Managers, short cuts and rows; the last call of a chain says whether it writes."""
    use = """\
        from django.shortcuts import get_object_or_404
        from orders.models import Order
        from people import models as people

        class Views:
            queryset = Order.objects.all()

            def read(self):
                return Order.objects.filter(code=1).exclude(code=2).first(), people.Person.objects.count()

            def write(self):
                Order.objects.filter(code=1).update(code=2)
                Order.objects.create(code=3)

            def both(self):
                return Order.objects.get_or_create(code=1)

            def short(self, code):
                return get_object_or_404(Order, pk=code)

            def row(self, one: Order):
                one.save()
                other = people.Person.objects.get(pk=1)
                other.delete()

            def nothing(self, objects, form):
                objects.filter(a=1)
                form.save()
                self.other.filter(b=2)
                set().update([1])
        """
    assert queries(around(shop(views=use))) == {
        "src.orders.views.Views read purchase",
        "src.orders.views.Views.both read write purchase",
        "src.orders.views.Views.read read people_person",
        "src.orders.views.Views.read read purchase",
        "src.orders.views.Views.row read write people_person",
        "src.orders.views.Views.row write purchase inferred",
        "src.orders.views.Views.short read purchase",
        "src.orders.views.Views.write write purchase",
    }


def test_a_migration_gets_its_models_by_label() -> None:
    """`apps.get_model` names a model as the framework does."""
    use = """\
        def fill(apps, schema_editor):
            Order = apps.get_model("orders", "Order")
            Order.objects.filter(total=0).update(total=1)

        def other(Order):
            Order.objects.all()
        """
    assert queries(around(shop(use=use))) == {"src.orders.use.fill write purchase"}


def test_relations_lead_to_the_rows_of_other_models() -> None:
    """From a row along what models declare, from either side; what a loop gives is a row."""
    use = """\
        from orders.models import Express, Order
        from django.contrib.contenttypes.models import ContentType
        from people.models import Person

        class Views:
            queryset = Order.objects.all()

            def outside(self):
                return ContentType.objects.get_for_model(Order)

            def forwards(self, one: Express, order: Order):
                return order.buyer.orders.filter(a=1), order.seen_by.all()

            def loop(self):
                for person in Person.objects.all():
                    person.save()

            def field(self):
                return self.queryset.filter(b=2)

            def unknown(self, order: Order):
                return order.cache.filter(a=1), order.labels.all(), order.buyer.get("x")
        """
    assert queries(around(shop(use=use))) == {
        "src.orders.use.Views read purchase",
        "src.orders.use.Views.field read purchase",
        "src.orders.use.Views.forwards read people_person inferred",
        "src.orders.use.Views.forwards read purchase inferred",
        "src.orders.use.Views.outside read django_content_type",
        "src.orders.use.Views.loop read write people_person",
    }


NOTES = """\
    from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
    from django.db import models
    from orders.models import Order

    class Noted(models.Model):
        notes = GenericRelation("notes.Note")
        order = models.ForeignKey(Order, models.CASCADE, related_name="%(app_label)s_%(class)ss")

        class Meta:
            abstract = True

        def loud(self):
            self.save()
            return self.notes.filter(loud=True), self.order.seen_by.all()

    class Note(models.Model):
        about = GenericForeignKey()

    class Parcel(Noted):
        weight = models.IntegerField()

        def clear(self):
            self.notes.all().delete()
            self.order.save()

    class Heavy(Parcel):
        by = models.IntegerField()

        def first(self):
            return self.notes.first()

    def of(order: Order):
        return order.notes_parcels.all(), order.noted.all()

    def below(heavy: Heavy):
        return heavy.order.buyer.orders.count()
    """


def test_relations_that_several_models_share_lead_on() -> None:
    """A generic relation is one from its own side only; a method of an abstract class follows what that declares
    and has no table itself; a model below another reaches what that reaches."""
    found = around({**shop(), "src/notes/models.py": NOTES})
    assert queries(found) == {
        "src.notes.models.Noted.loud read notes_note inferred",
        "src.notes.models.Noted.loud read people_person inferred",
        "src.notes.models.Parcel.clear write notes_note inferred",
        "src.notes.models.Parcel.clear write purchase inferred",
        "src.notes.models.Heavy.first read notes_note inferred",
        "src.notes.models.of read notes_parcel inferred",
        "src.notes.models.below read purchase inferred",
    }
    assert "notes" not in str(sorted(tables(found)["notes_parcel"]))


def test_a_chain_asks_for_what_it_passes() -> None:
    """A row that is got in the chain is read before its own method or relation; one from a variable was."""
    use = """\
        from orders.models import Order

        def label():
            return Order.objects.get(code="a").label()

        def lines():
            return Order.objects.filter(a=1).first().seen_by.all()

        def drop():
            Order.objects.get(code="a").delete()

        def known(order: Order):
            return order.label()
        """
    assert queries(around(shop(use=use))) == {
        "src.orders.use.label read purchase",
        "src.orders.use.lines read purchase",
        "src.orders.use.lines read people_person inferred",
        "src.orders.use.drop read write purchase",
    }


def test_the_user_of_a_request_is_the_one_of_the_settings() -> None:
    """Along relations that the class of users has; what else a request holds says nothing."""
    use = """\
        def view(request):
            request.user.save()
            return request.user.orders.all(), request.site.orders.all(), request.user.other.all()

        class View:
            def get(self):
                return self.request.user.orders.count()
        """
    settings = {"src/site/settings.py": "AUTH_USER_MODEL = 'people.Person'\n"}
    assert queries(around({**shop(use=use), **settings})) == {
        "src.orders.use.view write people_person inferred",
        "src.orders.use.view read purchase inferred",
        "src.orders.use.View.get read purchase inferred",
    }


ALCHEMY = """\
    from sqlalchemy import Column, ForeignKey, Integer, String
    from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

    class Base(DeclarativeBase):
        pass

    class Stamped:
        made: Mapped[int] = mapped_column()

    class Order(Stamped, Base):
        __tablename__ = "orders"
        __table_args__ = {"schema": "shop"}
        id = Column(Integer, primary_key=True)
        code: Mapped[str] = mapped_column("order_code", String(8))
        note: Mapped[str | None]
        lines = relationship("Line")

    class Line(Base):
        __tablename__ = "line"
        id: Mapped[int] = mapped_column(primary_key=True)
        order_id: Mapped[int] = mapped_column(ForeignKey("shop.orders.id"))
        twin = Column(ForeignKey(Order.id))
    """


def test_sqlalchemy_models_are_the_tables_they_name() -> None:
    """Columns as they are called in the table; relationships have none."""
    found = around({"app/models.py": ALCHEMY})
    assert tables(found) == {
        "line": "id int, order_id int, twin | id",
        "shop.orders": "made int, id Integer, order_code String(8), note str | id",
    }
    assert references(found) == {"line(order_id -> id, twin -> id) shop.orders"}


def test_queries_of_sqlalchemy() -> None:
    """Sessions and statements name their models; a query on something else is none."""
    use = """\
        from sqlalchemy import delete, select, text, update
        from .models import Line, Order

        QUERY = "SELECT id FROM shop.orders"

        def read(session):
            return session.query(Order).filter(Order.id == 1), session.execute(select(Line.id))

        def write(session):
            session.add(Order(id=1))
            session.execute(update(Line).values(id=1))

        def raw(session, connection, name):
            session.execute(text(QUERY))
            connection.execute(f"INSERT INTO audit (who) VALUES ('{name}')")

        def nothing(widgets):
            widgets.add(Order)
            widgets.query(Line)
            "SELECT id FROM unused"
        """
    assert queries(around({"app/models.py": ALCHEMY, "app/use.py": use})) == {
        "app.use.raw read shop.orders(id)",
        "app.use.raw write audit(who)",
        "app.use.read read line",
        "app.use.read read shop.orders",
        "app.use.write write line",
        "app.use.write write shop.orders",
    }


def test_tables_of_the_core() -> None:
    """`Table(…)` is a table; statements on the variable that holds it query it, in other files too."""
    found = around({
        "app/tables.py": """\
            import sqlalchemy as sa
            from sqlalchemy import Column, ForeignKey, Integer, MetaData, Table

            metadata = MetaData()
            orders = Table("orders", metadata, Column("id", Integer, primary_key=True), schema="shop")
            line = sa.Table("line", metadata, sa.Column("order_id", sa.ForeignKey("shop.orders.id")))
            """,
        "app/use.py": """\
            from sqlalchemy import select
            from app.tables import line, orders

            def read(connection):
                return connection.execute(select(line.c.order_id))

            def write(connection):
                connection.execute(orders.insert().values(id=1))

            def nothing(other):
                other.insert()
            """,
    })  # fmt: skip
    assert tables(found) == {"line": "order_id", "shop.orders": "id Integer | id"}
    assert references(found) == {"line(order_id -> id) shop.orders"}
    assert queries(found) == {"app.use.read read line", "app.use.write write shop.orders"}
    assert places(found, "shop.orders") == {("app/tables.py", 5, 5)}
