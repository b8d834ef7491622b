"""From a request and a source to an outcome with its edits: one request, many requests, reading.

Not here: files, clocks and the environment; all of it is pure.
"""
