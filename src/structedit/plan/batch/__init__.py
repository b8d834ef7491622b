"""Many edits of many files, composed into one edit set for each file.

Not here: how files are read and written.
"""
