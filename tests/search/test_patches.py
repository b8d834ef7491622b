"""Patches land where their hunks fit in one way, and as `git apply` lands them."""

import random
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from checkout import TESTS
from structedit.calls.formats import parse_edits
from structedit.calls.statuses import Status
from structedit.plan.one_request import plan
from structedit.search.git_places import by_numbers
from structedit.text.diff import opcodes
from structedit.text.document import Document
from structedit.tree.source import Source

FOLDER = TESTS / "formats"


def cases():
    for part in (FOLDER / "placing.patches").read_text().split("%%%% ")[1:]:
        name, _, rest = part.partition("\n-- file --\n")
        before, _, rest = rest.partition("-- patch --\n")
        patch, _, gives = rest.partition("-- gives --\n")
        yield pytest.param(before, patch, gives, id=name)


def applied(data, patch, path="example.py"):
    (edit,) = parse_edits(patch, path=path)
    return plan(Source.of(Document.from_bytes(data, path)), edit.request)


@pytest.mark.parametrize(("before", "patch", "gives"), [*cases()])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("unended", [False, True])
def test_where_a_patch_lands(before, patch, gives, ending, unended):
    path = "example.py" if "def " in before or "import" in before else "example.txt"
    lines = before.replace("\n", ending)
    data = (lines.removesuffix(ending) if unended else lines).encode()
    outcome = applied(data, patch, path)
    reason, _, words = gives.strip().partition(": ")
    if gives.strip() == "already_applied":
        assert outcome.status is Status.ALREADY_APPLIED
        assert outcome.data == data
    elif outcome.reason is not None and reason == outcome.reason:
        assert words in outcome.report()
        assert outcome.result is None
    else:
        expected = gives.replace("\n", ending)
        keeps = unended and before
        assert outcome.status is Status.APPLIED, outcome.report()
        wanted = expected.removesuffix(ending) if keeps else expected
        assert outcome.data.decode() == (wanted if before else gives)


@pytest.mark.parametrize(
    ("before", "patch", "gives"), [case for case in cases() if case.values[2].count("\n") > 1]
)
def test_applied_twice_is_applied_once(before, patch, gives):
    path = "example.py" if "def " in before else "example.txt"
    once = applied(before.encode(), patch, path)
    twice = applied(once.data, patch, path)
    assert twice.result is None or twice.data == once.data or "+" not in signs(patch)


