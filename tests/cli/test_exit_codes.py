"""What the command writes, prints and ends with: 0 done, 1 did not land, 2 usage, 3, 4."""

import json
import os
import subprocess
import sys

import pytest

CART = """class Cart:
    def total(self):
        return sum(self.prices)

    def count(self):
        return len(self.prices)


def show(cart):
    print(cart.total())
    print(cart.total())
"""


@pytest.fixture
def cart(tmp_path):
    path = tmp_path / "cart.py"
    path.write_text(CART)
    return path


def test_help_and_version(run):
    assert "str-replace" in run("--help").stdout
    assert "None" not in run("str-replace", "--help").stdout
    assert run("--version").returncode == 0


def test_done_and_written(run, cart):
    done = run("str-replace", "cart.py", "--old", "sum(self.prices)", "--new", "0")
    assert done.returncode == 0, done.stderr
    assert cart.read_text() == CART.replace("sum(self.prices)", "0")


@pytest.mark.parametrize("flag", ["--dry-run", "--diff"])
def test_previews_write_nothing(run, cart, flag):
    assert run("delete-block", "cart.py", "Cart.count", flag).returncode == 0
    assert cart.read_text() == CART


def test_diff_is_one_that_git_applies(run, cart, tmp_path):
    diff = run("replace-function-body", "cart.py", "Cart.total", "--new", "return 0", "--diff")
    subprocess.run(["git", "apply", "-"], input=diff.stdout, text=True, cwd=tmp_path, check=True)
    assert cart.read_text() == CART.replace("sum(self.prices)", "0")


def test_not_found_is_1(run, cart):
    assert run("str-replace", "cart.py", "--old", "raise Nothing", "--new", "x").returncode == 1
    assert run("delete-block", "cart.py", "Cart.totals").returncode == 1
    assert cart.read_text() == CART


def test_wrong_usage_and_missing_files_are_2(run, cart):
    assert run("str-replace", "cart.py", "--nonsense").returncode == 2
    assert run("str-replace", "card.py", "--old", "a", "--new", "b").returncode == 2


def test_several_places_are_3(run, cart):
    done = run("str-replace", "cart.py", "--old", "print(cart.total())", "--new", "pass")
    assert done.returncode == 3
    assert "occurrence" in done.stdout + done.stderr
    assert cart.read_text() == CART


def test_damage_is_4(run, cart):
    done = run("str-replace", "cart.py", "--old", "sum(self.prices)", "--new", "sum(")
    assert done.returncode == 4
    assert cart.read_text() == CART


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--old", "sum(self.prices)", "--new", "0"), "applied"),
        (("--old", "raise Nothing", "--new", "x"), "not_found"),
        (("--old", "print(cart.total())", "--new", "pass"), "ambiguous"),
        (("--old", "sum(self.prices)", "--new", "sum("), "refused"),
    ],
)
def test_json_is_whole_at_every_exit(run, cart, arguments, status):
    assert (
        json.loads(run("str-replace", "cart.py", *arguments, "--json").stdout)["status"] == status
    )


def test_insert_after_an_anchor(run, cart):
    done = run("insert", "cart.py", "--text", "import os", "--before", "class Cart:")
    assert done.returncode == 0, done.stderr
    assert cart.read_text().startswith("import os\n")


EDIT = "str-replace cart.py --old 'sum(self.prices)' --new 0"
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


@FULL
@pytest.mark.parametrize("options", ["", "--json", "--diff", "--dry-run"])
@pytest.mark.parametrize(("out", "why"), [("/dev/full", "no space left"), ("&-", "it is closed")])
def test_done_and_could_not_be_told_is_5(run, cart, out, why, options):
    done = run.shell(f"{run.command} {EDIT} {options} >{out}")
    assert done.returncode == 5
    assert f"error: standard output could not be written: {why}" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (cart.read_text() != CART) == (options in ("", "--json"))


@FULL
@pytest.mark.parametrize(
    "command",
    [
        *("outline cart.py", "get-region cart.py", "find cart.py --text def", "check cart.py"),
        *("history", "languages", "stats", "completion bash", "--help", "--version"),
        *("str-replace --help", "rewrite --query '(integer) @x' --template 1 cart.py"),
    ],
)
def test_every_command_ends_alike_where_nothing_can_be_told(run, cart, command):
    done = run.shell(f"{run.command} {command} >/dev/full")
    assert done.returncode == 5, done.stderr
    assert "standard output could not be written: no space left" in done.stderr
    assert "Exception" not in done.stderr and "Errno" not in done.stderr
    silent = run.shell(f"{run.command} {command} >/dev/full 2>&1")
    assert silent.returncode == 5


