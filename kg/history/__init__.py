"""The past of artifacts: read from the git mirror when asked, and filled into the graph behind publishing.

Beside `ingest`, since it reads git and redacts as that does, and a room of its own, since the API may ask
for it (nothing here writes content) while it may not touch what ingests or publishes.
"""
