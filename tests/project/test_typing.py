"""Programs of users as type checkers see them: what is right passes in strict mode, what is wrong is told."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from checkout import ROOT

PROGRAMS = ROOT / "tests" / "user_programs"
RIGHT, WRONG = PROGRAMS / "program.py", PROGRAMS / "mistakes.py"


def mypy(program):
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return {int(line) for line in re.findall(r"py:(\d+): error:", ran.stdout)}, ran.stdout


def pyright(program, tmp_path):
    command = shutil.which("pyright")
    if command is None:
        pytest.skip("pyright is no package of the project: it fetches a JavaScript engine")
    shutil.copy(program, tmp_path)
    settings = {
        "include": ["."],
        "typeCheckingMode": "strict",
        "extraPaths": [str(ROOT / "src")],
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    ran = subprocess.run([command, "--outputjson"], capture_output=True, text=True, cwd=tmp_path)
    found = json.loads(ran.stdout)["generalDiagnostics"]
    return {one["range"]["start"]["line"] + 1 for one in found}, ran.stdout


def marked():
    lines = WRONG.read_text().splitlines()
    return {at for at, line in enumerate(lines, 1) if line.endswith("  # wrong")}


def test_mypy_takes_a_program_of_a_user_in_strict_mode():
    found, told = mypy(RIGHT)
    assert not found, told


def test_mypy_finds_each_mistake():
    assert mypy(WRONG)[0] == marked()


def test_pyright_takes_a_program_of_a_user_in_strict_mode(tmp_path):
    found, told = pyright(RIGHT, tmp_path)
    assert not found, told


def test_pyright_finds_each_mistake(tmp_path):
    assert pyright(WRONG, tmp_path)[0] == marked()
