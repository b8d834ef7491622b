"""The figures as a page, as text, as JSON and as CSV, and the command that shows them."""

import re
from html.parser import HTMLParser

import pytest
from statistics_calls import alike, by_library, many_calls, stats_of

import structedit as se
from structedit.extras.statistics.calls_made import READS
from structedit.extras.statistics.page import page, percent
from structedit.extras.statistics.report import stats_csv


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


@pytest.mark.parametrize("calls", [many_calls(), [], alike(3)])
def test_figures_of_the_page_are_those_of_the_json(calls):
    stats = stats_of(calls)
    read, told = Reading(page(stats)), stats.to_dict()
    for question in told["questions"]:
        shown = read.rows.get(question["key"], [])[1:]
        groups = question["groups"] if question["enough"] else []
        assert shown == [
            [
                group["name"],
                "",
                f"{group['count']} of {group['calls']}",
                "–" if group["rate"] is None else f"{percent(group['rate'])} %",
                "too few"
                if group["rate"] is None
                else f"{percent(group['low'])}–{percent(group['high'])}",
            ]
            for group in groups
        ]
        assert question["finding"] in page(stats)
    shown = [row[:4] for row in read.rows.get("operations-table", [])[1:]]
    assert shown == [
        [its["operation"], *(str(its[name]) for name in ("edits", "hits", "fails"))]
        for its in told["operations"]
    ]


def test_reads_of_the_page_and_of_the_text_are_those_of_the_json():
    stats = stats_of(many_calls())
    told = stats.to_dict()
    assert told["reads"] == 84
    # 41 calls of 3 ms, and one of 9
    expected = [("get_region", 42, 30, 12, 3.14, 9.0), ("outline", 42, 30, 12, 3.14, 9.0)]
    names = "operation", "calls", "found", "fails", "average_milliseconds", "slowest_milliseconds"
    assert [tuple(its[name] for name in names) for its in told["readings"]] == expected
    assert [its["reasons"] for its in told["readings"]] == [{"no_match": 12}] * 2
    rows = Reading(page(stats)).rows["readings-table"][1:]
    assert rows == [[*map(str, row), "no_match 12"] for row in expected]
    shown = [line.split(None, 4) for line in stats.report().splitlines()]
    assert [*map(str, expected[0][:4]), "no_match 12"] in shown
    assert '"reads","outline","failed",42,12,' in stats_csv(stats)
    without = stats_of([its for its in many_calls() if its["operation"] not in READS])
    told_without = without.to_dict()
    for name in told:  # all else is counted without the reads
        if name not in ("reads", "readings", "questions", "sessions"):
            assert told[name] == told_without[name], name
    sessions = [{**its, "reads": 0} for its in told["sessions"]]
    assert sessions == told_without["sessions"]
    for one, other in zip(told["questions"], told_without["questions"], strict=True):
        assert one == other or one["key"] in ("reads", "read_first")


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


def test_csv_has_the_figures_of_the_json():
    stats = stats_of(many_calls())
    lines = stats_csv(stats).splitlines()
    groups = [(q, g) for q in stats.questions for g in q["groups"]]
    assert len(lines) == 1 + len(groups)
    for line, (question, group) in zip(lines[1:], groups, strict=True):
        assert line.startswith(f'"{question["key"]}","{group["name"]}"')
        assert f",{group['calls']},{group['count']}," in line


def test_the_command_shows_what_the_library_says(file, run):
    by_library(file, run)
    shown = run("stats").stdout
    assert shown.startswith("9 edits: 5 hits (55 %), 4 fails (this session)\n")
    assert shown.startswith(se.get_edit_stats().report())
    headings, session = run("stats", "--sessions").stdout.splitlines()
    assert headings.split() == ["session", "began", "ended", "edits", "hits", "reads"]
    assert session.split()[-3:] == ["9", "5", "0"]
    assert run("stats", "--session", "another").stdout.startswith("no edits yet")
    assert run("stats", "--session", "a test").stdout.startswith("9 edits")
    assert run("stats", "--json", "--csv").returncode == 2
    assert run("stats", "--session", "a test", "--scope", "lifetime").returncode == 2
    assert run("stats", "--reset").stdout.startswith("9 edits")
    assert run("stats").stdout.startswith("no edits yet")
    assert run("stats", "--scope", "lifetime").stdout.startswith("9 edits")