def signs(patch):
    return {line[:1] for line in patch.splitlines() if line[:1] in ("+", "-", " ")}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb", "a\nB"),
        ("a\nb\n", "a\nb"),
        ("a\nb", "a\nb\n"),
        ("a\nb", "a"),
        ("z\na", "z\na\nb\nc"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_end_of_the_last_line_is_what_the_patch_says(before, after, ending):
    patch = "@@\n" + "".join(rows(before.split("\n"), after.split("\n"), before, after))
    outcome = applied(before.replace("\n", ending).encode(), patch, "x.txt")
    assert outcome.data == after.replace("\n", ending).encode()


def rows(old, new, before, after):
    """Write all lines as removed and as added, with the marks of missing ends."""
    for sign, lines, text in (("-", old, before), ("+", new, after)):
        for line in lines[:-1] if text.endswith("\n") else lines:
            yield f"{sign}{line}\n"
        if not text.endswith("\n"):
            yield "\\ No newline at end of file\n"


# git as the judge

LINES = st.sampled_from(["a", "b", "c", "  a", "", "x = 1", "é", "-- a", "++ b", "@@ -1 +1 @@"])
TEXTS = st.lists(LINES, min_size=1, max_size=14)
ALPHABETS = st.sampled_from(["a", "ab", "abc", "abcdefgh", ["a", "  a", "", "x = 1", "-- a"]])
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
with_folder = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def git_diff(folder, old, new, context):
    (folder / "old").write_bytes(old)
    (folder / "new").write_bytes(new)
    command = ["git", "diff", "--no-index", "--no-color", f"-U{context}", "old", "new"]
    made = subprocess.run(command, cwd=folder, capture_output=True)
    return made.stdout.replace(b"b/new", b"b/old").replace(b" a/new", b" a/old")


def git_apply(folder, data, patch, *options):
    """Give what git makes of a patch, or None where it does not take it."""
    (folder / "old").write_bytes(data)
    (folder / "p").write_bytes(patch)
    made = subprocess.run(["git", "apply", *options, "p"], cwd=folder, capture_output=True)
    return (folder / "old").read_bytes() if made.returncode == 0 else None


def unlike_git(folder, data, patch):
    """Apply a patch both ways; say what is wrong with what comes of it here, if anything."""
    (edit,) = parse_edits(patch.decode(), path="old")
    hunks = edit.request.hunks
    edged = any(line.sign == " " for hunk in hunks for line in hunk.lines)
    options = () if edged else ("--unidiff-zero",)
    judged = git_apply(folder, data, patch, *options)
    known = by_numbers(data, hunks)
    if judged != (known and known.content):
        return f"git makes {judged} of it, and is thought to make {known}"
    outcome = plan(Source.of(Document.from_bytes(data, "old")), edit.request)
    if judged is None:
        return None
    if outcome.status is Status.ALREADY_APPLIED:
        undone = git_apply(folder, data, patch, "-R", *options)
        return None if undone is not None else "git cannot take back what is said to be there"
    if outcome.result is None:
        fine = ["several_matches", "risk", *(() if edged else NOT_PLACED)]
        if any(hunk.old_unended or hunk.new_unended for hunk in hunks):
            fine.append(
                "partial_match"
            )  # git puts such a hunk inside a file, where it joins two lines
        return None if outcome.reason in fine else outcome.report()
    kept = all(hunk.old_unended == hunk.new_unended for hunk in hunks)
    pair = [unended(text) if kept else text for text in (outcome.data, judged)]
    return (
        None if pair[0] == pair[1] else f"git makes {judged} of it, and here it is {outcome.data}"
    )


NOT_PLACED = ("empty_search", "partial_match", "merge_conflict", "malformed_edit")
"""Why lines without context are refused that git puts wherever the numbers say."""


def unended(text):
    """Leave out how a file ends, which stays as it is where a patch does not change it."""
    return text.rstrip(b"\r\n")


MARK = "\\ No newline at end of file\n"
BY_NUMBERS = [
    # below before above, and the nearer one before both
    ("a\nx\na\n", "@@ -2 +2 @@\n-a\n+b\n", "a\nx\nb\n"),
    ("a\na\nx\nx\na\n", "@@ -3 +3 @@\n-a\n+b\n", "a\nb\nx\nx\na\n"),
    ("a\nx\na\na\n", "@@ -1 +0,0 @@\n-a\n", "x\na\na\n"),
    ("x\na\ny\na\n", "@@ -9 +9 @@\n-a\n+b\n", "x\na\ny\nb\n"),
    # additions without context, at their number or at the end
    ("a\nb\nc\n", "@@ -1,0 +2 @@\n+x\n", "a\nx\nb\nc\n"),
    ("a\nb\n", "@@ -7,0 +8 @@\n+x\n", "a\nb\nx\n"),
    ("a\nb\n", "@@ -0,0 +1 @@\n+x\n", "x\na\nb\n"),
    # the edges count where there is context
    ("a\nz\n", "@@ -1 +1,2 @@\n+x\n a\n", "x\na\nz\n"),
    ("z\na\nz\n", "@@ -1,2 +1,3 @@\n+x\n a\n z\n", None),
    ("a\nb\nz\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", None),
    ("a\nb\nz\n", "@@ -2,2 +2,2 @@\n a\n-b\n+c\n", None),
    ("q\nq\na\nb\n", "@@ -2,2 +2,2 @@\n a\n-b\n+c\n", "q\nq\na\nc\n"),
    ("b\n", "@@ -4,2 +4,2 @@\n a\n-b\n+c\n", None),
    ("", "@@ -4,2 +4,2 @@\n a\n-b\n+c\n", None),
    ("a\n", "@@ -4,2 +4,3 @@\n a\n+c\n z\n", None),
    # what a hunk has written is closed to the next one
    ("a\nb\nq\n", "@@ -2 +2,2 @@\n b\n+x\n@@ -2,2 +3,2 @@\n b\n-q\n+r\n", None),
    (
        "a\nb\nq\nz\n",
        "@@ -1,2 +1,3 @@\n a\n+x\n b\n@@ -2,3 +3,3 @@\n b\n-q\n+r\n z\n",
        None,
    ),
    (
        "p\np\np\np\na\nb\nq\nz\n",
        "@@ -5,2 +5,3 @@\n a\n+x\n b\n@@ -6,3 +7,3 @@\n b\n-q\n+r\n z\n",
        None,
    ),
    (
        "p\na\nb\nq\nr\n",
        "@@ -2,2 +2,3 @@\n a\n+x\n b\n@@ -4,2 +5,3 @@\n q\n+y\n r\n",
        "p\na\nx\nb\nq\ny\nr\n",
    ),
    # a last line without an end is the beginning of one that has one, blanks apart
    ("a\nb\nc\n", f"@@ -2 +2 @@\n-b\n{MARK}+x\n", "a\nx\nc\n"),
    ("a\nb \nc\n", f"@@ -2 +2 @@\n-b\n{MARK}+x\n", "a\nx\nc\n"),
    ("a\nbb\nc\n", f"@@ -2 +2 @@\n-b\n{MARK}+x\n", None),
    ("a\nz\nb\nc\n", f"@@ -1,3 +1 @@\n-a\n-m\n-b\n{MARK}+x\n", None),
    ("a\nb\nc\n", f"@@ -1,2 +1,2 @@\n-a\n-b\n{MARK}+x\n+y\n", "x\ny\nc\n"),
    ("q\na\nb\n", f"@@ -2,2 +2,2 @@\n a\n-b\n{MARK}+x\n", None),
    ("q\na\nb", f"@@ -2,2 +2,2 @@\n a\n-b\n{MARK}+x\n", "q\na\nx\n"),
    ("q\na\nb\n", f"@@ -2,2 +2,2 @@\n a\n-b\n+x\n{MARK}", "q\na\nx"),
]


@needs_git
@pytest.mark.parametrize(("before", "patch", "after"), BY_NUMBERS)
def test_numbers_put_a_patch_where_git_puts_it(tmp_path, before, patch, after):
    patch = "--- a/old\n+++ b/old\n" + patch
    (edit,) = parse_edits(patch, path="old")
    found = by_numbers(before.encode(), edit.request.hunks)
    wanted = after if after is None else after.encode()
    assert (found and found.content) == wanted
    options = () if "\n " in patch else ("--unidiff-zero",)
    assert git_apply(tmp_path, before.encode(), patch.encode(), *options) == wanted


def test_lines_are_counted_in_the_text_as_it_was():
    patch = "@@ -2,2 +2,3 @@\n a\n+x\n b\n@@ -4,2 +5,3 @@\n q\n+y\n r\n"
    (edit,) = parse_edits(f"--- a/old\n+++ b/old\n{patch}", path="old")
    assert by_numbers(b"p\na\nb\nq\nr\n", edit.request.hunks).firsts == (1, 3)


def test_line_ends_are_evened_only_where_git_does_not_take_a_patch():
    data = b"f:\r\n a\r\n x\r\n z\r\ng:\n a\n x\n z\n"
    patch = "--- a/old\n+++ b/old\n@@ -2,3 +2,3 @@ g:\n  a\n- x\n+ y\n  z\n"
    outcome = applied(data, patch, "old")
    assert outcome.data == b"f:\r\n a\r\n x\r\n z\r\ng:\n a\n y\n z\n", outcome.report()


@pytest.mark.parametrize(
    ("before", "patch", "after"),
    [
        (b"a\r\nb\r\n", "-b\n+c\n", b"a\nc\n"),
        (b"a\r\nb", "-b\n+c\n", b"a\nc\n"),
        (b"a\r\nb", f"-b\n{MARK}+c\n", b"a\nc\n"),
        (b"a\r\nb\r\n", f"-b\n+c\n{MARK}", b"a\nc"),
        (b"a\rb\r", "-b\n+c\n", b"a\nc\n"),
    ],
)
def test_line_ends_do_not_count_where_they_are_evened(before, patch, after):
    (edit,) = parse_edits(f"--- a/old\n+++ b/old\n@@ -1,2 +1,2 @@\n a\n{patch}", path="old")
    assert by_numbers(before, edit.request.hunks) is None or b"\r" not in before or MARK in patch
    assert by_numbers(before, edit.request.hunks, evened=True).content == after


def test_a_place_that_the_numbers_object_to_is_shown_beside_theirs():
    data = b"def f():\n    a\n    b\n    c\n\n\ndef g():\n    a\n    b\n    c\n"
    patch = "@@ -2,3 +2,3 @@ def g():\n     a\n-    b\n+    x\n     c\n"
    outcome = applied(data, f"--- a/x.py\n+++ b/x.py\n{patch}", "x.py")
    assert [(hit.lines.first, hit.lines.last) for hit in outcome.diagnosis.hits] == [
        (8, 10),
        (2, 4),
    ]


@st.composite
def changed(draw, lines, line, most):
    """Give lines that differ by up to so many insertions, deletions and copies of runs."""
    lines = list(lines)
    for _ in range(draw(st.integers(0, most))):
        at = draw(st.integers(0, len(lines)))
        gone = draw(st.integers(0, 2))
        start = draw(st.integers(0, len(lines)))
        run = lines[start : start + draw(st.integers(1, 4))]
        lines[at : at + gone] = draw(st.one_of(st.lists(line, max_size=3), st.just(run)))
    return lines


@st.composite
def drifted(draw):
    """Give a text before and after a change, a text that the first has become, and lines of context."""
    line = st.sampled_from(draw(ALPHABETS))
    old = draw(st.lists(line, min_size=1, max_size=draw(st.sampled_from([4, 12, 30]))))
    new = draw(changed(old, line, 4))
    drift = st.one_of(
        st.integers(0, 4).map(lambda count: ["q"] * count + old),
        changed(old, line, 2),
        st.lists(line, min_size=1, max_size=4).map(lambda above: above + old),
        st.sampled_from([old + old, new]),
    )
    ending, late = draw(st.sampled_from(["\n", "\r\n"])), st.sampled_from([True, True, False])

    def text(lines):
        return (ending.join(lines) + (ending if lines and draw(late) else "")).encode()

    return text(old), text(new), text(draw(drift)), draw(st.integers(0, 3))


@needs_git
@settings(max_examples=400, suppress_health_check=with_folder)
@example((b"a\na\na\n", b"a\na\nb\na\na\n", b"q\na\na\na\n", 1))
@example((b"a\n", b"b\r\n\r\n", b"a\n", 1))
@example((b"a\na\na\nb\na\na", b"a\na\na\nb\na\na\na", b"a\na\na\nb\na\n", 1))
@given(drifted())
def test_what_git_applies_lands_alike_or_is_refused(tmp_path, texts):
    before, after, current, context = texts
    assume(before and after and before != after)
    patch = git_diff(tmp_path, before, after, context)
    assert not unlike_git(tmp_path, current, patch), patch.decode()


@needs_git
@settings(max_examples=60, suppress_health_check=with_folder)
@given(TEXTS, TEXTS)
def test_a_whole_change_lands_as_git_lands_it(tmp_path, old, new):
    before, after = ("\n".join(lines).encode() + b"\n" for lines in (old, new))
    assume(before != after)
    patch = git_diff(tmp_path, before, after, 3)
    outcome = applied(before, patch.decode(), "old")
    if outcome.result is not None:
        assert outcome.data == git_apply(tmp_path, before, patch) == after
    else:
        assert outcome.reason in ("several_matches", "risk"), outcome.report()
        assert outcome.reason == "risk" or len(opcodes(old, new)) > 1


# Landmarks: right, or nowhere

INSIDE = ["    x();", "    y();", "    if z {", "        x();", "    }", "    w();"]


def random_functions(draw):
    """Give lines of some functions, and for each the lines of its header and of its end."""
    lines, functions = [], []
    for _ in range(draw.randint(2, 5)):
        first = len(lines)
        body = draw.choices(INSIDE, k=draw.randint(1, 6))
        lines += [f"fn {draw.choice('abcd')}{draw.randint(0, 2)}() {{", *body, "}", ""]
        functions.append((first, first + len(body)))
    return lines, functions


@pytest.mark.parametrize("seed", range(400))
def test_a_landmark_leads_to_its_place_or_to_none(seed):
    draw = random.Random(seed)
    lines, functions = random_functions(draw)
    header, end = draw.choice(functions)
    at = draw.randint(header + 1, end)
    mark = header if draw.random() < 0.7 else draw.randint(header, at - 1)
    below = f" {lines[at + 1]}\n" if draw.random() < 0.4 else ""
    patch = f"@@\n {lines[mark]}\n@@\n-{lines[at]}\n+    new();\n{below}"
    outcome = applied("".join(line + "\n" for line in lines).encode(), patch, "a.txt")
    if outcome.status is Status.APPLIED:
        wanted = [*lines[:at], "    new();", *lines[at + 1 :]]
        assert outcome.text == "".join(line + "\n" for line in wanted)
