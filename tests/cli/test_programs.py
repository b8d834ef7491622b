"""`--format` and `--checker` of the commands that edit, as a person types them."""

import json
import shlex
import sys

import pytest

PYTHON = shlex.quote(sys.executable)
SQUEEZE = f"{PYTHON} -c \"import sys; print(sys.stdin.read().replace('  ', ' '), end='')\""
SHOW = "import sys; [print(f'-:{n}:1: X1 bad') for n, row in enumerate(sys.stdin, 1) if '2' in row]"
LINT = f'{PYTHON} -c "{SHOW}" -'
EDITS = '[{"op": "str_replace", "path": "a.py", "old": "a = 1", "new": "a  = 2"}]'


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\n")
    (tmp_path / "edits.json").write_text(EDITS)
    return tmp_path


@pytest.mark.parametrize(
    ("call", "programs"),
    [
        (("str-replace", "a.py", "--old", "a = 1", "--new", "a  = 2"), ("--format", "--checker")),
        (("apply", "edits.json"), ("--formatter", "--checker")),
        (("multi-edit", "edits.json"), ("--formatter", "--checker")),
    ],
)
def test_an_edit_is_formatted_and_checked(run, shop, call, programs):
    formatter, checker = programs
    ran = run(*call, formatter, SQUEEZE, checker, LINT)
    assert ran.returncode == 0, ran.stderr
    assert (shop / "a.py").read_text() == "a = 2\n"
    assert "formatted by" in ran.stdout and "introduced: a.py:1, in a: X1 bad" in ran.stdout
    assert run("undo").returncode == 0 and (shop / "a.py").read_text() == "a = 1\n"
    ran = run(*call, formatter, SQUEEZE, checker, LINT, "--dry-run", "--json")
    found = json.loads(ran.stdout)
    assert found["findings"]["introduced"][0]["rule"] == "X1" and "+a = 2" in found["diff"]
    ran = run(*call, formatter, SQUEEZE, "--no-formatter")
    assert ran.returncode == 2 and "the formatter is both named and left out" in ran.stderr
    assert (shop / "a.py").read_text() == "a = 1\n"


def test_what_verify_takes_back_goes_with_its_formatting(run, shop):
    ran = run("apply", "edits.json", "--formatter", SQUEEZE, "--verify", "exit 5", "--rollback")
    assert ran.returncode == 4 and (shop / "a.py").read_text() == "a = 1\n"


def test_a_text_on_standard_input_has_no_programs(run, shop):
    call = ("str-replace", "--stdin-filename", "a.py", "--old", "1", "--new", "2")
    ran = run(*call, "--format", SQUEEZE, stdin="a = 1\n")
    assert ran.returncode == 2 and "work on files, not on strings" in ran.stderr


def test_a_call_as_data_names_no_command(run, shop):
    call = {"path": "a.py", "old": "a = 1", "new": "a  = 2"}
    ran = run("str-replace", "--call", stdin=json.dumps({**call, "formatter": "touch ran"}))
    assert ran.returncode == 2 and "true or false" in ran.stderr and not (shop / "ran").exists()
    ran = run("apply", stdin=json.dumps([{"op": "str_replace", **call, "checker": "touch ran"}]))
    assert ran.returncode == 2 and not (shop / "ran").exists()
    assert run("str-replace", "--call", stdin=json.dumps({**call, "checker": True})).returncode == 0