@FULL
@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-", ">/dev/full 2>/dev/full", ">&- 2>&-"])
def test_what_failed_keeps_its_code_where_nothing_can_be_told(run, cart, streams):
    wanted = {
        "str-replace cart.py --old nothing_like_this --new x": 1,
        "str-replace card.py --old a --new b": 2,
        "str-replace cart.py --nonsense": 2,
        "str-replace cart.py --old 'print(cart.total())' --new pass": 3,
        "str-replace cart.py --old 'sum(self.prices)' --new 'sum('": 4,
    }
    for command, code in wanted.items():
        assert run.shell(f"{run.command} {command} {streams}").returncode == code, command
    assert cart.read_text() == CART


@pytest.mark.parametrize("command", [EDIT, f"{EDIT} --json", "outline cart.py", "--help"])
def test_a_reader_that_has_gone_is_no_failure(run, cart, command):
    """It has read what it wanted: nothing is said, and nothing complains at the end."""
    script = f"(sleep 1; {run.command} {command}; echo $? >code) | true"
    done = run.shell(f"{script}; cat code")
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_warning_is_on_standard_error_where_no_report_holds_it(run, cart, tmp_path):
    (tmp_path / "taken").write_text("")
    state = {"XDG_STATE_HOME": str(tmp_path / "taken")}
    done = run("str-replace", "cart.py", "--old", "sum(self.prices)", "--new", "0", "-q", **state)
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr.startswith("warning: it cannot be undone") and "taken" in done.stderr
    edits = '[{"op": "str_replace", "path": "cart.py", "old": "len(self.prices)", "new": "1"}]'
    done = run("multi-edit", "-q", stdin=edits, **state)
    assert done.returncode == 0 and done.stderr.startswith("warning: it cannot be undone")
    done = run("undo", **state)
    assert done.returncode == 2 and "nothing to undo here: the state folder" in done.stderr


def test_a_half_committed_batch_is_put_back_before_a_region_is_shown(run, cart, tmp_path):
    other = tmp_path / "other.py"
    other.write_text("x = 1\n")
    kill = (
        "import os, structedit as se; real = os.replace\n"
        "def replace(source, target, **options):\n"
        "    real(source, target, **options)\n"
        "    if target == 'other.py': os.kill(os.getpid(), 9)\n"
        "os.replace = replace\n"
        "se.multi_edit('.', [dict(op='str_replace', path='other.py', old='x = 1', new='x = 2'),"
        " dict(op='str_replace', path='cart.py', old='sum(self.prices)', new='0')])\n"
    )
    subprocess.run([sys.executable, "-c", kill], cwd=tmp_path)
    assert other.read_text() == "x = 2\n"
    assert run("get-region", "other.py").stdout == "x = 1\n"
    assert run("get-region", "cart.py").stdout == CART


def test_too_slow_is_4_also_where_nothing_is_edited(run, tmp_path):
    (tmp_path / "a.txt").write_text("a" * 60 + "!\n")
    edit = ("replace-all", "a.txt", "--pattern", "(a+)+$", "--regex", "--new", "x")
    for call in (edit, ("find", "a.txt", "--regex", "(a+)+$")):
        done = run(*call, "--timeout", "0.3", "--json")
        assert done.returncode == 4
        told = json.loads(done.stdout)
        assert (told["status"], told["reason"]) == ("refused", "too_slow")


@pytest.mark.parametrize(
    "call",
    [
        ("apply", "-"),
        ("str-replace", "cart.py", "--old-file", "-", "--new", "x"),
        ("str-replace", "cart.py", "--old", "x", "--new-file", "-"),
        ("str-replace", "--call"),
        ("outline", "--stdin-filename", "a.py"),
        ("rewrite", "cart.py", "--query-file", "-", "--template", "x"),
    ],
)
def test_standard_input_without_an_end_is_refused(cart, call):
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-m", "structedit", *call, "--json"],
            stdin=zeros,
            capture_output=True,
            cwd=cart.parent,
            timeout=300,
        )
    assert done.returncode == 2
    assert json.loads(done.stdout)["reason"] == "too_large"


def test_an_option_is_not_taken_for_the_second_text_of_a_pair(run, cart):
    edit = ("str-replace", "cart.py", "--old", "return", "--new", "yield")
    done = run(*edit, "--between", "class Cart", "--diff")
    assert done.returncode == 2
    assert "after 'class Cart' comes the option --diff" in done.stderr
    assert cart.read_text() == CART


def test_a_word_of_other_tools_without_a_file_is_answered_with_the_command(run):
    done = run("list")
    assert done.returncode == 2
    assert "'outline' does that" in done.stderr
