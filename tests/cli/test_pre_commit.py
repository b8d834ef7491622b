"""The hooks that other repositories may take from this one: what their entries do with their files."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

HOOKS = Path(__file__).parent.parent.parent / ".pre-commit-hooks.yaml"


def hook(name="structedit-check"):
    """Read one hook; their file has a key a line."""
    text = next(part for part in HOOKS.read_text().split("- id: ") if part.startswith(name))
    return {"id": name} | dict(re.findall(r"^  (\w+): (.*)$", text, re.M))


@pytest.fixture
def entry():
    if not HOOKS.exists():
        pytest.skip("the hooks are not part of an installation")
    command, *arguments = shlex.split(hook()["entry"])
    assert command == "structedit"
    return arguments


def test_findings_of_a_projects_rules_are_listed_and_errors_fail(run, tmp_path):
    if not HOOKS.exists():
        pytest.skip("the hooks are not part of an installation")
    found = hook("structedit-scan")
    _, *entry = shlex.split(found["entry"])
    arguments = [word.strip() for word in found["args"].strip("[]").split(",")]
    assert "google-re2" in found["additional_dependencies"]
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.yml").write_text(
        "id: no-eval\nlanguage: python\nseverity: error\nrule: {pattern: eval($A), not: {regex: '1'}}\n"
    )
    (tmp_path / "sgconfig.yml").write_text("ruleDirs: [rules]\n")
    (tmp_path / "a.py").write_text("eval(x)\n")
    (tmp_path / "b.py").write_text("eval(1)\n")
    assert run(*entry, *arguments, "b.py").returncode == 0
    failed = run(*entry, *arguments, "a.py", "b.py")
    assert failed.returncode == 1
    assert "a.py:1:1: error: no-eval" in failed.stdout
    assert "b.py:" not in failed.stdout


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
