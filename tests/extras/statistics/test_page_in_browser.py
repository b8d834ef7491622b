"""The page of statistics in a real browser: silent, without a request, in both colour schemes.

Needs Chromium (`apt-get install chromium`), and is skipped where there is none. The pictures lie in the
folder that STRUCTEDIT_PICTURES names, for whoever wants to look at them.
"""

import os
import re
from pathlib import Path

import pytest
from statistics_calls import many_calls, stats_of
from test_statistics_shown import Reading

from browser import BROWSER, opened
from structedit.extras.statistics.report import cell, page

pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt-get install chromium"),
    pytest.mark.xdist_group("browser"),
]


def report():
    return stats_of(many_calls())


def test_a_page_that_loads_or_complains_would_be_noticed(tmp_path):
    noisy = "<p>x<img src='http://x.invalid/a.png'><script>console.log('said'); nothing()</script>"
    console, asked, _ = opened(noisy, tmp_path, "--dump-dom")
    assert asked == {"http://x.invalid/a.png"}
    assert any("said" in line for line in console)
    assert any("nothing is not defined" in line for line in console)


def test_the_page_is_silent_asks_for_nothing_and_shows_the_figures(tmp_path):
    stats = report()
    console, asked, shown = opened(page(stats), tmp_path, "--dump-dom")
    assert console == []
    assert asked == set()
    rows = Reading(re.sub("</rect>", "", shown)).rows
    for table in stats.tables:
        assert rows[table.question.key][1:] == [
            [cell(value) for value in row] for row in table.rows
        ]


SCHEMES = {"light": (), "dark": ("--blink-settings=preferredColorScheme=0",)}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1200, 500])
def test_the_page_fits_its_window_in_both_schemes(tmp_path, scheme, width):
    measure = (
        "<script>document.title = [document.documentElement.scrollWidth, innerWidth,"
        " getComputedStyle(document.body).backgroundColor].join(' ')</script>"
    )
    plain = re.sub(r"<meta http-equiv=[^>]*>", "", page(report()))
    assert plain != page(report())
    _, _, shown = opened(
        plain + measure, tmp_path, *SCHEMES[scheme], f"--window-size={width},2000", "--dump-dom"
    )
    needed, given, *paper = re.search(r"<title>(.*?)</title>", shown)[1].split(" ", 2)
    assert int(needed) <= int(given)
    levels = [int(level) for level in re.findall(r"\d+", paper[0])]
    assert (sum(levels) < 3 * 128) is (scheme == "dark")
    pictures = os.environ.get("STRUCTEDIT_PICTURES")
    if pictures:
        picture = Path(pictures, f"report-{scheme}-{width}.png").resolve()
        opened(
            page(report()),
            tmp_path,
            *SCHEMES[scheme],
            f"--window-size={width},4200",
            f"--screenshot={picture}",
        )
        assert picture.stat().st_size > 10_000
