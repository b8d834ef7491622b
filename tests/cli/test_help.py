"""The help of commands: examples that work, words that are explained, a page that fits a terminal."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from forked_command import shell_command
from structedit.faces.command.cli import COMMANDS, program
from structedit.faces.command.help_pages import brief
from structedit.faces.command.help_words import EXAMPLES, SYNONYMS, TERMS, explained

PROJECT = Path(__file__).parents[2] / "benchmarks" / "guesses" / "project"
FILES = {
    "edit.py": "def edit(tree):\n"
    "    return [f.replace(body='return 1') for f in tree.definitions() if f.name == 'load_cart']\n",
    "new.py": "def load_cart(owner, rows):\n    return Cart(owner)\n",
    "roots.txt": ".\n",
    "answer.md": "shop/cart.py\n<<<<<<< SEARCH\nMAX = 50\n=======\nMAX = 75\n>>>>>>> REPLACE\n",
    "changes.diff": "--- a/shop/cart.py\n+++ b/shop/cart.py\n@@ -1,1 +1,1 @@\n-MAX = 50\n+MAX = 75\n",
    "edits.json": json.dumps(
        [{"op": "str_replace", "path": "shop/cart.py", "old": "MAX = 50", "new": "MAX = 75"}]
    ),
    "rules/no-sum.yml": "id: no-sum\nlanguage: python\nmessage: no\nseverity: hint\n"
    "rule: {pattern: sum($A)}\nfix: total($A)\n",
    "test_nothing.py": "def test_nothing():\n    pass\n",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    cart = folder / "shop/cart.py"
    cart.write_text("MAX = 50\n" + cart.read_text())
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    programs = {
        "structedit": shell_command(),
        "pytest": shlex.join([sys.executable, "-m", "pytest"]),
    }
    for name, command in programs.items():
        (tmp_path / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return folder


def typed(line):
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )


def page(name):
    top = click.Context(program, info_name="structedit")
    command = program.get_command(top, name)
    return command.get_help(click.Context(command, top, name, terminal_width=80))


def test_each_command_has_two_examples():
    assert EXAMPLES.keys() == COMMANDS.keys()
    assert {len(lines) for lines in EXAMPLES.values()} == {2}


@pytest.mark.parametrize("line", [line for lines in EXAMPLES.values() for line in lines])
def test_an_example_can_be_typed(project, line):
    command = line.split()[0]
    if line.startswith("mcp --"):
        pytest.importorskip("mcp", reason="the server is an extra of its own")
    if command in ("undo", "redo", "show"):
        assert typed("structedit rewrite shop --text cart -r basket").returncode == 0
    if command == "redo":
        assert typed("structedit undo").returncode == 0
    if " ID" in line:
        listed = json.loads(typed("structedit history --json").stdout)
        line = line.replace("ID", listed[0]["id"])
    done = typed(f"structedit {line}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "note:" not in done.stderr and "try:" not in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_fits_a_terminal_and_tells_what_comes_before_the_options_on_a_screen(name):
    lines = page(name).split("\n")
    assert max(map(len, lines)) <= 80
    assert lines.index("Options:") <= 30


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_is_on_the_page_of_its_command(name):
    command = program.get_command(click.Context(program), name)
    told = page(name)
    assert all(option in told for one in command.params for option in one.opts if option[0] == "-")


def test_what_is_meant_by_an_option_that_is_left_out_is_told():
    told = " ".join(page("str-replace").split())
    assert "near, in lines (default 25)" in told
    assert "the ladder to go (default fuzzy)" in told
    assert "match whole words only (default --whole-words)" in told


@pytest.mark.parametrize("word", [*TERMS, *SYNONYMS])
def test_a_word_of_the_help_is_explained(word):
    told = explained(word)
    assert told.startswith(f"{SYNONYMS.get(word, word)}: ")
    assert len(told.split("\n")) > 2 and max(map(len, told.split("\n"))) <= 80


def test_all_tiers_are_told_of_the_ladder(project):
    told = typed("structedit help tier").stdout
    assert all(tier in told for tier in ("exact", "trailing-space", "elision", "fuzzy"))


def test_help_with_a_command_is_its_page(project):
    assert typed("structedit help undo").stdout == typed("structedit undo --help").stdout
    assert "str-replace" in typed("structedit help").stdout
    assert typed("structedit help replace").stdout.startswith("Usage: structedit str-replace")
    unknown = typed("structedit help frobnicate")
    assert unknown.returncode == 2
    assert "'frobnicate' is neither a command nor a word of the help" in unknown.stderr


@pytest.mark.parametrize("name", [*COMMANDS, ""])
def test_the_short_help_fits_a_screen_and_names_each_option(name):
    top = click.Context(program, info_name="structedit")
    command = program.get_command(top, name) if name else program
    page = brief(command, click.Context(command, top, name) if name else top)
    assert page.count("\n") <= 24 and all(len(line) <= 80 for line in page.splitlines())
    for option in command.get_params(top):
        if isinstance(option, click.Option):
            assert max(option.opts, key=len) in page
