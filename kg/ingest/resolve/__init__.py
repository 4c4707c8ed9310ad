"""Facts -> edges: pure functions, one file a question (which call, which key, which mention)."""
