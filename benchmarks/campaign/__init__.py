"""A campaign against what structedit promises of files, inputs and repositories that nobody knows.

    python -m benchmarks.campaign [PART …] [--quick] [--seed N] [--jobs N] [--only TEXT]

Each part is a module that gives its cases; each case does one thing in a folder of its own and says
what is wrong with what came of it, or nothing. The exit code is 1 when anything was wrong.

| part | what is done |
|---|---|
| `kills` | the process is killed at every system call that changes something |
| `failures` | every such call fails, once or from then on |
| `bytes` | edits of files in every encoding, ending and damage: bytes outside the edit stay |
| `hostile` | sources made to hang or crash a reader, in all languages, with limits |
| `paths` | paths that lead out of the root or to files of other programs, through every door |
| `configuration` | configuration files that are pipes, devices, huge, broken |
| `named_code` | repositories that name code to run, in every file that is read of one |
| `state` | state that somebody else may have written: in a clone, behind links, forged entries |
| `mcp` | wrong calls, malformed lines, cancelled calls, closed input, against a real server |

Not here: what a case has in common with others of its part (the part), how it is run (`running`).
"""
