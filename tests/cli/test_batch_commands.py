"""apply --verify and --interactive, rewrite and run, as a user calls them."""

import json
import os
import shlex
import sys

import pytest

import structedit as se
from structedit.faces.command.picking import ANSWERS, Picking, decided, parts_of, picked, question

EDITS = """\
a.py
<<<<<<< SEARCH
a = 1
=======
a = 2
>>>>>>> REPLACE

b.py
<<<<<<< SEARCH
b = 1
=======
b = 2
>>>>>>> REPLACE
"""
PATCH = (
    "--- a/a.py\n+++ b/a.py\n"
    "@@ -1,3 +1,3 @@\n-a = 1\n+a = 2\n \n \n"
    "@@ -9,3 +9,3 @@\n \n \n-z = 1\n+z = 2\n"
)
LONG = "a = 1\n" + "\n" * 9 + "z = 1\n"
PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\n")
    (tmp_path / "b.py").write_text("b = 1\n")
    (tmp_path / "edits.txt").write_text(EDITS)
    return tmp_path


def texts(shop):
    return (shop / "a.py").read_text(), (shop / "b.py").read_text()


OLD, NEW = ("a = 1\n", "b = 1\n"), ("a = 2\n", "b = 2\n")
CHECK = f"{PYTHON} -c \"import sys; print('looking'); sys.exit(open('a.py').read() != 'a = 2\\n')\""


def test_verify_that_passes(run, shop):
    ran = run("apply", "edits.txt", "--verify", CHECK)
    assert (ran.returncode, texts(shop)) == (0, NEW)
    assert "passed" in ran.stdout and ran.stderr == ""


def test_verify_that_fails_keeps_and_says_how_to_undo(run, shop):
    ran = run("apply", "edits.txt", "--verify", "echo no tests; exit 5")
    assert (ran.returncode, texts(shop)) == (1, NEW)
    assert "failed with exit code 5" in ran.stderr and "no tests" in ran.stderr
    assert "the edits are kept; undo with id" in ran.stderr
    assert run("undo").returncode == 0 and texts(shop) == OLD


def test_verify_that_fails_rolls_back(run, shop):
    ran = run("apply", "edits.txt", "--verify", "exit 1", "--rollback")
    assert (ran.returncode, texts(shop)) == (4, OLD)
    assert "the edits were undone" in ran.stderr


def test_verify_is_stopped_at_its_time_limit(run, shop):
    ran = run("apply", "edits.txt", "--verify", "sleep 60", "--verify-seconds", "0.2", "--rollback")
    assert ran.returncode == 4 and "time limit" in ran.stderr and texts(shop) == OLD


def test_verify_is_not_run_when_nothing_landed_or_nothing_is_written(run, shop):
    ran = run("apply", "edits.txt", "--verify", "touch ran", "--dry-run")
    assert ran.returncode == 0 and not (shop / "ran").exists()
    (shop / "b.py").write_text("else\n")
    assert run("apply", "edits.txt", "--verify", "touch ran").returncode != 0
    assert not (shop / "ran").exists()


def test_verify_as_json(run, shop):
    ran = run("apply", "edits.txt", "--verify", "echo out; exit 3", "--rollback", "--json")
    found = json.loads(ran.stdout)
    assert ran.returncode == 4 and found["taken_back"] is True
    assert (found["verdict"]["code"], found["verdict"]["output"]) == (3, "out\n")


@pytest.mark.parametrize(
    "options",
    [["--rollback"], ["--rollback", "--verify", "true", "--no-backup"], ["--interactive"]],
)
def test_options_that_mean_nothing(run, shop, options):
    assert run("apply", "edits.txt", *options).returncode == 2 and texts(shop) == OLD


# Picking


def on_disk(root):
    def planned(requests):
        return se.apply_edits(requests, root, dry_run=True, partial=True)

    return planned


def pick(root, text, answers):
    """Answer the questions about a text of edits; give what is chosen and what was shown."""
    answers, shown = list(answers), []
    chosen = picked(se.parse_edits(text), on_disk(root), lambda _: answers.pop(0), shown.append)
    assert not answers
    return chosen, "".join(shown)


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        ("yy", NEW),
        ("nn", OLD),
        ("ny", ("a = 1\n", "b = 2\n")),
        ("yq", ("a = 2\n", "b = 1\n")),
        ("q", OLD),
        ("x?yn", ("a = 2\n", "b = 1\n")),
        (["Yes", " no "], ("a = 2\n", "b = 1\n")),
    ],
)
def test_answers(shop, answers, result):
    chosen, shown = pick(shop, EDITS, answers)
    assert "-a = 1\n+a = 2\n" in shown
    if chosen:
        assert se.apply_edits(chosen, shop).landed
    assert texts(shop) == result


