"""Calls for the tests of the statistics: a script of edits and one of reads, by every route; rows of the table."""

from contextlib import suppress

import forked_command
import structedit as se
from structedit.extras.statistics import log
from structedit.extras.statistics.counts import Scope, edit_stats
from structedit.faces import tools

SOURCE = """\
def load(path):
    total = 0
    for line in open(path):
        total += len(line)
    return total


def save(path, text):
    total = 0
    with open(path, "w") as file:
        total += file.write(text)
    return total
"""


def scripted(str_replace, replace_block, delete_block, insert, path):
    """Make twelve calls: nine edits of which five hit, and three dry runs of which two would."""
    str_replace(path, "return total", "return 0")  # several_matches
    str_replace(path, "    return total", "    return -total", within="load")  # a retry
    str_replace(path, "with open(path, 'w') as file:", 'with open(path, "a") as file:')  # syntax
    str_replace(path, "nothing like it\nat all", "x")  # no_match
    replace_block(path, "lode", "def load(p):\n    return 1\n")  # selector_not_found; a retry
    replace_block(path, "load", "def load(p):\n    return 1\n", dry_run=True)
    replace_block(path, "load", "def load(p):\n    return 1\n")  # changes 5 of 12 lines
    insert(path, "import os\n", at="top")
    delete_block(path, "save", dry_run=True)  # never carried out
    delete_block(path, "nothing", dry_run=True)
    str_replace(path, "    return 1\n", "    return 2\n", after="def load", occurrence=1)
    delete_block(path, lines="4", expected="    return 2")  # content_mismatch


# edits, hits, fails, fail %, lines of old, dry runs, of them before each edit that was written, large edits,
# changed signatures, retries saved
OPERATIONS = {
    "all": (9, 5, 4, 44.4, 1.2, 3, 0.2, 1, 0, 1),
    "str_replace": (5, 3, 2, 40.0, 1.2, 0, 0.0, 0, 0, 1),  # one of five texts has two lines
    "replace_block": (2, 1, 1, 50.0, None, 1, 1.0, 1, 0, 0),
    "delete_block": (1, 0, 1, 100.0, None, 2, None, 0, 0, 0),
    "insert": (1, 1, 0, 0.0, None, 0, 0.0, 0, 0, 0),
}

REASONS = {
    ("all", "content_mismatch", 1),
    ("all", "no_match", 1),
    ("all", "selector_not_found", 1),
    ("all", "several_matches", 1),
    ("delete_block", "content_mismatch", 1),
    ("replace_block", "selector_not_found", 1),
    ("str_replace", "no_match", 1),
    ("str_replace", "several_matches", 1),
}

TIERS = {("all", "exact", 2, 0), ("all", "syntax", 1, 1)}  # hits, retries saved

PLACES = {("all", "anchored", 7, 4, 3, 42.9), ("all", "line-numbered", 1, 0, 1, 100.0)}

HINTS = {  # used, succeeded, failed, fail %, decided
    ("all", "none", 3, 1, 2, 66.7, 0),
    ("all", "within", 1, 1, 0, 0.0, 1),
    ("all", "after", 1, 1, 0, 0.0, 0),
    ("all", "occurrence", 1, 1, 0, 0.0, 0),
}

RETRIES = {("no_match", 1, 0), ("selector_not_found", 1, 1), ("several_matches", 1, 1)}


def by_library(path, run):
    scripted(se.str_replace, se.replace_block, se.delete_block, se.insert, path)


def by_session(path, run):
    session = se.Session(path.parent)
    calls = session.str_replace, session.replace_block, session.delete_block, session.insert
    scripted(*calls, path.name)


def by_command(path, run):
    names = ("str-replace", "replace-block", "delete-block", "insert")
    scripted(*(as_command(run, name) for name in names), path)


def as_command(run, name):
    positions = {"str-replace": ("old", "new"), "insert": ("text",), "replace-block": ("", "new")}

    def call(path, *texts, **options):
        words = []
        for option, text in zip(positions.get(name, ("",)), texts, strict=False):
            words += [f"--{option}={text}"] if option else [text]
        for option, value in options.items():
            words.append(f"--{option}".replace("_", "-") + ("" if value is True else f"={value}"))
        return run(name, path, *words)

    return call


def by_mcp(path, run):
    session = se.Session(path.parent)
    names = ("str_replace", "replace_block", "delete_block", "insert")
    scripted(*(as_tool(session, name) for name in names), path.name)


def as_tool(session, name):
    positions = {"str_replace": ("old", "new"), "insert": ("text",), "delete_block": ("selector",)}

    def call(path, *texts, **options):
        given = positions.get(name, ("selector", "new"))
        sent = {"path": path, **dict(zip(given, texts, strict=False)), **options}
        return tools.dispatch(name, sent, session)

    return call


