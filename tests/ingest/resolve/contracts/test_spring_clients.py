"""Clients of Spring: RestTemplate, WebClient, RestClient, OpenFeign, HTTP interfaces."""

from tests.ingest.resolve.contracts.found import contracts, java

APP = "src/main/resources/application.yml"


def test_rest_template_says_its_method_by_name_or_argument() -> None:
    """And a call of the same name on anything else is no request."""
    body = """
        class C { RestTemplate rest; Map<String, String> map; Command command;
            void a(long id) { rest.getForObject("http://orders/o/" + id + "?full=1", X.class); }
            void b() { rest.exchange("/o/{id}", HttpMethod.DELETE, null, Void.class, 1); }
            void c() { rest.put("/o", null); map.put("/p", null); command.execute("/q"); }
            void d() { rest.exchange(RequestEntity.post("/o").body(1), X.class); } }"""
    assert java(body) == [
        "C#a(long) requests GET /o/{} at orders",
        "C#b() requests DELETE /o/{id}",
        "C#c() requests PUT /o",
        "C#d() requests POST /o",
    ]


def test_a_uri_that_a_builder_makes_is_read() -> None:
    """Steps that add nothing to the path are passed over, in a local too."""
    body = """
        class C { RestTemplate rest;
            void a() {
                String url = UriComponentsBuilder.fromUriString("http://users/check")
                    .queryParam("a", 1).build(true).toUriString();
                rest.getForEntity(url, X.class); }
            void b(long id) {
                URI uri = UriComponentsBuilder.fromPath("/a").pathSegment("b", "{id}").buildAndExpand(id).toUri();
                rest.postForObject(uri, null, X.class); }
            void c(String query) { rest.getForObject("/all" + query, X.class); } }"""
    assert java(body) == [
        "C#a() requests GET /check at users",
        "C#b(long) requests POST /a/b/{id}",
        "C#c(String) requests GET /all (inferred 0.9)",
    ]


def test_web_client_names_its_method_before_the_path() -> None:
    """By a builder, by `method`, with a function that makes the URI."""
    body = """
        class C { WebClient.Builder builder; RestClient rest;
            void a() { builder.build().get().uri("http://visits/p/{id}", 1).retrieve(); }
            void b() { rest.method(HttpMethod.PATCH).uri(u -> u.path("/b").queryParam("x", 1).build()); }
            void c() { rest.get().uri("/c"); rest.post().uri(base() + "/d"); } }"""
    assert java(body) == [
        "C#a() requests GET /p/{id} at visits",
        "C#b() requests PATCH /b",
        "C#c() requests GET /c",
        "C#c() requests POST /d (inferred 0.9)",
    ]


def test_a_base_url_comes_before_relative_paths() -> None:
    """From a constant or a setting; asked for itself where no path follows. `URI.create` makes no base."""
    body = """
        class C {
            private static final String HOST = "http://stock";
            private final WebClient client = WebClient.builder().baseUrl(HOST + "/api").build();
            void a() { client.delete().uri("s/{id}", 1); URI.create("http://other"); } }
        """
    more = """package w; class D { @Value("${users.url}") String url; WebClient.Builder builder;
        void d() { builder.clone().baseUrl(url + "/check").build().get().retrieve(); } }"""
    assert contracts({"src/main/java/w/D.java": more, APP: "users.url: http://users:8080/v1"}) == [
        "D#d() requests GET /v1/check at users"
    ]
    assert java(body) == ["C#a() requests DELETE /api/s/{id} at stock"]


def test_a_test_without_a_host_asks_its_own_application() -> None:
    """By whatever client; another service is asked by its name."""
    body = """package w; class T { TestRestTemplate rest; WebTestClient web; int port;
        void a() { rest.getForObject("/a", X.class); web.post().uri("http://localhost:" + port + "/b"); }
        void c() { rest.getForObject("http://other/c", X.class); } }"""
    assert contracts({"src/test/java/w/T.java": body, APP: "spring.application.name: shop"}) == [
        "T#a() requests GET /a at shop",
        "T#a() requests POST /b at shop",
        "T#c() requests GET /c at other",
    ]


def test_a_test_leaves_out_what_its_application_puts_first() -> None:
    """MockMvc all of it, a TestRestTemplate the context path."""
    body = """package w;
        import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
        class T { TestRestTemplate rest; MockMvc mvc;
            void a() { rest.getForObject("/a?x=1", X.class); mvc.perform(get("/b")); } }"""
    settings = "server.servlet.context-path: /shop\nspring.mvc.servlet.path: /api"
    assert contracts({"src/test/java/w/T.java": body, APP: settings}) == [
        "T#a() requests GET /shop/a",
        "T#a() requests GET /shop/api/b (inferred 0.9)",
    ]


def test_two_base_urls_decide_nothing() -> None:
    """Which of them it is only running the code would tell: the path is requested somewhere."""
    body = """
        class C {
            WebClient a = WebClient.create("http://a/x"), b = WebClient.create("http://b/y");
            void a() { a.get().uri("/p"); } }"""
    assert java(body) == ["C#a() requests GET /p (inferred 0.9)"]


def test_feign_requests_from_the_service_that_it_names() -> None:
    """At `url` where that is known; methods of a parent interface too; the interface serves nothing."""
    body = """
        interface Base { @PostMapping("/base") void base(); }
        @FeignClient(name = "orders", path = "/api") interface Orders extends Base {
            @GetMapping("/o/{id}") String one(long id); String local(); }
        @FeignClient(value = "pay", url = "${pay.url:http://pay.example.com/v1}") interface Pay {
            @RequestMapping(method = RequestMethod.PUT, path = "p") void pay(); }
        @FeignClient(name = "unset", url = "${unset.url}") interface Unset { @GetMapping("/u") void u(); }"""
    assert java(body) == [
        "Base#base() requests POST /api/base at orders",
        "Orders#one(long) requests GET /api/o/{id} at orders",
        "Pay#pay() requests PUT /v1/p at pay.example.com",
        "Unset#u() requests GET /u at unset",
    ]


def test_an_http_interface_requests_unless_it_is_implemented() -> None:
    """Then it is what its controller serves."""
    body = """
        @HttpExchange("/a") interface A { @GetExchange("/{id}") String one(long id); }
        @HttpExchange(url = "http://b/x") interface B { @PostExchange void add(); }
        @HttpExchange("/c") interface C { @GetExchange String all(); }
        @RestController class D implements C { public String all() { return ""; } }"""
    assert java(body) == [
        "A#one(long) requests GET /a/{id}",
        "B#add() requests POST /x at b",
        "D#all() serves GET /c",
    ]


def test_the_usual_port_means_the_only_application_that_sets_none() -> None:
    """One that sets another port does not listen there."""
    client = 'package w; class C { RestTemplate rest; void a() { rest.getForObject("%s/o", X.class); } }'
    settings = "src/main/resources/application.yml"
    files = {
        f"shop/{settings}": "spring.application.name: shop",
        f"pay/{settings}": "spring.application.name: pay\nserver.port: 9090",
        "web/src/main/java/w/C.java": client % "http://localhost:8080",
    }
    assert contracts(files) == ["C#a() requests GET /o at shop"]
    files["web/src/main/java/w/C.java"] = client % "http://localhost:9090"
    assert contracts(files) == ["C#a() requests GET /o at pay"]
    files[f"cart/{settings}"] = "spring.application.name: cart"
    files["web/src/main/java/w/C.java"] = client % "http://localhost:8080"
    assert contracts(files) == ["C#a() requests GET /o"]
