"""How results are shown: previews that write nothing, diffs, filters, colour, quiet."""

import json
import os
import subprocess

import pytest

SOURCE = b"""def load(path):
    return open(path).read()


def show(text):
    print(text)
    print(text)
"""
EDIT = ("--old", "return open(path).read()", "--new", "return path")


@pytest.fixture
def app(tmp_path):
    path = tmp_path / "app.py"
    path.write_bytes(SOURCE)
    return path


def applied(run, folder, name, *arguments):
    """Give what `git apply` makes of the diff, after a check that nothing was written."""
    path = folder / name
    before = path.read_bytes()
    diff = run(*arguments, "--diff", text=False, stdin=b"")
    assert diff.returncode == 0, diff.stderr
    assert path.read_bytes() == before
    subprocess.run(["git", "apply", "-"], input=diff.stdout, cwd=folder, check=True)
    landed = path.read_bytes()
    path.write_bytes(before)
    return landed


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("app.py", SOURCE),
        ("my app.py", SOURCE),
        ("sub/äpp.py", SOURCE),
        ("app.py", SOURCE.replace(b"\n", b"\r\n")),
        ("app.py", SOURCE.rstrip(b"\n")),
        ("app.py", b"\xef\xbb\xbf" + SOURCE),
        ("app.py", b"# coding: latin-1\n# caf\xe9\n" + SOURCE),
        ("app.py", b"# caf\xc3\xa9 and a stray \xe9\n" + SOURCE),
        ("app.py", SOURCE.decode().encode("utf-16")),
    ],
    ids=["lf", "blank", "accent", "crlf", "no-final-newline", "bom", "latin-1", "stray", "utf-16"],
)
def test_a_diff_that_git_applies_is_the_edit(run, tmp_path, name, content):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    for call in (("str-replace", name, *EDIT), ("delete-block", name, "show")):
        from_diff = applied(run, tmp_path, name, *call)
        assert run(*call).returncode == 0
        assert path.read_bytes() == from_diff != content
        path.write_bytes(content)


def test_a_diff_names_files_from_the_current_folder(run, app, tmp_path):
    folder = tmp_path / "sub"
    folder.mkdir()
    assert run("str-replace", app, *EDIT, "--diff").stdout.startswith("--- a/app.py\n")
    outside = run("str-replace", "../app.py", *EDIT, "--diff", folder=folder).stdout
    assert outside.startswith(f"--- a{app}\n")


def test_a_dry_run_plans_and_shows(run, app):
    done = run("str-replace", "app.py", *EDIT, "--dry-run")
    assert done.returncode == 0
    assert "dry run" in done.stdout
    assert "\n-    return open(path).read()\n+    return path\n" in done.stdout
    assert app.read_bytes() == SOURCE
    shown = json.loads(run("str-replace", "app.py", *EDIT, "--dry-run", "--json").stdout)
    written = json.loads(run("str-replace", "app.py", *EDIT, "--json").stdout)
    assert shown.pop("dry_run") and not written.pop("dry_run")
    assert (shown.pop("status"), written.pop("status")) == ("would_apply", "applied")
    assert not shown.pop("undo_id") and written.pop("undo_id")
    assert shown == written


def test_check_tells_by_its_exit_code(run, app):
    call = ("replace-function-body", "app.py", "load", "--new", "return path")
    assert run(*call, "--check").returncode == 1
    assert app.read_bytes() == SOURCE
    assert run(*call).returncode == 0
    assert run(*call, "--check").returncode == 0


