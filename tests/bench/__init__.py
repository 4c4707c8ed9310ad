"""Benchmarks, one module each, run by `make bench-NAME` (`python -m tests.bench.NAME`).

Each writes `docs/benchmarks/NAME.json` and prints it last, as one JSON line.
"""
