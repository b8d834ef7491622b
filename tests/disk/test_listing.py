"""Which files lie under a path."""

import os
import shutil
import subprocess

import pytest

from structedit.disk import listing, staging
from structedit.text.errors import FileError

TREE = {
    "a.py": "",
    "b/c.py": "",
    "b/skip.log": "",
    "b/.gitignore": "!keep.log\nlocal/\n",
    "b/keep.log": "",
    "b/local/x.py": "",
    "build/out.py": "",
    ".gitignore": "*.log\n/build/\n",
    ".hidden": "",
    "é 'x'.py": "",
    f".a.py.1.ff{staging.TEMP_SUFFIX}": "",
    ".hg/store": "",
}
KEPT = [".gitignore", ".hidden", "a.py", "b/.gitignore", "b/c.py", "b/keep.log", "é 'x'.py"]


@pytest.fixture(params=["git", "plain", "git without git"])
def tree(request, tmp_path, monkeypatch):
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "loop").symlink_to(".")
    if request.param != "plain":
        if not shutil.which("git"):
            pytest.skip("git is not installed")
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
    if request.param != "git":
        monkeypatch.setattr(listing, "_git", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_ignored_files_and_links_are_left_out(tree):
    assert list(listing.walk(["."])) == KEPT
    assert list(listing.walk([tree])) == [str(tree / name) for name in KEPT]


def test_folder_inside(tree):
    found = list(listing.walk(["b"]))
    if not (tree / ".git").exists():  # then nothing says that the folder above belongs to it
        found.remove("b/skip.log")
    assert found == ["b/.gitignore", "b/c.py", "b/keep.log"]


def test_named_files_and_folders_are_meant(tree):
    assert list(listing.walk(["b/skip.log", "build"])) == ["b/skip.log", "build/out.py"]
    assert list(listing.walk(["b/local"])) == ["b/local/x.py"]


def test_each_file_once(tree):
    assert list(listing.walk(["b/c.py", "./b", "b"])).count("b/c.py") == 1


def test_version_control_is_never_entered(tree):
    (tree / ".git").mkdir(exist_ok=True)
    assert list(listing.walk([".git", ".hg"])) == []


def test_missing_path(tree):
    with pytest.raises(FileError, match=r"did you mean 'a\.py'"):
        list(listing.walk(["a.pi"]))


def test_deleted_files_and_nested_repositories(tmp_path, monkeypatch):
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    monkeypatch.chdir(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("gone.py", "kept.py", "inner/x.py", "inner/y.log", "inner/.gitignore"):
        (tmp_path / name).write_text("*.log\n")
    for folder in (".", "inner"):
        subprocess.run(["git", "-C", folder, "init", "-q"], check=True)
    subprocess.run(["git", "add", "gone.py", "kept.py"], check=True)
    os.unlink("gone.py")
    assert list(listing.walk(["."])) == ["inner/.gitignore", "inner/x.py", "kept.py"]


def test_repository_settings_run_nothing(tmp_path, monkeypatch):
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "config", "core.fsmonitor", "touch ran; false"], check=True)
    (tmp_path / "a.py").write_text("")
    assert list(listing.walk(["."])) == ["a.py"]
