"""The merge: what the caller changed arrives, what it did not stays as the file has it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import structedit as se
from structedit.search.alignment.ladder import LADDER, View, find
from structedit.search.alignment.merge import Conflict, merge
from structedit.search.alignment.merge_walk import merge_line
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.tree.layout.learned_indent import IndentPair, file_indent, learn


def landed(data: str, old: str, new: str) -> tuple[str | None, str]:
    """Give the tier and the new content of an edit that has one place to go."""
    raw = data.encode()
    found = find(raw, old.encode(), new=new.encode())
    (hit,) = found.occurrences
    result = merge(raw, hit, old.encode(), new.encode())
    assert isinstance(result, EditSet), result
    return found.tier, result.apply(raw).decode()


EXAMPLES = {
    "exact: plain": ("exact", "a\nb\nc\n", "b", "x\ny", "a\nx\ny\nc\n"),
    "exact: a line end that new lacks is not swallowed": ("exact", "a\nb\n", "a\n", "x", "x\nb\n"),
    "exact: a line end taken away on purpose": ("exact", "f(\na)\n", "f(\n", "f(", "f(a)\n"),
    "exact: the line below keeps its depth": (
        "exact",
        "  a\n  b\n",
        "  a\n  ",
        "  x\n",
        "  x\n  b\n",
    ),
    "exact: the line below keeps its depth after a deletion": (
        "exact",
        "  a\n  b\n",
        "  a\n  ",
        "",
        "  b\n",
    ),
    "exact: a depth taken away on purpose": ("exact", "  a\n  b\n", "  a\n  ", "  a\n", "  a\nb\n"),
    "exact: another depth": ("exact", "  a\n  b\n", "  a\n  ", "  x:\n    ", "  x:\n    b\n"),
    "exact: a line joined on purpose": ("exact", "f(a,\n  b)\n", "a,\n  ", "a, ", "f(a, b)\n"),
    "exact: a line end at the front that new lacks": (
        "exact",
        "a\n\nb\n",
        "\n\nb",
        "x",
        "a\n\nx\n",
    ),
    "exact: nor its indentation": ("exact", "a:\n  b\n", "\n  b", "x", "a:\n  x\n"),
    "exact: but for its own": ("exact", "a:\n  b\n", "\n  b", "    x", "a:\n    x\n"),
    "exact: lines joined on purpose at the front": (
        "exact",
        "f(a,\n  b)\n",
        "\n  b",
        " b",
        "f(a, b)\n",
    ),
    "newline: a line end is not cut in two": (
        "newline",
        "a\r\nb\r\nc\r\n",
        "\nb",
        "",
        "a\r\nc\r\n",
    ),
    "newline: nor where new has it": (
        "newline",
        "a();\r\n\r\nb();\r\n",
        "\nb();",
        "\nc();",
        "a();\r\n\r\nc();\r\n",
    ),
    "exact: deletion": ("exact", "a\nb\nc\n", "b\n", "", "a\nc\n"),
    "exact: new lines end as their neighbours": (
        "exact",
        "a\r\nb\r\n",
        "a",
        "x\ny",
        "x\r\ny\r\nb\r\n",
    ),
    "newline: endings stay": (
        "newline",
        "a\r\nb\r\nc\r\n",
        "a\nb\n",
        "a\nx\nb\n",
        "a\r\nx\r\nb\r\nc\r\n",
    ),
    "newline: old ends a line, new does not": ("newline", "a\r\nb\r\n", "a\n", "x", "x\r\nb\r\n"),
    "newline: new ends a line, old does not": (
        "newline",
        "a\r\nb\r\nc\r\n",
        "a\nb",
        "a\nx\n",
        "a\r\nx\r\nc\r\n",
    ),
    "newline: deletion takes its line": ("newline", "a\r\nb\r\nc\r\n", "a\nb\n", "", "c\r\n"),
    "newline: no final newline is added": ("newline", "a\nb", "b\n", "c\n", "a\nc"),
    "newline: a lone CR": ("newline", "a\rb\rc", "a\nb", "a\nx\nb", "a\rx\rb\rc"),
    "newline: mixed endings stay line by line": (
        "newline",
        "a\r\nb\nc\r\nd\n",
        "b\nc\nd\n",
        "c\nx\nd\n",
        "a\r\nc\r\nx\r\nd\n",
    ),
    "newline: indentation as the caller has it": (
        "newline",
        "\ta\r\n\tb\r\n",
        "\ta\n\tb",
        "\ta\n    x\n\tb",
        "\ta\r\n    x\r\n\tb\r\n",
    ),
    "trailing: blanks of other lines stay": (
        "trailing-space",
        "a  \nb\t\nc\n",
        "a\nb\nc",
        "a\nx\nc",
        "a  \nx\nc\n",
    ),
    "trailing: a blank line with blanks stays": (
        "trailing-space",
        "a\n  \nb\n",
        "a\n\nb",
        "a\n\nx",
        "a\n  \nx\n",
    ),
    "indent: deeper in the file": (
        "indent",
        "class A:\n    def f(self):\n        return 1\n",
        "def f(self):\n    return 1\n",
        "def f(self):\n    if x:\n        return 2\n    return 1\n",
        "class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n",
    ),
    "indent: shallower in the file": (
        "indent",
        "if x:\n  y\n",
        "    if x:\n      y",
        "    if x:\n      y\n    z",
        "if x:\n  y\nz\n",
    ),
    "indent: no half tabs": (
        "indent",
        "\tif x:\n\t\ty\n",
        "    if x:\n        y",
        "    if x:\n        y\n        if z:\n            w",
        "\tif x:\n\t\ty\n\t\tif z:\n\t\t\tw\n",
    ),
    "indent: tabs of the caller": (
        "indent",
        "if x:\n  y\nz\n",
        "if x:\n\ty",
        "if x:\n\ty\n\tif w:\n\t\tv",
        "if x:\n  y\n  if w:\n    v\nz\n",
    ),
    "indent: wrapped in a block": (
        "indent",
        "\tdef f():\n\t\ta\n\t\tb  \n",
        "def f():\n    a\n    b",
        "def f():\n    if x:\n        a\n        b",
        "\tdef f():\n\t\tif x:\n\t\t\ta\n\t\t\tb  \n",
    ),
    "trailing: copied from inside the first line": (
        "trailing-space",
        "    if x:\n        y\t\n",
        "if x:\n        y\n",
        "if z:\n        y\n        w\n",
        "    if z:\n        y\t\n        w\n",
    ),
    "whitespace: a single line for where it stands": (
        "whitespace",
        "def f():\n    g( 1 )\n    h\n",
        "g(1)",
        "if x:\n        g(1)",
        "def f():\n    if x:\n        g( 1 )\n    h\n",
    ),
    "whitespace: a single line, the new text relative to it": (
        "whitespace",
        "def f():\n    g( 1 )\n    h\n",
        "g(1)",
        "if x:\n    g(1)",
        "def f():\n    if x:\n        g( 1 )\n    h\n",
    ),
    "whitespace: tabs are taken from around": (
        "whitespace",
        "a {\n\tb\n}\nf( 1 )\n",
        "f(1)",
        "if (x) {\n    f(2)\n}",
        "a {\n\tb\n}\nif (x) {\n\tf( 2 )\n}\n",
    ),
    "whitespace: the inner spacing of lines stays": (
        "whitespace",
        "x  =  1\ny  =  2\n",
        "x = 1\ny = 2",
        "x = 1\ny = 3",
        "x  =  1\ny  =  3\n",
    ),
    "whitespace: blank lines that only the file has stay": (
        "whitespace",
        "a\n\n\nb\nc\n",
        "a\nb\nc",
        "a\nb\nd",
        "a\n\n\nb\nd\n",
    ),
    "whitespace: a removed line takes its blank lines along": (
        "whitespace",
        "a\n\nb\n\nc\n",
        "a\nb\nc",
        "a\nc",
        "a\n\nc\n",
    ),
    "whitespace: blank lines below a removed line stay": (
        "whitespace",
        "a\nb\n\nf( c)\n",
        "a\nb\nf(c)",
        "a\nf(c)",
        "a\n\nf( c)\n",
    ),
    "whitespace: and those above it": (
        "whitespace",
        "a\n\nb\nf( c)\n",
        "a\nb\nf(c)",
        "a\nf(c)",
        "a\n\nf( c)\n",
    ),
    "whitespace: an added line where the caller has the blank ones below it": (
        "whitespace",
        "a\n\n\nf( c)\n",
        "a\n\nf(c)",
        "a\nx\n\nf(c)",
        "a\nx\n\n\nf( c)\n",
    ),
    "whitespace: and above it": (
        "whitespace",
        "a\n\n\nf( c)\n",
        "a\n\nf(c)",
        "a\n\nx\nf(c)",
        "a\n\n\nx\nf( c)\n",
    ),
    "whitespace: a blank line is added": (
        "whitespace",
        "a( 1)\nb\n",
        "a(1)\nb",
        "a(1)\n\nc",
        "a( 1)\n\nc\n",
    ),
    "whitespace: more lines take over the blank ones": (
        "whitespace",
        "a( 1)\nb\n\n\nc\n",
        "a(1)\nb\n\nc",
        "a(1)\nb\nx\n\nc",
        "a( 1)\nb\nx\n\n\nc\n",
    ),
    "whitespace: unit of the file": (
        "whitespace",
        "if x:\n    y\nend\n",
        "if x:\n  y\nend",
        "if x:\n  y\n  if z:\n    w\nend",
        "if x:\n    y\n    if z:\n        w\nend\n",
    ),
    "whitespace: bytes beside the hit stay": (
        "whitespace",
        "r = f( a ) + 1  # n\n",
        "f(a)",
        "g(a)",
        "r = g( a ) + 1  # n\n",
    ),
    "whitespace: the rest of the last line": (
        "whitespace",
        "f( a,\n  b) + 1\n",
        "f(a,\n  b",
        "f(a,\n  c",
        "f( a,\n  c) + 1\n",
    ),
    "unicode: other lines keep their quotes": (
        "unicode",
        "say(“a”)\nb\n",
        'say("a")\nb',
        'say("a")\nc',
        "say(“a”)\nc\n",
    ),
    "unicode: the changed line too": (
        "unicode",
        "say(“a”,  1) – x\n",
        'say("a", 1) - x',
        'say("b", 1) - x',
        "say(“b”,  1) – x\n",
    ),
    "unicode: accents": (
        "unicode",
        "caf\u00e9 = a…b\n",
        "cafe\u0301 = a...b",
        "cafe\u0301 = a...c",
        "caf\u00e9 = a…c\n",
    ),
    "escape: the new text is unescaped alike": (
        "escape",
        'say("a")\n',
        'say(\\"a\\")',
        'say(\\"b\\")',
        'say("b")\n',
    ),
    "escape: and escaped alike": ("escape", 's = "x\\"a\\""\n', 'x"a"', 'y"a"', 's = "y\\"a\\""\n'),
    "escape: line numbers": (
        "escape",
        "if x:\n\ty\nz\n",
        " 9| if x:\n10|     y",
        " 9| if x:\n10|     y\n11|     w",
        "if x:\n\ty\n\tw\nz\n",
    ),
    "escape: line numbers in old alone": (
        "escape",
        "if x:\n    y\n",
        "9\tif x:\n10\t    y",
        "if x:\n    w",
        "if x:\n    w\n",
    ),
    "escape: entities": ("escape", "if a < b:\n", "if a &lt; b:", "if a &gt; b:", "if a > b:\n"),
    "deleted but for a line end: as plain replacement": (
        "trailing-space",
        "a\nb  \nc\n",
        "\nb\n",
        "\n",
        "a\nc\n",
    ),
    "deleted but for a line end: the blank line above stays": (
        "trailing-space",
        "a\n\nb  \nc\n",
        "\nb\n",
        "\n",
        "a\n\nc\n",
    ),
    "deleted but for a line end: a blank line goes": (
        "trailing-space",
        "a\n \nb  \nc\n",
        "\n\nb\n",
        "\n",
        "a\nc\n",
    ),
    "deleted but for blank lines: they are the file's": (
        "trailing-space",
        "a\n \nb  \nc\n",
        "\n\nb\n",
        "\n\n",
        "a\n \nc\n",
    ),
    "deleted with the line ends on both sides: a blank line above goes": (
        "trailing-space",
        "a\n\nb  \nc\n",
        "\nb\n",
        "",
        "a\nc\n",
    ),
    "deleted with the line ends on both sides: nothing is fused": (
        "trailing-space",
        "a\nb  \nc\n",
        "\nb\n",
        "",
        "a\nc\n",
    ),
    "deleted without an edge of its line: an empty line is left": (
        "whitespace",
        "a\nf( b)\nc\n",
        "f(b)",
        "",
        "a\n\nc\n",
    ),
    "deleted at the end of a file without a newline": (
        "whitespace",
        "a\nf( b)",
        "f(b)\n",
        "",
        "a\n",
    ),
    "deleted without an edge at the end of a file without a newline": (
        "whitespace",
        "a\nf( b)",
        "f(b)",
        "",
        "a\n",
    ),
    "blank lines above: one more": (
        "newline",
        "\r\nif (z) {\r\n}\r\n",
        "\n\nif (z) {\n",
        "\n\n\nif (z) {\nadded()\n",
        "\r\n\r\nif (z) {\r\nadded()\r\n}\r\n",
    ),
    "blank lines above: those that only the caller has": (
        "whitespace",
        "x = f( a)\n\ny\n",
        "\n\nx = f(a)\n",
        "\nx = f(a)\n  g()\n",
        "x = f( a)\n  g()\n\ny\n",
    ),
    "blank lines above: two more": (
        "trailing-space",
        "x\na\n",
        "a \n",
        "\n\na \n",
        "x\n\n\na\n",
    ),
    "blanks in a blank line change": (
        "trailing-space",
        "if x:\n    a\n    \n    b\n",
        "    a \n    \n    b\n",
        "    a \n        \n    c\n",
        "if x:\n    a\n        \n    c\n",
    ),
    "blanks in a blank line above change": (
        "trailing-space",
        "x\n    \n    a\n",
        "\n    \n    a \n",
        "\n        \n    c \n",
        "x\n        \n    c\n",
    ),
    "a line before the first is as deep as it": (
        "whitespace",
        "    f( a)\n      g()\n",
        "  f(a)\n  g()",
        "  k()\n  f(a)\n  g()",
        "    k()\n    f( a)\n      g()\n",
    ),
    "no line's indentation is cut: one in between": (
        "whitespace",
        "    f( a)\n    g()\n",
        "f(a)\n  g()",
        "f(a)\nk()\n  g()",
        "    f( a)\n    k()\n    g()\n",
    ),
    "cut first line: one in between": (
        "whitespace",
        "    f( a)\n      g()\n",
        "f(a)\n      g()",
        "f(a)\n    k()\n      g()",
        "    f( a)\n    k()\n      g()\n",
    ),
    "cut first line: one more before it": (
        "trailing-space",
        "    alpha  \n    beta\n",
        "alpha\n    beta\n",
        "x\n    alpha\n    beta\n",
        "    x\n    alpha  \n    beta\n",
    ),
    "cut first line: another before it, copied alike": (
        "whitespace",
        "if z:\n    f( a)\n    g()\n",
        "f(a)\n    g()\n",
        "k()\nf(a)\n    g()\n",
        "if z:\n    k()\n    f( a)\n    g()\n",
    ),
    "rest of a line: another before it": (
        "whitespace",
        "x = f( a)\n    g()\n",
        "f(a)\ng()\n",
        "k()\nf(a)\ng()\n",
        "x = k()\n    f( a)\n    g()\n",
    ),
    "rest of a line: changed, and blanks at its end": (
        "indent",
        "def g(a):\n        # note here\n        total\n",
        "note here\ntotal\n",
        " other\ntotal\n",
        "def g(a):\n        #  other\n        total\n",
    ),
    "cut first line: it goes deeper": (
        "trailing-space",
        "    alpha  \n      beta\n",
        "alpha\n      beta\n",
        "if x:\n        alpha\n      beta\n",
        "    if x:\n        alpha  \n      beta\n",
    ),
    "only line without its indentation: one below it": (
        "whitespace",
        "    f( a)\n",
        "f(a)",
        "f(a)\ng()",
        "    f( a)\n    g()\n",
    ),
    "only line without its indentation: one above it": (
        "whitespace",
        "    f( a)\n",
        "f(a)",
        "g()\nf(a)",
        "    g()\n    f( a)\n",
    ),
    "only line, deeper than in the file: one below it": (
        "indent",
        "# note\n\n",
        "  # note\n",
        "  changed()\n  added()\n",
        "changed()\nadded()\n\n",
    ),
    "part of a line that new ends": (
        "whitespace",
        "x = f(a) + b\n",
        "f( a)",
        "f(c)\n",
        "x = f(c)\n + b\n",
    ),
    "part of a line that new ends, with blanks for the rest": (
        "whitespace",
        "x = f(a) + b\n",
        "f( a)",
        "f(c)\n  ",
        "x = f(c)\n   + b\n",
    ),
    "part of a line: the blanks in it and beside it stay": (
        "whitespace",
        "x = f(a)\t+ b\n",
        "x =  f(a)",
        "x =  f(c)",
        "x = f(c)\t+ b\n",
    ),
    "stray blanks at line ends do not arrive": (
        "trailing-space",
        "f()\r\ng(); \r\n",
        "f() \n",
        "h() \n",
        "h()\r\ng(); \r\n",
    ),
    "nor in blank lines": (
        "trailing-space",
        "f()\ng()\n\n",
        "g() \n\n",
        "g() \nh() \n \n",
        "f()\ng()\nh()\n\n",
    ),
    "blank lines as the file has them, of new lines too": (
        "trailing-space",
        "if a:\n    b()\n    \n    c()\n",
        "    b()\n\n    c()\n",
        "    b()\n\n    d()\n\n    c()\n",
        "if a:\n    b()\n\n    d()\n    \n    c()\n",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_edit_lands(name: str) -> None:
    tier, data, old, new, expected = EXAMPLES[name]
    assert landed(data, old, new) == (tier, expected)


def test_a_new_text_on_another_level_is_a_conflict() -> None:
    data = b'say("a\\n")\n'
    (hit,) = find(data, b'say(\\"a\\\\n\\")').occurrences
    result = merge(data, hit, b'say(\\"a\\\\n\\")', b'say("b\\n")')
    assert isinstance(result, Conflict)
    assert (result.ours, result.theirs) == (b'say("a\\n")', b'say("b\\n")')


def test_an_occurrence_of_another_text_is_a_conflict() -> None:
    (hit,) = find(b"f( a )\n", b"f(a)").occurrences
    assert isinstance(merge(b"f( a )\n", hit, b"f(a)\nb", b"c"), Conflict)


def test_only_the_line_that_differs_is_written() -> None:
    data = b"x  = 1\ny\n"
    (hit,) = find(data, b"x = 1\ny").occurrences
    result = merge(data, hit, b"x = 1\ny", b"x = 1\nz")
    assert isinstance(result, EditSet)
    assert [edit.span for edit in result.edits] == [Span(7, 9)]


DELETED = {
    "with its line": ("f(\n  a,\n  b)\nc()\n", "f(a, b)\n", "c()\n"),
    "with the line end above": ("c()\nf(\n  a,\n  b)\nd()\n", "\nf(a, b)", "c()\nd()\n"),
    "without an edge of its line": ("f(\n  a,\n  b)\nc()\n", "f(a, b)", "\nc()\n"),
    "behind other code": ("x(); f(\n  a,\n  b)\nc()\n", "f(a, b)\n", "x(); \nc()\n"),
    "before other code": ("f(\n  a,\n  b); x()\nc()\n", "f(a, b);", " x()\nc()\n"),
    "at the end": ("c()\nf(\n  a,\n  b)", "f(a, b)\n", "c()\n"),
    "below an empty first line": ("\nf(\n  a,\n  b)\nc()\n", "f(a, b)\n", "\nc()\n"),
    "indented": ("if (x) {\n  f(\n    a,\n    b)\n}\n", "f(a, b)\n", "if (x) {\n}\n"),
}


@pytest.mark.parametrize("name", DELETED)
def test_what_is_laid_out_otherwise_is_deleted(name: str) -> None:
    data, old, expected = DELETED[name]
    outcome = se.str_replace(se.Document.from_text(data, path="a.js"), old, "")
    assert (outcome.tier, outcome.result and outcome.result.text) == ("syntax", expected)


RELAID = {
    "a call above one that the file lays out otherwise": (
        'make(a);\nget(\n    "s",\n    count);\nset(b);\n',
        'get("s",\n    count);\n',
        'added(a,\n    b);\nget("s", count);\n',
        'make(a);\nadded(a,\n    b);\nget(\n    "s",\n    count);\nset(b);\n',
    ),
    "a changed line has the caller's blanks at its end": (
        "get(\n  a\n)  \nx  \ny\n",
        "get(a)\nx\ny\n",
        "get(a)\nz\ny\n",
        "get(\n  a\n)  \nz\ny\n",
    ),
    "as many blank lines as the caller asks for": (
        "get(\n  a);\n\n\nset(b);\n",
        "get(a);\nset(b);\n",
        "get(a);\n\nset(c);\n",
        "get(\n  a);\n\nset(c);\n",
    ),
    "a line ends as the one above it": (
        "get(\n  a);\r\nset(b);\nend();\n",
        "get(a);\nset(b);\nend();\n",
        "get(a);\nadded();\nset(b);\nend();\n",
        "get(\n  a);\r\nadded();\r\nset(b);\nend();\n",
    ),
    "an argument more": (
        'get(\n    "s",\n    count\n);\nset(b);\n',
        'get("s", count);\n',
        'get("s", count, 1);\n',
        'get(\n    "s",\n    count,\n    1\n);\nset(b);\n',
    ),
}


@pytest.mark.parametrize("name", RELAID)
def test_what_is_laid_out_otherwise_keeps_its_lines(name: str) -> None:
    data, old, new, expected = RELAID[name]
    outcome = se.str_replace(se.Document.from_text(data, path="a.js"), old, new)
    assert (outcome.tier, outcome.result and outcome.result.text) == ("syntax", expected)


UNITS = {
    "new lines in the file's unit": (
        "if (a) {\n    b();\n    c();\n    d();\n}\n",
        "}\n",
        "}\nif (e) {\n\tf();\n}\n",
        "if (a) {\n    b();\n    c();\n    d();\n}\nif (e) {\n    f();\n}\n",
    ),
    "too few lines to know it": (
        "if (a) {\n    b();\n}\n",
        "}\n",
        "}\nif (e) {\n\tf();\n}\n",
        "if (a) {\n    b();\n}\nif (e) {\n\tf();\n}\n",
    ),
    "a file of both": (
        "if (a) {\n    b();\n    c();\n\td();\n    e();\n}\n",
        "}\n",
        "}\nif (e) {\n\tf();\n}\n",
        "if (a) {\n    b();\n    c();\n\td();\n    e();\n}\nif (e) {\n\tf();\n}\n",
    ),
    "the old lines show the caller's": (
        "if (a) {\n    b();\n    c();\n    d();\n}\n",
        "    d();\n}\n",
        "    d();\n}\nif (e) {\n\tf();\n}\n",
        "if (a) {\n    b();\n    c();\n    d();\n}\nif (e) {\n\tf();\n}\n",
    ),
    "blanks in blank lines are no indentation": (
        "if (a) {\n    b();\n    c();\n    d();\n}\n    \nz();\n",
        "}\n    \nz();\n",
        "}\n    \nif (e) {\n\tf();\n}\nz();\n",
        "if (a) {\n    b();\n    c();\n    d();\n}\n    \nif (e) {\n    f();\n}\nz();\n",
    ),
}


@pytest.mark.parametrize("name", UNITS)
def test_an_exact_edit_arrives_as_the_file_is_written(name: str) -> None:
    data, old, new, expected = UNITS[name]
    outcome = se.str_replace(se.Document.from_text(data, path="a.js"), old, new)
    assert (outcome.tier, outcome.result and outcome.result.text) == ("exact", expected)


def pairs(*found: tuple[bytes, bytes]) -> tuple[IndentPair, ...]:
    return tuple(IndentPair(index, *pair) for index, pair in enumerate(found))


@pytest.mark.parametrize(
    ("known", "caller", "around", "indent", "expected"),
    [
        ([(b"", b"    ")], [], [], b"    ", b"        "),
        ([(b"    ", b"")], [], [], b"        ", b"    "),
        ([(b"    ", b"\t")], [b"        "], [], b"        ", b"\t\t"),
        ([(b"    ", b"\t\t")], [b"    ", b"        "], [], b"        ", b"\t\t\t"),
        ([(b"        ", b"\t\t")], [b"        "], [], b"", b""),
        ([(b"\t", b"    ")], [b"\t"], [b" ", b"    "], b"\t\t", b"        "),
        ([(b"\t", b"        ")], [b"\t"], [b"    ", b"        "], b"\t\t", b"            "),
        ([(b"\t", b"    "), (b"\t  ", b"      ")], [b"\t"], [], b"\t\t", b"        "),
        ([(b"", b""), (b"  ", b"    ")], [], [], b"    ", b"        "),
        ([(b"", b"")], [b"  "], [b"\t"], b"    ", b"\t\t"),
        ([(b"", b"")], [b"\t"], [b"  ", b"    "], b"\t", b"  "),
        ([(b"", b"")], [b"  "], [b"    "], b"  ", b"  "),
        ([], [b"\t"], [], b"\t", b"\t"),
        ([(b"", b""), (b"  ", b"   ")], [], [], b"    ", b"      "),
        ([(b"", b""), (b"        ", b"\t\t")], [], [], b"    ", b"\t"),
        ([(b"", b""), (b"  ", b"\t")], [], [], b"      ", b"\t\t\t"),
        (
            [(b"", b"")],
            [b"\t"],
            [b"  ", b"    ", b"        ", b"    ", b"        "],
            b"\t",
            b"    ",
        ),
        (
            [(b"", b"")],
            [b"\t"],
            [b"    ", b"     ", b"    ", b"     ", b"         "],
            b"\t",
            b"    ",
        ),
        (
            [(b"", b""), (b"    ", b"  "), (b"        ", b"          ")],
            [],
            [],
            b"        ",
            b"          ",
        ),
    ],
)
def test_indentation_is_learned(
    known: list[tuple[bytes, bytes]],
    caller: list[bytes],
    around: list[bytes],
    indent: bytes,
    expected: bytes,
) -> None:
    assert file_indent(learn(pairs(*known), caller, around), indent, 0) == expected


WORDS = ["alpha", "beta()", "x = f(a, b)", "}", "return y", "if z:", "gamma [1]"]
INDENTED = st.builds(
    "{}{}".format, st.sampled_from(["", "    ", "        "]), st.sampled_from(WORDS)
)
NUMBERED = st.lists(INDENTED, min_size=1, max_size=8).map(
    lambda lines: [f"{line} #{number}" for number, line in enumerate(lines)]
)
ADDED = st.lists(INDENTED.map(lambda line: f"{line} new"), max_size=3)
DISTORTIONS: dict[str, Callable[[str], str]] = {
    "newline": lambda line: line + "\r",
    "trailing-space": lambda line: line + " \t",
    "indent": lambda line: "    " + line,
    "tabs": lambda line: "\t" * ((len(line) - len(line.lstrip())) // 4) + line.lstrip(),
}


def edited(draw: st.DataObject, lines: list[str]) -> tuple[int, int, list[str]]:
    """Choose lines `start` to `end` of a file and what becomes of them."""
    start = draw.draw(st.integers(0, len(lines) - 1))
    end = draw.draw(st.integers(start + 1, len(lines)))
    at = draw.draw(st.integers(start, end))
    cut = draw.draw(st.integers(at, end))
    new = lines[start:at] + draw.draw(ADDED) + lines[cut:end]
    assume(new and new != lines[start:end])
    return start, end, new


@pytest.mark.parametrize("kind", ["newline", "trailing-space", "indent", "tabs"])
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(lines=NUMBERED, draw=st.data())
def test_an_edit_lands_in_a_distorted_file_as_its_distortion(
    kind: str, lines: list[str], draw: st.DataObject
) -> None:
    start, end, new = edited(draw, lines)
    distort = DISTORTIONS[kind]
    old_text, new_text = "\n".join(lines[start:end]) + "\n", "\n".join(new) + "\n"
    data = "".join(distort(line) + "\n" for line in lines)
    found = find(data.encode(), old_text.encode(), new=new_text.encode())
    (hit,) = found.occurrences
    assume(found.tier == ("indent" if kind == "tabs" else kind))
    result = merge(data.encode(), hit, old_text.encode(), new_text.encode())
    assert isinstance(result, EditSet)
    plain = [*lines[:start], *new, *lines[end:]]
    as_written = [kind == "trailing-space" and line not in lines for line in plain]
    expected = [
        line if bare else distort(line) for line, bare in zip(plain, as_written, strict=True)
    ]
    assert result.apply(data.encode()).decode() == "".join(f"{line}\n" for line in expected)


TEXT = st.text(alphabet='ab( )\n\t=“"\\', max_size=12)


@given(TEXT, TEXT, TEXT, TEXT)
def test_an_exact_edit_is_a_plain_replacement(head: str, old: str, tail: str, new: str) -> None:
    front, end = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
    assume(old and ("\n" not in front or new.startswith("\n")))
    assume("\n" not in end or (end.endswith("\n") and new.endswith("\n")))
    data = (head + old + tail).encode()
    hit = next(iter(LADDER[0].hits(View(data), old.encode())))
    result = merge(data, hit, old.encode(), new.encode())
    assert isinstance(result, EditSet)
    expected = data[: hit.span.start] + new.encode() + data[hit.span.end :]
    assert result.apply(data) == expected


@given(TEXT, TEXT, TEXT)
def test_no_byte_outside_the_occurrence_changes(data: str, old: str, new: str) -> None:
    raw = data.encode()
    for tier in LADDER:
        for hit in tier.hits(View(raw), old.encode()):
            result = merge(raw, hit, old.encode(), new.encode())
            if isinstance(result, EditSet) and result.edits:
                hull = result.old_hull()
                assert hit.span.start <= hull.start
                assert hull.end <= hit.span.end + 1


@given(TEXT, TEXT)
def test_a_text_replaced_by_itself_changes_nothing(data: str, old: str) -> None:
    for tier in LADDER[:6]:
        for hit in tier.hits(View(data.encode()), old.encode()):
            result = merge(data.encode(), hit, old.encode(), old.encode())
            assert isinstance(result, EditSet)
            assert not result.edits


def test_an_indentation_that_stands_for_several_depths_is_read_alike_in_every_process():
    """Sets of bytes are in another order in each process."""
    program = (
        "from structedit.tree.layout.learned_indent import IndentPair, learn;"
        "pairs = tuple(IndentPair(n, b' ' * (n > 0), b' ' * 4 * n) for n in range(6));"
        "print(learn(pairs, (), ()).file_unit)"
    )
    units = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert units == {b"b'    '\n"}


# One way to carry a change over, whatever the tier

CARRIED = {
    "an item of a list is another": ("f( a,b )", "f( a,c )", "f(  a, b  )", "f(  a, c  )"),
    "an item more": ("f( a,b )", "f( a,b,c )", "f(  a, b  )", "f(  a, b, c  )"),
    "an item less": ("f( a,b )", "f( b )", "f(  a, b  )", "f(  b  )"),
    "the last item less": ("f( a,b )", "f( a )", "f(  a, b  )", "f(  a  )"),
    "all items are others": ("f( a,b )", "f( c,d )", "f(  a, b  )", "f(  c, d  )"),
    "an argument by name more": ("f(a,k=1)", "f(a,k=2,m=3)", "f( a, k = 1 )", "f( a, k = 2, m=3 )"),
    "other operands and signs": ("(a+b)", "(c-d)", "( a + b )", "( c - d )"),
    "a call around": ("(a+b)", "(g(a+b))", "( a + b )", "( g(a + b) )"),
    "an attribute more": ("(a+b)", "(a.y+b)", "( a + b )", "( a.y + b )"),
    "blanks that are wanted": ("(a+b)", "(a + c)", "( a+ b )", "( a + c )"),
    "blanks that three know otherwise": ("(a+b)", "(a  +c)", "( a + b )", "( a + c )"),
}
"""By name: the old text, the new one, the file's, and what it becomes."""


