"""The formatter of a single edit and of a batch: what it prints is written with the edit, or the edit without it."""

import json
import sys

import pytest
from cart_edits import by_user, content, each_of, shop, ways_of

import structedit as se
from structedit.faces import tools
from structedit.text.errors import UsageError

CART = "import sys\nimport os\n\n\ndef total(prices):\n    return sum(prices)\n\n\ndef label(name):\n    return name\n"
SORTED = CART.replace("import sys\nimport os\n", "import os\nimport sys\n")
EDIT = {"op": "str_replace", "path": "cart.py", "old": "return name", "new": "return  (name)"}
PLAIN, AFTER = (
    CART.replace("return name", "return  (name)"),
    SORTED.replace("return name", "return (name)"),
)

READ = "import re, sys\ntext = sys.stdin.read()\n"
TIDY = (
    READ
    + "text = text.replace('  (', ' (')\n"
    + "head, gap, rest = text.partition('\\n\\n')\n"
    + "rows = sorted(head.split('\\n')) if head.startswith('import') else [head]\n"
    + "print('\\n'.join(rows) + gap + rest, end='')"
)
"""A formatter that sorts the imports of a file and squeezes blanks before brackets."""


@pytest.fixture
def root(tmp_path):
    return shop(tmp_path, CART)


def command(script):
    return [sys.executable, "-c", script]


def configured(script, more=""):
    by_user(f"[languages.python]\nformat = {{ command = {json.dumps(command(script))}{more} }}\n")


by_path, by_session, by_batch, by_batch_of_session = ways_of(EDIT)
WAYS = each_of(by_path, by_session, by_batch, by_batch_of_session)


def formatted_in(out):
    """What the formatter changed, as JSON has it."""
    found = out.to_dict()
    return found["files"][0]["formatted"] if "files" in found else found["formatted"]


def spans_of(out):
    return (out.edits[0] if hasattr(out, "failed") else out).spans


@WAYS
def test_the_configured_formatter_is_part_of_the_transaction(root, edit):
    configured(TIDY)
    out = edit(root)
    assert out.landed and content(root) == AFTER
    assert f"formatted by `{sys.executable}" in out.report()
    told = formatted_in(out)
    assert told["lines"] == [[2, 2], [10, 10]]
    assert "-    return  (name)\n+    return (name)\n" in told["diff"]
    assert [str(span.lines_after) for span in spans_of(out)] == ["10"], (
        "the place of the edit itself"
    )
    assert se.undo(out.undo_id, root=root).landed and content(root) == CART


@WAYS
def test_a_dry_run_shows_the_formatted_text(root, edit):
    configured(TIDY)
    out = edit(root, dry_run=True)
    assert content(root) == CART and out.landed
    assert "+    return (name)\n" in out.diff and "+import sys\n" in out.diff


@WAYS
def test_a_caller_names_a_formatter_or_none(root, edit):
    configured("raise SystemExit(3)")
    assert edit(root, formatter=False).landed and content(root) == PLAIN
    (root / "cart.py").write_text(CART)
    out = edit(root, formatter=command(TIDY))
    assert out.landed and content(root) == AFTER and not out.warnings


@pytest.mark.parametrize("edit", [by_session, by_batch])
@pytest.mark.parametrize(
    ("script", "more", "said"),
    [
        (READ + "sys.exit('no luck')", "", "failed with exit code 1: no luck"),
        (READ + "import time; time.sleep(60)", ", seconds = 0.5", "took longer than 0.5 s"),
        (READ, "", "printed nothing"),
        ("print('x = 1')", "", "did not read the text"),
        (READ + "print('x = 1')", "", "printed another text"),
        (READ + "print(text + 'def broken(:')", "", "the result would not parse"),
        (READ + "print(text[:text.index('def label')])", "", "no longer has label"),
    ],
)
def test_an_edit_stays_unformatted_where_its_formatter_goes_wrong(root, edit, script, more, said):
    configured(script, more)
    out = edit(root)
    assert out.landed and content(root) == PLAIN and formatted_in(out) is None
    assert any("not formatted: " in warning and said in warning for warning in out.warnings)


@WAYS
def test_a_formatter_that_is_missing_is_a_warning(root, edit):
    by_user('[languages.python]\nformat = "no-such-program -"\n')
    out = edit(root)
    assert out.landed and content(root) == PLAIN
    assert "not formatted: the formatter 'no-such-program' cannot be run" in out.report()