def command(*words, folder, **environment):
    settings = {"NO_COLOR": "1", **environment}
    return forked_command.run(*words, folder=folder, environment=settings)


def check_counts(stats, times=1):
    """Check the figures of calls that are scripted, made so many times."""

    def found(key, of_all=False):
        rows = set(stats.table(key).rows)
        return {row for row in rows if row[0] == "all"} if of_all else rows

    def multiplied(rows):  # a float is an average or a rate
        return {tuple(its * times if isinstance(its, int) else its for its in row) for row in rows}

    if times == 1:
        assert stats.summary == "9 edits: 5 hits (55 %), 4 fails"
    assert (stats.edits, stats.hits, stats.fails) == (9 * times, 5 * times, 4 * times)
    assert found("operations") == multiplied((name, *its) for name, its in OPERATIONS.items())
    assert found("reasons") == multiplied(REASONS)
    assert found("tiers", of_all=True) == multiplied(TIERS)
    assert found("addressing", of_all=True) == multiplied(PLACES)
    assert found("hints", of_all=True) == multiplied(HINTS)
    assert found("retries") == multiplied(RETRIES)


def reading(outline, get_region, find, check, path):
    """Make eight calls that only read, and one that cannot be made."""
    outline(path)
    with suppress(se.FileError):
        outline(path.with_name("gone.py"))  # missing_file
    get_region(path, "load")
    get_region(path, lines="1-3")
    get_region(path, "lode")  # selector_not_found
    find(path, text="total")
    find(path.parent, text="nowhere")  # no_match
    check(path)


def read_by_library(path, run):
    reading(se.outline, se.get_region, se.find, se.check, path)


def read_by_session(path, run):
    session = se.Session(path.parent)
    reading(session.outline, session.get_region, session.find, session.check, path)


def read_by_command(path, run):
    def get_region(path, *selector, lines=None):
        run("get-region", path, *selector, *([f"--lines={lines}"] if lines else []))

    reading(
        lambda path: run("outline", path, "--json"),
        get_region,
        lambda path, text: run("find", f"--text={text}", path),
        lambda path: run("check", path, path),  # two files, one call
        path,
    )


def read_by_mcp(path, run):
    session = se.Session(path.parent)

    def tool(name, key="selector"):
        def call(path, *given, **options):
            sent = {"path": str(path), **dict(zip((key,), given, strict=False)), **options}
            return tools.dispatch(name, sent, session)

        return call

    def find(path, text):
        tools.dispatch("find", {"paths": [str(path)], "text": text}, session)

    reading(tool("outline"), tool("get_region"), find, se.check, path)  # check is no tool


def alike(count, status="applied", **facts):
    """Make calls that are alike, as lines of the log."""
    call = {
        "session": "5e55",
        "time": 1,
        "file": "f11e",
        "duration": 3000,
        "operation": "str_replace",
        "addressing": "text",
        "format": "call",
        "status": status,
        "reason": "",
        "tier": "exact" if status == "applied" else "",
        "hints": "",
        "narrowed": False,
        "old_lines": 1,
        "lines_changed": 1,
        "size": "under 100",
        "language": "python",
        "signature_changed": False,
        "risk": "low",
        "dry_run": False,
        **facts,
    }
    line = log.line_of(call[name] for name in log.COLUMNS)
    return [line.strip("\n").split("\t") for _ in range(count)]


def many_calls():
    """Make calls in which every query has something to count."""
    hints = ("within", "after", "before", "between", "near_line", "occurrence")
    found = alike(40) + alike(12, "not_found", reason="no_match") + alike(15, dry_run=True)
    for hint in hints:
        found += alike(20, hints=hint, narrowed=True) + alike(11, "ambiguous", hints=hint)
    for lines in (2, 5, 12, 80):
        found += alike(10, old_lines=lines) + alike(lines, "not_found", old_lines=lines)
    for size in ("100-399", "400-999", "1000-4999", "5000 and more"):
        found += alike(10, size=size, tier="fuzzy")
    for name in ("replace_block", "replace_function_body", "delete_block"):
        for way in ("selector", "lines", "anchor"):
            kind = {"operation": name, "addressing": way, "old_lines": None, "tier": ""}
            found += alike(9, **kind) + alike(4, "refused", reason="stale", **kind)
    for name in ("unified", "search_replace", "json"):
        found += alike(14, format=name)
    return found


def stats_of(calls):
    return edit_stats(calls, Scope.LIFETIME)


def rows(stats, key):
    """Return the rows of a table, without those of single operations where it has a row of all."""
    found = stats.table(key).rows
    return [row for row in found if row[0] == "all"] or list(found)
