"""Contracts of Go: net/http, gorilla/mux, gin, echo, chi; requests of net/http."""

from tests.ingest.resolve.contracts.found import contracts


def go(body: str, *imports: str, more: str = "", **files: str) -> list[str]:
    """Of one file of package `web` with a function `Setup`; other files by their path with `__`."""
    head = "package web\n\nimport (\n" + "".join(f'\t"{each}"\n' for each in imports) + ")\n\n"
    given = {"web/web.go": f"{head}func Setup() {{\n{body}\n}}\n\nfunc one() {{}}\n{more}"}
    return contracts(given | {path.replace("__", "/") + ".go": text for path, text in files.items()})


def test_patterns_of_net_http_may_say_the_method() -> None:
    """Without one every method is served; a handler written in place belongs to the code around it."""
    body = """
        http.HandleFunc("/all", one)
        mux := http.NewServeMux()
        mux.HandleFunc("GET /orders/{id}", one)
        mux.Handle("POST /orders", http.HandlerFunc(one))
        mux.Handle("/place", func(w http.ResponseWriter, r *http.Request) {})
        tasks.HandleFunc("email:send", one)
    """
    assert go(body, "net/http") == [
        "web.Setup serves ANY /place",
        "web.one serves ANY /all",
        "web.one serves GET /orders/{id}",
        "web.one serves POST /orders",
    ]


def test_groups_of_gin_are_followed_into_functions() -> None:
    """A group in a group, given to a function of another package; a handler is a method of its type."""
    body = """
        r := gin.Default()
        api := r.Group(Base)
        v1 := api.Group("/v1")
        v1.GET("/x", one)
        orders.Register(v1)
    """
    register = """
        package orders
        import "github.com/gin-gonic/gin"
        type Handler struct{}
        func (h *Handler) All(c *gin.Context) {}
        func Register(g *gin.RouterGroup) {
            h := &Handler{}
            g.GET("/orders/:id", h.All)
            g.Handle("PUT", "/orders/*path", h.All)
        }
    """
    found = go(
        body, "github.com/gin-gonic/gin", "shop/orders", more='const Base = "/api"\n', orders__o=register
    )
    assert found == [
        "orders.Handler.All serves GET /api/v1/orders/{id}",
        "orders.Handler.All serves PUT /api/v1/orders/{path}",
        "web.one serves GET /api/v1/x",
    ]


def test_a_group_is_given_to_the_function_that_is_meant() -> None:
    """Packages with a function of one name: the one that is imported; a method only of a known package."""
    body = """
        r := gin.Default()
        bills.Register(r.Group("/bills"))
        orders.Register(r.Group("/orders"))
        handler.Mount(r.Group("/mounted"))
    """
    register = """
        package %s
        import "github.com/gin-gonic/gin"
        func Register(g *gin.RouterGroup) { g.GET("/%s", nil) }
        func Mount(g *gin.RouterGroup) { g.GET("/loose", nil) }
        type T struct{}
        func (t *T) Mount(g *gin.RouterGroup) { g.GET("/%s/in", nil) }
    """
    packages = {f"{name}__x": register % (name, name, name) for name in ("orders", "bills", "elsewhere")}
    found = go(body, "github.com/gin-gonic/gin", "shop/orders", "shop/bills", **packages)
    assert sorted({each.partition(" ")[2] for each in found}) == [
        "serves GET /bills/bills",
        "serves GET /elsewhere",
        "serves GET /elsewhere/in",
        "serves GET /loose",
        "serves GET /mounted/bills/in",
        "serves GET /mounted/orders/in",
        "serves GET /orders/orders",
    ]


def test_routes_of_chi_stand_in_each_other() -> None:
    """`Route` with a function, a method by its name; `Get` of anything else is no route."""
    body = """
        r := chi.NewRouter()
        r.Route("/orders", func(r chi.Router) {
            r.Get("/{id}", one)
            r.Route("/lines", func(r chi.Router) { r.Post("/", one) })
        })
        r.Method("PUT", "/put", one)
        cache.Get("/cache/key", one)
    """
    assert go(body, "github.com/go-chi/chi/v5") == [
        "web.one serves GET /orders/{id}",
        "web.one serves POST /orders/lines",
        "web.one serves PUT /put",
    ]


def test_gorilla_says_methods_behind_the_route() -> None:
    """A subrouter stands below its path."""
    body = """
        r := mux.NewRouter()
        api := r.PathPrefix("/api").Subrouter()
        api.HandleFunc("/orders/{id:[0-9]+}", one).Methods("GET", http.MethodPut)
    """
    assert go(body, "net/http", "github.com/gorilla/mux") == [
        "web.one serves GET /api/orders/{id}",
        "web.one serves PUT /api/orders/{id}",
    ]


def test_requests_of_net_http() -> None:
    """Functions, and requests that say their method; the base may not be known."""
    body = """
        http.Get("http://pay/x")
        url := fmt.Sprintf("%s/orders/%d", base, id)
        req, err := http.NewRequest(http.MethodPut, url, nil)
        other, err := http.NewRequestWithContext(ctx, "DELETE", "http://pay/y", nil)
    """
    assert go(body, "net/http") == [
        "web.Setup requests DELETE /y at pay",
        "web.Setup requests GET /x at pay",
        "web.Setup requests PUT /orders/{} (inferred 0.9)",
    ]


def test_a_test_serves_nothing() -> None:
    """What it sets up is no contract."""
    text = 'package web\n\nimport "net/http"\n\nfunc TestX() {\n\thttp.HandleFunc("/x", y)\n}\n'
    assert contracts({"web/x_test.go": text}) == []
