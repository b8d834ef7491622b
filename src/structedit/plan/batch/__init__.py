"""Many edits of many files as one edit set a file.

Not here: how files are read and written.
"""
