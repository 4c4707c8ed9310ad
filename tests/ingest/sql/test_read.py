"""What SQL texts say, for every dialect: tables with access and columns, changes of the schema, lines."""

import pytest

from kg.ingest.parse.sql import dialect_of, read_jpql, read_sql
from kg.schema.data import SqlStatement


def one(text: str, dialect: str = "") -> SqlStatement:
    (statement,) = read_sql(text, dialect)
    return statement


def touched(statement: SqlStatement) -> set[str]:
    """`read orders(id,total)`."""
    return {
        f"{table.access} {table.key}" + (f"({','.join(table.columns)})" if table.columns else "")
        for table in statement.tables
    }


QUERIES = {
    "SELECT o.id, c.name FROM orders o JOIN customer c ON c.id = o.customer_id": {
        "read orders(id,customer_id)", "read customer(name,id)",
    },
    "INSERT INTO audit (who, what) SELECT name, ? FROM users": {"write audit(who,what)", "read users(name)"},
    "UPDATE stock SET left_over = left_over - :n WHERE sku = :sku": {"write stock(left_over,sku)"},
    "DELETE o FROM orders o JOIN customer c ON c.id = o.customer_id": {
        "write orders(customer_id)", "read customer(id)",
    },
    "MERGE INTO stock s USING delivery d ON (s.sku = d.sku) WHEN MATCHED THEN UPDATE SET s.n = d.n": {
        "write stock(sku,n)", "read delivery(sku,n)",
    },
    "WITH recent AS (SELECT id FROM orders) SELECT id FROM recent": {"read orders(id)"},
    "WITH orders AS (SELECT id FROM orders) SELECT id FROM orders": {"read orders(id)"},
    "WITH RECURSIVE tree AS (SELECT id FROM node UNION ALL SELECT t.up FROM tree t) SELECT id FROM tree": {
        "read node(id)",
    },
    "SELECT x.id FROM (SELECT id FROM orders) x, UNNEST(tags) t, dual": {"read orders(id)"},
    "SELECT 1 FROM generate_series(1, 5) g JOIN orders o ON o.id = g": {"read orders(id)"},
    "SELECT id FROM `Order` WHERE `key` = #{key} ${more} ORDER BY ${by}": {"read Order(id,key)"},
    "SELECT id FROM ${table} WHERE id IN (%s)": set(),
    "SELECT id FROM ${prefix}_orders o JOIN Shop.Customer c ON c.oid = o.id": {"read shop.customer(oid)"},
    "TRUNCATE TABLE cart": {"write cart"},
    "REPLACE INTO cart VALUES (1, 'FROM orders')": {"write cart"},
    "SELECT id FROM orders FOR UPDATE": {"read orders(id)"},
    "SET NAMES utf8": set(),
}  # fmt: skip


@pytest.mark.parametrize("text", QUERIES)
def test_tables_of_a_query(text: str) -> None:
    """A query touches the tables that it names and no others, each with its access and sure columns."""
    assert touched(one(text)) == QUERIES[text]


BY_WORDS = {
    "SELECT a b c FROM orders WHERE EXTRACT(YEAR FROM paid) = 1 AND a IS DISTINCT FROM b": {"read orders"},
    "SELECT a b c FROM orders WHERE CONVERT(name USING utf8) = 'x'": {"read orders"},
    "UPDATE orders SET (((": {"write orders"},
    "CREATE PROCEDURE pay() BEGIN UPDATE orders SET paid = 1; DELETE FROM cart; END": {
        "write orders", "write cart",
    },
    "CREATE FUNCTION f() RETURNS int AS $body$ BEGIN RETURN (SELECT n FROM stock); END $body$ LANGUAGE plpgsql": {
        "read stock",
    },
    "CREATE TRIGGER t AFTER UPDATE ON orders FOR EACH ROW INSERT INTO audit VALUES (1)": {"write audit"},
}  # fmt: skip


@pytest.mark.parametrize("text", BY_WORDS)
def test_what_no_grammar_reads_is_read_by_its_words(text: str) -> None:
    """A broken statement and the body of a routine still tell their tables, and that this is less sure."""
    statement = one(text)
    assert touched(statement) == BY_WORDS[text] and not statement.parsed


