"""Repositories of Spring Data: queries by annotation, by the name of a method, and by calls of what is inherited."""

from tests.ingest.sql.tables import around, queries, tables

ENTITIES = """
package shop;
import jakarta.persistence.*;
import java.util.*;
@Entity @Table(name = "t_order")
@NamedQuery(name = "Order.open", query = "SELECT o FROM Order o JOIN o.lines l")
class Order {
  @Id Long id;
  String status;
  Date createdAt;
  @OneToMany(mappedBy = "order") List<Line> lines;
}
@Entity class Line { @Id Long id; @ManyToOne Order order; @ManyToOne Item item; }
@Entity class Item { @Id Long id; }
"""
HEAD = """
package shop;
import org.springframework.data.jpa.repository.*;
import org.springframework.data.repository.*;
"""


def linked(**files: str) -> set[str]:
    """The QUERIES of these files beside the entities, without packages."""
    named = {f"shop/{name}.java": HEAD + text for name, text in files.items()}
    found = around({"shop/Entities.java": ENTITIES, **named})
    return {line.removeprefix(".:shop.") for line in queries(found)}


def test_a_method_is_a_query_by_its_name() -> None:
    """Of the repository's entity, with the columns that it compares; a default method is none."""
    assert linked(
        Orders="""
interface Orders extends JpaRepository<Order, Long> {
  Order findFirstByStatusAndCreatedAtAfterOrderByIdDesc(String s, Date d);
  int countByStatusIn(List<String> all);
  void deleteByStatus(String s);
  default Order some() { return findById(1L).get(); }
  static void find() {}
}"""
    ) == {
        "Orders#findFirstByStatusAndCreatedAtAfterOrderByIdDesc(String,Date) read t_order(status, created_at) inferred",
        "Orders#countByStatusIn(List) read t_order(status) inferred",
        "Orders#deleteByStatus(String) write t_order(status) inferred",
    }


def test_a_query_names_entities_and_their_relations() -> None:
    """JPQL says entities, and joins along attributes; a native query says tables, of others too."""
    assert linked(
        Orders="""
interface Orders extends CrudRepository<Order, Long> {
  @Query("select o from Order o join o.lines l join l.item i where o.id = :id") Order whole(long id);
  @Query("update #{#entityName} o set o.status = 'x'") @Modifying int close();
  @Query(value = "SELECT * FROM t_order o JOIN audit.log a ON a.o = o.id", nativeQuery = true) List<Order> raw();
  @Query(Texts.OF) List<Order> constant();
}
interface Texts { String OF = "from shop.Item"; }"""
    ) == {
        "Orders#whole(long) read t_order",
        "Orders#whole(long) read line",
        "Orders#whole(long) read item",
        "Orders#close() write t_order",
        "Orders#raw() read t_order(id)",
        "Orders#raw() read audit.log(o)",
        "Orders#constant() read item",
    }


def test_a_named_query_is_found_by_entity_and_method() -> None:
    """Then the name of the method says nothing; the entity manager calls it by its name."""
    assert linked(
        Orders="interface Orders extends Repository<Order, Long> { List<Order> open(); }",
        Dao="""
import jakarta.persistence.*;
class Dao { EntityManager em; void all() { em.createNamedQuery("Order.open"); } }""",
    ) == {
        "Orders#open() read t_order",
        "Orders#open() read line",
        "Dao#all() read t_order",
        "Dao#all() read line",
    }


SERVICE = """
import java.util.*;
class Service {
  final OrderRepo orders;
  Map<Long, Order> other = new HashMap<>();
  Service(OrderRepo orders) { this.orders = orders; }
  void keep(Order o) { orders.save(o); }
  long all() { return orders.findAll().size() + this.orders.count(); }
  void own() { orders.findByStatus("x"); orders.findById(1L, "x"); }
  void other() { orders.findById(1L); }
  void each(List<Order> all) { all.forEach(this.orders::delete); }
  void none() { other.remove(1L); other.getOrDefault(2L, null); }
}"""
ORDERS = (
    "interface OrderRepo extends Base<Order>, OrderRepoCustom { Order findByStatus(String s); }\n"
    "interface OrderRepoCustom { Order findById(long id, String why); }"
)
BASE = "interface Base<T> extends JpaRepository<T, Long> {}"


