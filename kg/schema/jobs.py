"""What a job starts, as it is written: told by the parser of its file, tied by `kg.ingest.resolve.jobs`.

Knows no format and no shell.
"""

from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle_sharing

FILE = "file"  # a path: `scripts/run.sh`
MODULE = "module"  # of Python: `app.worker`
COMMAND = "command"  # of a Django project: `migrate`
TARGET = "target"  # of the Makefile in its folder: `build`
SCRIPT = "script"  # of the package.json in its folder: `build`
FUNCTION = "function"  # of the same shell file
PROGRAM = "program"  # a package of Go by its folder: `./cmd/server`
JOB = "job"  # another job of the same file, by name
TASK = "task"  # of Celery, by name: `shop.tasks.close`
CLASS = "class"  # a class by its qualified name
BEAN = "bean"  # a bean of Spring and its method: `orders.close`; the method may be left out


@quick_pickle_sharing(names=("source", "form", "folder"))
@dataclass(frozen=True, slots=True)
class Run:
    """One thing that a job (or the body of a script) starts."""

    source: Uid
    form: str
    """One of the words above."""
    name: str
    line: int
    """Relative to the first line of the source (0 = its first line)."""
    folder: str = ""
    """Where it is started, from the root of the repository; empty for the root."""
