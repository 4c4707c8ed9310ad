"""Takes a thing out of everything that an installation keeps, and keeps it out (`kg purge`).

Above `publish` and `local`, since it needs both: the lease and the graph, and the server that is built anew.
"""
