"""What every test gets: a state folder of its own, the pack's grammars, git as it comes, no limit of time.

Property tests draw the same examples in every run. `./dev properties` takes the profile `random`, and with it
`--hypothesis-seed`, which whatever else is random here goes by as well.
"""

import itertools
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cases_support import grammars_of
from structedit.disk.surroundings import users_file

timeless = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", timeless, derandomize=True)
settings.register_profile("random", timeless, derandomize=False, print_blob=True)
settings.load_profile("steady")


def pytest_addoption(parser):
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write the result of every case into its file, for review",
    )
    parser.addoption(
        "--every-variant",
        action="store_true",
        help="run every case through the command and with a byte order mark, not a sample of them",
    )
    parser.addoption(
        "--cases",
        default="",
        metavar="FOLDER",
        help="run only the cases whose names begin with a folder: rust/insert",
    )


def pytest_configure(config):
    if config.getoption("update_cases") and config.getoption("numprocesses", None):
        raise pytest.UsageError("--update-cases writes files that hold several cases: add -n0")


@pytest.fixture(autouse=True)
def packs_grammars():
    """Parse with the pack's grammars, whichever wheels with newer ones are installed."""
    with grammars_of(fresh=False):
        yield


@pytest.fixture(scope="session")
def new_folder(tmp_path_factory):
    """A function that makes an empty folder.

    `tmp_path_factory.mktemp` reads the names of all folders that it has made, each time.
    """
    base, numbers = tmp_path_factory.mktemp("folders"), itertools.count()

    def new_folder():
        folder = base / str(next(numbers))
        folder.mkdir()
        return folder

    return new_folder


@pytest.fixture(autouse=True)
def state_folder(new_folder, monkeypatch):
    """Keep locks, history, statistics and settings of a test away from the user's."""
    folder = new_folder()
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    for name in ("STRUCTEDIT_HOOKS", "STRUCTEDIT_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    yield folder / "structedit"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def users(state_folder):
    """The file of the user's configuration, in a folder that is there."""
    file = Path(users_file())
    file.parent.mkdir(parents=True)
    return file


@pytest.fixture(autouse=True)
def git_as_it_comes(tmp_path_factory, monkeypatch):
    """Keep the user's settings of git, and a repository around the temporary folder, out of tests."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF"):
        monkeypatch.delenv(name, raising=False)
