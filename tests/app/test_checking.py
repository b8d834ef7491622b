"""What an edit introduced: the findings of a checker after it, less those before, beside an outcome that landed."""

import json
import sys
from contextlib import closing
from pathlib import Path

import pytest
from cart_edits import by_user, each_of, shop, ways_of

import structedit as se
from structedit.disk import surroundings
from structedit.faces import tools
from structedit.faces.tools.placing import pool_of, runner

CART = "# BAD here\n\n\ndef total(prices):\n    return sum(prices)\n\n\ndef label(name):\n    return name  # BAD\n"
EDIT = {
    "op": "str_replace",
    "path": "cart.py",
    "old": "    return sum(prices)",
    "new": "    x = 1  # BAD\n    return sum(prices)",
}
LINT = (
    "import sys\n"
    "for number, line in enumerate(sys.stdin.read().split('\\n'), 1):\n"
    "    if 'BAD' in line: print(f'<stdin>:{number}:1: X1 bad line')\n"
)
"""A linter of the text on its standard input."""

ON_DISK = (
    "import json, pathlib, sys\n"
    "for path in map(pathlib.Path, sys.argv[1:] or sorted(pathlib.Path('.').glob('*.py'))):\n"
    "    for number, line in enumerate(path.read_text().split('\\n'), 1):\n"
    "        if 'BAD' in line: print(json.dumps(\n"
    "            {'file': str(path), 'line': number, 'message': 'bad line', 'code': 'X2'}))\n"
    "sys.exit(1)\n"
)
"""A type checker of the files that it is given, or of all."""


@pytest.fixture
def root(tmp_path):
    return shop(tmp_path, CART)


def command(script, *words):
    return [sys.executable, "-c", script, *words]


def configured(*programs):
    listed = ", ".join(f"{{ command = {json.dumps(one)}, seconds = 30 }}" for one in programs)
    by_user(f"[languages.python]\ncheck = [{listed}]\n")


by_path, by_session, by_batch, by_batch_of_session = ways_of(EDIT)
WAYS = each_of(by_path, by_session, by_batch, by_batch_of_session)


def told(findings):
    return [(f.path, f.line, f.rule, f.selector) for f in findings]


@WAYS
@pytest.mark.parametrize(
    ("program", "rule"),
    [
        (command(LINT, "-"), "X1"),
        (command(LINT, "{path}"), "X1"),
        (command(ON_DISK, "{file}"), "X2"),
        (command(ON_DISK), "X2"),
    ],
)
def test_only_the_findings_that_are_new_are_told(root, edit, program, rule):
    configured(program)
    out = edit(root)
    assert out.landed
    assert told(out.findings.introduced) == [("cart.py", 5, rule, "total")]
    assert not out.findings.removed and not out.findings.notes
    assert f"introduced: cart.py:5, in total: {rule} bad line" in out.report()
    assert out.to_dict()["findings"]["introduced"][0] == {
        "path": "cart.py", "line": 5, "rule": rule, "message": "bad line", "selector": "total"
    }  # fmt: skip


def test_findings_that_an_edit_removes_are_told_with_their_old_lines(root):
    configured(command(LINT, "-"))
    out = se.str_replace(root / "cart.py", "return name  # BAD", "return name")
    assert (
        told(out.findings.removed) == [("cart.py", 9, "X1", "label")]
        and not out.findings.introduced
    )
    out = se.str_replace(root / "cart.py", "return name", "return name.upper()")
    assert "nothing introduced, nothing removed" in out.report()


def test_a_block_that_moves_takes_its_findings_along(root):
    configured(command(LINT, "-"))
    out = se.move_block(root / "cart.py", "label", at="before", of="total")
    assert out.landed and not out.findings.introduced and not out.findings.removed


def test_lines_that_a_formatter_shifts_are_not_new(root):
    configured(command(LINT, "-"))
    shift = command("import sys; print('# formatted\\n' + sys.stdin.read(), end='')")
    out = by_path(root, formatter=shift)
    assert told(out.findings.introduced) == [("cart.py", 6, "X1", "total")]


@WAYS
def test_nothing_runs_unless_it_is_configured_or_asked_for(root, edit):
    assert edit(root).findings is None
    (root / "cart.py").write_text(CART)
    configured(command("raise SystemExit(2)", "-"))
    assert edit(root, checker=False).findings is None
    (root / "cart.py").write_text(CART)
    assert told(edit(root, checker=command(LINT, "-")).findings.introduced) == [
        ("cart.py", 5, "X1", "total")
    ]


