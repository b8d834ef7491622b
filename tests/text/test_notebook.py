"""Notebooks: what stays of a file's bytes, and what is refused or edited as JSON instead."""

import json

import pytest

import structedit as se
from structedit import Document

FORMS = {
    "indented": {"indent": 1, "ensure_ascii": False},
    "tabs": {"indent": "\t"},
    "one line": {},
    "minified": {"separators": (",", ":")},
}
CELLS = [
    {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Café\n", "\n", "Text\n"]},
    {
        "cell_type": "code",
        "execution_count": 7,
        "id": "b",
        "metadata": {"tags": ["x"]},
        "outputs": [{"name": "stdout", "output_type": "stream", "text": ["é 1\n"]}],
        "source": ["x = 'é'\n", "y = 2"],
    },
    {"cell_type": "raw", "id": "c", "metadata": {}, "source": "one\ntwo"},
    {
        "cell_type": "code",
        "execution_count": None,
        "id": "d",
        "metadata": {},
        "outputs": [],
        "source": [],
    },
]


def notebook(cells=CELLS, language="python", minor=5, **form):
    """Return a notebook as a document, as a program may write it."""
    book = {
        "cells": cells,
        "metadata": {"kernelspec": {"display_name": "K", "language": language, "name": "k"}},
        "nbformat": 4,
        "nbformat_minor": minor,
    }
    return Document.from_bytes(json.dumps(book, **form).encode(), "book.ipynb")


def cells_after(outcome, *, is_valid=True):
    """Return the cells of a result, which must be valid for the format's own judge, if that is installed."""
    assert outcome.status == "applied", outcome.report()
    book = json.loads(outcome.data)
    if is_valid:
        judge = pytest.importorskip("nbformat")
        judge.validate(json.loads(outcome.data))
    return book["cells"]


@pytest.fixture(params=FORMS, ids=FORMS)
def book(request):
    return notebook(**FORMS[request.param])


def test_only_the_changed_string_differs(book):
    outcome = se.str_replace(book, "y = 2", "y = 3")
    old, new = book.encode(), outcome.data
    assert new == old.replace(b'"y = 2"', b'"y = 3"')


def test_a_new_line_is_written_as_its_neighbours_are(book):
    outcome = se.insert(book, "z = 'ü'", after="x = 'é'")
    (at,) = [n for n, cell in enumerate(CELLS) if cell["id"] == "b"]
    expected = [dict(cell) for cell in CELLS]
    expected[at]["source"] = ["x = 'é'\n", "z = 'ü'\n", "y = 2"]
    assert cells_after(outcome) == expected
    is_escaped = b"\\u00e9" in book.encode()
    assert ("ü".encode() in outcome.data) is not is_escaped
    assert (b"\\u00fc" in outcome.data) is is_escaped


def test_a_source_of_one_string_stays_one(book):
    cells = cells_after(se.str_replace(book, "two", "three\nfour"))
    assert cells[2] == {**CELLS[2], "source": "one\nthree\nfour"}


def test_an_empty_cell_is_filled(book):
    cells = cells_after(se.replace_block(book, "cells[3]", "w = 4\nv = 5\n"))
    assert cells[3]["source"] == ["w = 4\n", "v = 5"]


def test_a_line_break_at_the_end_of_a_cell_stays(book):
    cells = cells_after(se.str_replace(book, "Text", "Words"))
    assert cells[0]["source"] == ["# Café\n", "\n", "Words\n"]


@pytest.mark.parametrize("place", range(4))
def test_cells_are_inserted_moved_and_deleted_whole(book, place):
    rest = [*CELLS[:place], *CELLS[place + 1 :]]
    assert cells_after(se.delete_block(book, f"cells[{place}]")) == rest
    found = cells_after(se.insert(book, "n = 1", at="before", of=f"cells[{place}]"))
    assert [*found[:place], *found[place + 1 :]] == CELLS
    made = found[place]
    assert made.pop("id") not in {cell["id"] for cell in CELLS}
    assert made == {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": ["n = 1"],
    }
    if place:
        moved = se.move_block(book, f"cells[{place}]", at="before", of="cells[0]")
        assert cells_after(moved) == [CELLS[place], *rest]


def test_a_notebook_without_ids_gets_none():
    cells = [{key: cell[key] for key in cell if key != "id"} for cell in CELLS]
    found = cells_after(se.insert(notebook(cells, minor=4), "n = 1", at="bottom"))
    assert "id" not in found[-1]


@pytest.mark.parametrize("form", FORMS)
def test_a_notebook_without_cells_gets_one(form):
    cells = cells_after(se.insert(notebook([], **FORMS[form]), "n = 1", at="bottom"))
    assert [cell["source"] for cell in cells] == [["n = 1"]]


def test_the_kernel_says_which_language_cells_are_in():
    cell = {**CELLS[1], "source": ["f <- function(x) {\n", "  x\n", "}"]}
    outcome = se.replace_function_body(notebook([cell], "R"), "f", "x + 1")
    assert cells_after(outcome)[0]["source"] == ["f <- function(x) {\n", "  x + 1\n", "}"]


@pytest.mark.parametrize(
    ("first", "text", "name"),
    [
        ("%%html", "<p id='top'>one</p>", "#top"),
        ("%%js", "function f() {}", "f"),
        ("%%time", "def f(): pass", "f"),
        ("!ls", "def f(): pass", "f"),
        ("files = !ls", "def f(): pass", "f"),
        ("f?", "def f(): pass", "f"),
    ],
)
def test_commands_hide_nothing(first, text, name):
    book = notebook([{**CELLS[1], "source": [f"{first}\n", text]}])
    assert se.get_region(book, name).text == text
    assert not se.outline(book).fault_lines


def test_a_fault_stays_in_its_cell():
    cells = [{**CELLS[1], "source": ["def f(:\n"]}, {**CELLS[3], "source": ["def g(a): return a"]}]
    found = cells_after(se.rename_local(notebook(cells), "g", "a", "b"))
    assert found[1]["source"] == ["def g(b): return b"]
    assert found[0] == cells[0]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda book: se.str_replace(book, "# %% cells[1] id=b", "# %% id=z"), "belongs to none"),
        (lambda book: se.str_replace(book, "# %% cells[1] id=b", "# %%"), "would lose its id"),
        (
            lambda book: se.insert(book, "# %% cells[1] id=b\nx = 2", at="bottom"),
            "two cells would have the line",
        ),
        (lambda book: se.insert(book, "# %% [table]\nx = 2", at="bottom"), "belongs to none"),
    ],
)
def test_what_is_no_view_of_a_notebook_is_refused(book, edit, message):
    outcome = edit(book)
    assert (outcome.status, outcome.reason) == ("refused", "unencodable")
    assert message in outcome.message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"nbformat": 3, "worksheets": [], "a": 1}', "not a notebook of nbformat 4"),
        ('{"nbformat": 4, "a": 1}', "no list of cells"),
        ('{"cells": [], "nbformat": 4 "a": 1}', "Expecting ',' delimiter"),
        ('{"nbformat": 4, "a": 1, "cells": [{"cell_type": "code"}]}', "no `cell_type`"),
        (
            '{"nbformat": 4, "a": 1, "cells": [{"cell_type": "raw", "source": "# %% x"}]}',
            "a line that begins with `# %%`",
        ),
        (
            '{"nbformat": 4, "a": 1, "cells": [{"cell_type": "raw", "source": "\\ud83d"}]}',
            "a character that UTF-8 cannot represent",
        ),
    ],
)
def test_what_has_no_view_is_worked_on_as_json(text, why):
    outcome = se.str_replace(Document.from_text(text, "book.ipynb"), '"a": 1', '"a": 2')
    assert outcome.text == text.replace('"a": 1', '"a": 2')
    assert any("edited as json" in said and why in said for said in outcome.warnings)


