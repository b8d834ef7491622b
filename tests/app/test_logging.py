"""What is told to Python's `logging`: at which level, and never what a file holds."""

import logging
import subprocess
import sys

import pytest

import structedit as se

SECRET = "swordfish"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "app.py").write_text(f"def load(key='{SECRET}'):\n    return read(key)\n")
    (folder / "notes.odd").write_text(f"{SECRET} one\ntwo\n")
    return folder


def rows(caplog):
    found = [(r.levelname, r.getMessage()) for r in caplog.records if r.name == "structedit"]
    caplog.clear()
    return found


def test_each_call_is_logged_for_debugging(root, caplog):
    caplog.set_level(logging.DEBUG)
    se.str_replace(root / "app.py", "return read(key)", "return key")
    ((level, told),) = rows(caplog)
    assert level == "DEBUG"
    assert told.startswith(f"str_replace in {root / 'app.py'}: applied at tier exact in ")
    se.str_replace(root / "app.py", "nothing like it", "x", dry_run=True)
    ((level, told),) = rows(caplog)
    assert level == "DEBUG" and ": not_found (no_match), dry run in " in told
    se.outline(root / "app.py")
    ((level, told),) = rows(caplog)
    assert level == "DEBUG" and told.startswith("outline of ")
    batch = se.multi_edit(root, [{"op": "create_file", "path": "new.py", "text": ""}])
    assert [level for level, _ in rows(caplog)] == ["DEBUG"]
    se.undo(batch.undo_id, root)
    ((level, told),) = rows(caplog)
    assert told.startswith(f"undo in {root}: applied in ")


def test_a_fallback_to_text_and_a_guess_are_worth_knowing(root, caplog):
    caplog.set_level(logging.INFO)
    se.str_replace(root / "notes.odd", "two", "three")
    ((level, told),) = rows(caplog)
    assert (level, told) == (
        "INFO",
        f"str_replace in {root / 'notes.odd'} worked on text, without a tree",
    )
    (root / "sum.py").write_text(
        "def total(rows):\n    amount = first(rows)\n    log(rows)\n    return amount + 1\n"
    )
    old = "    amount = frist(rows)\n    log(rows)\n    return amount + 1\n"
    outcome = se.str_replace(root / "sum.py", old, old.replace("log", "print"))
    assert outcome.tier == "fuzzy"
    ((level, told),) = rows(caplog)
    assert level == "INFO" and told.endswith("landed at the tier fuzzy")


def test_what_could_not_be_written_is_a_warning(root, caplog, monkeypatch):
    from structedit.disk import journal

    def full(*given, **named):
        raise se.FileError("no space left", hint="", code="write_failed")

    monkeypatch.setattr(journal, "commit", full)
    outcome = se.str_replace(root / "app.py", "return read(key)", "return key")
    assert outcome.reason == "write_failed"
    ((level, told),) = rows(caplog)
    assert level == "WARNING" and "not written (write_failed)" in told


def test_no_content_of_a_file_is_logged_above_debug(root, caplog):
    caplog.set_level(logging.INFO)
    se.str_replace(root / "app.py", f"key='{SECRET}'", f"key='{SECRET}2'")
    se.str_replace(root / "notes.odd", f"{SECRET} one", f"{SECRET} two")
    se.str_replace(root / "app.py", f"kee='{SECRET}3'", "")
    se.get_region(root / "app.py", "laod")
    assert SECRET not in caplog.text


def test_logging_is_not_loaded_for_it(root):
    code = (
        "import sys, structedit as se; se.str_replace('notes.odd', 'two', 'three');"
        "assert 'logging' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
