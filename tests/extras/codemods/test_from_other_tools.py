"""The rewrites of `docs/from-other-tools.md`, in the words of each tool that is at hand.

The page shows what structedit makes of a file; other tools make the same of it, unless a comment above their
command says what they do otherwise.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from docs import make

import structedit as se
from checkout import ROOT

PAGE = ROOT / "docs" / "from-other-tools.md"
SECTIONS = PAGE.read_text().split("\n## ")[1:]
FETCHED = Path.home() / ".cache/structedit-bench/pip"


def programs():
    """Name the programs that are installed, or that the benchmarks have fetched."""
    found = next(FETCHED.rglob("scripts/ast-grep"), None) if FETCHED.is_dir() else None
    ast_grep = shutil.which("ast-grep") or (found and os.access(found, os.X_OK) and str(found))
    return {"ast-grep": ast_grep or None, "sed": shutil.which("sed")}


def told(section):
    """Read a section: the file, our command, the commands of others with the comments above them."""
    fences = make.fences(section)
    name = next(m[1] for kind, _ in fences if (m := re.search('title="(.*)"', kind)))
    text = next(body for kind, body in fences if "title" in kind)
    (ours,) = re.findall(r"^\$ (structedit .*) --diff$", section, re.MULTILINE)
    others = [body for kind, body in fences if kind == "sh"]
    return name, text, ours, others


def ours(name, text, command, folder):
    """Rewrite the file by our command's arguments, and return its text."""
    (folder / name).write_text(text)
    script = f"printf '%s\\0' {command.removeprefix('structedit rewrite ')}"
    words = subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout
    words = words.removesuffix("\0").split("\0")
    assert words[-1] == name
    spelled = {"-p": "pattern", "-r": "template", "--context": "context"}
    given = {spelled[words[at]]: words[at + 1] for at in range(0, len(words) - 1, 2)}
    assert se.rewrite(folder / name, **given).landed
    return (folder / name).read_text()


def test_there_are_twelve_rewrites_each_in_three_other_tools():
    assert len(SECTIONS) == 12
    for section in SECTIONS:
        words = [body.split()[0 if body[0] != "#" else 1].rstrip(":") for body in told(section)[3]]
        assert words == ["ast-grep", "comby", "sed"]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
@pytest.mark.parametrize("tool", ["ast-grep", "sed"])
def test_another_tool_makes_the_same_of_a_file(section, tool, tmp_path):
    name, text, command, others = told(section)
    made = ours(name, text, command, tmp_path)
    assert made != text
    program = programs()[tool]
    if program is None:
        pytest.skip(f"{tool} is not installed")
    (one,) = [body for body in others if re.match(rf"(# )?{tool}\b", body)]
    comment, _, call = one.rpartition("\n# ")[2].partition("\n") if one[0] == "#" else ("", "", one)
    (tmp_path / name).write_text(text)
    if call.strip():
        assert call.startswith(tool)
        script = call.replace(tool, shlex.quote(program), 1)
        subprocess.run(["bash", "-c", script], cwd=tmp_path, check=True, capture_output=True)
    same = (tmp_path / name).read_text() == made
    assert same or comment, "a difference is explained in a comment"
    assert not same or not re.search("cannot|no pattern|too$|does not$", comment)
