"""Mapper files of MyBatis: statements with their SQL, who executes and includes them, what they touch."""

from kg.ingest.assemble import without_twins
from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.around import resolve_around
from kg.ingest.resolve.world import Around
from kg.schema.facts import Facts
from kg.schema.vocabulary import EdgeType, Kind
from tests.ingest.sql.tables import around, queries

INTERFACE = """
package shop;
public interface OrderMapper extends Base<Order> {
  Order find(long id);
  int close(long id);
  int close(long id, String why);
  default Order first() { return find(1); }
}
"""
BASE = "package shop; interface Base<T> { int count(); }"


def mapper(body: str, namespace: str = "shop.OrderMapper") -> str:
    return f"<mapper namespace='{namespace}'>\n{body}\n</mapper>\n"


def parsed(text: str, path: str = "mapper/OrderMapper.xml") -> Facts:
    return parse_file("r", path, "", text.encode())


def statements(text: str, path: str = "mapper/OrderMapper.xml") -> dict[str, str]:
    """The SQL of each statement, blanks as one."""
    return {
        a.uid.removeprefix("r:statement:"): " ".join(a.text.split())
        for a in parsed(text, path).artifacts
        if a.kind is Kind.STATEMENT
    }


def executes(found: Around) -> set[str]:
    """`shop.OrderMapper#find(long) shop.OrderMapper.find`, ` inferred` where it is."""
    return {
        f"{e.source.rpartition(':')[2]} {e.target.removeprefix('r:statement:')}"
        f"{'' if e.how == 'exact' else f' {e.how}'}"
        for e in found.edges
        if e.type is EdgeType.EXECUTES
    }


def includes(found: Around) -> set[tuple[str, str]]:
    return {
        (e.source.removeprefix("r:statement:"), e.target.removeprefix("r:statement:"))
        for e in found.edges
        if e.type is EdgeType.INCLUDES
    }


def test_a_statement_is_the_sql_that_its_tags_stand_for() -> None:
    """Dynamic tags become what MyBatis would write, with every branch; includes stay as written."""
    text = """
  <sql id="cols">id, total</sql>
  <select id='find'>
    SELECT <include refid="cols"/> FROM orders
    <where>
      <if test="a &lt; 1">AND a = #{a} <![CDATA[ AND b <= 2 ]]></if>
      <foreach collection="ids" item="i" open="AND id IN (" separator="," close=")">#{i}</foreach>
    </where>
  </select>
  <update id="close">
    <bind name="x" value="1"/>
    UPDATE orders <set><if test="s">state = #{s},</if></set>
    <trim prefix="WHERE" prefixOverrides="AND |OR ">AND id = #{id}</trim>
    <choose><when test="x">AND one = 1</when><otherwise>AND two = 2</otherwise></choose>
  </update>"""
    assert statements(mapper(text)) == {
        "shop.OrderMapper.cols": "id, total",
        "shop.OrderMapper.find": (
            'SELECT <include refid="cols"/> FROM orders WHERE a = #{a} AND b <= 2 AND id IN (#{i})'
        ),
        "shop.OrderMapper.close": ("UPDATE orders SET state = #{s} WHERE id = #{id} AND one = 1 AND two = 2"),
    }


def test_a_statement_stands_at_its_lines() -> None:
    """File DEFINES Statement, from its tag to the end of it; what a comment holds is none."""
    text = mapper(
        "<!-- <delete id='all'>DELETE FROM orders</delete> -->\n<select id='one'>\nSELECT 1\n</select>"
    )
    (edge,) = parsed(text).edges
    assert (edge.type, edge.start_line, edge.end_line) == (EdgeType.DEFINES, 3, 5)


def test_nothing_is_fetched_for_a_doctype() -> None:
    """The DTD of MyBatis is only a name; a file that declares entities is refused and says so."""
    doctype = (
        '<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://127.0.0.1:9/mapper.dtd">\n'
    )
    assert statements(doctype + mapper("<select id='one'>SELECT 1</select>"))
    bomb = '<!DOCTYPE mapper [<!ENTITY a "SELECT 1">]>\n' + mapper("<select id='one'>&a;</select>")
    assert parsed(bomb).artifacts == ()
    assert "declares entities" in parsed(bomb).file.problems[0]


