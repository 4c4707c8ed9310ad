"""Reports of incidents: what they state, read into facts.

In: a Document, as the reader of its format gives it. Out: the details of its Postmortem. What a report does
not state stays empty. Knows no format: sections hold lists, tables and lines, however they are marked.
"""
