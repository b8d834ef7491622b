"""A campaign against what structedit promises of files when a process dies or a disk fails.

    python -m benchmarks.campaign [PART …] [--quick] [--seed N] [--jobs N] [--only TEXT]

Each part is a module that gives its cases; each case does one thing in a folder of its own and says
what is wrong with what came of it, or nothing. The exit code is 1 when anything was wrong.

| part | what is done |
|---|---|
| `kills` | the process is killed at every system call that changes something |
| `failures` | every such call fails, once or from then on |

Not here: what a case has in common with others of its part (the part), how it is run (`running`).
"""
