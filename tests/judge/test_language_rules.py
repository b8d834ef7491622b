"""Rules of languages that grammars do not know: healthy files keep them, and strings end on their line."""

from pathlib import Path

import pytest

from structedit import Document
from structedit.app import library
from structedit.calls.statuses import Reason, Status
from structedit.languages.known import known_languages, profile
from structedit.tree.syntax_tree import parse_as_it_is

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = sorted(path for path in FIXTURES.glob("*/*") if path.parent.name in known_languages())

MANY_LINES = {
    "bash": "raw_string string",
    "elisp": "string",
    "elixir": "string",
    "php": "encapsed_string string",
    "ruby": "string",
    "rust": "string_literal",
    "sql": "literal",
    "tsx": "string",  # in attributes of JSX
}
"""Strings that may hold line breaks, by language."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_healthy_file_breaks_no_rule(path):
    tree = parse_as_it_is(path.read_bytes(), profile(path.parent.name))
    assert not isinstance(tree, str)
    assert tree.breaches() == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_line_break_in_a_string_is_refused_where_strings_end_on_their_line(path):
    """Each kind of string in a fixture is broken before its last character."""
    language = path.parent.name
    found = set(broken_kinds(path, language))
    assert found == set(MANY_LINES.get(language, "").split())


def broken_kinds(path, language):
    """Give the kinds of strings into which a line break may be put, by the grammar and the rules."""
    data, own = path.read_bytes(), profile(language)
    tree = parse_as_it_is(data, own)
    kinds = own.nodes.strings.keys() - own.nodes.texts.keys()
    tried = set()
    for kind in sorted(kinds):
        for _, span in tree.search(f"({kind}) @it"):
            text = span.of(data)
            if (
                b"\n" in text
                or len(text) < 3
                or not (text[-1:] in b"\"'`" and text[-2:-1].isalnum())
            ):
                continue
            opening = text.lstrip(b"bfruLR@$#")[:3]
            form = (kind, opening if opening in (b'"""', b"'''") else opening[:1])
            if form in tried:
                continue
            tried.add(form)
            broken = parse_as_it_is(data[: span.end - 1] + b"\n" + data[span.end - 1 :], own)
            if not isinstance(broken, str) and broken.clean and not broken.breaches():
                yield kind


LOOSE = "function f() {\n  break;\n}\n\nfunction g() {\n  return 1;\n}\n"
"""A file with a `break` that has no loop."""


def edited(old, new, **options):
    return library.str_replace(Document.from_text(LOOSE, path="a.js"), old, new, **options)


def test_an_edit_is_not_blamed_for_what_was_broken_before():
    assert edited("return 1", "return 2").landed
    assert edited("  break;", "  h();\n  break;").landed


def test_a_second_breach_is_refused_in_a_file_that_has_one():
    out = edited("return 1;", "break;")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.NEW_SYNTAX_ERROR)
    assert "'break;' at line 6 of the result needs a loop or switch around it" in out.message


def test_errors_that_are_allowed_may_be_of_this_kind():
    assert edited("return 1;", "break;", allow_errors=True).landed


def test_the_order_of_a_whole_file_decides_where_its_neighbours_do_not():
    text = "<?php\nnamespace A;\n\nf();\ng();\n"
    out = library.str_replace(Document.from_text(text, path="a.php"), "g();", "namespace B;\ng();")
    assert out.landed


def test_a_retry_leaves_the_backslash_of_a_continued_string_alone():
    text = "char *x = 1;\r\n"
    out = library.str_replace(Document.from_text(text, path="a.c"), "1", '"a\\\nb"')
    assert (out.status, out.diagnosis.retry) == (
        Status.REFUSED,
        None,
    )  # the grammar knows no CRLF there
