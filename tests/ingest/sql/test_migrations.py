"""Migrations of each tool, applied in its order: the tables and columns that must come out."""

from tests.ingest.sql.tables import around, places, references, tables


def test_flyway_applies_versions_as_numbers() -> None:
    """V10 comes after V9, V1.1 after V1, repeatable scripts last; undo scripts change nothing."""
    found = around({
        "db/migration/V1__orders.sql": "CREATE TABLE orders (id bigint PRIMARY KEY, total int, note text);",
        "db/migration/V1_1__customer.sql": "CREATE TABLE customer (id bigint PRIMARY KEY);\nCREATE TABLE old (a int);",
        "db/migration/V2__ref.sql": (
            "ALTER TABLE orders ADD COLUMN customer_id bigint REFERENCES customer (id), DROP COLUMN note;"
        ),
        "db/migration/later/V9__rename.sql": (
            "ALTER TABLE orders RENAME TO purchase;\nALTER TABLE purchase ADD state int;"
        ),
        "db/migration/V10__last.sql": (
            "ALTER TABLE purchase RENAME COLUMN total TO amount;\nALTER TABLE purchase ALTER COLUMN state TYPE text;"
            "\nDROP TABLE old;"
        ),
        "db/migration/R__view.sql": "CREATE OR REPLACE VIEW open_purchase AS SELECT id, amount FROM purchase;",
        "db/migration/U10__last.sql": "DROP TABLE purchase;",
    })  # fmt: skip
    assert tables(found) == {
        "customer": "id bigint | id",
        "open_purchase": "id, amount",
        "purchase": "id bigint, amount int, customer_id bigint, state text | id",
    }
    assert references(found) == {"purchase(customer_id -> id) customer"}
    assert {path for path, _, _ in places(found, "purchase")} == {
        "db/migration/V1__orders.sql", "db/migration/V2__ref.sql", "db/migration/later/V9__rename.sql",
        "db/migration/V10__last.sql",
    }  # fmt: skip


def test_one_location_for_each_database() -> None:
    """Folders of a location that are named like databases are histories of their own."""
    found = around({
        "db/migration/h2/V1__a.sql": "CREATE TABLE a (id int);",
        "db/migration/h2/V2__a.sql": "ALTER TABLE a ADD b int;",
        "db/migration/mysql/V1__a.sql": "CREATE TABLE a (id int);",
        "db/migration/mysql/V2__a.sql": "ALTER TABLE a ADD b int;",
    })  # fmt: skip
    assert tables(found) == {"a": "id int, b int"}


def test_numbered_scripts_are_applied_in_order() -> None:
    """`2_` comes before `10_`, and its down script is no step."""
    found = around({
        "migrations/10_last.sql": "ALTER TABLE t DROP COLUMN b;",
        "migrations/2_more.sql": "ALTER TABLE t ADD b int, ADD c int;",
        "migrations/1_first.up.sql": "CREATE TABLE t (a int);",
        "migrations/1_first.down.sql": "DROP TABLE t;",
    })  # fmt: skip
    assert tables(found) == {"t": "a int, c int"}


def test_a_broken_migration_stops_no_other() -> None:
    """What cannot be understood in one file is left out, the rest applies."""
    found = around({
        "db/migration/V1__a.sql": "CREATE TABLE a (id int);",
        "db/migration/V2__b.sql": "ALTER TABLE a ADD ((( ; CREATE TABEL x; ALTER",
        "db/migration/V3__c.sql": "ALTER TABLE a ADD c int;",
    })  # fmt: skip
    assert tables(found) == {"a": "id int, c int"}


XML = """\
    <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">
      <changeSet id="1" author="me">
        <createTable tableName="orders">
          <column name="id" type="bigint"><constraints primaryKey="true"/></column>
          <column name="who" type="int"><constraints foreignKeyName="f" references="customer(id)"/></column>
          <column name="note" type="text"/>
        </createTable>
        <rollback><dropTable tableName="orders"/></rollback>
      </changeSet>
      <include file="db/two.xml"/>
      <includeAll path="more/" relativeToChangelogFile="true"/>
      <changeSet id="9" author="me">
        <renameTable oldTableName="orders" newTableName="purchase"/>
        <dropColumn tableName="purchase" columnName="note"/>
        <modifyDataType tableName="purchase" columnName="total" newDataType="bigint"/>
        <sql>ALTER TABLE purchase ADD COLUMN state int; INSERT INTO purchase (id) VALUES (1);</sql>
      </changeSet>
    </databaseChangeLog>
    """


