"""A file to edit, and the command in a session with a name."""

import pytest
from statistics_calls import SOURCE, command


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "work.py"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Make a function that runs the command in one session with a name."""
    monkeypatch.setenv("STRUCTEDIT_SESSION", "a test")
    return lambda *words: command(*words, folder=tmp_path)