def test_a_patch_is_split_into_its_hunks(shop):
    (shop / "a.py").write_text(LONG)
    (patch,) = se.parse_edits(PATCH)
    assert "s" in question(patch) and len(parts_of(patch)) == 2
    chosen, shown = pick(shop, PATCH, "sny")
    assert shown.count("+z = 2") == 2 and len(chosen) == 1
    assert se.apply_edits(chosen, shop).landed
    assert (shop / "a.py").read_text() == LONG.replace("z = 1", "z = 2")


def test_all_and_none_of_a_file():
    requests = se.parse_edits(EDITS + EDITS)
    first, second, third, fourth = requests
    state = decided(Picking(requests), "a")
    assert (state.chosen, state.pending) == ((first, third), (second, fourth))
    state = decided(decided(Picking(requests), "d"), "y")
    assert (state.chosen, state.pending) == ((second,), (fourth,))
    assert decided(Picking(requests), "?") == decided(Picking(requests), "huh") == Picking(requests)
    assert decided(Picking(()), "y") == Picking(())


def test_an_edit_that_does_not_fit_is_passed_over(shop):
    (shop / "a.py").write_text("other = 3\n")
    chosen, shown = pick(shop, EDITS, "y")
    assert [request.path for request in chosen] == ["b.py"] and "skipped" in shown


def test_every_answer_but_split_is_offered_for_any_edit(shop):
    asked = question(se.parse_edits(EDITS)[0])
    assert all(letter in asked for letter in ANSWERS if letter != "s") and "s," not in asked


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals")
def test_on_a_terminal(run, shop):
    script = f"cd {shlex.quote(str(shop))} && {run.command} apply edits.txt -i"
    ran = run.shell(f"printf 'y\\nn\\n' | script -qec {shlex.quote(script)} /dev/null")
    if "script: " in ran.stderr or "not found" in ran.stderr:
        pytest.skip("the program `script` is missing")
    assert "Make this edit of a.py" in ran.stdout
    assert texts(shop) == ("a = 2\n", "b = 1\n")


# Rewrite and run

QUERY = '(call function: (identifier) @f (#eq? @f "old"))'


def test_rewrite(run, tmp_path):
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "a.py").write_text("x = old(1)\n")
    (tmp_path / "pack" / "b.js").write_text("old(1)\n")
    call = ["rewrite", "--query", QUERY, "--template", "new", "pack"]
    assert run(*call, "--check").returncode == 1
    diff = run(*call, "--diff")
    assert diff.returncode == 0 and "+x = new(1)\n" in diff.stdout
    assert diff.stdout.startswith("--- a/pack/a.py")
    ran = run(*call, "--jobs", "2")
    assert ran.returncode == 0 and "python: applied: 1 file, 1 hit" in ran.stdout
    assert (tmp_path / "pack" / "a.py").read_text() == "x = new(1)\n"
    assert run("undo").returncode == 0
    assert (tmp_path / "pack" / "a.py").read_text() == "x = old(1)\n"


