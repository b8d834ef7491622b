"""Edits as callers write them from memory, and what becomes of each.

`python -m benchmarks.landing` distorts real commits and prints what lands; `.real_edits` replays edits
that models sent; `.side_by_side` asks other tools the same. All of them take a folder of data by
`--data` or `STRUCTEDIT_DATA`; without one, commits are releases of packages that
`benchmarks.releases` fetches.
"""