@pytest.mark.parametrize("name", CARRIED)
def test_a_difference_is_carried_the_same_way_at_every_tier(name):
    old, new, file, right = CARRIED[name]
    data = f"p()\nx = {file}\nq()\n"
    at = {}
    for lead in ("x=", "x=\\\n   "):
        document = se.Document.from_text(data, path="a.py")
        out = se.str_replace(document, lead + old, lead + new)
        at[out.tier] = out.text
    assert at == dict.fromkeys(("whitespace", "syntax"), f"p()\nx = {right}\nq()\n")


@pytest.mark.parametrize(
    ("ours", "right"),
    [
        ("\u200bg(a,  b…)", "\u200bg(a,  c…)"),  # what shows nothing stays, in front of a line too
        ("g(a,\u200b b…)", "g(a,\u200b c…)"),
        (
            "g(a, b.…)",
            "g(a, c...)",
        ),  # signs that share a letter stay together, or come as they are given
    ],
)
def test_letters_that_show_otherwise_stay_where_they_are(ours, right):
    dots = "...." if ".…" in ours else "..."
    assert (
        merge_line(f"g(a, b{dots})".encode(), ours.encode(), f"g(a, c{dots[:3]})".encode()).decode()
        == right
    )


def test_blanks_at_the_end_of_a_misspelt_line_stay_where_both_sides_have_them():
    data = "a = 1\nmonster = create_object(buffer, context, offset) \nb = 2\n"
    old = "monser = create_object(buffer, context, offset) \n"
    out = se.str_replace(
        se.Document.from_text(data, path="a.js"), old, old.replace("context", "tables")
    )
    assert (out.tier, out.text) == ("fuzzy", data.replace("context", "tables"))