def test_what_is_put_into_sql_as_text_is_flagged() -> None:
    """`${sort}` is no parameter: a caller's text becomes SQL."""
    found = parsed(mapper("<select id='find'>SELECT * FROM t WHERE a = #{a} ORDER BY ${ sort }</select>"))
    assert dict(found.artifacts[0].details)["substitutions"] == ("sort",)


def test_statements_of_several_databases_stand_side_by_side() -> None:
    """By `databaseId` in one file, by the name of a folder or file in several; any method runs all of them."""
    both = mapper(
        "<select id='find' databaseId='oracle'>SELECT * FROM orders</select>"
        "<select id='find' databaseId='mysql'>SELECT * FROM t_orders</select>"
    )
    assert list(statements(both)) == ["shop.OrderMapper.find[oracle]", "shop.OrderMapper.find[mysql]"]
    one = mapper("<select id='find'>SELECT 1</select>")
    assert list(statements(one, "sql/postgres/Order.xml")) == ["shop.OrderMapper.find[postgres]"]
    found = around({"shop/OrderMapper.java": INTERFACE, "m.xml": both})
    assert {line for line in executes(found) if "#find" in line} == {
        "shop.OrderMapper#find(long) shop.OrderMapper.find[mysql]",
        "shop.OrderMapper#find(long) shop.OrderMapper.find[oracle]",
    }


def test_methods_of_the_namespace_execute_the_statements() -> None:
    """All overloads; what the interface inherits is inferred; a default method runs nothing itself."""
    ids = ("find", "close", "count", "first", "nobody")
    body = "".join(f"<select id='{name}'>SELECT 1 FROM orders</select>" for name in ids)
    files = {"shop/OrderMapper.java": INTERFACE, "shop/Base.java": BASE, "m.xml": mapper(body)}
    assert executes(around(files)) == {
        "shop.OrderMapper#find(long) shop.OrderMapper.find",
        "shop.OrderMapper#close(long) shop.OrderMapper.close",
        "shop.OrderMapper#close(long,String) shop.OrderMapper.close",
        "shop.Base#count() shop.OrderMapper.count inferred",
    }


def test_a_mapper_of_kotlin_executes_its_statements() -> None:
    """The interface of a namespace may be one of Kotlin."""
    kotlin = "package shop\ninterface OrderMapper { fun find(id: Long): Order }\n"
    found = around({"OrderMapper.kt": kotlin, "m.xml": mapper("<select id='find'>SELECT 1</select>")})
    assert executes(found) == {"shop.OrderMapper#find(Long) shop.OrderMapper.find"}


def test_statements_are_named_in_calls() -> None:
    """By namespace and id, through constants and the name of a class; an id alone where a session is called
    and only one statement has it. A text that names no statement is none."""
    dao = """
package shop;
import org.apache.ibatis.session.SqlSession;
class Dao {
  static final String NS = OrderMapper.class.getName();
  SqlSession session;
  Other other;
  void a() { session.selectOne(NS + ".find", 1); }
  void b() { session.delete("shop.OrderMapper.drop"); }
  void c() { session.selectList("find"); }
  void d() { other.selectList("find"); session.update("missing"); }
}"""
    body = "<select id='find'>SELECT 1</select><delete id='drop'>DELETE FROM orders</delete>"
    files = {"shop/Dao.java": dao, "shop/OrderMapper.java": INTERFACE, "m.xml": mapper(body)}
    assert {line for line in executes(around(files)) if line.startswith("shop.Dao")} == {
        "shop.Dao#a() shop.OrderMapper.find",
        "shop.Dao#b() shop.OrderMapper.drop",
        "shop.Dao#c() shop.OrderMapper.find inferred",
    }


