"""Compare definitions in real files with those that the language's own parser finds.

    python -m benchmarks.judges LANGUAGE [--limit N] [--show N] [FILE_OR_FOLDER ...]

A small program for each language prints `[path, start, end]`, in bytes, for each function, method and
type of a file. A row is `exact` when structedit has a definition of that path with that span.
Definitions that only structedit has are counted too. Files that the judge cannot parse are skipped.

The programs `tree.*` print all nodes of a file; `roles` compares these before and after an edit.
"""
