"""Truth for Python: PyCG's snippets, calls that test suites execute, jedi's verdicts."""