def test_statements_that_fill_a_part_of_a_result_run_too() -> None:
    """`<collection select>` of a result map, also of one that it extends in another file."""
    orders = mapper(
        "<resultMap id='whole' extends='shop.Items.part'/>"
        "<select id='find' resultMap='whole'>SELECT * FROM orders</select>"
    )
    items = mapper(
        "<resultMap id='part'><collection property='items' select='ofOrder'/></resultMap>"
        "<select id='ofOrder'>SELECT * FROM items</select>",
        "shop.Items",
    )
    assert executes(around({"shop/OrderMapper.java": INTERFACE, "o.xml": orders, "i.xml": items})) == {
        "shop.OrderMapper#find(long) shop.OrderMapper.find",
        "shop.OrderMapper#find(long) shop.Items.ofOrder inferred",
    }


def test_statements_query_tables() -> None:
    """Fragments are filled in, values of their properties too; each choice that names tables is read."""
    body = """
  <sql id="table">${schema}.orders</sql>
  <select id="a">SELECT o.id FROM <include refid="table"><property name="schema" value="sales"/></include> o</select>
  <select id="b">SELECT 1 FROM x <choose><when test="y">JOIN y ON 1=1</when>
    <otherwise>JOIN z ON 1=1</otherwise></choose></select>
  <insert id="c"><selectKey keyProperty="id">SELECT max(id) FROM ids</selectKey>
    INSERT INTO orders (id) VALUES (#{id})</insert>"""
    assert queries(around({"m.xml": mapper(body)})) == {
        "shop.OrderMapper.a read sales.orders(id)",
        "shop.OrderMapper.b read x",
        "shop.OrderMapper.b read y",
        "shop.OrderMapper.b read z",
        "shop.OrderMapper.c read ids(id)",
        "shop.OrderMapper.c write orders(id)",
    }


def test_fragments_of_other_files_are_filled_in() -> None:
    """Across namespaces, and in fragments of fragments."""
    common = mapper(
        "<sql id='from'>FROM <include refid='name'/></sql><sql id='name'>orders</sql>", "shop.Common"
    )
    body = "<select id='find'>SELECT id <include refid='shop.Common.from'/> WHERE id = #{id}</select>"
    found = around({"a.xml": mapper(body), "b.xml": common})
    assert queries(found) == {"shop.OrderMapper.find read orders(id)"}
    assert includes(found) == {
        ("shop.OrderMapper.find", "shop.Common.from"),
        ("shop.Common.from", "shop.Common.name"),
    }


def test_fragments_that_include_each_other_end() -> None:
    """A circle is broken, never followed for ever."""
    body = (
        "<sql id='a'><include refid='b'/></sql><sql id='b'><include refid='a'/></sql>"
        "<select id='find'>SELECT id FROM orders WHERE <include refid='a'/></select>"
    )
    assert queries(around({"m.xml": mapper(body)})) == {"shop.OrderMapper.find read orders(id)"}


def test_modules_with_mappers_of_one_namespace() -> None:
    """Each keeps its statements, and the methods of its own interface run them."""
    body = "<sql id='all'>id</sql><select id='find'>SELECT <include refid='all'/> FROM %s</select>"
    files = {}
    for module in ("a", "b"):
        files[f"{module}/src/main/java/shop/OrderMapper.java"] = INTERFACE
        files[f"{module}/src/main/resources/OrderMapper.xml"] = mapper(body % f"orders_{module}")
    own = without_twins([parse_file("r", path, "", text.encode()) for path, text in files.items()])
    assert not any(facts.file.problems for facts in own)
    found = resolve_around("r", own)
    assert {line for line in executes(found) if "#find" in line} == {
        "shop.OrderMapper#find(long) shop.OrderMapper.find",
        "shop.OrderMapper#find(long) shop.OrderMapper.find~2",
    }
    assert [
        e.source.split(":")[2] for e in found.edges if e.target == "r:statement:shop.OrderMapper.find~2"
    ] == ["b/src/main/java"]
    assert includes(found) == {
        ("shop.OrderMapper.find", "shop.OrderMapper.all"),
        ("shop.OrderMapper.find~2", "shop.OrderMapper.all~2"),
    }
    assert queries(found) == {
        "shop.OrderMapper.find read orders_a(id)",
        "shop.OrderMapper.find~2 read orders_b(id)",
    }
