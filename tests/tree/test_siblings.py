"""No definition begins in what belongs to the one above it, and what documents one begins its line."""

from itertools import combinations
from pathlib import Path

import pytest

from structedit.text.document import Document
from structedit.text.lines import begins_line
from structedit.tree.source import Source

FIXTURES = Path(__file__).parents[2] / "fixtures"
OTHERS = {
    "string_above.jl": 'const A = "a"\nconst B = 1\nx = b *\n    "c"\nf(a) = 1\n',
    "macro.jl": "Base.@kwdef struct A\n    x\nend\n@memoize Dict f(x) = 1\n",
    "string_below.py": 'a = 1\n"""Doc."""\nb = 2\n\n\n@c\ndef f():\n    """Doc."""\n',
    "doc_between.ml": "let a = 1\n(** Doc. *)\n\nlet b = 2\n",
    "doc_between.mli": "type a\n(** Doc. *)\n\ntype b = C | D\n",
    "jsdoc.js": "function f() {}\n\n/** Doc. */\n\nfunction g() {}\n",
    "behind.c": "int a; /**< Doc. */\nint f(void) { return 1; }\n",
    "impl.ex": "defmodule M do\n  @a 1\n  @impl true\n  def f, do: 1\n  def g, do: 2\nend\n",
}


SOURCES = [
    *((path.name, path.read_bytes()) for path in sorted(FIXTURES.rglob("*.*"))),
    *((name, text.encode()) for name, text in OTHERS.items()),
]
NAMES = [name for name, _ in SOURCES]


@pytest.mark.parametrize(("name", "data"), SOURCES, ids=NAMES)
def test_siblings_share_nothing(name, data):
    source = Source.of(Document.from_bytes(data, name))
    assert source.tree is not None
    for one, other in combinations(source.tree.definitions(), 2):
        if other.core.start >= one.core.end:
            assert one.whole.end <= other.whole.start, (one.path, other.path)


@pytest.mark.parametrize(("name", "data"), SOURCES, ids=NAMES)
def test_what_leads_a_definition_begins_its_line(name, data):
    source = Source.of(Document.from_bytes(data, name))
    assert source.tree is not None
    for block in source.tree.definitions():
        leading = [
            span for span in (*block.attached, *block.decorators) if span.end <= block.core.start
        ]
        first = min([block.span, *leading])
        if leading:
            assert begins_line(source.data, first.start), block.path


def test_macros_are_part_of_what_they_lead():
    source = Source.of(Document.from_text(OTHERS["macro.jl"], "macro.jl"))
    assert source.tree is not None
    first, _, last = source.tree.definitions()
    assert first.span.of(source.data).startswith(b"Base.@kwdef")
    assert last.span.of(source.data).startswith(b"@memoize")
