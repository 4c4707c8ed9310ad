"""The commands, and composition root 1: reads the settings and hands each room its options.

`COMMANDS` is the table of contents. A command lives in a file of its own, which offers
`add(app)`; `frame` gives it the settings, an open graph, and the ways to print.
"""

from kg.cli.app import app, main

__all__ = ["app", "main"]