def test_quiet_says_nothing_but_failures(run, app):
    failed = run("str-replace", "app.py", "--old", "print(text)", "--new", "x", "-q")
    assert (failed.returncode, failed.stdout) == (3, "")
    assert failed.stderr
    done = run("str-replace", "app.py", *EDIT, "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert app.read_bytes() != SOURCE


def test_failures_are_on_standard_error(run, app):
    failed = run("delete-block", "app.py", "nothing")
    assert failed.stdout == ""
    assert "selector_not_found" in failed.stderr


@pytest.mark.parametrize(
    ("option", "environment", "coloured"),
    [
        ((), {"NO_COLOR": ""}, False),
        ((), {"NO_COLOR": "", "FORCE_COLOR": "1"}, True),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color=never",), {"NO_COLOR": "", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(run, app, option, environment, coloured):
    done = run("str-replace", "app.py", *EDIT, "--diff", *option, **environment)
    assert ("\x1b[" in done.stdout) == coloured


# Filters


def test_a_filter_writes_the_result_to_standard_output(run, tmp_path):
    done = run("str-replace", "--stdin-filename", "x.py", *EDIT, stdin=SOURCE, text=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == SOURCE.replace(b"open(path).read()", b"path")
    assert not list(tmp_path.iterdir())


def test_a_filter_takes_a_selector_and_keeps_the_encoding(run):
    content = b"# coding: latin-1\r\n# caf\xe9\r\n" + SOURCE.replace(b"\n", b"\r\n")
    done = run("delete-block", "show", "--stdin-filename", "x.py", stdin=content, text=False)
    assert done.stdout.startswith(b"# coding: latin-1\r\n# caf\xe9\r\ndef load")
    assert b"show" not in done.stdout


def test_a_filter_with_nothing_to_do_passes_its_input_on(run):
    call = ("str-replace", "--stdin-filename", "x.py", "--old", "text", "--new", "text", "--all")
    done = run(*call, stdin=SOURCE, text=False)
    assert (done.returncode, done.stdout) == (0, SOURCE)


def test_a_filter_that_fails_prints_no_result(run):
    call = ("str-replace", "--stdin-filename", "x.py", "--old", "print(text)", "--new", "y")
    done = run(*call, stdin=SOURCE, text=False)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"several_matches" in done.stderr


def test_a_filter_as_json_holds_the_text(run):
    done = run("str-replace", "--stdin-filename", "x.py", *EDIT, "--json", stdin=SOURCE.decode())
    assert json.loads(done.stdout)["text"].endswith("print(text)\n")


# Texts


@pytest.mark.parametrize("given", [("--new=-x",), ("--new", "-x"), ("--new", "--diff")])
def test_texts_may_begin_with_a_dash(run, tmp_path, given):
    path = tmp_path / "a.txt"
    path.write_text("one\ntwo\nthree\n")
    assert run("str-replace", "a.txt", "--old", "two", *given).returncode == 0
    new = given[-1].removeprefix("--new=")
    assert path.read_text() == f"one\n{new}\nthree\n"
    assert run("str-replace", "a.txt", f"--old={new}", "--new=two").returncode == 0
    assert path.read_text() == "one\ntwo\nthree\n"


def test_texts_are_not_interpreted(run, app):
    done = run("str-replace", "app.py", "--old", "return open(path).read()", "--new", r"x = r'\n'")
    assert done.returncode == 0, done.stderr
    assert rb"x = r'\n'" in app.read_bytes()


def test_texts_from_files_and_standard_input(run, app, tmp_path):
    (tmp_path / "old").write_text("    return open(path).read()\n")
    call = ("str-replace", "app.py", "--old-file", "old", "--new-file", "-")
    assert run(*call, stdin="    return 'é'\n").returncode == 0
    assert app.read_bytes() == SOURCE.replace(b"open(path).read()", "'é'".encode())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--old", "a", "--old-file", "old", "--new", "b"),
        ("--old-file", "-", "--new-file", "-"),
        ("--old-file", "missing", "--new", "b"),
        ("--old", "a", "--old-occurrence", "2", "--new", "b"),
        ("--old", "a"),
        ("--old", "a", "--new", "b", "--after-occurrence", "2"),
        ("--old", "a", "--new", "b", "--match", "loose"),
        ("--old", "a", "--new", "b", "--language", "klingon"),
        ("--old", "a", "--new", "b", "--near-line", "x"),
        ("--old", "a", "--new", "b", "--near-line", "2", "--radius", "-1"),
        ("more.py", "--old", "a", "--new", "b"),
    ],
)
def test_wrong_options_are_usage_errors_in_text_and_json(run, app, arguments):
    plain = run("str-replace", "app.py", *arguments)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert "rror" in plain.stderr
    assert "Traceback" not in plain.stderr
    as_json = run("str-replace", "app.py", *arguments, "--json")
    assert (as_json.returncode, as_json.stderr) == (2, "")
    found = json.loads(as_json.stdout)
    assert found["status"] == "error"
    assert found["reason"] and found["message"] and found["hint"]
    assert app.read_bytes() == SOURCE


def test_bytes_that_are_no_utf_8_in_arguments(run, tmp_path):
    path = tmp_path / "x.py"
    path.write_bytes(b"# caf\xc3\xa9\nname = 'caf\xe9'\n")
    texts = (b"--old", b"'caf\xe9'", b"--new", b"'\xe9'")
    done = run("str-replace", "x.py", *texts, text=False, stdin=b"")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == b"# caf\xc3\xa9\nname = '\xe9'\n"


def test_a_file_name_that_is_no_utf_8(run, tmp_path):
    try:
        with open(bytes(tmp_path) + b"/caf\xe9.py", "wb") as file:
            file.write(SOURCE)
    except OSError:
        pytest.skip("file names are UTF-8 here")
    call = (b"str-replace", b"caf\xe9.py", *EDIT)
    assert b'"a/caf\\351.py"' in run(*call, b"--diff", text=False, stdin=b"").stdout
    done = run(*call, b"--json", text=False, stdin=b"")
    assert json.loads(done.stdout)["status"] == "applied"


def test_hints_and_occurrences_of_landmarks(run, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("x = 1\nmark\nx = 1\nmark\nx = 1\n")
    call = ("str-replace", "a.txt", "--old", "x = 1", "--new", "y = 2")
    assert run(*call, "--after", "mark", "--after-occurrence", "-1").returncode == 0
    assert path.read_text() == "x = 1\nmark\nx = 1\nmark\ny = 2\n"
    between = ("--between", "mark", "mark", "--between-start-occurrence", "1")
    assert run(*call, *between).returncode == 0
    assert path.read_text() == "x = 1\nmark\ny = 2\nmark\ny = 2\n"


def test_a_reader_that_goes_away_is_no_error(run, app):
    app.write_bytes(SOURCE + b"x = 1\n" * 20_000)
    piped = run.shell(f"{run.command} get-region app.py | head -1; echo ${{PIPESTATUS[0]}}")
    assert piped.stderr == ""
    assert piped.stdout.splitlines()[-1] == "0"


def test_output_that_cannot_be_written_is_an_error(run, app):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    for view in ("", "--json"):
        done = run.shell(f"{run.command} outline app.py {view} > /dev/full; echo $? >&2")
        assert done.stderr.splitlines()[-1] == "5"
        assert "Traceback" not in done.stderr


def test_a_blank_line_is_expected_as_an_empty_text(run, tmp_path):
    (tmp_path / "a.py").write_text("a = 1\n\n\nb = 2\n")
    assert run("delete-block", "a.py", "--lines", "1", "--expected", "").returncode == 4
    assert run("delete-block", "a.py", "--lines", "2", "--expected", "").returncode == 0
    assert (tmp_path / "a.py").read_text() == "a = 1\n\nb = 2\n"


def test_several_hits_name_the_option_that_takes_all(run, tmp_path):
    (tmp_path / "a.py").write_text("a = 1\nb = a\n")
    told = run("str-replace", "a.py", "--old", "a", "--new", "c").stderr
    assert "pass --occurrence for one, or pass --all for all" in told


def test_a_dry_run_of_many_files_says_so_and_counts_hits(run, tmp_path):
    (tmp_path / "a.py").write_text("a = old(old)\n")
    call = ("rewrite", ".", "--text", "old", "-r", "new", "--dry-run")
    told = run(*call).stdout
    assert "python: would_apply: 1 file, 2 hits" in told
    assert "rewrite, 2 hits, 1 file, +1 -1" in told
    found = json.loads(run(*call, "--json").stdout)
    assert {found["status"], found["summary"][0]["status"]} == {"would_apply"}
    assert {(edit["status"], edit["outcome"]) for edit in found["edits"]} == {
        ("would_apply", "would_apply")
    }
