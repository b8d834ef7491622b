"""The steps of `docs/adding-a-language.md`, taken one by one, with a grammar that nobody here knows."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from structedit.disk import configuration

pytest.importorskip("tree_sitter_d2")

PAGE = (Path(__file__).parent.parent.parent / "docs" / "adding-a-language.md").read_text()
FILES = dict(re.findall(r"^```\w+ title=\"([^\"]+)\"\n(.*?)^```$", PAGE, re.M | re.S))
SESSIONS = re.findall(r"^```console\n\$ structedit (.*?)\n(.*?)^```$", PAGE, re.M | re.S)
(USERS,) = re.findall(r"^```toml\n(\[languages.*?)^```$", PAGE, re.M | re.S)
"""The user's own configuration, as the page has it."""

VERSION = re.compile(r"version [0-9a-f]+")


@pytest.fixture
def project(tmp_path: Path, users: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the files of the page in a folder of their own."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    users.write_text(USERS)
    return tmp_path


def test_the_page_has_the_files() -> None:
    wanted = {"site.d2", "structedit.toml", "tools/d2/lang.toml", "tools/d2/symbols.scm"}
    assert set(FILES) == wanted


def test_the_configuration_is_read(project: Path) -> None:
    (language,) = configuration.load(str(project)).languages
    assert (language.name, language.extensions) == ("d2", ("d2",))


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[c.split()[0] for c, _ in SESSIONS])
def test_what_the_page_shows_is_shown(run, project: Path, command: str, shown: str) -> None:
    ran = run(*shlex.split(command))
    shown, more, _ = VERSION.sub("version", shown).partition("…\n")
    printed = VERSION.sub("version", ran.stdout + ran.stderr)
    assert printed.startswith(shown) and bool(more) == (len(printed) > len(shown))


def test_the_tree_is_as_shown() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    shown = re.search(r"^```text\n(source_file.*?)^```$", PAGE, re.M | re.S)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(example, "adding-a-language.md", "exec"), {})
    assert shown is not None and printed.getvalue() == shown[1]
