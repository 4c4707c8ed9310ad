"""Functional routes of Spring."""

from tests.ingest.resolve.contracts.found import java

IMPORT = "import org.springframework.web.reactive.function.server.RouterFunction;\n"


def test_a_reference_means_the_method_of_its_declared_type() -> None:
    """Predicates beside the path are passed over; a lambda is served by the code that holds it."""
    body = """
        class Handler { Mono one(ServerRequest r) { return null; } }
        class Routes { Handler mine;
            RouterFunction a(Handler handler) {
                return route(GET("/a/{id}").and(accept(JSON)), handler::one)
                    .andRoute(RequestPredicates.POST("/a"), mine::one)
                    .andRoute(DELETE("/a"), r -> ok()); } }"""
    assert java(IMPORT + body) == [
        "Handler#one(ServerRequest) serves GET /a/{id}",
        "Handler#one(ServerRequest) serves POST /a",
        "Routes#a(Handler) serves DELETE /a",
    ]


def test_nested_routes_are_below() -> None:
    """By `nest` with a predicate, or by `path` of a builder; not once more by themselves."""
    body = """
        class Handler { Mono one(ServerRequest r) { return null; } }
        class Routes {
            RouterFunction a(Handler h) { return nest(path("/a"), route(GET("/x"), h::one).andRoute(PUT("/y"), h::one)); }
            RouterFunction b(Handler h) { return route().path("/b", b -> b.GET("/x", h::one).POST("", h::one))
                .DELETE("/c", accept(JSON), h::one).build(); } }"""
    assert java(IMPORT + body) == [
        "Handler#one(ServerRequest) serves DELETE /c",
        "Handler#one(ServerRequest) serves GET /a/x",
        "Handler#one(ServerRequest) serves GET /b/x",
        "Handler#one(ServerRequest) serves POST /b",
        "Handler#one(ServerRequest) serves PUT /a/y",
    ]


def test_calls_of_these_names_elsewhere_are_no_routes() -> None:
    """Only files that import Spring's functions are read."""
    assert java('class R { void a(H h) { bus.route(GET("/a"), h::one); } }') == []
