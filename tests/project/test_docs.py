"""The examples in `docs` are run, a page at a time, in a folder of their own.

What stands below a command, and every reference, is what the program gives today.
"""

import html
import os
import re
import subprocess
import sys
import tomllib

import pytest
from docs import make

import structedit as se
from browser import BROWSER, opened
from checkout import ROOT
from forked_command import shell_command
from structedit.calls.operations import FILE_OPERATIONS, OPERATIONS
from structedit.calls.statuses import REASONS, Status
from structedit.disk import configuration
from structedit.faces import tools
from structedit.faces.command.cli import COMMANDS
from structedit.faces.command.mcp_pages import CLIENTS

DOCS = ROOT / "docs"
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


@pytest.mark.parametrize("page", (*make.PAGES, *make.CODE), ids=lambda page: page.stem)
def test_a_page_shows_what_the_program_prints(page, monkeypatch):
    monkeypatch.setitem(make.PROGRAMS, "structedit", shell_command())
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


def anchors(page):
    """What links into a page may name: its headings, as GitHub and the site make names of them."""
    headings = re.findall(
        r"^#+ (.*)$", re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(), flags=re.M | re.S), re.M
    )
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize(
    "name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
)
def test_links_of_a_page_outside_of_the_site_lead_somewhere(name):
    """The site's own pages are checked where it is built."""
    text = (DOCS.parent / name).read_text()
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if "://" not in link:
            path, _, anchor = link.partition("#")
            page = DOCS.parent / (path or name)
            assert page.exists(), link
            assert not anchor or anchor in anchors(page), link


def test_every_page_is_in_the_navigation():
    listed = re.findall(r"[\w-]+\.md", (DOCS.parent / "mkdocs.yml").read_text())
    assert sorted(listed) == sorted(page.name for page in PAGES)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built as `./dev docs` does."""
    pytest.importorskip("mkdocs", reason="pip install -e '.[docs]'")
    pytest.importorskip("material", reason="pip install -e '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.xdist_group("site")
class TestSite:
    def test_it_has_every_page_and_loads_nothing_from_elsewhere(self, site):
        pages = {path.parent.name for path in site.glob("*/index.html")}
        assert pages >= {page.stem for page in PAGES} - {"index"}
        for page in site.glob("**/index.html"):
            loaded = re.findall(
                r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(https?://[^\" >]+)",
                page.read_text(),
            )
            assert not loaded, page
        assert not list(site.glob("*.py"))

    def test_every_link_leads_to_a_file_and_a_heading(self, site):
        ids = {}
        for page in site.glob("**/index.html"):
            ids[page] = set(re.findall(r'\bid="?([^"\s>]+)', page.read_text()))
        for page in ids:
            for link in re.findall(r'(?:href|src)="?([^"\s>]+)', page.read_text()):
                if "://" in link or link.startswith("data:"):
                    continue
                path, _, anchor = html.unescape(link).partition("#")
                aim = (page.parent / path).resolve() if path else page
                aim = aim / "index.html" if aim.is_dir() else aim
                assert aim.exists(), (page, link)
                assert not anchor or aim not in ids or anchor in ids[aim], (page, link)

    def test_each_page_names_the_version_that_it_describes(self, site):
        project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text())["project"]
        version = project["version"]
        for page in site.glob("**/index.html"):
            title = re.search(r"<title>(.*?)</title>", page.read_text())[1]
            assert title.endswith(f"structedit {version}"), page

    def test_a_diff_that_a_command_prints_has_colours(self, site):
        shown = (site / "index.html").read_text()
        assert '<span class="gd">-        return total</span>' in shown
        assert '<span class="gi">+        return sum(self.prices)</span>' in shown

    def test_the_button_beside_an_example_copies_the_commands_alone(self, site):
        shown = (site / "tutorial/index.html").read_text()
        copied = [html.unescape(text) for text in re.findall(r'data-copy="([^"]*)"', shown)]
        assert copied[0].split("\n") == [
            "structedit outline shop.py",
            "structedit outline shop.py --blocks --kind for --kind if",
            "structedit get-region shop.py 'Cart.total > for'",
        ]
        assert any("def count(self):\n    return len(self.items)'" in text for text in copied)

    def test_headings_of_the_changes_have_anchors(self, site):
        shown = (site / "changelog/index.html").read_text()
        headings = re.findall(r"^## (.*)$", (DOCS.parent / "CHANGELOG.md").read_text(), re.M)
        anchors = re.findall(r'<h2 id="([^"]+)">([^<]+)<', shown)
        assert [told for _, told in anchors] == headings

    def test_models_are_given_every_page_as_markdown(self, site):
        listed = (site / "llms.txt").read_text()
        names = re.findall(r"^- \[[^]]+\]\(([\w-]+\.md)\)", listed, re.M)
        assert sorted(names) == [page.name for page in PAGES]
        full = (site / "llms-full.txt").read_text()
        for page in PAGES:
            text = (site / page.name).read_text()
            assert text in full
            assert "--8<--" not in text
            assert text == page.read_text() or "--8<--" in page.read_text()
        assert "\n# Changelog\n" in full
        assert (
            "- [Tutorial](tutorial.md): Every kind of edit, made on a small program in one file"
            in listed
        )

    def test_no_page_is_wider_than_its_window(self, site, tmp_path):
        """In Chromium, every page in a frame as wide as a phone and in one as wide as a screen."""
        if BROWSER is None:
            pytest.skip("no Chromium: apt-get install chromium")
        pages = sorted(site.glob("**/index.html"))
        frames = "".join(
            f'<iframe name="{page.parent.name} at {width}" src="{page.as_uri()}"'
            f' style="width: {width}px; height: 800px"></iframe>'
            for page in pages
            for width in (390, 1440)
        )
        measure = (
            "onload = () => { document.title = 'measured: ' + [...document.querySelectorAll('iframe')]"
            ".map(frame => [frame.name, frame.contentDocument.documentElement.scrollWidth,"
            " frame.contentWindow.innerWidth].join('=')).join(';') }"
        )
        options = ("--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom")
        frame = f"<title></title><script>{measure}</script>{frames}"
        _, asked, shown = opened(frame, tmp_path, *options)
        rows = re.search(r"<title>measured: (.*?)</title>", shown)[1].split(";")
        assert len(rows) == 2 * len(pages)
        widths = [row.split("=") for row in rows]
        assert {int(given) for _, _, given in widths} == {390, 1440}
        assert not [name for name, needed, given in widths if int(needed) > int(given)]
        assert not asked
