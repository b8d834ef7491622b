"""What every test gets: a state folder of its own, the pack's grammars, and no limit of time."""

import pytest
from hypothesis import settings

from cases_support import grammars_of

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser):
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write what comes of every case into its file, for review",
    )
    parser.addoption(
        "--cases",
        default="",
        metavar="FOLDER",
        help="read the cases of one folder only: rust/insert",
    )


@pytest.fixture(autouse=True)
def packs_grammars():
    """Parse with the pack's grammars, whichever wheels with newer ones are installed."""
    with grammars_of(fresh=False):
        yield


@pytest.fixture(autouse=True)
def state_folder(tmp_path_factory, monkeypatch):
    """Keep locks, history, statistics, trust and settings of a test away from the user's."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    for name in ("STRUCTEDIT_HOOKS", "STRUCTEDIT_TRUST"):
        monkeypatch.delenv(name, raising=False)
    return folder / "structedit"
