"""Spring controllers: what annotations on methods, classes, parents and interfaces serve."""

from tests.ingest.resolve.contracts.found import around, contracts, java

APP = "src/main/resources/application.yml"


def test_the_path_of_a_method_is_below_that_of_its_class() -> None:
    """Each path of the class with each of the method, each method of HTTP apart; none is every one."""
    body = """
        @RestController @RequestMapping({"/a", "/old"})
        class C {
            @GetMapping("/{id:[0-9]+}") Object one(long id) { return null; }
            @RequestMapping(path = "save", method = {RequestMethod.POST, RequestMethod.PUT}) void save() {}
            @DeleteMapping void purge() {}
            @RequestMapping({"", "all"}) void all() {}
        }"""
    assert java(body) == [
        "C#all() serves ANY /a",
        "C#all() serves ANY /a/all",
        "C#all() serves ANY /old",
        "C#all() serves ANY /old/all",
        "C#one(long) serves GET /a/{id}",
        "C#one(long) serves GET /old/{id}",
        "C#purge() serves DELETE /a",
        "C#purge() serves DELETE /old",
        "C#save() serves POST /a/save",
        "C#save() serves POST /old/save",
        "C#save() serves PUT /a/save",
        "C#save() serves PUT /old/save",
    ]


def test_a_constant_is_followed_and_an_unknown_one_is_a_gap() -> None:
    """What a library names cannot be read here: the route is there, and said to be deduced."""
    body = """
        @RestController
        class C {
            static final String BASE = "/b";
            @GetMapping(BASE + "/x") void x() {}
            @GetMapping(Lib.PATH + "/y") void y() {}
        }"""
    assert java(body) == ["C#x() serves GET /b/x", "C#y() serves GET /{}/y (inferred 0.6)"]


def test_a_controller_serves_what_its_interface_says() -> None:
    """Generated interfaces carry the annotations; the class has the code."""
    body = """
        @RequestMapping("/api") interface Api { @GetMapping("/x/{id}") String find(Long id); String other(); }
        @RestController class C implements Api {
            public String find(Long id) { return ""; } public String other() { return ""; } }"""
    assert java(body) == ["C#find(Long) serves GET /api/x/{id}"]


def test_an_override_with_an_annotation_of_its_own_serves_that_alone() -> None:
    """What the interface says of it holds no more; of a method without one it does."""
    body = """
        interface Api { @GetMapping("/old") void x(); @GetMapping("/y") void y(); }
        @RestController class C implements Api {
            @GetMapping("/new") public void x() {} public void y() {} }"""
    assert java(body) == ["C#x() serves GET /new", "C#y() serves GET /y"]


def test_an_abstract_parent_serves_through_each_controller_below_it() -> None:
    """At the path of that controller; by the method that runs there."""
    body = """
        abstract class Crud<T> { @GetMapping("/{id}") T get(long id) { return null; }
                                 @PostMapping void add(T one) {} }
        @RestController @RequestMapping("/a") class A extends Crud<String> { void add(String one) {} }
        @RestController @RequestMapping("/b") class B extends Crud<Long> {}"""
    assert java(body) == [
        "A#add(String) serves POST /a",
        "Crud#add(T) serves POST /b",
        "Crud#get(long) serves GET /a/{id}",
        "Crud#get(long) serves GET /b/{id}",
    ]


def test_what_stands_in_for_a_client_serves_nothing() -> None:
    """A fallback inherits annotations of requests, and is no controller."""
    body = """
        @FeignClient("shop") interface Shop { @GetMapping("/x") String x(); }
        @Component class Fallback implements Shop { public String x() { return ""; } }"""
    assert [found for found in java(body) if "serves" in found] == []


def test_an_annotation_of_ones_own_makes_a_controller() -> None:
    """And a class with routes that none makes one is deduced to be."""
    body = """
        @RestController @interface Web {}
        @Web class A { @GetMapping("/a") void a() {} }
        class B { @GetMapping("/b") void b() {} }"""
    assert java(body) == ["A#a() serves GET /a", "B#b() serves GET /b (inferred 0.8)"]


def test_the_settings_of_a_module_come_first() -> None:
    """A context path is part of what is served; that of a sibling is not."""
    code = 'package w; @RestController class C { @GetMapping("/x") void x() {} }'
    files = {
        f"a/{APP}": "server.servlet.context-path: /shop\nspring.mvc.servlet.path: /api",
        "a/src/main/java/w/C.java": code,
        "b/src/main/java/w/C.java": code,
    }
    assert contracts(files) == ["C#x() serves GET /shop/api/x", "C#x() serves GET /x"]


def test_an_endpoint_stands_where_its_annotation_does() -> None:
    """In the interface, not in the class that answers."""
    api = 'package w;\ninterface Api {\n\n  @GetMapping("/x")\n  String x();\n}\n'
    answer = "package w; @RestController class C implements Api { public String x() { return null; } }"
    made = around({"src/w/Api.java": api, "src/w/C.java": answer})
    (place,) = (edge for edge in made.edges if edge.start_line)
    assert (place.source, place.start_line) == ("r:file:src/w/Api.java", 4)


def test_controllers_of_kotlin_serve_like_those_of_java() -> None:
    """Annotations are read alike, constants of the package followed."""
    text = """
        package w
        import org.springframework.web.bind.annotation.*

        @RestController
        @RequestMapping("/api")
        class C {
            @GetMapping(BASE + "/{id}")
            fun one(id: Long) {}
            @RequestMapping(value = ["/a", "/b"], method = [RequestMethod.POST])
            fun save() {}
        }
    """
    paths = 'package w\n\nconst val BASE = "/orders"\n'
    assert contracts({"src/main/kotlin/w/C.kt": text, "src/main/kotlin/w/Paths.kt": paths}) == [
        "C#one(Long) serves GET /api/orders/{id}",
        "C#save() serves POST /api/a",
        "C#save() serves POST /api/b",
    ]