def test_liquibase_xml_in_the_order_of_includes() -> None:
    """Change sets and included logs apply as they stand in the master log."""
    found = around({
        "app/src/main/resources/db/master.xml": XML,
        "app/src/main/resources/db/two.xml": """\
            <databaseChangeLog><changeSet id="2" author="me">
              <addColumn tableName="orders"><column name="sum" type="int"/></addColumn>
              <renameColumn tableName="orders" oldColumnName="sum" newColumnName="total"/>
            </changeSet></databaseChangeLog>
            """,
        "app/src/main/resources/db/more/a.sql": """\
            --liquibase formatted sql
            --changeset me:3
            CREATE TABLE customer (id int);
            --rollback DROP TABLE customer;
            """,
        "other/src/main/resources/db/two.xml": "<databaseChangeLog/>",
    })  # fmt: skip
    assert tables(found) == {
        "customer": "id int",
        "purchase": "id bigint, who int, total bigint, state int | id",
    }
    assert references(found) == {"purchase(who -> id) customer"}
    assert ("app/src/main/resources/db/master.xml", 3, 7) in places(found, "purchase")


YAML = """\
    databaseChangeLog:
      - include:
          file: one.yaml
          relativeToChangelogFile: true
      - changeSet:
          id: 2
          author: me
          preConditions:
            - onFail: MARK_RAN
          changes:
            - addColumn:
                tableName: orders
                columns:
                  - column: {name: total, type: int}
                  - column: {name: note, type: text}
            - dropColumn: {tableName: orders, columnName: note}
            - addPrimaryKey: {tableName: orders, columnNames: "id, total"}
            - addForeignKeyConstraint:
                baseTableName: orders
                baseColumnNames: who
                referencedTableName: customer
                referencedColumnNames: id
            - dropTable: {tableName: gone}
            - sql: {sql: "CREATE TABLE made (a int)"}
    """


def test_liquibase_yaml() -> None:
    """YAML says the same as XML; so does JSON."""
    json = """\
        {"databaseChangeLog": [{"changeSet": {"id": "1", "author": "me", "changes": [
          {"createTable": {"tableName": "orders", "columns": [
             {"column": {"name": "id", "type": "int", "constraints": {"primaryKey": true}}},
             {"column": {"name": "who", "type": "int"}}]}},
          {"createTable": {"tableName": "gone", "columns": [{"column": {"name": "id", "type": "int"}}]}}
        ]}}]}
        """
    found = around({"db/master.yaml": YAML.replace("one.yaml", "one.json"), "db/one.json": json})
    assert tables(found) == {
        "customer": "",
        "made": "a int",
        "orders": "id int, who int, total int | id, total",
    }
    assert references(found) == {"orders(who -> id) customer"}


ALEMBIC = """\
    from alembic import op
    import sqlalchemy as sa

    revision = "{revision}"
    down_revision = {before}

    def upgrade():
        {steps}

    def downgrade():
        op.drop_table("orders")
    """


def alembic(revision: str, before: str, *steps: str) -> str:
    given = "\n        ".join(steps)
    return ALEMBIC.replace("{revision}", revision).replace("{before}", before).replace("{steps}", given)


def test_alembic_follows_down_revision() -> None:
    """Revisions apply after those that they revise, whatever their files are called."""
    found = around({
        "alembic/versions/z_first.py": alembic(
            "a1", "None",
            'op.create_table("orders", sa.Column("id", sa.Integer(), nullable=False),',
            '    sa.Column("note", sa.String(length=20)), sa.Column("who", sa.Integer(), sa.ForeignKey("customer.id")),',
            '    sa.PrimaryKeyConstraint("id"))',
            'op.create_table("gone", sa.Column("id", sa.Integer, primary_key=True))',
        ),
        "alembic/versions/m_second.py": alembic(
            "b2", '"a1"',
            'with op.batch_alter_table("orders", schema=None) as batch_op:',
            '    batch_op.add_column(sa.Column("total", sa.Numeric(10, 2)))',
            '    batch_op.alter_column("note", new_column_name="remark", type_=sa.Text())',
            'op.rename_table("orders", "purchase")',
        ),
        "alembic/versions/a_last.py": alembic(
            "c3", '("b2",)',
            'op.drop_column("purchase", "who")',
            'if True:',
            '    op.execute(sa.text("ALTER TABLE purchase ADD COLUMN state text"))',
            'op.drop_table("gone")',
            'op.create_foreign_key("f", "purchase", "customer", ["state"], ["name"])',
        ),
    })  # fmt: skip
    assert tables(found) == {
        "customer": "", "purchase": "id Integer, remark Text, total Numeric(10,2), state text | id",
    }  # fmt: skip
    assert references(found) == {"purchase(state -> name) customer"}


DJANGO = """\
    from django.conf import settings
    from django.db import migrations, models

    class Migration(migrations.Migration):
        dependencies = {after}
        operations = [
            {operations}
        ]
    """


def django(after: str, *operations: str) -> str:
    given = "\n            ".join(operations)
    return DJANGO.replace("{after}", after).replace("{operations}", given)


