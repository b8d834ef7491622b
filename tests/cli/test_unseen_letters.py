"""What files hold and are called cannot steer a terminal: letters that cannot be seen are printed as escapes."""

from __future__ import annotations

import json
import os

import pytest

EVIL = "\x1b]0;owned\x07\x1b[8m\u202e\u200b\x9b1m"
RULE = (
    'id: "r\\e[8m"\nlanguage: python\nmessage: "m\\e[8m\\u202e"\nnote: "n\\e[8m"\nurl: "u\\e[8m"\nseverity: error\n'
    "rule: {pattern: x = $A}\nfix: y = $A\n"
)
CODE = f"x = 1  # {EVIL}\ny = x\n"


def seen(text):
    """The letters of a text that a terminal would obey, or that turn it around."""
    return [letter for letter in text if letter != "\n" and not letter.isprintable()]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / f"a{EVIL.replace('/', '')}.py").write_text(CODE)
    (tmp_path / "rule.yml").write_text(RULE)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "scan --rule rule.yml .",
        "scan --rule rule.yml --github .",
        "scan --rule rule.yml --json .",
        "scan --rule rule.yml --sarif .",
        "scan --rule rule.yml --fix --dry-run .",
        "scan --rule rule.yml --color always .",
        "find --text x .",
        "find --text x --json .",
        "outline .",
        "outline --json .",
        "check .",
        "rewrite --text x -r z --dry-run .",
        "rewrite --text x -r z --dry-run --json .",
        "find --text x nothing\x1b[8m",
        "scan --rule nothing\x1b[8m .",
        "nothing\x1b[8m",
        "str-replace FILE --old x --new z --dry-run --all",
        "str-replace FILE --old zzz --new z",
        "get-region FILE --json",
        "get-region FILE --numbered",
        "history",
        "show",
    ],
)
def test_nothing_that_is_printed_steers_a_terminal(run, folder, words):
    (name,) = (one for one in os.listdir(folder) if one.endswith(".py"))
    run("str-replace", name, "--old", "y = x", "--new", "y = 2")
    (folder / name).write_text(CODE.replace("y = x", "y = 2"))
    done = run(*(name if word == "FILE" else word for word in words.split()))
    printed = done.stdout + done.stderr
    assert printed
    if "--color" in words:
        printed = printed.replace("\x1b[31m", "").replace("\x1b[0m", "")
    assert not seen(printed), printed
    if "json" in words or "sarif" in words:
        assert json.loads(done.stdout) and "\\u001b" in done.stdout  # nothing is lost by it


def test_a_file_that_is_piped_on_and_a_diff_are_exact(run, folder):
    (name,) = (one for one in os.listdir(folder) if one.endswith(".py"))
    assert run("get-region", name).stdout == CODE
    diff = run("str-replace", name, "--old", "y = x", "--new", "y = 2", "--diff", text=False).stdout
    assert f" {CODE.splitlines()[0]}\n".encode() in diff