def test_what_would_be_taken_back_is_shown_and_nothing_is_written(run, tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("x = old(1)\n")
    run("rewrite", "--query", QUERY, "--template", "new", ".")
    for step, first, line in (
        ("undo", "would undo ", "+x = old(1)\n"),
        ("redo", "would redo ", "+x = new(1)\n"),
    ):
        before = (tmp_path / "a.py").read_text()
        ran = run(step, "--dry-run")
        assert ran.returncode == 0 and ran.stdout.startswith(first)
        head = ran.stdout.splitlines()[0]
        assert head.endswith(" (dry run, nothing is written), 2 files, +2 -2")
        diff = run(step, "--diff")
        assert diff.stdout.startswith("--- a/a.py\n") and diff.stdout.count(line) == 2
        assert diff.stdout in ran.stdout
        told = json.loads(run(step, "--dry-run", "--json").stdout)
        assert told["status"] == "would_apply" and len(told["files"]) == 2
        assert (tmp_path / "a.py").read_text() == before
        assert run(step).returncode == 0 and (tmp_path / "a.py").read_text() != before


def test_a_dry_run_of_undo_says_why_it_would_be_refused(run, tmp_path):
    (tmp_path / "a.py").write_text("x = old(1)\n")
    run("rewrite", "--query", QUERY, "--template", "new", "a.py")
    (tmp_path / "a.py").write_text("x = newer\n")
    for words in (("--dry-run",), ()):
        ran = run("undo", *words)
        assert ran.returncode == 4 and "'a.py' was changed since transaction" in ran.stderr
    assert "'.' is a folder, and undo takes the id of a transaction" in run("undo", ".").stderr


def test_undo_names_the_root_of_a_transaction_that_is_kept_above(run, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.py").write_text("x = old(1)\n")
    run("rewrite", "--query", QUERY, "--template", "new", "a", "b")
    (id,) = (row["id"] for row in json.loads(run("history", "--json").stdout))
    where = f"the latest one of files in this folder, {id}, has the root {str(tmp_path)!r}"
    listed = run("history", "--root", "a")
    assert listed.returncode == 0 and listed.stdout == ""
    assert listed.stderr == f"there is no transaction here; {where}\n"
    assert run("show", "--root", "a").stderr.startswith(
        f"error: there is no transaction here; {where}"
    )
    assert run("history", "--root", "a", "--json").stdout.strip() == "[]"
    for what in ("undo", "redo"):
        refused = run(what, "--root", "a")
        assert refused.returncode == 2
        assert refused.stderr.splitlines() == [
            f"error: there is nothing to {what} here; {where}",
            f"hint: name that root: --root {tmp_path}",
            f"try: structedit {what} --root {tmp_path}",
        ]
        assert run(*refused.stderr.splitlines()[-1].split()[2:]).returncode == 0
    (tmp_path / "c").mkdir()
    assert run("undo", "--root", "c").stderr.startswith("error: there is nothing to undo here\n")


def test_rewrite_reads_query_and_template_from_files(run, tmp_path):
    (tmp_path / "a.py").write_text("x = old(1)\n")
    (tmp_path / "q.scm").write_text(QUERY)
    ran = run("rewrite", "--query-file", "q.scm", "--template-file", "-", "a.py", stdin="new")
    assert ran.returncode == 0 and (tmp_path / "a.py").read_text() == "x = new(1)\n"


def test_rewrite_without_a_template_or_with_a_wrong_query(run, tmp_path):
    (tmp_path / "a.py").write_text("x = old(1)\n")
    assert run("rewrite", "--query", QUERY, "a.py").returncode == 2
    ran = run("rewrite", "--query", "(nope) @x", "--template", "x", "a.py", "--json")
    assert ran.returncode == 2 and "does not fit the file" in json.loads(ran.stdout)["message"]


def test_run_of_a_script(run, tmp_path):
    (tmp_path / "a.py").write_text("def f():\n    return 1\n")
    (tmp_path / "b.py").write_text("def f(:\n")
    (tmp_path / "s.py").write_text(
        "def edit(tree):\n    if node := tree.find('f'):\n        yield node.replace(body='return 2')\n"
    )
    ran = run("run", "s.py", "a.py", "b.py", "--json")
    found = json.loads(ran.stdout)
    assert (tmp_path / "a.py").read_text() == "def f():\n    return 2\n"
    assert (tmp_path / "b.py").read_text() == "def f(:\n"
    assert found["searched"] == 2 and found["files"][0]["path"] == "a.py"


# Texts over many files


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("a = old(1)\nb = old(2)\n")
    (tmp_path / "src" / "n.txt").write_text("old( here\n")
    (tmp_path / "src" / "x.md").write_text("nothing\n")
    return tmp_path / "src"


def test_rewrite_of_a_text_and_of_a_regex(run, sources):
    ran = run("rewrite", "--text", "old(", "-r", "$1(", "src", "--glob", "*.txt")
    assert ran.returncode == 0 and (sources / "n.txt").read_text() == "$1( here\n"
    ran = run("rewrite", "--regex", r"old\((\d)\)", "-r", "new($1)", "src", "--glob", "!*.txt")
    assert ran.returncode == 0 and (sources / "a.py").read_text() == "a = new(1)\nb = new(2)\n"


def test_rewrite_lists_files_and_counts_hits(run, sources):
    call = ["rewrite", "--text", "old(", "-r", "new(", "src"]
    assert run(*call, "--files-with-matches").stdout == "src/a.py\nsrc/n.txt\n"
    assert run(*call, "--count").stdout == "src/a.py:2\nsrc/n.txt:1\n"
    assert (sources / "a.py").read_text() == "a = old(1)\nb = old(2)\n"
    (sources / "n.txt").write_text("x = old\n")
    ran = run("rewrite", "--text", "= old", "-r", "= = old", "src", "--count")
    assert ran.stdout == "src/n.txt:1\n" and "new_syntax_error" in ran.stderr
    assert ran.returncode == 4


def test_rewrite_prints_a_line_of_json_a_file(run, sources):
    ran = run("rewrite", "--text", "old(", "-r", "new(", "src", "--json-lines")
    first, second, last = map(json.loads, ran.stdout.splitlines())
    assert (first["path"], first["status"], first["edits"]) == ("src/a.py", "would_apply", 2)
    assert second["path"] == "src/n.txt" and second["language"] is None
    assert last["status"] == "applied" and last["undo_id"] and "files" not in last
    assert (sources / "a.py").read_text() == "a = new(1)\nb = new(2)\n"


def test_rewrite_prints_in_one_way_and_asks_on_a_terminal(run, sources):
    call = ["rewrite", "--text", "old(", "-r", "new(", "src"]
    ran = run(*call, "--count", "--json-lines")
    assert ran.returncode == 2 and "--count and --json-lines cannot be combined" in ran.stderr
    ran = run(*call, "-i")
    assert ran.returncode == 2 and "on a terminal" in ran.stderr
    assert (sources / "n.txt").read_text() == "old( here\n"
