"""Outlines of what is nested deeply, and spans at the last line of a file."""

import structedit as se
from structedit.plan import reading


def test_a_deep_nest_is_listed_down_to_a_level_and_then_beside():
    depth = reading.MOST_LEVELS + 150
    document = se.Document.from_text('{"a": ' * depth + "1" + "}" * depth, path="a.json")
    items, level, listed = se.outline(document).items, 0, 0
    while items:
        level, listed = level + 1, listed + len(items)
        items = items[0].children
    assert (level, listed) == (reading.MOST_LEVELS + 1, depth)


def test_a_heading_that_ends_in_a_blank_at_the_end_of_a_file():
    found = se.outline(se.Document.from_text("# A\n\ntext\n\n## B ", path="a.md"))
    assert found.items[0].children[0].name == "B"


def test_a_body_of_nothing_but_line_ends():
    text = "defmodule A do\n  def f(a), do: a\n\n  def f(a, b) do\n    a + b\n  end\nend\n"
    found = se.replace_block(se.Document.from_text(text, path="a.ex"), "A.f[2]", "\n", part="whole")
    assert found.report()


def test_an_end_that_is_all_blanks_is_not_before_its_start():
    document = se.Document.from_text("  margin: 0;\n}\n", path="a.css")
    pair = {"start": "  margin: 0;\n}\n", "end": "\n"}
    assert not se.str_replace(document, "a", "b", between=pair).landed


def test_what_two_hits_insert_at_one_place_stands_there_in_order():
    found = se.replace_all(se.Document.from_text("\n\n", path="a.txt"), "\n", ";\n\n ")
    assert found.text == ";\n\n ;\n\n "
