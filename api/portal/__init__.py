"""The page at `/`: GraphiQL from an installed package, with a small shell of ours that asks for the token.

The package `graphene-django-graphiql-static` is used for its files only (npm's graphiql 2.4.7 and React
17.0.2, unchanged); its Python code is never imported and Django is not needed. Everything is served
from this machine: the page works offline.
"""

from importlib.metadata import distribution
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

HERE = Path(__file__).parent
PACKAGE = "graphene-django-graphiql-static"
FILES = "graphene_django_graphiql_static/static/graphene_django_graphiql_static"


def graphiql_folder() -> Path:
    """Where the installed package keeps GraphiQL and React."""
    return Path(str(distribution(PACKAGE).locate_file(FILES)))


def mount_portal(app: FastAPI) -> None:
    """`/` is the page; a browser that opens `/graphql` is sent there."""

    @app.get("/")
    async def page() -> FileResponse:
        return FileResponse(HERE / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/graphql")
    async def to_page(request: Request) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/", status_code=303)
        return Response(status_code=405, headers={"allow": "POST"})

    app.mount("/assets/graphiql", StaticFiles(directory=graphiql_folder()))
    app.mount("/assets", StaticFiles(directory=HERE / "static"))
