"""Edits as callers write them from memory, and what becomes of each.

`python -m benchmarks.landing` distorts real commits and prints the table of what landed;
`python -m benchmarks.landing.real_edits`, `.side_by_side` and `.times` are described in their
modules. All of them take the folder of data by `--data` or `STRUCTEDIT_DATA`; without one, commits
are releases of packages that `benchmarks.releases` fetches.
"""
