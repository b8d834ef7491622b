"""Commands in a repository that names code, and with a configuration of their user's."""

import json

import pytest

TEXT = "def f():\n    return 1\n"
EDIT = {"op": "str_replace", "path": "a.py", "old": "return 1", "new": "return 2"}


@pytest.fixture
def root(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.py").write_text(TEXT)
    return tmp_path


def configured(root, event):
    (root / "structedit.toml").write_text(f"[hooks]\n{event} = 'touch ran'\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("outline", "a.py"), True),
        (("check", "."), True),
        (("find", ".", "--text", "return"), True),
        (("get-region", "a.py", "f"), True),
        (("languages",), True),
        (("scan", "--inline-rules", "{id: a, language: python, rule: {pattern: x}}", "."), True),
        (("str-replace", "a.py", "--old", "return 1", "--new", "return 2"), True),
        (("str-replace", "a.py", "--old", "return 1", "--new", "return 2", "--diff"), True),
        (("history",), False),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_no_command_runs_it_and_the_line_is_printed_once(root, run, arguments, told):
    configured(root, "pre_edit")
    ran = run(*arguments, folder=root)
    assert not (root / "ran").exists()
    assert (ran.stdout + ran.stderr).count("ignored in structedit.toml: hooks") == told


def test_a_command_is_told_another_configuration(root, users, run):
    users.write_text("protect = ['a.py']\n")
    (root / "ci.toml").write_text("[hooks]\npre_edit = 'touch ran'\n")
    edit = ("str-replace", "a.py", "--old", "return 1", "--new", "return 2")
    assert "protected" in run(*edit, folder=root).stderr
    for option in (("--config", "ci.toml"), ("--config=ci.toml",)):
        (root / "ran").unlink(missing_ok=True)
        assert (
            run(*option, *edit, "--dry-run", folder=root).returncode == 0
            and (root / "ran").exists()
        )
    missing = run("--config", "nowhere.toml", *edit, folder=root)
    assert missing.returncode == 2 and "there is no configuration" in missing.stderr
    wrong = run("--config", "ci.toml", "outlnie", "a.py", folder=root)
    assert wrong.returncode == 0 and "read as: structedit outline a.py" in wrong.stderr


def test_the_users_configuration_verifies_batches(root, users, run):
    (root / "structedit.toml").write_text('[hooks]\nverify = "false"\n')
    edits = root / "edits.json"
    edits.write_text(json.dumps([EDIT]))
    assert run("apply", edits, "--root", root).returncode == 0
    (root / "a.py").write_text(TEXT)
    users.write_text(f'[root."{root}".hooks]\nverify = "false"\n')
    found = run("apply", edits, "--root", root, "--rollback")
    assert found.returncode == 4 and (root / "a.py").read_text() == TEXT
    assert run("apply", edits, "--root", root, "--no-verify").returncode == 0
    (root / "a.py").write_text(TEXT)
    assert run("apply", edits, "--root", root, "--verify", "true").returncode == 0
