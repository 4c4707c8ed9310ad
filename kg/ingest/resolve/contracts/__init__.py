"""Contracts: which routes code serves and which it requests.

`resolve` is the door. Each framework has a rule that reads usages (`kg.schema.usages`) and yields a
`Contract` for each route; `endpoints` turns them into Endpoint artifacts and SERVES / REQUESTS edges, so
that no rule knows a uid or how a key is written.
"""
