"""The words: records, ids and the vocabulary that every room shares.

Standard library only, no I/O, nothing that can wait or fail.
"""
