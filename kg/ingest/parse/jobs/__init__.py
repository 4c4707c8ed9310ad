"""Jobs: what a pipeline, a cluster, an engine or a build tool starts, and what a script runs.

One module a format. Each gives Job artifacts with the lines of their file, and a `Run` for each thing that
a job starts, as it is written; `kg.ingest.resolve.jobs` ties them. `commands` reads lines of a shell.
"""
