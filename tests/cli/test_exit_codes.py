"""What the command writes, prints and ends with: 0 done, 1 did not land, 2 usage, 3, 4."""

import json
import subprocess

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
