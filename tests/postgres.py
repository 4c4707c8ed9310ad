"""A throw-away PostgreSQL for tests, from Debian's packages; skips, and says why, where there is none.

PostgreSQL refuses to run as root, so a run as root starts it as the user `postgres` of the package.
"""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server import free_ports

_PLACES = "/usr/lib/postgresql/*/bin"


@contextmanager
def throw_away_postgres() -> Iterator[str]:
    """The URL of a database that is gone afterwards."""
    binaries = _binaries()
    user = _user()
    with tempfile.TemporaryDirectory(prefix="kg-postgres-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        (port,) = free_ports(1)
        _run(user, binaries / "initdb", "-D", data, "-A", "trust", "-U", "kg", "--no-sync")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        log = Path(folder) / "log"
        _run(user, binaries / "pg_ctl", "-D", data, "-w", "-t", "60", "-l", log, "-o", options, "start")
        try:
            yield f"postgresql+psycopg://kg@127.0.0.1:{port}/postgres"
        finally:
            _run(user, binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop")


def new_database(url: str) -> str:
    """The URL of another database of the same server, empty."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    name = f"test_{secrets.token_hex(6)}"
    try:
        with engine.connect() as connection:
            connection.execute(sa.schema.DDL(f"CREATE DATABASE {name}"))
    finally:
        engine.dispose()
    return url.rpartition("/")[0] + "/" + name


def _binaries() -> Path:
    """The folder of `initdb` and `pg_ctl`: Debian keeps it off the PATH."""
    for folder in sorted(Path("/").glob(_PLACES.removeprefix("/")), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    if found is None or not (Path(found).resolve().parent / "pg_ctl").exists():
        pytest.skip("PostgreSQL is not installed here (Debian: apt-get install postgresql)")
    return Path(found).resolve().parent


def _user() -> pwd.struct_passwd | None:
    """Whom to run it as; None: as who runs the tests."""
    if os.getuid() != 0:
        return None
    with suppress(KeyError):
        return pwd.getpwnam("postgres")
    pytest.skip("PostgreSQL will not run as root, and there is no user `postgres`")


def _run(user: pwd.struct_passwd | None, *command: str | Path) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        user=user.pw_uid if user else None,
        group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
