"""Loading a language costs its own grammar: the first edit of a file imports that one and no other."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import sys
import structedit as se

document = se.Document.from_text({text!r}, path={path!r})
outcome = se.str_replace(document, {old!r}, {new!r})
assert outcome.landed and not outcome.warnings, outcome.report()
loaded = [name for name in sys.modules if name.startswith("tree_sitter")]
from structedit.languages import grammars
print(grammars.grammar.cache_info().currsize, *sorted(loaded))
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.py", "def f(a):\n    return a\n", "return a", "return a + 1"),
        ("a.cpp", "int f(int a) {\n    return a;\n}\n", "return a", "return a + 1"),
        ("a.vue", "<template>\n  <p>a</p>\n</template>\n", "<p>a", "<p>b"),
    ],
)
def test_the_first_edit_loads_one_grammar(path: str, text: str, old: str, new: str) -> None:
    script = SCRIPT.format(path=path, text=text, old=old, new=new)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    count, *modules = ran.stdout.split()
    assert count == "1"
    grammars = [name for name in modules if ".bindings." in name]
    assert len(grammars) == 1 and "tree_sitter_language_pack" not in modules
