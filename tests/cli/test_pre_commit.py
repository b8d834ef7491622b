"""The hook that other repositories may take from this one: what its entry does with their files."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

HOOKS = Path(__file__).parent.parent.parent / ".pre-commit-hooks.yaml"


def hook():
    """Read the one hook; its file has a key a line."""
    found = dict(re.findall(r"^[- ] (\w+): (.*)$", HOOKS.read_text(), re.M))
    assert found["id"] == "structedit-check"
    return found


@pytest.fixture
def entry():
    if not HOOKS.exists():
        pytest.skip("the hooks are not part of an installation")
    command, *arguments = shlex.split(hook()["entry"])
    assert command == "structedit"
    return arguments


def test_clean_files_pass_and_broken_ones_are_named(run, entry, tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.ts").write_text("const x: number = 1;\n")
    (tmp_path / "notes.txt").write_text("( not code\n")
    passed = run(*entry, "a.py", "b.ts", "notes.txt")
    assert passed.returncode == 0, passed.stderr
    (tmp_path / "b.ts").write_text("function f( {\n")
    failed = run(*entry, "a.py", "b.ts")
    assert failed.returncode == 1
    assert "b.ts" in failed.stdout
    assert "a.py:" not in failed.stdout


def test_pre_commit_itself_knows_the_hook(tmp_path, entry):
    if shutil.which("pre-commit") is None:
        pytest.skip("no pre-commit: pip install pre-commit")
    known = subprocess.run(
        ["pre-commit", "validate-manifest", str(HOOKS)], capture_output=True, text=True
    )
    assert known.returncode == 0, known.stdout
