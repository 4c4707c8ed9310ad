"""What one Python file says of frameworks: decorators, calls with their arguments, named texts."""

from kg.schema.usages import CALL, JOIN, LIST, MAP, NAME, Usage, Value
from tests.ingest.python.snippets import read


def usage(text: str, name: str, path: str = "app.py") -> Usage:
    """The only usage of a name."""
    (found,) = (each for each in read(text, path).usages if each.name == name)
    return found


def constants(text: str, path: str = "app.py") -> dict[str, Value]:
    return {constant.name: constant.value for constant in read(text, path).constants}


def test_a_decorator_is_told_on_what_it_decorates() -> None:
    """Its line is counted from the first decorator; it is no call of the module."""
    found = usage('@cached\n@router.get("/jobs/{id}", status_code=200)\ndef job(id): ...\n', "get")
    assert (found.source, found.form, found.on, found.line) == (
        "shop:python:app.job",
        "annotation",
        "router",
        1,
    )
    assert found.arguments == (("", "/jobs/{id}"), ("status_code", "200"))


def test_a_result_is_taken_by_a_name_alone_or_in_a_list() -> None:
    """`to` says which variable holds what a call makes, lists and `+=` included."""
    text = """
        router = APIRouter(prefix="/v1")
        urlpatterns = [path("a/", index)] + [path("b/", index)]
        urlpatterns += [path("c/", index)]
    """
    found = [(each.name, each.to) for each in read(text).usages]
    assert found == [("APIRouter", "router"), *[("path", "urlpatterns")] * 3]


def test_a_call_stands_on_the_class_its_variable_is_made_from() -> None:
    """Variables, fields, `with` and annotations lead to the class, imports followed; the rest stays as written."""
    text = """
        import httpx as h
        from requests import Session

        class Pay:
            def __init__(self, session: Session):
                self.session = session
                self.client = h.AsyncClient(base_url="http://pay")

            async def go(self):
                self.session.get("/a")
                self.client.put("/b")
                async with h.AsyncClient() as client:
                    client.post("/c")
                other.delete("/d")
    """
    found = {each.name: (each.on, each.receiver) for each in read(text).usages}
    assert found["get"] == ("requests.Session", "self.session")
    assert found["put"] == ("httpx.AsyncClient", "self.client")
    assert found["post"] == ("httpx.AsyncClient", "client")
    assert found["delete"] == ("other", "")


def test_a_bare_call_stands_on_the_module_it_is_imported_from() -> None:
    """`path` of Django and any other `path` can be told apart; relative imports are seen from the root."""
    assert usage('from django.urls import path\nx = [path("a/", index)]\n', "path").on == "django.urls"
    assert usage('from ..web import path\npath("a/", index)\n', "path", "shop/api/urls.py").on == "shop.web"
    assert usage('path("a/", index)\n', "path").on == ""


def test_chains_name_what_they_begin_with() -> None:
    """The model of a Django query is known, whatever is filtered first."""
    text = "from .models import Order\nOrder.objects.filter(paid=True).exclude(id=1)\n"
    found = usage(text, "exclude", "shop/views.py")
    assert (found.on, found.receiver) == ("shop.models.Order.objects.filter()", "Order.objects.filter()")


def test_arguments_say_what_is_written() -> None:
    """Texts with gaps, lists, maps, names, calls and environment variables; `None` where nobody knows."""
    text = """
        execute(f"SELECT {column} FROM {{t}}", "/%s/b" % id, "/{}/{x}".format(1, x=y), "a" "b", base + "/c",
                ["a", 2], {"k": True}, views.Index.as_view(), os.environ["URL"] + "/d", os.getenv("P", "80"),
                *rest, x[0], timeout=Limits.LONG.value, either="a" if b else "c")
    """
    assert usage(text, "execute").arguments == (
        ("", (JOIN, "SELECT ", (NAME, "column"), " FROM {t}")),
        ("", (JOIN, "/", (NAME, "id"), "/b")),
        ("", (JOIN, "/1/", (NAME, "y"))),
        ("", "ab"),
        ("", (JOIN, (NAME, "base"), "/c")),
        ("", (LIST, "a", "2")),
        ("", (MAP, ("k", "True"))),
        ("", (CALL, "views.Index.as_view", ())),
        ("", "${URL}/d"),
        ("", "${P:80}"),
        ("", None),
        ("timeout", (NAME, "Limits.LONG")),
        ("either", (LIST, "a", "c")),
    )


def test_long_texts_are_told_whole() -> None:
    """A statement of several lines is what it is, escapes read."""
    sql = "SELECT a, b, c FROM orders\\n  JOIN lines ON orders.id = lines.order_id WHERE paid\\tIS NULL"
    assert usage(f"execute('''{sql}''')\n", "execute").arguments[0][1] == sql.replace("\\n", "\n").replace(
        "\\t", "\t"
    )


def test_a_short_text_is_what_stands_between_its_quotes() -> None:
    """One or three of either sort, quotes and escapes inside, also beyond ASCII; with a prefix too."""
    text = """
        A = "it's"
        B = 'say "a"'
        C = '''a'b'''
        D = "a\\tb\\""
        E = 'ümläut'
        F = r"plain"
        call(send("", G="g"))
    """
    assert constants(text) == {
        "app.A": "it's",
        "app.B": 'say "a"',
        "app.C": "a'b",
        "app.D": 'a\tb"',
        "app.E": "ümläut",
        "app.F": "plain",
    }
    assert usage(text, "send").arguments == (("", ""), ("G", "g"))


def test_a_frequent_word_counts_only_where_it_may_be_a_path() -> None:
    """Reading a map is no request."""
    text = 'cache.get("key")\nclient.get("/orders")\nclient.get(url)\noptions.get("a", {})\n'
    assert [each.arguments[0][1] for each in read(text).usages] == ["/orders", (NAME, "url")]


def test_a_chain_on_a_manager_is_one_usage() -> None:
    """Of `Order.objects.filter().first()` the last call is told, on all that is before it."""
    found = read("def f():\n    return Order.objects.filter(at=now()).first()\n", "shop/views.py").usages
    assert [(each.name, each.on) for each in found] == [("first", "Order.objects.filter()")]


def test_names_of_texts_are_constants_of_their_scope() -> None:
    """Modules, classes, fields and the functions that call something; a text that grows is known in part."""
    text = """
        BASE = "http://pay"
        URL = BASE + "/v1"
        class Topic(str, Enum):
            PAID = "order.paid"
        class Client:
            def __init__(self):
                self.root = "/api"
            def go(self, wide):
                path = f"/orders/{wide}"
                sql = "SELECT 1"
                sql += clause()
                execute(sql, path)
        def quiet():
            unused = "x"
    """
    assert constants(text) == {
        "app.BASE": "http://pay",
        "app.URL": (JOIN, (NAME, "BASE"), "/v1"),
        "app.Topic.PAID": "order.paid",
        "app.Client.root": "/api",
        "app.Client.go.path": (JOIN, "/orders/", (NAME, "wide")),
        "app.Client.go.sql": (JOIN, "SELECT 1", None),
    }


def test_a_name_with_several_texts_means_each() -> None:
    """Which of two branches ran is not known."""
    text = 'if a:\n    URL = "/a"\nelse:\n    URL = "/b"\n'
    assert constants(text) == {"app.URL": (LIST, "/a", "/b")}
