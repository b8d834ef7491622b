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
_ = se.Session(".").outline("a.py", depth="1")  # wrong
se.rewrite("src", pattern="get($A)", template="fetch($A)", gobs=["*.py"])  # wrong
se.run("codemod.py", "src", jobs="4")  # wrong
se.scan("src", "rules", fix=True, severity="error")  # wrong
se.rewrite_fleet(["a"], text="x", template="y", hooks=se.Hooks())  # wrong
se.scan_fleet(["a"], "rules", fix=True, dryrun=True)  # wrong
