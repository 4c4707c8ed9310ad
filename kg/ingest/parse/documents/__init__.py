"""Documents: one reader a format, one place that makes artifacts of what they read.

In: a Unit. Out: Facts: a Doc a section, DEFINES with lines, Mentions, and a Postmortem where a document
reports an incident. A reader gives a `Document` (see `document`); `facts` does the rest for all of them.
What a mention means is decided later: see `kg.ingest.resolve.mentions`.
"""
