"""Jobs: what they start (RUNS), and the jobs that code itself declares (scheduled methods).

`started` ties what files say to files, methods and other jobs; `scheduled` reads the usages of frameworks.
Pure; knows no file format.
"""
