"""The figures as a page, as text, as JSON and as CSV, and the command that shows them."""

import csv
import re
from html.parser import HTMLParser

import pytest
from statistics_calls import alike, by_library, many_calls, stats_of

import structedit as se
from structedit.extras.statistics.report import cell, heading, page, stats_csv, stats_text


class Reading(HTMLParser):
    """Reads the tables of a page by section, and every attribute that could load something."""

    def __init__(self, content):
        super().__init__()
        self.rows, self.open, self.links, self.section, self.cell = {}, [], [], "", None
        self.feed(content)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.links += [found[name] for name in ("src", "href", "action", "data") if name in found]
        if tag not in ("meta", "link", "line", "rect"):
            self.open.append(tag)
        if tag == "section":
            self.section = found.get("id", "")
        if tag == "tr":
            self.rows.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.rows[self.section][-1].append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if {"td", "th"} & set(self.open):
            self.rows[self.section][-1][-1] += text


def shown(table):
    """Return the headings and the rows of a table as a person sees them."""
    return [
        [heading(name) for name in table.columns],
        *([cell(v) for v in row] for row in table.rows),
    ]


@pytest.mark.parametrize("calls", [many_calls(), [], alike(3)])
def test_the_page_and_the_text_show_the_rows_of_the_json(calls):
    stats = stats_of(calls)
    content, text, told = Reading(page(stats)), stats_text(stats), stats.to_dict()
    for table in stats.tables:
        assert told[table.question.key] == [
            dict(zip(table.columns, row, strict=True)) for row in table.rows
        ]
        assert content.rows.get(table.question.key, []) == (shown(table) if table.rows else [])
        lines = text.partition(f"\n{table.question.title}\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split() for line in lines] == [
            " ".join(row).split() for row in (shown(table) if table.rows else [])
        ]


def test_percentages_are_drawn_as_bars():
    content = page(stats_of([*alike(3), *alike(1, "not_found")]))
    assert "<td>25.0<svg" in content and '<rect width="25.0"' in content
    drawn = page(stats_of(alike(1, dry_run=True)))
    assert '<rect width="100.0"' in drawn  # of dry runs
    assert drawn.count("<rect") == 1  # without an edit there is no rate


def test_the_page_refers_to_nothing_outside():
    content = page(stats_of(many_calls()))
    assert Reading(content).links == ["data:,"]
    assert not re.search(r"https?:|url\(|@import|<script|//[a-z]", content)
    assert "prefers-color-scheme: dark" in content
    assert 'name="viewport"' in content


def test_a_page_is_written_over_a_page_and_over_nothing_else(file, run, tmp_path):
    by_library(file, run)
    for _ in range(2):
        assert run("stats", "--html", "report.html").returncode == 0
    assert "9 edits: 5 hits" in (tmp_path / "report.html").read_text()
    before = file.read_bytes()
    refused = run("stats", "--html", file)
    assert refused.returncode == 2
    assert "is not a page of statistics" in refused.stderr
    assert file.read_bytes() == before


def test_csv_has_the_rows_of_the_json():
    stats = stats_of(many_calls())
    blocks = stats_csv(stats).rstrip().split("\n\n")
    assert len(blocks) == len(stats.tables)
    for block, table in zip(blocks, stats.tables, strict=True):
        headings, *found = csv.reader(block.splitlines())
        assert headings == ["table", *table.columns]
        assert found == [
            [table.question.key, *("" if value is None else str(value) for value in row)]
            for row in table.rows
        ]


def test_the_command_shows_what_the_library_says(file, run):
    by_library(file, run)
    shown = run("stats").stdout
    assert shown.startswith("9 edits: 5 hits (55 %), 4 fails (this session)\n")
    assert shown.startswith(se.get_edit_stats().report())
    headings, session = run("stats", "--sessions").stdout.splitlines()
    assert headings.split() == ["session", "began", "ended", "edits", "hits"]
    assert session.split()[-2:] == ["9", "5"]
    assert run("stats", "--session", "another").stdout.startswith("no edits yet")
    assert run("stats", "--session", "a test").stdout.startswith("9 edits")
    assert run("stats", "--json", "--csv").returncode == 2
    assert run("stats", "--session", "a test", "--scope", "lifetime").returncode == 2
    assert run("stats", "--reset").stdout.startswith("9 edits")
    assert run("stats").stdout.startswith("no edits yet")
    assert run("stats", "--scope", "lifetime").stdout.startswith("9 edits")
