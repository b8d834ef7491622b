"""The examples in `docs` are run, a page at a time, in a folder of their own."""

import os
import re
import sys
from pathlib import Path

import pytest

from structedit.disk import configuration

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def examples(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # the command `python` is the one that runs the tests
    monkeypatch.setenv(
        "PATH", os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    )
    scope = {"__name__": "example"}
    for example in examples(page, "python"):
        exec(compile(example, str(page), "exec"), scope)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_configurations_of_a_page_are_read(page, tmp_path):
    for example in examples(page, "toml"):
        (tmp_path / "structedit.toml").write_text(example)
        assert configuration.load(str(tmp_path)).file


def test_there_are_pages():
    assert "reflection" in [page.stem for page in PAGES]