@WAYS
def test_one_that_is_asked_for_and_not_configured_is_a_warning(root, edit):
    out = edit(root, formatter=True)
    assert out.landed and content(root) == PLAIN
    assert "names no formatter for python" in out.report()


@WAYS
def test_nothing_runs_where_hooks_are_off(root, edit, monkeypatch):
    configured(TIDY)
    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    assert edit(root).landed and content(root) == PLAIN


@WAYS
def test_a_repository_names_no_program(root, edit):
    (root / "structedit.toml").write_text(
        '[languages.python]\nformat = "touch ran"\ncheck = "touch ran"\n'
    )
    out = edit(root)
    assert out.landed and content(root) == PLAIN and not (root / "ran").exists()
    ignored = "ignored in structedit.toml: languages.python.format, languages.python.check"
    assert edit is by_session or any(ignored in warning for warning in out.warnings)


@WAYS
def test_the_command_is_no_line_of_a_shell(root, edit):
    out = edit(root, formatter="cat; touch ran")
    assert out.landed and not (root / "ran").exists() and "not formatted" in out.report()
    (root / "cart.py").write_text(CART)
    with pytest.raises(UsageError, match="cannot be split into words"):
        edit(root, formatter="cat '")


@WAYS
def test_line_ends_stay_though_the_formatter_writes_others(root, edit):
    (root / "cart.py").write_bytes(CART.replace("\n", "\r\n").encode())
    configured(TIDY.replace("sys.stdin.read()", "sys.stdin.read().replace('\\r', '')"))
    out = edit(root)
    assert (root / "cart.py").read_bytes() == AFTER.replace("\n", "\r\n").encode()
    assert formatted_in(out) is not None


@WAYS
def test_the_encoding_of_the_file_stays(root, edit):
    text = CART.replace("import sys", "# -*- coding: latin-1 -*-\n# caf\u00e9\nimport sys")
    (root / "cart.py").write_bytes(text.encode("latin-1"))
    squeeze = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().replace(b'  (', b' ('))"
    out = edit(root, formatter=command(squeeze))
    assert out.landed, out.report()
    wanted = text.replace("return name", "return (name)")
    assert (root / "cart.py").read_bytes() == wanted.encode("latin-1")


@WAYS
def test_a_text_that_the_encoding_cannot_hold_leaves_the_edit_unformatted(root, edit):
    text = CART.replace("import sys", "# -*- coding: latin-1 -*-\n# caf\u00e9\nimport sys")
    (root / "cart.py").write_bytes(text.encode("latin-1"))
    star = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read() + b'# \\xe2\\x98\\x85\\n')"
    out = edit(root, formatter=command(star))
    assert out.landed and "not formatted" in out.report()
    assert (root / "cart.py").read_bytes() == text.replace("return name", "return  (name)").encode(
        "latin-1"
    )


@WAYS
def test_a_formatter_may_take_the_lines_that_changed(root, edit):
    script = (
        READ
        + "first, last = map(int, sys.argv[1].split('-'))\nrows = text.split('\\n')\n"
        + "print('\\n'.join(r.replace('(', '( ') if first <= n <= last else r for n, r in enumerate(rows, 1)), end='')"
    )
    out = edit(root, formatter=[*command(script), "{first}-{last}"])
    assert out.landed and content(root) == PLAIN.replace("  (name)", "  ( name)")


@WAYS
def test_a_formatter_that_takes_the_edit_back_is_told(root, edit):
    out = edit(root, formatter=command(READ + "print(text.replace('  (name)', ' name'), end='')"))
    assert content(root) == CART and out.landed


@WAYS
def test_hooks_see_what_the_formatter_made(root, edit):
    seen = []
    out = edit(root, formatter=command(TIDY)) if edit in (by_session, by_batch_of_session) else edit(
        root, formatter=command(TIDY), hooks=se.Hooks(pre_edit=(lambda p: seen.append(p.text_after),))
    )  # fmt: skip
    assert out.landed and seen in ([AFTER], [])


