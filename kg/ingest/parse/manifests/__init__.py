"""Build files: which other packages a file names, read beside what its language's adapter says.

One module a family of formats; `readers` is the table of file names. A reader is given a Unit and gives
records for `Facts.found`; broken files raise `Unreadable`, which becomes a problem of the file.
"""
