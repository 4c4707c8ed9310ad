"""`POST /scip?repo=…&commit=…`: a CI job brings the SCIP index of a commit.

In: the index as the body. Out: it lies in the folder of indexes, and the next ingest of that commit
uses it; nothing here reads it. Streams to disk within the folder's bound. Who may upload is the
guard's question; what comes with the id token of a CI job is of that job's project and commit.
"""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from api.ci import project_of, refused
from api.guard import UPLOADS
from api.identity import CiJob
from kg.errors import IndexRefused
from kg.records.indexes import IndexFolder
from kg.records.projects import Project


def make_uploads(indexes: IndexFolder, seconds: float) -> APIRouter:
    router = APIRouter()

    @router.post(UPLOADS)
    async def upload(request: Request, repo: str = "", commit: str = "") -> JSONResponse:
        job: CiJob | None = getattr(request.state, "ci", None)
        if job is not None:
            project = await project_of(request.app.state.service, job)
            if project is None or not _is_own(project, job, repo, commit):
                return refused(
                    403, "FORBIDDEN", "scip: a CI job may upload for its own project and commit only"
                )
            repo, commit = project.repo, job.commit
        declared = request.headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > indexes.largest_bytes:
            return refused(413, IndexRefused.code, "scip: the index is larger than this server takes")
        try:
            async with asyncio.timeout(seconds):
                kept = await indexes.keep(repo, commit, request.stream())
        except IndexRefused as error:
            return refused(400, IndexRefused.code, str(error))
        except TimeoutError:
            return refused(408, IndexRefused.code, "scip: the index took too long to arrive")
        except ClientDisconnect:
            return refused(400, IndexRefused.code, "scip: the index did not arrive whole")
        body = {"repo": repo, "commit": commit, "name": kept.name, "bytes": kept.bytes}
        return JSONResponse(body, status_code=201)

    return router


def _is_own(project: Project, job: CiJob, repo: str, commit: str) -> bool:
    """What a job says beside its token, where it says something, is what the token says."""
    return repo in ("", project.repo, project.path) and commit in ("", job.commit)
