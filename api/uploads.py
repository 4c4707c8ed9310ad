"""`POST /scip?repo=…&commit=…`: a CI job brings the SCIP index of a commit.

In: the index as the body. Out: it lies in the folder of indexes, and the next ingest of that commit
uses it; nothing here reads it. Streams to disk within the folder's bound. Who may upload is the
guard's question.
"""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from api.guard import UPLOADS
from kg.errors import IndexRefused
from kg.records.indexes import IndexFolder


def make_uploads(indexes: IndexFolder, seconds: float) -> APIRouter:
    router = APIRouter()

    @router.post(UPLOADS)
    async def upload(request: Request, repo: str = "", commit: str = "") -> JSONResponse:
        declared = request.headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > indexes.largest_bytes:
            return _refused(413, "scip: the index is larger than this server takes")
        try:
            async with asyncio.timeout(seconds):
                kept = await indexes.keep(repo, commit, request.stream())
        except IndexRefused as error:
            return _refused(400, str(error))
        except TimeoutError:
            return _refused(408, "scip: the index took too long to arrive")
        except ClientDisconnect:
            return _refused(400, "scip: the index did not arrive whole")
        body = {"repo": repo, "commit": commit, "name": kept.name, "bytes": kept.bytes}
        return JSONResponse(body, status_code=201)

    return router


def _refused(status: int, message: str) -> JSONResponse:
    error = {"message": message, "extensions": {"code": IndexRefused.code}}
    return JSONResponse(
        {"data": None, "errors": [error]}, status_code=status, headers={"connection": "close"}
    )
