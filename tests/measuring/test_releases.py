"""Files of two releases of a package, as the commits that benchmarks distort."""

from pathlib import Path

import pytest
from benchmarks import releases
from benchmarks.corpus import UnavailableError
from benchmarks.landing.material import from_data

LINES = [f"name_{number} = {number}" for number in range(40)]


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Two releases of a package, and one that cannot be had."""
    files = {
        "changed.py": ("\n".join(LINES), "\n".join([*LINES[:20], "new = 1", *LINES[20:]])),
        "same.py": ("\n".join(LINES), "\n".join(LINES)),
        "rewritten.py": ("\n".join(LINES), "\n".join(f"other_{line}" for line in LINES)),
        "tiny.py": ("a = 1\n", "a = 2\n"),
        "crlf.py": ("\r\n".join(LINES), "\r\n".join(LINES[1:])),
        "kit.dist-info/top.py": ("\n".join(LINES), "\n".join(LINES[1:])),
        "unknown.qqq": ("\n".join(LINES), "\n".join(LINES[1:])),
    }
    for name, texts in files.items():
        for release, text in zip(("kit==1", "kit==2"), texts, strict=True):
            path = tmp_path / release / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    (tmp_path / "kit==1" / "gone.py").write_text("\n".join(LINES))

    def fetched(client, package):
        if package.startswith("gone"):
            raise UnavailableError("there is no network")
        return tmp_path / package

    monkeypatch.setattr(releases, "fetched", fetched)
    pairs = [("pip", "gone==1", "gone==2"), ("pip", "kit==1", "kit==2")]
    monkeypatch.setattr(releases, "_pairs", lambda: iter(pairs))
    return tmp_path / "data"


def test_files_that_changed_little_are_commits(packages, capsys):
    assert releases.write(packages) == 1
    assert "skipped gone==2: there is no network" in capsys.readouterr().err
    (commit,) = from_data(packages)
    assert (commit.id, commit.language) == ("kit==2/changed.py", "python")
    assert commit.before == "\n".join(LINES)
    assert commit.after.split("\n")[20] == "new = 1"


def test_only_the_folder_of_releases_is_filled_by_itself(packages, monkeypatch):
    assert not releases.has_commits(packages)
    monkeypatch.setattr(releases, "FETCHED", packages)
    assert releases.has_commits(packages)
    (packages / releases.COMMITS).write_bytes(b"kept")
    assert releases.has_commits(packages)
    assert (packages / releases.COMMITS).read_bytes() == b"kept"


def test_a_named_folder_of_data_comes_first(monkeypatch):
    monkeypatch.setenv("STRUCTEDIT_DATA", "/elsewhere")
    assert releases.data_folder() == Path("/elsewhere")
