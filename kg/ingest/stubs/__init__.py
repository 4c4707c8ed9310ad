"""Signatures of dependencies: from jars to the stub format that the Java resolver reads.

`classfile` and `jar` turn bytes into text and are pure; `maven`, `gradle` and `vendored` say which jars
a repository depends on; `store` keeps stubs by content. Knows no resolver and no Neo4j.
"""
