"""What Python code requests: requests, httpx, aiohttp, urllib."""

from tests.ingest.resolve.contracts.found import contracts


def test_modules_and_sessions_request() -> None:
    """The class of a variable decides; a map that is read is no request."""
    text = """
        import httpx, requests
        from aiohttp import ClientSession
        BASE = "http://billing:8080/api"

        class Billing:
            def __init__(self):
                self.session = requests.Session()

            def one(self, id):
                requests.get(f"{BASE}/bills/{id}?full=1")
                self.session.post(BASE + "/bills", json={})
                self.session.request("PUT", url="/bills/%s" % id)
                self.cache.get("/bills")

            async def all(self):
                async with ClientSession() as session:
                    await session.get(url=BASE)
    """
    assert contracts({"app.py": text}) == [
        "app.Billing.all requests GET /api at billing",
        "app.Billing.one requests GET /api/bills/{} at billing",
        "app.Billing.one requests POST /api/bills at billing",
        "app.Billing.one requests PUT /bills/{} (inferred 0.9)",
    ]


def test_the_base_of_a_client_comes_first() -> None:
    """Written out, from the environment, in another file's settings."""
    files = {
        "shop/settings.py": 'import os\nURL = os.getenv("PAY_URL", "http://pay/v2/")\n',
        "shop/pay.py": """
            import httpx
            from . import settings
            client = httpx.AsyncClient(base_url=settings.URL)

            async def pay(order):
                await client.post("/payments")
                await client.get("http://other/x")
        """,
    }
    assert contracts(files) == [
        "shop.pay.pay requests GET /x at other",
        "shop.pay.pay requests POST /v2/payments at pay",
    ]


def test_urlopen_is_a_get_unless_it_says_otherwise() -> None:
    """Its `Request` says the method."""
    text = """
        from urllib.request import Request, urlopen
        def go():
            urlopen("http://a/x")
            urlopen(Request("http://a/y", method="DELETE"))
    """
    assert contracts({"app.py": text}) == [
        "app.go requests DELETE /y at a",
        "app.go requests GET /x at a",
    ]


def test_tests_request_nothing() -> None:
    """What a test asks for is no contract of the service."""
    text = 'import requests\ndef go():\n    requests.get("http://a/x")\n'
    assert contracts({"shop/tests/test_go.py": text}) == []
    assert contracts({"shop/go.py": text}) == ["shop.go.go requests GET /x at a"]