def test_django_applies_apps_in_the_order_of_dependencies() -> None:
    """Models are tables of their app; relations are columns and join tables; renames carry them along."""
    found = around({
        "shop/orders/migrations/0001_initial.py": django(
            '[("people", "0001_initial")]',
            'migrations.CreateModel(name="Tag", fields=[("name", models.CharField(max_length=9, primary_key=True))],',
            '    options={"db_table": "tag"}),',
            'migrations.CreateModel(name="Order", fields=[',
            '    ("id", models.BigAutoField(primary_key=True, serialize=False)),',
            '    ("total", models.DecimalField(max_digits=8, decimal_places=2)),',
            '    ("buyer", models.ForeignKey(on_delete=models.CASCADE, to="people.person")),',
            '    ("tags", models.ManyToManyField(to="orders.Tag")),',
            ']),',
            'migrations.CreateModel(name="Seen", fields=[], options={"proxy": True}),',
        ),
        "shop/orders/migrations/0002_more.py": django(
            '[("orders", "0001_initial")]',
            'migrations.AddField("order", "note", models.TextField(null=True)),',
            'migrations.RenameField(model_name="order", old_name="total", new_name="amount"),',
            'migrations.AlterField(model_name="order", name="note", field=models.CharField(max_length=30)),',
            'migrations.RenameModel(old_name="Order", new_name="Purchase"),',
            'migrations.RunSQL("ALTER TABLE orders_purchase ADD COLUMN raw int"),',
            'migrations.RunPython(lambda apps, editor: None),',
        ),
        "shop/people/migrations/0001_initial.py": django(
            "[]",
            'migrations.CreateModel("Person", [("id", models.AutoField(primary_key=True)),',
            '    ("boss", models.ForeignKey("self", models.CASCADE, db_column="chief"))]),',
            'migrations.CreateModel("Gone", [("id", models.AutoField(primary_key=True))]),',
        ),
        "shop/people/migrations/0002_gone.py": django(
            '[("people", "0001_initial"), ("orders", "0002_more")]',
            'migrations.DeleteModel("Gone"),',
            'migrations.AddField("person", "login", models.OneToOneField(to=settings.AUTH_USER_MODEL)),',
        ),
    })  # fmt: skip
    assert tables(found) == {
        "auth_user": "",
        "orders_purchase": (
            "id BigAutoField, amount DecimalField(8,2), buyer_id ForeignKey, note CharField(30), raw int | id"
        ),
        "orders_purchase_tags": "id, purchase_id ForeignKey, tag_id ForeignKey | id",
        "people_person": "id AutoField, chief ForeignKey, login_id OneToOneField | id",
        "tag": "name CharField(9) | name",
    }
    assert references(found) == {
        "orders_purchase(buyer_id) people_person",
        "orders_purchase_tags(purchase_id) orders_purchase",
        "orders_purchase_tags(tag_id) tag",
        "people_person(chief) people_person",
        "people_person(login_id) auth_user",
    }


def test_django_moves_a_model_between_apps() -> None:
    """What only Django's view of the models says changes no table; the rename of the table does."""
    found = around({
        "a/migrations/0001_initial.py": django(
            "[]", 'migrations.CreateModel("Note", [("id", models.AutoField(primary_key=True))]),'
        ),
        "b/migrations/0001_take.py": django(
            '[("a", "0001_initial")]',
            'migrations.SeparateDatabaseAndState(state_operations=[',
            '    migrations.CreateModel("Note", [("id", models.AutoField(primary_key=True))])], database_operations=[]),',
        ),
        "a/migrations/0002_give.py": django(
            '[("b", "0001_take")]',
            'migrations.SeparateDatabaseAndState(',
            '    database_operations=[migrations.AlterModelTable("Note", "b_note")],',
            '    state_operations=[migrations.DeleteModel("Note")]),',
        ),
        "b/migrations/0002_more.py": django(
            '[("a", "0002_give"), ("b", "0001_take")]',
            'migrations.AddField("note", "text", models.TextField()),',
        ),
    })  # fmt: skip
    assert tables(found) == {"b_note": "id AutoField, text TextField | id"}


def test_a_migration_that_is_no_python_is_a_problem_of_its_file() -> None:
    """The others apply."""
    from kg.ingest.parse.file import parse_file

    broken = "class Migration(migrations.Migration):\n  operations = [migrations.RunSQL(]\n"
    assert any(
        "not applied" in p
        for p in parse_file("r", "a/migrations/0002_x.py", "", broken.encode()).file.problems
    )
    found = around({
        "a/migrations/0001_initial.py": django(
            "[]", 'migrations.CreateModel("Note", [("id", models.AutoField(primary_key=True))]),'
        ),
        "a/migrations/0002_x.py": broken,
        "a/migrations/0003_y.py": django('[("a", "0002_x")]', 'migrations.AddField("note", "n", models.TextField()),'),
    })  # fmt: skip
    assert tables(found) == {"a_note": "id AutoField, n TextField | id"}