@pytest.mark.parametrize("edit", [by_session, by_batch])
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (command("import sys; sys.exit('no luck')", "-"), "failed with exit code 1: no luck"),
        (command("import time; time.sleep(60)", "-"), "took longer than 0.5 s"),
        (command("import time; time.sleep(60)"), "took longer than 0.5 s"),
        (["no-such-program"], "'no-such-program' cannot be run"),
    ],
)
def test_a_checker_that_goes_wrong_is_a_note_beside_an_edit_that_landed(root, edit, program, said):
    configured(program, command(LINT, "-"))
    file = Path(surroundings.users_file())
    if "longer" in said:
        file.write_text(file.read_text().replace("seconds = 30", "seconds = 0.5", 1))
    out = edit(root)
    assert out.landed and out.undo_id
    assert "not checked: " in out.report() and said in out.findings.notes[0]
    assert told(out.findings.introduced) == [("cart.py", 5, "X1", "total")], "of the other one"


@WAYS
def test_in_a_dry_run_checkers_see_texts_and_no_files(root, edit):
    configured(command(LINT, "-"), command(ON_DISK, "{file}"))
    out = edit(root, dry_run=True)
    assert told(out.findings.introduced) == [("cart.py", 5, "X1", "total")]
    assert (
        "a dry run does not write" in out.findings.notes[0]
        and (root / "cart.py").read_text() == CART
    )


def test_a_batch_is_checked_in_all_its_files_and_in_others(root):
    (root / "old.py").write_text("a = 1  # BAD\n")
    (root / "gone.py").write_text("a = 1  # BAD\n")
    configured(command(LINT, "-"), command(ON_DISK))
    edits = [
        EDIT,
        {"op": "create_file", "path": "new.py", "text": "x = 1  # BAD\n"},
        {"op": "move_file", "path": "old.py", "to": "moved.py"},
        {"op": "delete_file", "path": "gone.py"},
    ]
    found = se.apply_edits(edits, root=root).findings
    assert sorted(told(found.introduced)) == sorted(
        (path, line, rule, selector)
        for path, line, selector in (("cart.py", 5, "total"), ("new.py", 1, "x"))
        for rule in ("X1", "X2")
    )
    assert told(found.removed) == [("gone.py", 1, "X2", None)]


def test_a_file_that_is_created_introduces_no_finding_of_others(root):
    configured(command(ON_DISK), command(ON_DISK.replace("sys.exit(1)", ""), "{file}"))
    edits = [{"op": "create_file", "path": "new.py", "text": "x = 1\n"}]
    found = se.apply_edits(edits, root=root).findings
    assert not found.introduced and not found.removed and not found.notes


def test_without_a_configured_checker_the_parser_is_asked_where_the_caller_wants_one(root):
    out = se.str_replace(
        root / "cart.py", "return sum(prices)", "return (", checker=True, allow_errors=True
    )
    assert [(f.rule, f.path) for f in out.findings.introduced] == [("syntax", "cart.py")]
    out = se.str_replace(root / "cart.py", "return (", "return 1", checker=True)
    assert not out.findings.introduced and len(out.findings.removed) == 1
    assert "checked by `the parser`" not in out.report()


def test_a_server_formats_and_checks_what_its_workers_plan(root):
    text = CART + f"# {1_000 * 'x'}\n" * 40  # too large for the server's own process
    (root / "cart.py").write_text(text)
    configured(command(LINT, "-"))
    pool = pool_of(1)
    with closing(pool), se.Session(root, run=runner(pool)) as session:
        edit = {key: value for key, value in EDIT.items() if key != "op"}
        reply = tools.dispatch("str_replace", edit, session)
        assert "introduced: cart.py:5, in total: X1 bad line" in reply.text
        assert "introduced: cart.py:5" in str(tools.structured(reply))
        reply = tools.dispatch(
            "apply_edits", {"edits": [{**EDIT, "new": "    return 1  # BAD"}]}, session
        )
        assert [row["line"] for row in reply.data["findings"]["introduced"]] == [6]
        reply = tools.dispatch(
            "str_replace", {**edit, "old": "return 1", "new": "return 2", "check": False}, session
        )
        assert reply.landed and reply.data["findings"] is None
        shift = command("import sys; print('# formatted\\n' + sys.stdin.read(), end='')")
        out = session.str_replace("cart.py", "return 2", "return 3  # BAD", formatter=shift)
        assert out.landed and out.formatted.lines_added == 1 and not out.findings.introduced


def test_many_findings_are_cut_short(root):
    text = "\n".join(["x = 1  # BAD"] * 150)
    out = se.apply_edits(
        [{"op": "create_file", "path": "new.py", "text": text}],
        root=root,
        checker=command(LINT, "-"),
    )
    assert len(out.findings.introduced) == 100 and out.findings.left_out == 50
    assert "introduced: 92 more at least" in out.report()
