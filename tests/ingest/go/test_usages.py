"""What one Go file says of frameworks: calls with their arguments, and named texts."""

from kg.schema.usages import JOIN, LIST, NAME, Usage, Value
from tests.ingest.go.snippets import read


def usages(body: str) -> list[Usage]:
    """Those of one function with a parameter of each sort."""
    head = 'package web\n\nimport "net/http"\n\nfunc Setup(e *gin.Engine, h *Handler) {\n'
    return list(read(f"{head}{body}\n}}\n").usages)


def test_a_call_stands_on_what_its_variable_is_made_from() -> None:
    """Calls that made it, the type of a parameter; `to` is the variable that takes the result."""
    found = usages('r := gin.Default()\nv1 := r.Group("/v1")\nv1.GET("/x", h.One)\ne.POST("/y", h.Two)')
    assert [(each.name, each.on, each.receiver, each.to) for each in found] == [
        ("Group", "gin.Default()", "r", "v1"),
        ("GET", "gin.Default().Group()", "v1", ""),
        ("POST", "gin.Engine", "e", ""),
    ]
    assert [each.arguments[1][1] for each in found[1:]] == [(NAME, "Handler.One"), (NAME, "Handler.Two")]


def test_what_stands_in_a_function_given_to_a_route_is_below_it() -> None:
    """The paths around it, and the router of the outermost."""
    found = usages(
        'c.Route("/a", func(r chi.Router) { r.Route("/b", func(r chi.Router) { r.Get("/c", f) }) })'
    )
    assert found[0].arguments[2:] == (("within", (JOIN, "/a", "/b")), ("root", "c"))


def test_arguments_say_what_is_written() -> None:
    """Sums, formats and variables of the function; the environment is a setting."""

    def told(text: str) -> Value:
        return usages(f"url := {text}\nnats.Publish(url)")[0].arguments[0][1]

    assert told('"/a/" + id + "/b"') == (JOIN, "/a/", (NAME, "id"), "/b")
    assert told('fmt.Sprintf("/a/%s/%d%%", id, 2)') == (JOIN, "/a/", (NAME, "id"), "/2%")
    assert told('[]string{"a", b.C}') == (LIST, "a", (NAME, "b.C"))
    assert told('os.Getenv("URL") + "/x"') == "${URL}/x"
    assert told("`raw\\n`") == "raw\\n"


def test_a_frequent_word_counts_only_where_it_may_be_a_path() -> None:
    """Reading a map is no request."""
    found = usages('cache.Get("key")\ncache.Get(key)\nhttp.Get(url)\nclient.Get("/x")')
    assert [each.on for each in found] == ["http", "client"]


def test_texts_of_a_package_are_constants() -> None:
    """Named by folder and package; numbers are none."""
    source = 'package pay\n\nconst (\n\tBase = "/api"\n\tLimit = 3\n)\n\nvar Url = Base + "/x"\n'
    assert {each.name: each.value for each in read(source, "shop/pay/a.go").constants} == {
        "shop/pay:pay.Base": "/api",
        "shop/pay:pay.Url": (JOIN, (NAME, "Base"), "/x"),
    }
