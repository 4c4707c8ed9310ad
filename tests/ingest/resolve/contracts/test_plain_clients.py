"""Clients that know nothing of Spring: java.net.http, OkHttp, Apache, Hutool; and MockMvc in tests."""

from tests.ingest.resolve.contracts.found import java


def test_the_http_client_of_the_jdk() -> None:
    """GET where no method is named; it may come before or after the URL."""
    body = """
        import java.net.http.*;
        class C { void a() { HttpRequest.newBuilder(URI.create("http://a/x")).build(); }
            void b() { HttpRequest.newBuilder().uri(URI.create("http://b/x")).POST(BodyPublishers.ofString("")).build(); }
            void c() { HttpRequest.newBuilder().DELETE().uri(new URI("http://c/x")).build(); } }"""
    assert java(body) == [
        "C#a() requests GET /x at a",
        "C#b() requests POST /x at b",
        "C#c() requests DELETE /x at c",
    ]


def test_okhttp_and_apache() -> None:
    """The method of OkHttp follows its URL, that of Apache is the class of the request."""
    body = """
        import okhttp3.*;
        import org.apache.http.client.methods.*;
        class C { void a() { new Request.Builder().url("http://a/x").put(body).build();
                             new Request.Builder().url("http://a/y").build(); }
            void b(String id) { new HttpPatch("http://b/x/" + id); } }"""
    assert java(body) == [
        "C#a() requests GET /y at a",
        "C#a() requests PUT /x at a",
        "C#b(String) requests PATCH /x/{} at b",
    ]


def test_hutool_by_its_own_class_only() -> None:
    """`get` of anything else is no request."""
    body = """
        import cn.hutool.http.HttpUtil;
        class C { void a(Map<String, String> map) { HttpUtil.post("http://a/x", "{}"); map.get("/y"); } }"""
    assert java(body) == ["C#a(Map) requests POST /x at a"]


def test_a_mocked_request_is_deduced() -> None:
    """By what is imported: nothing goes over a network."""
    body = """
        import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;
        class T { MockMvc mvc; Map<String, String> map;
            void a() { mvc.perform(get("/a/{id}", 1)); mvc.perform(multipart("/b")); map.get("/c"); } }"""
    assert java(body) == [
        "T#a() requests GET /a/{id} (inferred 0.9)",
        "T#a() requests POST /b (inferred 0.9)",
    ]
