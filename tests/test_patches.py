"""Patches land where their hunks fit in one way, and as `git apply` lands them."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from structedit.formats import parse_edits
from structedit.model.outcomes import Status
from structedit.plan import plan
from structedit.search.by_numbers import by_numbers
from structedit.syntax.source import Source
from structedit.text.diff import opcodes
from structedit.text.document import Document

FOLDER = Path(__file__).parent / "formats"


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