@pytest.mark.parametrize(
    ("terms", "old", "new"),
    [
        ({"pattern": "total($A)", "template": "add($A)"}, '"total(1)"', '"add(1)"'),
        ({"text": "'é'", "template": "'ü'"}, "'é'", "'ü'"),
        ({"text": '"raw"', "template": '"RAW"', "language": "json"}, '"raw"', '"RAW"'),
    ],
)
def test_a_rewrite_of_files_changes_cells_alone(tmp_path, terms, old, new):
    path = tmp_path / "book.ipynb"
    cells = [*CELLS, {**CELLS[3], "id": "e", "source": ["total(1)"]}]
    path.write_bytes(notebook(cells, **FORMS["indented"]).encode())
    before = path.read_text("utf-8")
    assert se.rewrite([str(path)], **terms).landed
    assert path.read_text("utf-8") == before.replace(old, new)


def test_a_notebook_is_overwritten_by_a_file(tmp_path):
    path = tmp_path / "book.ipynb"
    path.write_bytes(notebook().encode())
    text = notebook(CELLS[:1], indent=2).as_file().text
    with se.Session(tmp_path) as session:
        edit = {"operation": "create_file", "path": "book.ipynb", "text": text, "overwrite": True}
        done = session.apply_edits([edit])
    assert done.landed, done.report()
    assert path.read_text("utf-8") == text


def test_a_session_knows_its_own_edits_of_a_notebook(tmp_path):
    path = tmp_path / "book.ipynb"
    path.write_bytes(notebook().encode())
    with se.Session(tmp_path) as session:
        session.get_region("book.ipynb", "cells[1]")
        for done in (
            session.insert("book.ipynb", "n = 1", at="before", of="cells[0]"),
            session.str_replace("book.ipynb", "y = 2", "y = 3"),
            session.delete_block("book.ipynb", "cells[2]"),
            session.insert("book.ipynb", "n = 2", at="after", of="cells[2]"),
            session.replace_block("book.ipynb", "cells[3]", "n = 3"),
        ):
            assert done.status == "applied", done.report()
            assert not done.warnings
    sources = ["".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"]]
    assert sources == ["n = 1", "# Café\n\nText\n", "one\ntwo", "n = 3", ""]


def test_a_moved_cell_keeps_blanks():
    cells = [*CELLS, {**CELLS[0], "id": "e", "source": ["a  \n", "   \n", "b "]}]
    moved = se.move_block(notebook(cells), "cells[4]", at="before", of="cells[1]")
    assert cells_after(moved)[1] == cells[4]


def test_a_changed_markdown_cell_is_read_again():
    cells = [
        {**CELLS[0], "source": ["# A\n", "\n", "- one\n", "\n", "| a |\n", "|---|\n", "| b |"]}
    ]
    outcome = se.str_replace(notebook([*CELLS[1:], *cells]), "- one", "- one\n- two")
    assert cells_after(outcome)[-1]["source"][2:4] == ["- one\n", "- two\n"]