def test_lines_that_a_session_has_shown_are_carried_through_its_own_formatting(root):
    configured(TIDY.replace("gap + rest", "'\\n# sorted' + gap + rest"))
    with se.Session(root) as session:
        version = session.get_region("cart.py").version
        assert session.str_replace("cart.py", EDIT["old"], EDIT["new"]).landed
        assert content(root).startswith("import os\nimport sys\n# sorted\n")
        region = session.get_region("cart.py", lines="5-6", version=version)
        assert str(region.lines) == "6-7" and region.text.startswith("def total")
        out = session.replace_block("cart.py", lines="6", version=version, new="    return 0")
        assert out.landed and "    return 0\n" in content(root)
        moved = session.get_region("cart.py", lines="1", version=version)
        assert moved.reason == "stale", "a line that the formatter moved"


def test_lines_are_carried_through_what_another_program_formatted(root):
    with se.Session(root) as session:
        version = session.get_region("cart.py").version
        (root / "cart.py").write_text("# sorted\n" + SORTED)
        edits = [
            {
                "op": "replace_block",
                "path": "cart.py",
                "lines": "6",
                "version": version,
                "new": "    return 0",
            }
        ]
        assert session.apply_edits(edits).landed
        out = session.replace_block("cart.py", lines="10", version=version, new="    return 1")
        assert out.landed
    assert content(root) == "# sorted\n" + SORTED.replace("sum(prices)", "0").replace(
        "return name", "return 1"
    )


def test_a_batch_formats_each_file_that_it_changes_or_creates_and_no_other(root):
    (root / "notes.txt").write_text("a  (b)\n")
    (root / "old.py").write_text("y =  (1)\n")
    configured(TIDY)
    edits = [
        EDIT,
        {"op": "create_file", "path": "new.py", "text": "x =  (1)\n"},
        {"op": "append", "path": "notes.txt", "text": "c  (d)\n"},
        {"op": "move_file", "path": "old.py", "to": "moved.py"},
    ]
    out = se.apply_edits(edits, root=root)
    assert out.landed and content(root) == AFTER and content(root, "new.py") == "x = (1)\n"
    assert (
        content(root, "notes.txt") == "a  (b)\nc  (d)\n"
        and content(root, "moved.py") == "y =  (1)\n"
    )
    assert se.undo(out.undo_id, root=root).landed and content(root) == CART
    assert not (root / "new.py").exists() and content(root, "old.py") == "y =  (1)\n"


def test_a_large_file_is_formatted(root):
    rows = "".join(f"v{n} =  (1)\n" for n in range(5_000))
    (root / "big.py").write_text(rows + "name = 1\n")
    out = se.str_replace(root / "big.py", "name = 1", "name = 2", formatter=command(TIDY))
    assert (
        out.landed
        and content(root, "big.py").startswith("v0 = (1)\n")
        and out.formatted.lines_added == 5_000
    )
    assert [str(span.lines_after) for span in out.spans] == ["5001"]


def test_a_rewrite_runs_the_formatter_that_its_caller_names_alone(root):
    configured(TIDY)
    se.rewrite(root, pattern="sum($A)", template="sum(  ($A))", root=root)
    assert "sum(  (prices))" in content(root)


def test_tools_of_agents_name_no_command(root):
    configured(TIDY)
    with se.Session(root) as session:
        edit = {key: value for key, value in EDIT.items() if key != "op"}
        for name in ("formatter", "format", "checker", "check"):
            reply = tools.dispatch("str_replace", {**edit, name: "touch ran"}, session)
            assert not reply.landed and "true or false" in reply.text, name
        move = {
            "path": "cart.py",
            "selector": "total",
            "at": "after",
            "of": "label",
            "formatter": "touch ran",
        }
        assert not tools.dispatch("move_block", move, session).landed
        assert content(root) == CART and not (root / "ran").exists()
        assert tools.dispatch("str_replace", {**edit, "format": False}, session).landed
        assert content(root) == PLAIN


def test_a_wrong_key_or_language_is_an_error(root):
    for said, told in (
        ("[languages.python]\nformat = 3\n", "is not a command"),
        ('[languages.python]\nformat = ""\n', "is empty"),
        ('[languages.python]\nformat = { command = "cat", seconds = 0 }\n', "not a time limit"),
        ('[languages.pyhton]\nformat = "cat"\n', "no language is called 'pyhton'"),
    ):
        by_user(said)
        with pytest.raises(UsageError, match=told):
            by_path(root)
