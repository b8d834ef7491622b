"""Texts in another layout: laws on real files for the tiers `syntax` and `elision`.

A run of tokens of a fixture is laid out otherwise. It must be found where it came from, and when
one token of it is changed, that token alone may change in the file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import structedit as se
from checkout import ROOT
from structedit.calls.requests import Match
from structedit.search.alignment import elision
from structedit.search.alignment.ladder import find
from structedit.search.alignment.token_alignment import laid_out
from structedit.text.document import Document, Span
from structedit.tree.source import Source
from structedit.tree.tokens import Leaf, LeafKind

FIXTURES = ROOT / "fixtures"
CODE = ("c", "cpp", "go", "java", "javascript", "python", "ruby", "rust", "tsx", "typescript")
FILES = tuple(sorted(path for name in CODE for path in (FIXTURES / name).iterdir()))
laws = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=150)


@cache
def source_of(path: Path) -> Source:
    return Source.of(Document.from_bytes(path.read_bytes(), path=str(path)))


@cache
def leaves_of(path: Path) -> tuple[Leaf, ...]:
    source = source_of(path)
    if source.tree is None or not source.tree.clean:
        return ()
    return source.tree.leaves(Span(0, len(source.data))).items


@st.composite
def runs(draw: st.DrawFn) -> tuple[Path, tuple[Leaf, ...], bytes, tuple[int, ...]]:
    """Some tokens of a file, the same in another layout, and where each begins in that."""
    path = draw(st.sampled_from(FILES))
    leaves = leaves_of(path)
    assume(len(leaves) > 30)
    first = draw(st.integers(0, len(leaves) - 12))
    run = leaves[first : first + draw(st.integers(6, 24))]
    data = source_of(path).data
    text, starts, depth = b"", [], 0
    for before, leaf in zip((None, *run), run, strict=False):
        if before is not None:
            gap = data[before.span.end : leaf.span.start]
            plain = before.kind is leaf.kind is LeafKind.CODE and depth > 0
            if plain and before.text in (b",", b"(", b"["):
                gap = draw(st.sampled_from([gap, b"\n            ", b"\n\t", b" "]))
            text += gap
        starts.append(len(text))
        text += leaf.text
        depth += (leaf.text in (b"(", b"[")) - (leaf.text in (b")", b"]"))
    return path, run, text, tuple(starts)


@laws
@given(runs())
def test_a_run_of_tokens_is_found_in_any_layout(
    drawn: tuple[Path, tuple[Leaf, ...], bytes, tuple[int, ...]],
) -> None:
    path, run, text, _ = drawn
    span = Span(run[0].span.start, run[-1].span.end)
    found = find(source_of(path), text, limit=Match.SYNTAX)
    assert any(hit.span.contains(span) for hit in found.occurrences), text


@laws
@given(runs(), st.data())
def test_a_changed_token_is_all_that_changes(
    drawn: tuple[Path, tuple[Leaf, ...], bytes, tuple[int, ...]], draw: st.DataObject
) -> None:
    path, run, text, starts = drawn
    words = [i for i, leaf in enumerate(run) if leaf.text.isalpha() and leaf.kind is LeafKind.CODE]
    assume(words)
    index = draw.draw(st.sampled_from(words))
    at, leaf = starts[index], run[index]
    new = text[:at] + b"zqzq" + text[at + len(leaf.text) :]
    out = se.str_replace(
        source_of(path).document, text.decode(), new.decode(), match="syntax", allow_errors=True
    )
    if out.landed:
        data = source_of(path).data
        wanted = data[: leaf.span.start] + b"zqzq" + data[leaf.span.end :]
        assert out.result is not None
        got = out.result.data
        if out.tier not in ("exact", "syntax"):  # blanks of a changed line are the caller's
            got, wanted = (b"".join(text.split()) for text in (got, wanted))
        assert got == wanted
    else:
        assert out.status in (se.Status.AMBIGUOUS, se.Status.REFUSED, se.Status.NOT_FOUND)


@laws
@given(st.sampled_from(FILES), st.data())
def test_lines_left_out_keep_their_bytes(path: Path, draw: st.DataObject) -> None:
    data = source_of(path).data
    lines = data.decode().split("\n")
    first = draw.draw(st.integers(0, len(lines) - 6))
    last = draw.draw(st.integers(first + 2, min(first + 12, len(lines) - 1)))
    depths = [len(line) - len(line.lstrip()) for line in lines[first : last + 1] if line.strip()]
    assume(lines[first].strip() and lines[last].strip() and min(depths) == depths[0])
    mark = draw.draw(st.sampled_from(["// ...", "# ... existing code ...", "..."]))
    dots = lines[first][: len(lines[first]) - len(lines[first].lstrip())] + mark
    old = "\n".join([lines[first], dots, lines[last]])
    new = "\n".join([lines[first] + " zq", dots, lines[last]])
    out = se.str_replace(source_of(path).document, old, new, allow_errors=True)
    if out.landed and out.tier == "elision":
        wanted = [*lines[:first], lines[first] + " zq", *lines[first + 1 :]]
        assert out.text == "\n".join(wanted)


@pytest.mark.parametrize(
    ("path", "file", "needle"),
    [
        ("a.py", "f(a,\n  # b\n  c)\n", "f(a, c)"),
        ("a.py", "x = [1,\n     2]\n", "x = [1, 2, 3]"),
        ("a.py", "f(r'a\\n',\n  1)\n", 'f(r"a\\\\n", 1)'),
        ("a.py", "f('a',\n  1)\n", "f(b'a', 1)"),
        ("a.py", "if a: b(1,\n  2)\n", "if a:\n    b(1, 2)"),
        ("a.py", "a[1,\n]\n", "a[1]"),
        ("a.py", "assert (a,\n  'b')\n", "assert a, 'b'"),
        ("a.js", "f(1,\n  2)\n(g)()\n", "f(1, 2);\n(g)()"),
        ("a.js", "f(1,\n  2);\n(g)()\n", "f(1, 2)\n(g)()"),
        ("a.c", "x = (a, b(1,\n  2));\n", "x = a, b(1, 2);"),
        ("a.js", "f('a',\n  1)\n", "f(`a`, 1)"),
        ("a.js", "a\n++b\n", "a++\nb"),
        ("a.js", "let x = (a, b(1,\n2))\n", "let x = a, b(1, 2)"),
        ("a.js", "[a,,\nb]\n", "[a, b]"),
        ("a.ts", "for (let i = 0; i < f(1,\n 2); i++) {}\n", "for (let i = 0; i < f(1, 2) i++) {}"),
        ("a.go", "package a\n\nvar s = f('a',\n\t1)\n", 'var s = f("a", 1)'),
        ("a.c", "int x = f('a',\n  1);\n", 'int x = f("a", 1);'),
        ("a.c", "int x = f(1,\n  2);\n", "int x = f(1, 2)\nint y"),
        ("a.rb", 'x = f("a#{b}",\n  1)\n', "x = f('a#{b}', 1)"),
        ("a.yaml", "a:\n  b: [1,\n    2]\n  c: 1\n", "a:\n  b: [1, 2]\nc: 1"),
        ("a.json", '{"a": [1,\n 2]}\n', '{"a": [1, 2, ]}'),
        ("a.py", "def f():\n    if x:\n        return (a)\n    return (b)\n", "a\n    return b"),
        ("a.py", "f(a,  # b\n  ad)\n", "f(a,  # bad\n  )"),
        ("a.go", "package a\n\nvar s = f('a',\n\t1)\n", "var s = f(a, 1)"),
        ("a.py", "f('a',\n  1)\n", "f(a, 1)"),
        ("a.py", "x = (1 .real,\n  2)\n", "x = (1.real, 2)"),
        ("a.py", "x = (a,\n  b)\n", ", (a, b)"),
        ("a.js", "f(1,\n  2)\n;(g)()\n", "f(1, 2)(g)()"),
        ("a.js", "let x = f(1,\n  2) let\n", "let x = f(1, 2)"),
        ("a.js", "f(1,\n  2\n", "f(1, 2"),
        ("a.py", "x = f(g(a,\n    b))\ny = 2\n", "a, b)) y = 2"),
    ],
)
def test_what_is_no_layout(path: str, file: str, needle: str) -> None:
    source = Source.of(Document.from_text(file, path=path))
    assert not list(laid_out(source, needle.encode()))


@pytest.mark.parametrize(
    ("path", "file", "needle", "place"),
    [
        (
            "a.py",
            "if a:\n    x = g(1,\n          2)\n    h()\n",
            "g(1, 2)\nh()",
            "g(1,\n          2)\n    h()",
        ),
        (
            "a.py",
            "def f():\n    g(1,\n      2)\n# why\n    h()\n",
            "    g(1, 2)\n    # why\n    h()",
            "g(1,\n      2)\n# why\n    h()",
        ),
        (
            "a.py",
            "if a:\n    g(1,\n      2)\n    h()\n",
            "g(1, 2)\n    h()",
            "g(1,\n      2)\n    h()",
        ),
        ("a.c", "int x = f(1, /* a */ b,\n  2);\n", "f(1, /* a */ b, 2)", "f(1, /* a */ b,\n  2)"),
        (
            "a.py",
            "f(\n    1\n)\n\n\nclass A:\n    x = g(1,\n        2)\n",
            ")\n\n\nclass A:\n    x = g(1, 2)",
            ")\n\n\nclass A:\n    x = g(1,\n        2)",
        ),
    ],
)
def test_what_is_layout(path: str, file: str, needle: str, place: str) -> None:
    source = Source.of(Document.from_text(file, path=path))
    found = [laid.span.of(source.data) for laid in laid_out(source, needle.encode())]
    assert found == [place.encode()]


@pytest.mark.parametrize(
    "line",
    [
        "...",
        "…",
        "# ...",
        "    // ... existing code ...",
        "/* ... */",
        "-- ...",
        "<!-- ... -->",
        "{/* ... */}",
        "// rest of the function unchanged",
        "# … other methods",
        "... rest of the code ...",
        "; ...",
        "(* ... *)",
    ],
)
def test_lines_that_stand_for_others(line: str) -> None:
    assert elision.stands_for_others(line)


@pytest.mark.parametrize(
    "line",
    [
        "...first,",
        "f(...)",
        "def f(): ...",
        "for i in 0..3 {",
        "and so on ...",
        "// calls f, then g ...",
        "# the other methods are slow",
        "x = [...]",
        "case 1 ... 3:",
        "printf(fmt, ...);",
        "return rest of",
        "",
    ],
)
def test_lines_that_are_what_they_are(line: str) -> None:
    assert not elision.stands_for_others(line)