def test_what_is_inherited_queries_from_the_caller() -> None:
    """No method of the code stands between; what the repository declares, or an interface above it, is a call
    of that method. The entity may be given through an interface of one's own."""
    assert linked(OrderRepo=ORDERS, Base=BASE, Service=SERVICE) == {
        "OrderRepo#findByStatus(String) read t_order(status) inferred",
        "Service#keep(Order) write t_order inferred",
        "Service#all() read t_order inferred",
        "Service#other() read t_order inferred",
        "Service#each(List) write t_order inferred",
    }


def test_calls_of_mocks_query_nothing() -> None:
    """A test that replaces the repository reaches no table."""
    mocked = "import static org.mockito.BDDMockito.given;\n" + SERVICE
    assert not any("Service" in line for line in linked(OrderRepo=ORDERS, Base=BASE, Service=mocked))


def test_a_test_that_mocks_something_else_still_reaches_tables() -> None:
    """What the container injects is the real one, also for a class inside; what it replaces is not, nor is what
    the test makes itself."""
    test = """
import org.mockito.Mockito;
class ServiceTest {
  @MockBean Rates rates;
  @Autowired OrderRepo orders;
  @AfterEach void clear() { orders.deleteAll(); }
  @Nested class Inside { void one() { orders.save(new Order()); } }
}"""

    def of_test(text: str) -> set[str]:
        found = linked(OrderRepo=ORDERS, Base=BASE, ServiceTest=text)
        return {line for line in found if "Test" in line}

    assert of_test(test) == {
        "ServiceTest#clear() write t_order inferred",
        "ServiceTest.Inside#one() write t_order inferred",
    }
    assert of_test(test.replace("@Autowired", "@Autowired @SpyBean")) == set()
    assert of_test(test.replace("@Autowired", "")) == set()
    assert of_test(test.replace("@Nested", "OrderRepo made; @Nested")) == set()


def test_only_frameworks_give_methods() -> None:
    """A class of the same name is no repository, nor is one for what is no entity."""
    other = "interface Orders extends other.JpaRepository<Order, Long> { Order findById(long id); }"
    texts = "interface Texts extends JpaRepository<String, Long> { String findById(long id); }"
    assert linked(Orders=other) == set()
    assert linked(Texts=texts) == set()


def test_sessions_and_criteria_name_classes() -> None:
    """Or a variable of its type; what they are called on says so."""
    assert linked(
        Dao="""
import jakarta.persistence.*;
import jakarta.persistence.criteria.*;
class Dao {
  EntityManager em;
  void keep(Order order) { em.persist(order); }
  Order one() { return em.find(Order.class, 1L); }
  void both(CriteriaBuilder cb) { CriteriaQuery<Order> q = cb.createQuery(Order.class); q.from(Item.class); }
  void sql() { em.createNativeQuery("DELETE FROM t_order WHERE id = 1"); em.createQuery("from Line"); }
}"""
    ) == {
        "Dao#keep(Order) write t_order inferred",
        "Dao#one() read t_order inferred",
        "Dao#both(CriteriaBuilder) read item inferred",
        "Dao#sql() write t_order(id)",
        "Dao#sql() read line",
    }


