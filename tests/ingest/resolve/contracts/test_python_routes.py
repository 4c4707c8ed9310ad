"""Routes of FastAPI, Flask and their like: decorators, tables, routers in routers."""

from tests.ingest.resolve.contracts.found import contracts


def test_routes_stand_below_every_router_above_them() -> None:
    """Across files: the router's own prefix, that of each `include_router`, and the mount of an application."""
    files = {
        "shop/api/jobs.py": """
            from fastapi import APIRouter
            router = APIRouter(prefix="/jobs")

            @router.get("/{job_id}")
            async def job(job_id: int): ...

            @router.api_route("", methods=["PUT", "PATCH"])
            async def change(): ...
        """,
        "shop/api/__init__.py": """
            from fastapi import APIRouter
            from . import jobs
            from .jobs import router as again
            from .settings import OLD
            api = APIRouter()
            api.include_router(jobs.router, prefix="/v1")
            api.include_router(again, prefix=OLD)
        """,
        "shop/api/settings.py": 'OLD = "/old"\n',
        "shop/main.py": """
            from fastapi import FastAPI
            from shop.api import api
            app, sub = FastAPI(), FastAPI()
            main = FastAPI()
            sub = FastAPI()
            sub.include_router(api)
            main.mount("/sub", sub)
        """,
    }
    assert contracts(files) == [
        "shop.api.jobs.change serves PATCH /sub/old/jobs",
        "shop.api.jobs.change serves PATCH /sub/v1/jobs",
        "shop.api.jobs.change serves PUT /sub/old/jobs",
        "shop.api.jobs.change serves PUT /sub/v1/jobs",
        "shop.api.jobs.job serves GET /sub/old/jobs/{job_id}",
        "shop.api.jobs.job serves GET /sub/v1/jobs/{job_id}",
    ]


def test_blueprints_of_flask_may_be_given_another_prefix() -> None:
    """What `register_blueprint` says takes the place of the blueprint's own; `route` alone is GET."""
    files = {
        "web/orders.py": """
            from flask import Blueprint
            orders = Blueprint("orders", __name__, url_prefix="/own")
            users = Blueprint("users", __name__, url_prefix="/users")

            @orders.route("/<int:id>", methods=["GET", "DELETE"])
            def one(id): ...

            @users.route("/")
            def all(): ...
        """,
        "web/app.py": """
            from flask import Flask
            from .orders import orders, users

            def create_app():
                app = Flask(__name__)
                app.register_blueprint(orders, url_prefix="/orders")
                app.register_blueprint(users)
                return app
        """,
    }
    assert contracts(files) == [
        "web.orders.all serves GET /users",
        "web.orders.one serves DELETE /orders/{id}",
        "web.orders.one serves GET /orders/{id}",
    ]


def test_a_class_serves_with_its_methods() -> None:
    """Views of Flask and resources: a route for each method that is named after one of HTTP, inherited too."""
    text = """
        from flask import Flask
        from flask.views import MethodView
        app = Flask(__name__)

        class Base(MethodView):
            def get(self): ...

        class Orders(Base):
            def post(self): ...
            def total(self): ...

        app.add_url_rule("/orders", view_func=Orders.as_view("orders"))
        app.add_url_rule("/health", "health", health)

        def health(): ...
    """
    assert contracts({"app.py": text}) == [
        "app.Base.get serves GET /orders",
        "app.Orders.post serves POST /orders",
        "app.health serves GET /health",
    ]


def test_tables_of_routes_name_their_handlers() -> None:
    """Starlette's `Route`, aiohttp's `add_get` and `web.get`."""
    files = {
        "a.py": """
            from starlette.applications import Starlette
            from starlette.routing import Route
            async def home(request): ...
            app = Starlette(routes=[Route("/home", home, methods=["GET", "POST"])])
        """,
        "b.py": """
            from aiohttp import web
            async def one(request): ...
            app = web.Application()
            app.router.add_get("/one/{id}", one)
            app.add_routes([web.put("/two", one)])
        """,
    }
    assert contracts(files) == [
        "a.home serves GET /home",
        "a.home serves POST /home",
        "b.one serves GET /one/{id}",
        "b.one serves PUT /two",
    ]


def test_a_router_from_elsewhere_needs_a_framework() -> None:
    """A decorator on a parameter is a route where the file imports a framework, and said to be deduced."""
    text = """
        def install(app):
            @app.get("/x")
            def x(): ...
    """
    assert contracts({"a.py": text}) == []
    assert contracts({"a.py": "import fastapi\n" + text.replace("\n        ", "\n")}) == [
        "a.install.<locals>.x serves GET /x (inferred 0.85)"
    ]
