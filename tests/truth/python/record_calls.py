"""A pytest plugin that writes down which function of a project called which.

Runs in the project's own environment, on Python 3.12 or newer, with nothing but the standard library:
`KG_CALLS_ROOT` is the checkout, `KG_CALLS_OUT` the JSON file to write. The rule:

- an edge is a call whose frame was entered directly from another frame of the checkout; C code between
  the two (`sorted(key=f)`, `type.__call__`) is not seen, Python code of others ends the edge;
- a generator or coroutine counts where it is called, not where it is first resumed;
- what a lambda or a comprehension calls is called by the code around it; calling them is no edge;
- class bodies and modules are callers and never callees; `__del__` runs when it likes and is left out.

A function is its file and first line (of its first decorator), as code objects have them.
"""

import json
import os
import sys
from types import CodeType, FunctionType, MethodType
from typing import Any

ROOT = os.path.join(os.path.realpath(os.environ["KG_CALLS_ROOT"]), "")  # noqa: PTH118 (a prefix of strings)
RESUMED = 0x20 | 0x80 | 0x200  # generators, coroutines, asynchronous generators
OPTIMISED = 0x1  # functions have it; class bodies and modules have not

_tool = sys.monitoring.PROFILER_ID
_calls: set[tuple[str, int, str, int]] = set()
_own: dict[str, str] = {}
"""By file name: code objects of two files may be equal."""


def _file(code: CodeType) -> str:
    """The file of a code object within the checkout; empty where it is outside."""
    name = code.co_filename
    found = _own.get(name)
    if found is None:
        inside = name.startswith(ROOT) and "/site-packages/" not in name
        found = _own[name] = name[len(ROOT) :] if inside else ""
    return found


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & OPTIMISED) and not code.co_name.startswith("<") and code.co_name != "__del__"


def _note(caller: CodeType, line: int, callee: CodeType) -> None:
    """Lambdas and comprehensions say where they are by the line that runs."""
    folded = caller.co_name.startswith("<") and caller.co_name != "<module>"
    start = line if folded else caller.co_firstlineno
    form = "inside" if folded else "module" if caller.co_name == "<module>" else "at"
    _calls.add((f"{_file(caller)}:{start}:{form}", line, _file(callee), callee.co_firstlineno))


def _started(code: CodeType, offset: int) -> Any:
    if not _file(code) or not _is_function(code) or code.co_flags & RESUMED:
        return sys.monitoring.DISABLE
    caller = sys._getframe(1).f_back
    if caller is not None and _file(caller.f_code):
        _note(caller.f_code, caller.f_lineno, code)
    return None


def _called(code: CodeType, offset: int, callee: object, first: object) -> Any:
    if not _file(code):
        return sys.monitoring.DISABLE
    function = callee.__func__ if isinstance(callee, MethodType) else callee
    if isinstance(function, FunctionType):
        target = function.__code__
        if target.co_flags & RESUMED and _file(target) and _is_function(target):
            _note(code, sys._getframe(1).f_lineno, target)
    return None


def pytest_configure(config: Any) -> None:
    events = sys.monitoring.events
    sys.monitoring.use_tool_id(_tool, "kg")
    sys.monitoring.register_callback(_tool, events.PY_START, _started)
    sys.monitoring.register_callback(_tool, events.CALL, _called)
    sys.monitoring.set_events(_tool, events.PY_START | events.CALL)


def pytest_unconfigure(config: Any) -> None:
    sys.monitoring.set_events(_tool, 0)
    with open(os.environ["KG_CALLS_OUT"], "w", encoding="utf-8") as file:  # noqa: PTH123 (no pathlib in plugin)
        json.dump(sorted(_calls), file)