def test_querydsl_names_generated_classes() -> None:
    """Which are called after entities of their package: written in full, imported, or made anew."""
    assert linked(
        Dao="""
import com.querydsl.jpa.impl.JPAQueryFactory;
import static shop.QItem.item;
class Dao {
  JPAQueryFactory queries;
  void a() { queries.selectFrom(QOrder.order).leftJoin(QOrder.order.lines, QLine.line).fetch(); }
  void b() { queries.delete(item).execute(); QOrder o = new QOrder("o"); queries.select(o.id).from(o); }
  void c() { queries.selectFrom(QNobody.nobody); }
}"""
    ) == {
        "Dao#a() read t_order inferred",
        "Dao#a() read line inferred",
        "Dao#b() write item inferred",
        "Dao#b() read t_order inferred",
    }


def test_rows_of_r2dbc_need_no_annotation() -> None:
    """Its repository tells that a class has a table; its queries are SQL."""
    seats = """
package hall;
import org.springframework.data.r2dbc.repository.*;
interface Seats extends R2dbcRepository<FreeSeat, Long> {
  @Query("SELECT s.* FROM free_seat s JOIN hall h ON h.id = s.hall_id") Object joined();
}
class FreeSeat { Long id; }
"""
    found = around({"hall/Seats.java": seats})
    assert set(tables(found)) == {"free_seat", "hall"}
    assert {line.removeprefix(".:hall.") for line in queries(found)} == {
        "Seats#joined() read free_seat(*, hall_id)",
        "Seats#joined() read hall(id)",
    }


def test_mappers_and_services_of_mybatis_plus() -> None:
    """Inherited methods of a mapper, and of a service on itself."""
    plus = """
package shop;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.extension.service.impl.ServiceImpl;
import com.baomidou.mybatisplus.annotation.TableName;
interface UserMapper extends BaseMapper<User> { User special(); }
@TableName("t_user") class User { Long id; }
class UserService extends ServiceImpl<UserMapper, User> {
  void a() { save(new User()); }
  void b() { baseMapper.selectById(1); }
  void c(UserMapper mapper) { mapper.deleteById(1); mapper.special(); }
}
"""
    assert {line.removeprefix(".:shop.") for line in queries(around({"shop/Plus.java": plus}))} == {
        "UserService#a() write t_user inferred",
        "UserService#b() read t_user inferred",
        "UserService#c(UserMapper) write t_user inferred",
    }


def test_a_repository_of_kotlin() -> None:
    """Its methods are queries by annotation or by their names, as those of Java are."""
    kotlin = """
package shop
import org.springframework.data.jpa.repository.*
interface OrderRepo : JpaRepository<Order, Long> {
  fun findByStatus(status: String): Order?
  @Query(value = "SELECT id FROM t_order", nativeQuery = true) fun raw(): List<Long>
  @Query("select l from Line l") fun lines(): List<Line>
  fun some(): Order = findAll().first()
}
"""
    found = around({"shop/Entities.java": ENTITIES, "shop/OrderRepo.kt": kotlin})
    assert {line.removeprefix(".:shop.") for line in queries(found)} == {
        "OrderRepo#findByStatus(String) read t_order(status) inferred",
        "OrderRepo#raw() read t_order(id)",
        "OrderRepo#lines() read line",
    }


def test_modules_with_classes_of_one_name() -> None:
    """The entity and the repository of one's own module are meant."""
    files = {}
    for module in ("a", "b"):
        root = f"{module}/src/main/java/shop"
        entity = f'package shop; import jakarta.persistence.*;\n@Entity @Table(name = "t_{module}") class Order {{ @Id Long id; }}'
        orders = (
            'interface OrderRepo extends JpaRepository<Order, Long> { @Query("from Order") Object all(); }'
        )
        service = "class Service { OrderRepo orders; void a() { orders.deleteAll(); } }"
        files |= {f"{root}/Order.java": entity, f"{root}/OrderRepo.java": HEAD + orders}
        files[f"{root}/Service.java"] = f"package shop; {service}"
    assert queries(around(files)) == {
        f"{module}/src/main/java:shop.{line}"
        for module in ("a", "b")
        for line in (f"OrderRepo#all() read t_{module}", f"Service#a() write t_{module} inferred")
    }
