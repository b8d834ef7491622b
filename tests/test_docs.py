"""The examples in `docs` are run, a page at a time, in a folder of their own.

What stands below a command, and every reference, is what the program gives today.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs import make

import structedit as se
from structedit.calls.operations import FILE_OPERATIONS, OPERATIONS
from structedit.calls.statuses import REASONS, Status
from structedit.disk import configuration
from structedit.faces import tools
from structedit.faces.command.cli import COMMANDS
from structedit.faces.command.mcp_config import CLIENTS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def examples(page, language):
    return [body for kind, body in make.fences(page.read_text()) if kind == language]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_what_the_program_prints(page):
    assert make.up_to_date(page.read_text()) == page.read_text(), "run python docs/make.py"


def test_an_example_that_prints_something_else_is_noticed():
    page = '```python title="a.py"\nx = 1\n```\n\n```console\n$ cat a.py\nx = 2\n```\n'
    assert make.up_to_date(page) == page.replace("x = 2", "x = 1")


def test_every_command_tool_reason_and_operation_is_documented():
    text = {page.stem: page.read_text() for page in PAGES}
    for name in COMMANDS:
        assert f"\n## {name}\n" in text["command"]
    for name, tool in tools.TOOLS.items():
        assert f"\n### {name}\n" in text["mcp"]
        for argument in tool.shown:
            assert f"| `{argument}`" in text["mcp"]
    for client in CLIENTS:
        assert f"--client {client} " in text["mcp"]
    for word in (*REASONS, *Status):
        assert f"`{word}`" in text["outcomes"]
    for name in OPERATIONS:
        assert f"se.{name}(" in text["library"] or name in COMMANDS
        assert f"| `{name}` |" in text["library"]
    for name in FILE_OPERATIONS:
        assert f"`{name}`" in text["formats"]
    for name in se.__all__:
        assert f"| `{name}` |" in text["library"]


def test_every_page_is_in_the_navigation():
    listed = re.findall(r"[\w-]+\.md", (DOCS.parent / "mkdocs.yml").read_text())
    assert sorted(listed) == sorted(page.name for page in PAGES)


def test_the_site_is_built_without_a_warning(tmp_path):
    pytest.importorskip("mkdocs", reason="pip install -e '.[docs]'")
    pytest.importorskip("material", reason="pip install -e '.[docs]'")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    pages = {path.parent.name for path in tmp_path.glob("*/index.html")}
    assert pages >= {page.stem for page in PAGES} - {"index"}
    loaded = re.findall(
        r"(?:src|href)=\"?(https?://[^\" >]+)", (tmp_path / "index.html").read_text()
    )
    assert not [link for link in loaded if "squidfunk" not in link]
    assert not (tmp_path / "make.py").exists()
