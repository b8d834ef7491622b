"""Calls that type checkers refuse: each line that ends in `# wrong` and no other. It is never run."""

import structedit as se
from structedit import aio

document = se.Document.from_text("a = 1\n", path="a.py")

se.str_replace(document, "a", "b", occurrence="2")  # wrong
se.str_replace(document, "a", "b", wihtin="f")  # wrong
se.replace_blok(document, "f", "pass")  # wrong
_ = se.str_replace(document, "a", "b").txt  # wrong
se.Session(".").str_replace("a.py", "a")  # wrong
_ = aio.outline(document).items  # wrong
