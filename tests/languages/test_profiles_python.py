"""Python: what is a definition, what is a block, and where they end."""

# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, text

PYTHON: list[Fact] = [
    ("def f(a): return a; \n", "f", "span", "def f(a): return a;"),
    ("def f(a): return a\n", "f", "body", " return a"),
    ("def f():\n    a;\n\nb\n", "f", "span", "def f():\n    a;"),
    ("@d\n# why\n@e(1)\nasync def f():\n    pass\n", "f", "span", "@d\n# why\n@e(1)\nasync def f():\n    pass"),
    ("# own\n@d\nclass A:\n    def m(self): ...\n", "A", "attached", "# own"),
    ("class A:\n    def m(self): ...\n", "A.m", "kind", "method"),
    ("def f():  # c\n    a\n    # end\n\nb\n", "f", "header", "def f():"),
    ("def f():  # c\n    a\n    # end\n\nb\n", "f", "body", "  # c\n    a\n    # end"),
    ("def f():  # c\n    a\n    # end\n\nb\n", "f", "trailing", "# end"),
    ('def f():\n    """Doc."""\n', "f", "doc", '"""Doc."""'),
    ("type A[T] = list[T]\n", "A", "kind", "type"),
    ("type B = int\n", "B", "kind", "type"),
    ("x: int = 1  # why\n", "x", "trailing", "# why"),
    ("class A:\n    x: int\n", "A.x", "kind", "field"),
    ("if a:\n    b\n    # why\nelif c:\n    d\nelse:\n    e\n", "@elif", "span", "elif c:\n    d"),
    ("if a:\n    b\n    # why\nelif c:\n    d\nelse:\n    e\n", "@if", "arm", "if a:\n    b\n    # why"),
    ("try:\n    a\nexcept* E as e:\n    b\n", "@catch", "span", "except* E as e:\n    b"),
    ("match a:\n    case 1 if b:\n        c\n", "@case", "body", "\n        c"),
    ("f = lambda x: x + 1\n", "@lambda", "body", "x + 1"),
]
# fmt: on


@pytest.mark.parametrize(("source", "place", "part", "expected"), PYTHON)
def test_python(source: str, place: str, part: str, expected: str | None) -> None:
    assert text("python", source, place, part) == expected