JPQL = {
    "SELECT DISTINCT o FROM Order o JOIN o.items i LEFT JOIN FETCH i.product WHERE o.id = :id": [
        "read Order", "read Order.items", "read Order.items.product",
    ],
    "select new a.b.Sum(o.id) from Order o, Item i where i member of o.items order by o.id": [
        "read Order", "read Item",
    ],
    "UPDATE Order o SET o.paid = true": ["write Order"],
    "delete Order o where trim(both from o.name) = ''": ["write Order"],
    "from com.acme.Order": ["read com.acme.Order"],
}  # fmt: skip


@pytest.mark.parametrize("text", JPQL)
def test_entities_of_jpql(text: str) -> None:
    """JPQL names entities, as they are written, and joins along their attributes."""
    assert [f"{table.access} {table.name}" for table in read_jpql(text).tables] == JPQL[text]


def test_a_script_is_split_into_its_statements() -> None:
    """Texts, comments, dollar quotes, DELIMITER and bodies of routines do not end a statement."""
    text = """-- one; not yet
CREATE TABLE a (note varchar(9) DEFAULT ';');

DELIMITER //
CREATE PROCEDURE p() BEGIN
  UPDATE a SET note = 'it''s; ok';
END//
DELIMITER ;
/* two; */ INSERT INTO a VALUES ('x;y');
"""
    assert [(s.form, s.start_line, s.end_line) for s in read_sql(text, "mysql")] == [
        ("create_table", 2, 2), ("create_procedure", 5, 7), ("insert", 9, 9),
    ]  # fmt: skip


def test_bodies_of_other_dialects_are_one_statement() -> None:
    """Oracle ends a body with a slash, SQL Server with GO, PostgreSQL quotes it with dollars."""
    oracle = "CREATE OR REPLACE PROCEDURE p IS n NUMBER; BEGIN n := 1; END;\n/\nSELECT 1 FROM dual;"
    server = "CREATE PROCEDURE p AS BEGIN SELECT 1; SELECT 2; END\nGO\nSELECT 1\nGO"
    postgres = "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1; SELECT 2; $$ LANGUAGE sql; SELECT 1;"
    for text, dialect in ((oracle, "oracle"), (server, "tsql"), (postgres, "postgres")):
        assert [s.form.partition("_")[0] for s in read_sql(text, dialect)] == ["create", "select"], dialect


def test_temporary_tables_are_none() -> None:
    """A table that ends with its session is neither made nor touched."""
    script = (
        "CREATE TEMP TABLE t AS SELECT id FROM orders; INSERT INTO t SELECT id FROM cart; SELECT * FROM t;"
    )
    assert [touched(s) for s in read_sql(script)] == [
        {"read orders(id)"}, {"read cart(id)"}, set(),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", ";;;", "'", "((((", "CREATE", "ALTER TABLE", "SELECT " + "(" * 5000, "\x07 $$", "'\\" * 9999]
)
def test_no_text_raises(text: str) -> None:
    """Whatever the text, something comes out."""
    read_sql(text)
    read_jpql(text)


SIGNS = {
    "mysql": (
        "SELECT `a`", "a int Auto_Increment", ") Engine = InnoDB", "on duplicate key update a = 1", "/*!40101 SET x */",
    ),
    "tsql": ("SELECT 1\n go\nSELECT 2", "a nvarchar(max)", "FROM [dbo].[a]", "a int identity (1, 1)"),
    "oracle": ("a varchar2(9)", "a number(9)", "nvl(a, b)", "SELECT sysdate", "WHERE rownum < 9"),
    "postgres": (
        "a serial", "a BigSerial", "a::text", "a jsonb", "a ilike 'b'", "AS $body$ x $body$", "AS $$ x $$", "returning a",
    ),
    "sqlite": ("a integer autoincrement", "pragma a", ") without rowid"),
    "": ("SELECT a FROM b WHERE number > 1", "go home", "engine", "a category", "SELECT rowid"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "dialect"), [(text, name) for name, all_ in SIGNS.items() for text in all_])
def test_a_dialect_is_told_by_what_only_it_writes(text: str, dialect: str) -> None:
    """Each sign tells its dialect, in upper and lower case; a text without one is standard SQL."""
    assert [dialect_of("", each) for each in (text, text.upper(), text.lower())] == [dialect] * 3
