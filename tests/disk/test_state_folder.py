"""The state folder: where it is, what is refused as one, how it is checked and repaired."""

import json
import stat
from pathlib import Path

import pytest

import structedit as se
from structedit.disk import backups, history, journal, state_folder
from structedit.disk.opening import MAX_BYTES
from structedit.text.errors import UsageError


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "root/a.py"
    path.parent.mkdir()
    path.write_text("x = 1\n")
    return path


def cut_off(path, before="x = 1\n", after="x = 2\n", **fields):
    """Write the entry of an edit of one file that was cut off; returns the entry's path."""
    for text in (before, after):
        backups.keep(text.encode(), lasting=False)
    kept = history.KeptFile(
        str(path), backups.name_of(before.encode()), backups.name_of(after.encode())
    )
    entry = history.Entry("1a2b3c4d", 1.0, str(path.parent), "str_replace", (kept,))
    place = Path(state_folder.private_folder("pending")) / "00000000000001-1a2b3c4d.4194399.json"
    history.write_entry(entry, str(place))
    row = json.loads(place.read_text())
    place.write_text(json.dumps({**row, **fields}))
    return place


class TestNamedByTheVariable:
    @pytest.fixture
    def named(self, tmp_path, monkeypatch):
        folder = tmp_path / "elsewhere"
        monkeypatch.setenv("STRUCTEDIT_STATE", str(folder))
        return folder

    def test_it_holds_history_and_statistics(self, file, named, state_folder):
        assert se.str_replace(file, "x = 1", "x = 2").undo_id
        assert (named / "history").is_dir() and not state_folder.exists()
        assert se.undo(root=file.parent).landed and file.read_text() == "x = 1\n"

    def test_a_new_one_is_private_and_flushed_with_its_parent(self, file, named, monkeypatch):
        flushed = []
        monkeypatch.setattr(state_folder, "sync_folder", flushed.append)
        se.str_replace(file, "x = 1", "x = 2")
        assert str(named.parent) in flushed and stat.S_IMODE(named.stat().st_mode) == 0o700

    def test_one_in_the_root_is_refused(self, file, monkeypatch):
        monkeypatch.setenv("STRUCTEDIT_STATE", str(file.parent / ".state"))
        with pytest.raises(UsageError, match="is inside the root"):
            se.str_replace(file, "x = 1", "x = 2")
        assert file.read_text() == "x = 1\n" and not (file.parent / ".state/history").exists()

    def test_one_in_a_repository_is_not_used(self, file, tmp_path, monkeypatch):
        (tmp_path / "clone/.git").mkdir(parents=True)
        monkeypatch.setenv("STRUCTEDIT_STATE", str(tmp_path / "clone/state"))
        out = se.str_replace(file, "x = 1", "x = 2")
        assert out.landed and out.undo_id is None
        assert "is inside the repository" in out.warnings[0]

    def test_a_relative_one_is_not_used(self, file, monkeypatch):
        monkeypatch.setenv("STRUCTEDIT_STATE", "state")
        out = se.str_replace(file, "x = 1", "x = 2")
        assert out.landed and "STRUCTEDIT_STATE must be a full path" in out.warnings[0]


class TestSandbox:
    def test_where_only_the_workspace_can_be_written_an_edit_lands_with_a_warning(
        self, file, tmp_path, monkeypatch
    ):
        monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
        out = se.str_replace(file, "x = 1", "x = 2")
        assert out.landed and out.undo_id is None and "cannot be undone" in out.warnings[0]


class TestEntries:
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("id", "x/../../../victim"),
            ("id", "1A2B3C4D"),
            ("files", []),
            ("root", "/"),
            ("root", "relative"),
            ("kind", "delete"),
            ("of", "../.."),
            ("time", -1),
            ("time", float("inf")),
            ("format", 1),
        ],
    )
    def test_one_of_another_form_is_not_acted_upon_and_stays(self, file, field, value):
        if field == "root" and value == "/":
            value = str(file.parent / "other")
        place = cut_off(file, **{field: value})
        file.write_text("x = 2\n")
        assert journal.recover() == ()
        assert file.read_text() == "x = 2\n" and place.exists()
        assert any(str(place) in said for said in recovered_news())

    def test_a_genuine_one_is_acted_upon(self, file):
        cut_off(file)
        (done,) = journal.recover()
        assert (done.id, done.files) == ("1a2b3c4d", (str(file),))

    def test_one_that_is_a_link_is_not_read(self, file, tmp_path):
        place = cut_off(file)
        place.rename(tmp_path / "entry.json")
        place.symlink_to(tmp_path / "entry.json")
        assert journal.recover() == () and place.is_symlink()

    def test_files_of_other_names_are_left_alone(self, file):
        pending = Path(state_folder.private_folder("pending"))
        for name in ("README", "x.tmp", "1-a.1.json", ".hidden.12.json"):
            (pending / name).write_text("{")
        assert se.str_replace(file, "x = 1", "x = 2").landed
        assert len(list(pending.iterdir())) == 4


def recovered_news():
    from structedit.disk.recovery import news

    return news()


class TestContents:
    def test_one_larger_than_its_name_says_is_never_read(self, file):
        name = backups.keep(b"x" * 100, lasting=False)
        path = Path(state_folder.state_path("backups", name[:2], name))
        path.write_bytes(b"y" * 200)
        assert backups.fetch(name) is None

    def test_unpacking_stops_at_the_size_of_the_name(self, monkeypatch):
        import zlib

        bomb = zlib.compress(b"\0" * (1 << 20))
        assert [len(raw) for raw in backups._unpacked(bomb, 10)] == [11, len(bomb)]

    def test_a_name_says_a_size_that_can_have_been_kept(self):
        assert backups.is_name(backups.name_of(b"abc"))
        assert not backups.is_name("0" * 64)
        assert not backups.is_name("0" * 64 + f"-{MAX_BYTES * 5}")
        assert not backups.is_name("../" + "0" * 61 + "-1")
