"""`POST /ingest`: a CI job of GitLab asks for its own project, and for nothing else.

In: a request that the guard has proven to come from a job (`request.state.ci`). Out: a job of ours is asked for,
and 202. What the pipeline ran at is a hint, as in a hook: our job looks at the head of the branch that is held.
"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.context import Service
from api.guard import INGEST
from api.identity import CiJob
from kg.records.jobs import COMMIT, Ask, ask
from kg.records.projects import DEFAULT_PRIORITY, Project, ProjectState, Provider, find


def make_ci() -> APIRouter:
    router = APIRouter()

    @router.post(INGEST)
    async def ingest(request: Request) -> JSONResponse:
        job: CiJob = request.state.ci
        service: Service = request.app.state.service
        project = await project_of(service, job)
        if project is None:
            return refused(404, "NOT_FOUND", f"{job.path} is not connected; `kg gitlab connect {job.path}`")
        if project.ref and job.branch != project.ref:
            return _answer("ignored", project, reason=f"{project.ref} is held, not {job.branch or 'this'}")
        priority = COMMIT + project.priority - DEFAULT_PRIORITY
        wanted = Ask(project.repo, project.ref, after=job.commit, priority=priority, asked_by="ci")
        made = await ask(service.records, wanted)
        return _answer("asked", project, job=made.id)

    return router


async def project_of(service: Service, job: CiJob) -> Project | None:
    """The project that the token is of, by its number: a path can come to be another project's."""
    found = await find(service.records, Provider.GITLAB, job.host, job.project_id)
    return found if found is not None and found.state is ProjectState.CONNECTED else None


def refused(status: int, code: str, message: str) -> JSONResponse:
    error = {"message": message, "extensions": {"code": code}}
    return JSONResponse(
        {"data": None, "errors": [error]}, status_code=status, headers={"connection": "close"}
    )


def _answer(status: str, project: Project, **more: object) -> JSONResponse:
    return JSONResponse({"status": status, "repo": project.repo, **more}, status_code=202)
