"""A question in, ranked evidence out; and plain look-ups around an artifact. Reads only.

Every read takes a `Scope` and a snapshot number: nothing can be searched before the access check.
"""
