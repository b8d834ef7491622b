"""An agent's day: hundreds of edits of real commits over MCP, on files that others edit as well.

    python -m benchmarks.day [--edits N] [--seed N] [--only WORD] [--write]

The tree holds the files of real commits as they were before. An agent that is a script brings all of
them to what the commits made of them, through the server alone: it asks for outlines and regions,
then edits by text, by selector, by patch, and by line numbers that it read before other edits. One in five
of its edits is distorted, evenly over all distortions of `benchmarks.landing`; the retry that comes
back is sent as it is. Another process edits the same files between the calls and during them.

`tree` is the material, `others` the other process, `agent` what the agent does, `__main__` tells
what came of it.
"""
