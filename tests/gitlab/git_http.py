"""Real git over smart HTTP: `git http-backend` behind a request of http.server."""

import os
import subprocess
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit


def serve_git(request: BaseHTTPRequestHandler, root: Path) -> None:
    """Answer a fetch or a push of a repository below `root`."""
    parts = urlsplit(request.path)
    length = int(request.headers.get("content-length") or 0)
    body = _chunks(request) if request.headers.get("transfer-encoding") else request.rfile.read(length)
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_PROJECT_ROOT": str(root),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "REQUEST_METHOD": request.command,
        "CONTENT_TYPE": request.headers.get("content-type", ""),
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_CONTENT_ENCODING": request.headers.get("content-encoding", ""),
        "GIT_PROTOCOL": request.headers.get("git-protocol", ""),
        "REMOTE_USER": "fake",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
    }
    answer = subprocess.run(
        ["git", "http-backend"], input=body, env=environment, capture_output=True, check=True
    ).stdout
    head, _, content = answer.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
    request.send_response(int(headers.pop("Status", "200").split()[0]))
    for name, value in headers.items():
        request.send_header(name, value)
    request.send_header("content-length", str(len(content)))
    request.end_headers()
    request.wfile.write(content)


def _chunks(request: BaseHTTPRequestHandler) -> bytes:
    parts = []
    while size := int(request.rfile.readline().strip() or b"0", 16):
        parts.append(request.rfile.read(size))
        request.rfile.readline()
    request.rfile.readline()
    return b"".join(parts)
