"""Writes the schema to `docs/schema.graphql`: `python -m api.export`. A test holds the two together."""

import sys
from pathlib import Path

from api.graphql import make_schema
from api.options import Bounds


def exported() -> str:
    return make_schema(Bounds()).as_str() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else "docs/schema.graphql").write_text(exported(), encoding="utf-8")
