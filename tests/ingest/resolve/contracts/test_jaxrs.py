"""JAX-RS, servlets and Micronaut."""

from tests.ingest.resolve.contracts.found import contracts, java

RS = "import jakarta.ws.rs.*;\n"
APP = "src/main/resources/application.properties"


def test_paths_of_application_class_and_method_are_joined() -> None:
    """A resource inherits from its interface; the application's path holds for its module."""
    body = """
        @ApplicationPath("/api") class App extends Application {}
        @Path("orders") class Orders {
            @GET @Path("{id: [0-9]+}") public String one(long id) { return ""; }
            @POST public void add() {}
            @Path("local") public void local() {} }
        @Path("/pets") interface Pets { @DELETE @Path("/{id}") void drop(long id); }
        class PetsImpl implements Pets { public void drop(long id) {} }"""
    assert java(RS + body) == [
        "Orders#add() serves POST /api/orders",
        "Orders#one(long) serves GET /api/orders/{id}",
        "PetsImpl#drop(long) serves DELETE /api/pets/{id}",
    ]


def test_a_sub_resource_is_below_what_gives_it() -> None:
    """It has no path of its own, so it is served there only."""
    body = """
        @Path("/o") class Orders { @Path("{id}/lines") public Lines lines(long id) { return new Lines(); } }
        class Lines { @GET public String all() { return ""; } @GET @Path("{n}") public String one() { return ""; } }"""
    assert java(RS + body) == [
        "Lines#all() serves GET /o/{id}/lines",
        "Lines#one() serves GET /o/{id}/lines/{n}",
    ]


def test_the_same_annotation_of_retrofit_requests() -> None:
    """What a file imports says whose `@GET` it is; the base URL is the builder's."""
    body = """
        import retrofit2.http.*;
        interface Api { @GET("users/{id}") Call<User> one(long id); @HTTP(method = "DELETE", path = "u") Call<Void> no();
            @GET Call<User> at(@Url String url); }
        class Make { Api api() { return new Retrofit.Builder().baseUrl("http://users/v1/").build().create(Api.class); } }"""
    assert java(body) == [
        "Api#no() requests DELETE /v1/u at users",
        "Api#one(long) requests GET /v1/users/{id} at users",
    ]


def test_a_rest_client_of_microprofile_requests() -> None:
    """At the URL that settings give its key."""
    body = """package w;
        import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
        import jakarta.ws.rs.*;
        @Path("/o") @RegisterRestClient(configKey = "orders") interface Orders {
            @GET @Path("{id}") String one(long id); }"""
    files = {"src/main/java/w/O.java": body, APP: "quarkus.rest-client.orders.url=http://orders:8080/api"}
    assert contracts(files) == ["Orders#one(long) requests GET /api/o/{id} at orders"]


def test_a_servlet_answers_by_its_methods() -> None:
    """Each of its patterns."""
    body = """
        @WebServlet(urlPatterns = {"/a", "/b/*"}) class S extends HttpServlet {
            protected void doGet(Request r, Response s) {} void help() {} }"""
    assert java(body) == [
        "S#doGet(Request,Response) serves GET /a",
        "S#doGet(Request,Response) serves GET /b/{}",
    ]


def test_micronaut_controllers_and_clients() -> None:
    """`@Delete` and `@Client` mean this only where Micronaut is imported."""
    body = """
        import io.micronaut.http.annotation.*;
        @Controller("/m") class C { @Get("/{id}") String one(long id) { return ""; } @Delete void no() {} }
        @Client("orders") interface Orders { @Post("/o") void add(); }"""
    assert java(body) == [
        "C#no() serves DELETE /m",
        "C#one(long) serves GET /m/{id}",
        "Orders#add() requests POST /o at orders",
    ]
    assert java('interface M { @Delete("delete from t") int purge(); }') == []
