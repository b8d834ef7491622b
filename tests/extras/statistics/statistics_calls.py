"""Calls for the tests of the statistics: a script of edits and one of reads, by every route; rows of the table."""

import os
import subprocess
import sys
from contextlib import closing, suppress

import structedit as se
from structedit.extras.statistics import call_table
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


EXPECTED = {
    "summary": "9 edits: 5 hits (55 %), 4 fails",
    "edits": 9,
    "hits": 5,
    "fails": 4,
    "reasons": {
        "content_mismatch": 1,
        "no_match": 1,
        "selector_not_found": 1,
        "several_matches": 1,
    },
    "tiers": {"exact": 2, "syntax": 1},
    "average_old_lines": 1.2,  # one of five has two lines
    "dry_runs": 3,
    "dry_run_fails": 1,
    "dry_runs_carried_out": 1,
    "dry_runs_per_commit": 0.2,
    "large_edits": 1,
    "signature_changes": 0,
    "retries": 3,
    "retries_landed": 2,
    "retries_saved": 1,
}


ADDRESSING = {"lines": (1, 0), "text": (5, 3), "selector": (2, 1), "anchor": (0, 0), "file": (1, 1)}


OPERATIONS = {  # edits, hits, dry runs
    "str_replace": (5, 3, 0),
    "replace_block": (2, 1, 1),
    "delete_block": (1, 0, 2),
    "insert": (1, 1, 0),
}


HINTS = {"within": (1, 1, 1), "after": (1, 1, 0), "occurrence": (1, 1, 0)}  # used, hits, decided


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
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, "-m", "structedit", *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1", **environment},
    )


def check_counts(stats, times=1):
    found = stats.to_dict()
    expected = dict(EXPECTED)
    if times > 1:
        expected["summary"] = f"{9 * times} edits: {5 * times} hits (55 %), {4 * times} fails"
    for name, value in expected.items():
        if isinstance(value, int):
            value *= times
        if isinstance(value, dict):
            value = {word: count * times for word, count in value.items()}
        assert found[name] == value, name
    ways = {way["name"]: (way["edits"] / times, way["hits"] / times) for way in stats.addressing}
    assert ways == ADDRESSING
    operations = {
        its["operation"]: (its["edits"] / times, its["hits"] / times, its["dry_runs"] / times)
        for its in stats.operations
    }
    assert operations == OPERATIONS
    hints = {
        its["name"]: tuple(its[key] / times for key in ("used", "succeeded", "narrowed"))
        for its in stats.hints
    }
    assert hints == HINTS


def reading(outline, get_region, find, check, path):
    """Make eight calls that only read, of which three find nothing."""
    outline(path)
    with suppress(se.FileError):
        outline(path.with_name("gone.py"))  # missing_file
    get_region(path, "load")
    get_region(path, lines="1-3")
    get_region(path, "lode")  # selector_not_found
    find(path, text="total")
    find(path.parent, text="nowhere")  # no_match
    check(path)


READINGS = {  # calls, found, reasons
    "outline": (2, 1, {"missing_file": 1}),
    "get_region": (3, 2, {"selector_not_found": 1}),
    "find": (2, 1, {"no_match": 1}),
    "check": (1, 1, {}),
}


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


def check_readings(stats, times=1):
    found = {
        its["operation"]: (its["calls"] // times, its["found"] // times, its["reasons"])
        for its in stats.readings
    }
    expected = {
        name: (calls, there, {why: n * times for why, n in reasons.items()})
        for name, (calls, there, reasons) in READINGS.items()
    }
    assert found == expected
    assert stats.reads == 8 * times
    for its in stats.readings:
        assert 0 < its["average_milliseconds"] <= its["slowest_milliseconds"]


def alike(count, status="applied", **facts):
    """Make calls that are alike, as rows of the table."""
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
        "chosen": True,
    }
    return [{**call, **facts} for _ in range(count)]


def many_calls():
    """Make calls in which every question has something to count."""
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
    for name in ("outline", "get_region"):
        kind = {"operation": name, "tier": "", "old_lines": None}
        found += alike(29, "unchanged", **kind) + alike(1, "unchanged", duration=9000, **kind)
        found += alike(12, "not_found", reason="no_match", **kind)
    after_a_read = alike(30)  # of the same file
    after_a_dry_run = [one for _ in range(30) for one in (*alike(1, dry_run=True), *alike(1))]
    return [*found, *after_a_read, *after_a_dry_run]


def stats_of(calls):
    with closing(call_table.of_rows(calls)) as db:
        return edit_stats(db, scope=Scope.LIFETIME)


def groups(stats, key):
    """Make the answer to a question short: of each group its calls, and how many of them are counted."""
    return {its["name"]: (its["calls"], its["count"]) for its in asked(stats, key)["groups"]}


def asked(stats, key):
    return next(question for question in stats.questions if question["key"] == key)
