"""The connection to the database."""

import os
from contextlib import contextmanager

import psycopg


@contextmanager
def connection():
    """A connection that is committed at the end."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as open_connection:
        yield open_connection
