"""Completion as a user has it: the keys typed at a prompt of the real shell, the line that comes of them."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time

import pytest

from structedit.faces.command.completion import _last_word

SOURCE = """\
def load_cart(rows):
    if rows:
        return rows


def describe(function):
    return function


class Cart:
    def total(self):
        return 1
"""
PROMPTS = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(structedit completion bash)"'),
    "zsh": (
        "zsh -f -i",
        'autoload -Uz compinit; compinit -u -D; eval "$(structedit completion zsh)"',
    ),
    "fish": ("fish --no-config -i", "structedit completion fish | source"),
}
WAIT = 60
"""Seconds that a shell has for an answer."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file to complete names from, and two programs: the command, and one that shows its words."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "structedit").write_text(
        f'#!/bin/sh\nif [ "$1" = get-region -o "$1" = insert ] && [ -z "$_STRUCTEDIT_COMPLETE" ]; then\n'
        '    printf "got"; printf "<%s>" "$@"; echo "."\n    exit\nfi\n'
        f'exec "{sys.executable}" -m structedit "$@"\n'
    )
    (programs / "structedit").chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    (work / "app_of_carts.py").write_text(SOURCE)
    monkeypatch.chdir(work)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("TERM", "dumb")
    return work


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, line):
        self.process, self.side = pty.fork()
        if self.process == 0:
            os.execvp("sh", ["sh", "-c", f"exec {line}"])
        self.seen = ""

    def type(self, keys):
        os.write(self.side, keys.encode())

    def wait_for(self, text):
        """Read until a text has come that is not echoed from what was typed."""
        until = time.monotonic() + WAIT
        while text not in self.seen:
            if time.monotonic() > until:
                raise AssertionError(f"no {text!r} in {self.seen!r}")
            if select.select([self.side], [], [], 0.2)[0]:
                self.seen += os.read(self.side, 65536).decode(errors="replace")
        found, _, self.seen = self.seen.partition(text)
        return found

    def type_and_see(self, keys):
        """Type keys and read what the shell answers, until it has been silent for a second."""
        self.type(keys)
        seconds = WAIT
        while select.select([self.side], [], [], seconds)[0]:
            self.seen += os.read(self.side, 65536).decode(errors="replace")
            seconds = 1
        assert seconds == 1, f"no answer to {keys!r}"

    def close(self):
        os.close(self.side)
        os.waitpid(self.process, 0)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("structedit get-region app_of_carts.py load\t", "<app_of_carts.py><load_cart>"),
        ("structedit get-region app_of\t Cart.\t", "<app_of_carts.py><Cart.total>"),
        (
            "structedit get-region app_of_carts.py 'load_cart > i\t",
            "<app_of_carts.py><load_cart > if>",
        ),
        (
            "structedit insert app_of_carts.py --at before --of desc\t",
            "<app_of_carts.py><--at><before><--of><describe>",
        ),
        ("structedit get-re\t app_of_carts.py", "<app_of_carts.py>"),
    ],
)
@pytest.mark.parametrize("shell", PROMPTS)
def test_what_a_shell_makes_of_the_keys(folder, shell, typed, words):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here: apt install {shell}")
    start, load = PROMPTS[shell]
    terminal = Terminal(start)
    try:
        terminal.type(f"{load}; printf 'rea%s\\n' dy\n")
        terminal.wait_for("ready")
        first, *rest = typed.split("\t")
        terminal.type_and_see(first)
        for keys in rest:
            terminal.type_and_see("\t")
            terminal.type(keys)
        terminal.type("\n")
        terminal.wait_for("got")
        assert terminal.wait_for(".\r").replace("\r\n", "").endswith(words)
    finally:
        terminal.close()


def answered(shell, **words):
    done = subprocess.run(
        [sys.executable, "-m", "structedit"],
        env={**os.environ, "_STRUCTEDIT_COMPLETE": f"{shell}_complete", **words},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_powershell_is_answered(folder):
    words = "structedit\nget-region\napp_of_carts.py\nload_cart > i"
    asked = {"COMP_WORDS": words, "COMP_CWORD": "load_cart > i"}
    assert answered("powershell", **asked) == "plain,load_cart > if\n"
    asked = {"COMP_WORDS": "structedit\nstr-", "COMP_CWORD": "str-"}
    assert answered("powershell", **asked) == "plain,str-replace\n"


def test_bash_is_answered_from_where_its_own_word_begins(folder):
    line = "structedit insert app_of_carts.py --of=Cart."
    asked = {"COMP_LINE": line, "COMP_POINT": str(len(line))}
    assert answered("bash", **asked) == "plain,Cart.total\n"
    line = "structedit get-region app_of_carts.py load_cart\\ "
    asked = {"COMP_LINE": line, "COMP_POINT": str(len(line))}
    assert answered("bash", **asked).strip() == ""


def test_a_file_that_cannot_be_read_offers_nothing(folder):
    asked = {"COMP_WORDS": "structedit\nget-region\nnone.py\n", "COMP_CWORD": ""}
    assert answered("powershell", **asked).strip() == ""


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("structedit a", ("a", "")),
        ("structedit ", ("", "")),
        ("structedit 'a b", ("'a b", "'")),
        ('structedit "a" \\ b', ("\\ b", "")),
    ],
)
def test_the_last_word_is_that_which_is_being_typed(line, word):
    assert _last_word(line) == word
