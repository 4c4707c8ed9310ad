"""Entities of JPA, Spring Data and MyBatis-Plus: their tables, columns, keys and relations."""

from tests.ingest.sql.tables import around, places, references, tables

JPA = "package shop; import jakarta.persistence.*; import java.util.*;\n"
CUSTOMER = (
    JPA + '@Entity class Customer { @Id Long id; @Column(name = "full_name") String name; static int N; }'
)


def test_an_entity_has_a_table_of_its_fields() -> None:
    """As annotations say, else as Spring Boot would call it; static and transient fields are no columns."""
    order = (
        JPA
        + """
@Entity @Table(name = "T_ORDER", schema = "sales")
class Order extends Stamped {
  @Id Long id;
  @Column(columnDefinition = "text") String whyClosed;
  @Transient String shown;
  @Embedded Price price;
}
@MappedSuperclass class Stamped { Date createdAt; }
@Embeddable class Price { long amountMinor; }
"""
    )
    found = around({"shop/Order.java": order, "shop/Customer.java": CUSTOMER})
    assert tables(found) == {
        "sales.t_order": "created_at, id, why_closed text, amount_minor | id",
        "customer": "id, full_name | id",
    }
    assert places(found, "customer") == {(".:shop.Customer", 2, 2)}


def test_relations_are_references() -> None:
    """The side that has the column, or a table that joins both; the other side says nothing new."""
    order = (
        JPA
        + """
@Entity class Order {
  @Id Long id;
  @ManyToOne Customer buyer;
  @ManyToOne @JoinColumn(name = "payer", referencedColumnName = "full_name") Customer payer;
  @OneToMany(mappedBy = "order") List<Line> lines;
  @ManyToMany @JoinTable(name = "order_tag", joinColumns = @JoinColumn(name = "o_id"),
    inverseJoinColumns = {@JoinColumn(name = "tag")}) Set<Tag> tags;
}
@Entity class Line { @Id Long id; @ManyToOne Order order; }
@Entity class Tag { @Id Long id; @ManyToMany(mappedBy = "tags") Set<Order> orders; }
"""
    )
    found = around({"shop/Order.java": order, "shop/Customer.java": CUSTOMER})
    assert references(found) == {
        "order(buyer_id, payer -> full_name) customer",
        "line(order_id) order",
        "order_tag(o_id) order",
        "order_tag(tag) tag",
    }
    assert tables(found)["order"] == "id, buyer_id, payer | id"


def test_columns_of_a_relation_to_a_key_of_several() -> None:
    """`@JoinColumns` names them all."""
    line = (
        JPA
        + """
@Entity class Line { @Id Long id;
  @ManyToOne @JoinColumns({@JoinColumn(name = "y", referencedColumnName = "year"),
    @JoinColumn(name = "n", referencedColumnName = "number")}) Bill bill; }
@Entity class Bill { @EmbeddedId BillId id; }
@Embeddable class BillId { int year; int number; }
"""
    )
    found = around({"shop/Line.java": line})
    assert references(found) == {"line(y -> year, n -> number) bill"}
    assert tables(found) == {"line": "id, y, n | id", "bill": "year, number | year, number"}


def test_subclasses_share_the_table_of_their_root() -> None:
    """Unless the root says that each has its own."""
    source = (
        JPA
        + """
@Entity %s class Payment { @Id Long id; }
@Entity class CardPayment extends Payment { String card; }
"""
    )
    shared = around({"shop/P.java": source % ""})
    assert set(tables(shared)) == {"payment"}
    own = around({"shop/P.java": source % "@Inheritance(strategy = InheritanceType.JOINED)"})
    assert set(tables(own)) == {"payment", "card_payment"}


def test_a_script_says_more_of_a_table() -> None:
    """The entity's table is the script's, whatever the naming; the class is one more place of it."""
    found = around(
        {"shop/Customer.java": CUSTOMER, "schema.sql": "CREATE TABLE CUSTOMER (id bigint primary key);"}
    )
    assert tables(found) == {"customer": "id bigint | id"}
    assert len(places(found, "customer")) == 2


def test_only_annotations_of_a_store_make_an_entity() -> None:
    """An `@Entity` of another library means something else."""
    found = around({"a/A.java": "package a; import other.Entity;\n@Entity class A { int x; }"})
    assert tables(found) == {}


def test_entities_of_mybatis_plus_and_r2dbc() -> None:
    """Their annotations, by their imports or written in full."""
    plus = (
        "package a; import com.baomidou.mybatisplus.annotation.*;\n"
        '@TableName("t_user") class User { @TableId Long id; @TableField(exist = false) String x; String nickName; }'
    )
    rows = (
        "package b; import org.springframework.data.annotation.Id;\n"
        '@org.springframework.data.relational.core.mapping.Table("seat") class Seat { @Id Long id; }'
    )
    assert tables(around({"a/User.java": plus, "b/Seat.java": rows})) == {
        "t_user": "id, nick_name | id",
        "seat": "id | id",
    }


def test_entities_of_kotlin() -> None:
    """By the same annotations; properties of the constructor are columns, a companion's are none."""
    kotlin = """
package shop
import jakarta.persistence.*
@Entity
@Table(name = "t_order")
class Order(@Id val id: Long, @ManyToOne val buyer: Customer?, note: String) {
  var openSince: String = ""
  @Transient var shown: Int = 0
  companion object { const val MOST = 9 }
}
"""
    found = around({"shop/Order.kt": kotlin, "shop/Customer.java": CUSTOMER})
    assert tables(found)["t_order"] == "id, buyer_id, open_since | id"
    assert references(found) == {"t_order(buyer_id) customer"}
