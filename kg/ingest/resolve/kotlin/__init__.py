"""Kotlin: facts of all files to edges. Pure; typed from the start, a name alone ties nothing.

A call goes to the function that is declared where the compiler would look. What stands in no source, or
cannot be told, stays an open site with its reason. Java is seen through `java`, and sees Kotlin through
`view`; `kg.ingest.resolve.jvm` brings both together.
"""