# Texts that the file lays out otherwise: which of equal tokens is which

PAIRED = {
    "brackets go with those that they close": (
        "x =\n    (\n    f(\n    )\n    );\n",
        "x = (f())",
        "x = f((f()))",
        "x =\n    f((\n    f(\n    )\n    ));\n",
    ),
    "the inner call is left, with its own bracket": (
        "x = f(\n    g( a ),\n);\n",
        "x = f(g(a))",
        "x = g(a)",
        "x = g( a );\n",
    ),
    "a call in the middle of a chain begins a line": (
        "x = y\n    .a()\n    .c();\n",
        "x = y.a().c()",
        "x = y.a().b().c()",
        "x = y\n    .a()\n    .b()\n    .c();\n",
    ),
    "a call more has the blanks of the one before, where that begins no line": (
        "x = y .a( 1 ) .c(\n    2);\n",
        "x = y.a(1).c(2)",
        "x = y.a(1).c(2) .d(3)",
        "x = y .a( 1 ) .c(\n    2) .d(3);\n",
    ),
    "a comma without blanks where the others have some": (
        "x = f(a,  b\n);\n",
        "x = f(a, b);",
        "x = f(a, b,c);",
        "x = f(a,  b,c\n);\n",
    ),
    "a call around what begins a line": (
        "x =\n    [\n    a];\n",
        "x = [a]",
        "x = [f(a)]",
        "x =\n    [\n    f(a)];\n",
    ),
    "more arguments in the place of others": (
        "x = f(\n    a,\n    b\n);\n",
        "x = f(a, b)",
        "x = f(c, d, e)",
        "x = f(\n    c,\n    d,\n    e\n);\n",
    ),
}
"""By name: the file, the old text, the new one, and what the file becomes."""


@pytest.mark.parametrize("name", PAIRED)
def test_tokens_that_look_alike_are_told_apart(name: str) -> None:
    data, old, new, right = PAIRED[name]
    out = se.str_replace(se.Document.from_text(data, path="a.js"), old, new)
    assert (out.tier, out.text) == ("syntax", right)
