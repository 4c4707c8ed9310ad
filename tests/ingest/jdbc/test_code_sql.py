"""SQL that Java code holds as text: who runs it, and what it touches."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.sql.tables import around, queries

SCHEMA = {"schema.sql": "CREATE TABLE orders (id int);\nCREATE TABLE items (id int);"}


def linked(java: str, **more: str) -> set[str]:
    files = {f"a/{name}.java": f"package a;\n{text}" for name, text in {"Dao": java, **more}.items()}
    found = around({**SCHEMA, **files})
    return {line.removeprefix(".:a.") for line in queries(found)}


def test_sql_of_a_template() -> None:
    """Literals, text blocks, sums, locals, constants of this class and of others; gaps do not hide the rest."""
    assert linked(
        '''
class Dao {
  static final String COUNT = "SELECT count(*) FROM " + Names.ORDERS;
  JdbcTemplate jdbc;
  void a() { jdbc.update("INSERT INTO orders (id) VALUES (?)", 1); }
  void b(String where) { jdbc.query("SELECT id FROM orders WHERE " + where + " ORDER BY id", rows); }
  void c() { String sql = """
      DELETE FROM items
      WHERE id = :id
      """; jdbc.update(sql); }
  void d() { jdbc.queryForObject(COUNT, Integer.class); }
}
class Names { static final String ORDERS = "orders"; }
'''
    ) == {
        "Dao#a() write orders(id)",
        "Dao#b(String) read orders(id)",
        "Dao#c() write items(id)",
        "Dao#d() read orders",
    }


def test_a_constant_of_another_file_completes_a_text() -> None:
    """It is read once all files are known."""
    assert linked(
        'class Dao { Connection c; void a() { c.prepareStatement("SELECT id FROM " + Names.ORDERS); } }',
        Names='interface Names { String ORDERS = "orders"; }',
    ) == {"Dao#a() read orders(id)"}


def test_a_call_of_what_is_not_known_is_inferred() -> None:
    """SQL that is given to a method of such a name is run, whatever its class; in a test it may be what is expected."""
    assert linked(
        'class Dao { Store store; void a() { store.update("DELETE FROM orders"); store.update("update title"); } }'
    ) == {"Dao#a() write orders inferred"}
    tested = "package a;\nclass T { Store store; JdbcTemplate jdbc; void a() { store.sql(A); } void b() { jdbc.update(A); }"
    tested += ' static final String A = "DELETE FROM orders"; }'
    assert queries(around({**SCHEMA, "src/test/java/a/T.java": tested})) == {
        "src/test/java:a.T#b() write orders"
    }


def test_sql_that_is_only_written_down() -> None:
    """Handed on or given back: only tables that something defines, never in tests, no sentences."""
    java = """
class Dao {
  String a() { return "SELECT id FROM orders"; }
  String b() { String sql = "DELETE FROM nowhere WHERE id = 1"; return sql; }
  void c() { log("delete failed, from orders"); log("Select one from orders"); log("update orders ok"); }
  void d() { String where = "x"; run("SELECT id FROM items WHERE " + where); StringBuilder b = start("DELETE FROM items WHERE "); }
}"""
    assert linked(java) == {"Dao#a() read orders(id) inferred", "Dao#d() read write items(id, x) inferred"}
    tested = around({**SCHEMA, "src/test/java/a/Dao.java": f"package a;\n{java}"})
    assert queries(tested) == set()


def test_annotations_of_mybatis() -> None:
    """In one text or in pieces, with dynamic tags in a script."""
    assert linked(
        """
import org.apache.ibatis.annotations.*;
interface Dao {
  @Select("SELECT id FROM orders WHERE id = #{id}") Object a(int id);
  @Update({"UPDATE items", "SET id = 1"}) void b();
  @Select({"<script>", "SELECT id FROM orders", "<if test='x'>JOIN items USING (id)</if>", "</script>"}) Object c();
}"""
    ) == {
        "Dao#a(int) read orders(id)",
        "Dao#b() write items(id)",
        "Dao#c() read orders",
        "Dao#c() read items",
    }


def test_providers_of_mybatis() -> None:
    """A mapper's method calls the provider that its annotation names; what a builder names are tables, whether
    it is filled in a chain or in a class of its own."""
    java = """
import org.apache.ibatis.annotations.*;
import org.apache.ibatis.jdbc.SQL;
interface Dao {
  @SelectProvider(type = Made.class, method = "byId") Object one(long id);
  @DeleteProvider(Made.class) int drop();
  @SelectProvider(type = Nobody.class, method = "byId") Object none();
}
class Made {
  String byId() { return new SQL() {{ SELECT("id"); FROM("orders o"); LEFT_OUTER_JOIN("items i on i.o = o.id"); }}.toString(); }
  static String drop() { return new SQL().DELETE_FROM("orders").WHERE("id = 1").toString(); }
}"""
    assert linked(java) == {
        "Made#byId() read orders",
        "Made#byId() read items",
        "Made#drop() write orders",
    }
    calls = {
        (e.source, e.target)
        for e in around({"a/Dao.java": f"package a;\n{java}"}).edges
        if e.type is EdgeType.CALLS
    }
    assert calls == {
        ("r:java:.:a.Dao#one(long)", "r:java:.:a.Made#byId()"),
        ("r:java:.:a.Dao#drop()", "r:java:.:a.Made#drop()"),
    }
