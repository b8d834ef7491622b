"""Texts and regexes over many files, and what a run does not look at: words, globs, trees."""

import json
import re
import subprocess
import sys
from concurrent.futures import Future
from itertools import count

import pytest

import structedit as se
from structedit.extras.codemods import executors, per_file, query_words, runs
from structedit.extras.codemods.templates import regex_replacement
from structedit.faces.command.picking import picked_hits
from structedit.text.errors import UsageError
from structedit.tree import source as sources

CALL = '((call function: (identifier) @f) @target (#eq? @f "old"))'


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "a.py").write_bytes(b"a = old(1)\nb = old(2)\n")
    (tmp_path / "b.js").write_bytes(b"const b = old(3);\r\nold(4)\r\n")
    (tmp_path / "c.txt").write_bytes(b"call old( here\n")
    (tmp_path / "d.py").write_bytes(b"d = new(5)\n")
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_text_is_replaced_in_all_files_and_one_undo_takes_it_back(tree):
    before = contents(tree)
    out = se.rewrite(tree, text="old(", template="$1(\\1", root=tree, allow_errors=True)
    assert contents(tree) == {
        "a.py": b"a = $1(\\11)\nb = $1(\\12)\n",
        "b.js": b"const b = $1(\\13);\r\n$1(\\14)\r\n",
        "c.txt": b"call $1(\\1 here\n",
        "d.py": before["d.py"],
    }
    assert {(t.language, t.status, t.files, t.edits) for t in out.summary} == {
        ("javascript", "applied", 1, 2),
        ("python", "applied", 1, 2),
        ("python", "unchanged", 1, 0),
        ("text", "applied", 1, 1),
    }
    assert se.undo(out.undo_id, root=tree).landed and contents(tree) == before


def test_a_file_that_a_text_would_break_stays_and_is_listed(tree):
    (tree / "e.txt").write_text("e = old\n")
    out = se.rewrite(tree, text="= old", template="= = old", root=tree)
    assert [(e.path, e.reason) for e in out.batch.failed] == [
        ("a.py", "new_syntax_error"),
        ("b.js", "new_syntax_error"),
    ]
    assert [file.path for file in out.files] == ["e.txt"]
    assert (tree / "a.py").read_bytes() == b"a = old(1)\nb = old(2)\n"


@pytest.mark.parametrize("all_or_none", [False, True])
def test_a_hit_that_pythons_compiler_refuses_is_left_and_the_others_land(tmp_path, all_or_none):
    before = b"foo(1)\nfoo(*a)\nfoo(2)\n"
    (tmp_path / "a.py").write_bytes(before)
    out = se.rewrite(
        tmp_path,
        pattern="foo($X)",
        template="bar($X * 2)",
        root=tmp_path,
        partial=not all_or_none,
    )
    after = before if all_or_none else b"bar(1 * 2)\nfoo(*a)\nbar(2 * 2)\n"
    assert (tmp_path / "a.py").read_bytes() == after
    if not all_or_none:
        assert [(hit.lines.first, hit.reason, hit.text) for hit in out.passed] == [
            (2, "new_syntax_error", "foo(*a)")
        ]
        assert "cannot use starred expression" in out.passed[0].message


def test_a_file_with_too_many_refused_hits_stays(tmp_path, monkeypatch):
    before = b"foo(1)\nfoo(*a)\nfoo(*b)\n"
    (tmp_path / "a.py").write_bytes(before)
    monkeypatch.setattr(per_file, "_MOST_LEFT_OUT", 1)
    out = se.rewrite(tmp_path, pattern="foo($X)", template="bar($X * 2)", root=tmp_path)
    assert (tmp_path / "a.py").read_bytes() == before and not out.passed


def test_a_file_in_which_every_hit_is_refused_names_the_first_fault(tmp_path):
    (tmp_path / "a.py").write_bytes(b"foo(*a)\nfoo(*b)\n")
    out = se.rewrite(tmp_path, pattern="foo($X)", template="bar($X * 2)", root=tmp_path)
    assert (tmp_path / "a.py").read_bytes() == b"foo(*a)\nfoo(*b)\n"
    assert [edit.reason for edit in out.batch.edits] == ["new_syntax_error"]


def test_groups_of_a_regex_stand_in_its_template(tree):
    out = se.rewrite(
        tree, regex=r"(?P<name>\w+)\((\d)\)$", template="${name}($2, $2)", root=tree, dry_run=True
    )
    assert {f.path: f.after.text for f in out.files} == {
        "a.py": "a = old(1, 1)\nb = old(2, 2)\n",
        "b.js": "const b = old(3);\r\nold(4, 4)\r\n",
        "d.py": "d = new(5, 5)\n",
    }


def test_a_text_of_two_lines_fits_whatever_ends_them(tree):
    out = se.rewrite(tree, text="old(3);\nold", template="new(3);\nnew", root=tree)
    assert [file.path for file in out.files] == ["b.js"]
    assert (tree / "b.js").read_bytes() == b"const b = new(3);\r\nnew(4)\r\n"


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ("$0-${0}", r"\g<0>-\g<0>"),
        ("$$1 $$", "$1 $"),
        (r"\1 \n", r"\\1 \\n"),
        ("${key}$1", r"\g<key>\g<1>"),
        ("$x ${} $ {1}", "$x ${} $ {1}"),
    ],
)
def test_templates_of_regexes(template, written):
    assert regex_replacement(template, re.compile("(?P<key>a)(b)")) == written


@pytest.mark.parametrize("template", ["$3", "${other}", "${10}"])
def test_a_group_that_is_not_there_is_named_with_those_that_are(template):
    with pytest.raises(se.UsageError, match=r"does not have.*\$2.*\$\{key\}"):
        regex_replacement(template, re.compile("(?P<key>a)(b)"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"text": ""}, "is empty"),
        ({"regex": "("}, "does not compile"),
        ({"regex": "a", "template": "$1"}, "does not have"),
        ({"text": "a", "regex": "a"}, "exactly one"),
        ({}, "exactly one"),
        ({"text": "a", "template": lambda match: "x"}, "only the template of a query"),
    ],
)
def test_wrong_calls_write_nothing(tree, given, said):
    before = contents(tree)
    with pytest.raises(se.UsageError, match=said):
        se.rewrite(tree, root=tree, **{"template": "x", **given})
    assert contents(tree) == before


def test_a_regex_that_does_not_end_is_stopped(tmp_path):
    (tmp_path / "a.py").write_text("a" * 40 + "!\n")
    out = se.rewrite(tmp_path, regex=r"(a+)+b", template="x", root=tmp_path, timeout=0.2)
    assert [(e.path, e.reason) for e in out.batch.failed] == [("a.py", "too_slow")]


# What is not looked at


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ('((identifier) @a (#eq? @a "old"))', ((b"old",),)),
        ('((a) @x (#eq? @x "b") (#not-eq? @x "c"))', ((b"b",),)),
        ('(((a) @x (b)+ @y) (#eq? @x "b") (#eq? @y "c"))', ((b"b", b"c"),)),
        ('([(a) (b)] @f (#eq? @f "w"))', ((b"w",),)),
        ('((a) @x (#eq? @x "b"))\n(c) @y', None),
        ('((call f: [(_) @f (_)]) (#eq? @f "old"))', None),
        ('([(a) @f (b)] (#eq? @f "w"))', None),
        ('((a)? @x (#eq? @x "b"))', None),
        ('((a (b)* @x) (#eq? @x "b"))', None),
        ('((c (a (b) @x)? (d)) (#eq? @x "b"))', None),
        ('((a "if"? @k) (#eq? @k "if"))', None),
        ('((a _? @k) (#eq? @k "if"))', None),
        ('((a) @x (#match? @x "b"))', None),
        ("((a) @x (b) @y (#eq? @x @y))", None),
        ('((a) @x (#eq? @x "a\\\\n"))', None),
        ('((a) @x) ; (#eq? @x "b")', None),
        ('"if" @k', None),
        ('((a) @x (#eq? @x "b")', None),
    ],
)
def test_words_without_which_a_query_has_no_match(query, words):
    assert query_words.words_of(query) == words


@pytest.mark.parametrize(
    "asked", [{"query": CALL}, {"text": "old("}, {"regex": r"old\("}, {"pattern": "old($A)"}]
)
def test_a_file_without_the_words_is_not_parsed(tree, asked, monkeypatch):
    parsed = []
    parse = sources.Source._parsed.func

    def spied(source):
        parsed.append(source.document.path)
        return parse(source)

    monkeypatch.setattr(sources.Source._parsed, "func", spied)
    se.rewrite(tree, template="new()", language="python", root=tree, dry_run=True, **asked)
    assert set(parsed) == {"a.py"}


def test_a_query_is_compiled_once_for_a_grammar(tree, monkeypatch):
    from structedit.languages import grammars

    query = CALL.replace("old", "new")
    before = grammars._compiled_for_caller.cache_info().misses
    se.rewrite(tree, query=query, template="x", root=tree, dry_run=True)
    # Once without the names of nodes, before any file is read; then for python and javascript.
    assert grammars._compiled_for_caller.cache_info().misses - before == 3


@pytest.mark.parametrize(
    ("globs", "left"),
    [
        (["*.py"], ["a.py"]),
        (["!*.py"], ["b.js", "c.txt"]),
        (["*", "!b.*"], ["a.py", "c.txt"]),
        (["!b.*", "*"], ["a.py", "b.js", "c.txt"]),
        (["*.go"], []),
    ],
)
def test_globs_take_files_in_and_leave_them_out(tree, globs, left):
    out = se.rewrite(tree, text="old(", template="new(", root=tree, dry_run=True, globs=globs)
    assert [file.path for file in out.files] == left


def queries(tree):
    return [node.replace("new()") for node in tree.query(CALL)]


def test_a_script_that_queries_passes_over_files_without_a_tree(tree):
    (tree / "b.js").unlink()
    out = se.run(queries, tree, root=tree)
    assert out.landed and [file.path for file in out.files] == ["a.py"]
    with pytest.raises(se.UsageError, match="does not fit the file"):
        se.run(queries, tree / "c.txt", root=tree)


def test_a_script_passes_over_files_whose_language_its_query_does_not_fit(tree):
    """`rewrite` passes over them too; here a note names the language."""
    out = se.run(queries, [tree / "a.py", tree / "b.js"], root=tree)
    assert [(e.path, e.status) for e in out.batch.edits] == [("a.py", "applied")]
    assert out.landed and out.searched == 2
    (note,) = out.notes
    assert note.startswith("skipped 1 file of javascript: the query does not fit javascript")
    assert note in out.report()


def test_a_script_whose_query_or_pattern_fits_no_file_is_an_error(tree):
    with pytest.raises(se.UsageError, match="does not fit the file: the query does not fit java"):
        se.run(queries, tree / "b.js", root=tree)
    with pytest.raises(se.UsageError, match="does not fit the file: the pattern does not parse"):
        se.run(lambda one: one.match("def (old"), tree / "a.py", root=tree)


class Here:
    """An executor that does its work as soon as it is given out."""

    def submit(self, work, *given):
        future = Future()
        future.set_result(work(*given))
        return future


def test_results_come_in_the_order_of_paths(tmp_path):
    for number in range(1_000):
        (tmp_path / f"{number:04}.txt").write_text(f"old {number}\n")
    order, told = [], []
    out = se.rewrite(
        tmp_path,
        text="old",
        template="new",
        root=tmp_path,
        executor=Here(),
        dry_run=True,
        on_file=lambda outcome: order.append(outcome.path),
        progress=lambda done, total: told.append((done, total)),
    )
    assert order == sorted(order) and len(order) == len(out.files) == 1_000
    assert told == [(number, 1_000) for number in range(1, 1_001)]


def test_batches_may_be_done_in_any_order_and_an_error_ends_the_rest():
    given = []

    class Backwards:
        """An executor whose batches are done from the last to the first, but for the one in the middle."""

        def submit(self, work, batch):
            given.append((Future(), work, batch))
            if len(given) == 5:
                for future, call, one in (given[4], given[3], given[1], given[0]):
                    future.set_result(call(one))
            return given[-1][0]

    workers = executors.Workers(Backwards())
    found = executors.in_batches(lambda batch: [one * 10 for one in batch], range(5), workers)
    assert [next(found), next(found)] == [0, 10]
    given[2][0].set_exception(UsageError("two"))
    with pytest.raises(UsageError, match="two"):
        next(found)


def test_work_that_is_not_begun_is_called_off_after_an_error():
    given = [Future(), Future(), Future(), Future()]

    class Idle:
        def submit(self, work, batch):
            return given[batch[0] // 2]

    given[0].set_exception(UsageError("zero"))
    found = executors.in_batches(list, range(8), executors.Workers(Idle()))
    with pytest.raises(UsageError, match="zero"):
        next(found)
    assert [future.cancelled() for future in given] == [False, True, True, True]


@pytest.mark.parametrize(
    ("worth", "alone"), [(0, 0), (3, 2), (6, 3), (7, 10)], ids=["at once", "2", "3", "too late"]
)
def test_others_are_made_once_so_much_is_left_and_half_of_it_is_done(monkeypatch, worth, alone):
    ticks = count()
    monkeypatch.setattr(executors, "process_time", lambda: next(ticks))  # one second a file
    given = []

    def work(batch):
        given.append(list(batch))
        return [one * 10 for one in batch]

    workers = executors.Workers(start=Here, worth=worth)
    assert list(executors.in_batches(work, range(10), workers)) == [n * 10 for n in range(10)]
    assert given[:alone] == [[number] for number in range(alone)]
    assert sorted(one for batch in given for one in batch) == list(range(10))
    assert next(ticks) == 2 * alone


PLANNED = """
import os, sys
import structedit as se
from structedit.extras.codemods import executors
if __name__ == "__main__":
    how, script, tree = sys.argv[1:]
    executors._WORTH_A_COPY = executors._WORTH_A_START = 0.0
    executors.may_be_copied = lambda: how == "copied"
    out = se.run(script, tree, root=tree, jobs=2)
    print(out.status.value, len(out.files), "of", os.getpid())
"""
WHO = "import os\ndef edit(tree):\n    return [n.replace(str(os.getpid())) for n in tree.query('(integer) @n')]"


@pytest.mark.skipif(sys.platform != "linux", reason="copies go on only there")
@pytest.mark.parametrize("how", ["copied", "started"])
def test_other_processes_plan_and_this_one_writes(tmp_path, how):
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(40):
        (tree / f"{number:02}.py").write_text("a = 1\n")
    (tmp_path / "who.py").write_text(WHO)
    (tmp_path / "planned.py").write_text(PLANNED)
    asked = [sys.executable, "planned.py", how, "who.py", "tree"]
    ran = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("applied 40 of ")
    found = {path.read_text().removeprefix("a = ").strip() for path in tree.iterdir()}
    assert 1 <= len(found) <= 2 and ran.stdout.split()[-1] not in found


def test_what_comes_back_of_a_file_without_hits_is_its_language(tree):
    terms = per_file.Terms(str(tree))
    work = per_file.substitution("nowhere", None, "x")
    assert per_file.plan_files(work, terms, ["a.py", "c.txt"]) == [
        per_file.Untouched("python"),
        per_file.Untouched("text"),
    ]


# Hit by hit


def test_hits_are_picked_one_by_one_and_made_as_one_transaction(tree):
    dry = se.rewrite(tree, text="old(", template="new(", root=tree, dry_run=True)
    answers, shown = iter("nyaq"), []
    picked = picked_hits(dry.files, lambda question: next(answers), shown.append)
    assert [(path, len(edits)) for path, edits in picked.items()] == [("a.py", 1), ("b.js", 2)]
    assert "-a = old(1)\n+a = new(1)\n" in shown[0] and "-b = old(2)\n+b = new(2)\n" in shown[1]
    versions = {file.path: file.before.version for file in dry.files}
    hits = {path: runs.ChosenHits(versions[path], edits) for path, edits in picked.items()}
    out = runs.rewrite_hits(hits, tree, root=tree)
    assert out.landed and out.batch.operation == "rewrite" and len(se.history(tree)) == 1
    assert (tree / "a.py").read_bytes() == b"a = old(1)\nb = new(2)\n"
    assert (tree / "b.js").read_bytes() == b"const b = new(3);\r\nnew(4)\r\n"
    again = runs.rewrite_hits(hits, tree, root=tree)
    assert not again.landed and "changed since its hits were shown" in again.report()
    assert (tree / "b.js").read_bytes() == b"const b = new(3);\r\nnew(4)\r\n"


def test_a_dry_run_hands_over_each_file_once_it_is_planned(tree):
    rows = []
    (tree / "e.txt").write_text("e = old\n")
    se.rewrite(
        tree,
        text="= old",
        template="= = old",
        root=tree,
        dry_run=True,
        on_file=lambda outcome: rows.append((outcome.path, outcome.status, outcome.replacements)),
    )
    assert rows == [("a.py", "refused", 0), ("b.js", "refused", 0), ("e.txt", "applied", 1)]


def test_an_outcome_of_a_rewrite_of_texts_is_json(tree):
    out = se.rewrite(tree, text="old(", template="new(", root=tree, dry_run=True)
    told = json.loads(json.dumps(out.to_dict()))
    assert told["operation"] == "rewrite" and told["searched"] == 4


def test_a_run_without_a_hit_says_so_and_writes_nothing(tree):
    before = contents(tree)
    out = se.rewrite(tree, pattern="absent($A)", template="new($A)", root=tree)
    assert out.status == "unchanged"
    assert out.batch.message == "nothing to do: no file needs a change"
    assert contents(tree) == before


def test_a_script_that_matches_passes_over_files_without_a_tree(tree):
    def matches(one):
        return [hit.replace("made()") for hit in one.match("new()")]

    (tree / "a.py").write_text("x = new()\n")
    out = se.run(matches, [tree / "a.py", tree / "c.txt"], root=tree)
    assert out.landed and [file.path for file in out.files] == ["a.py"]
    with pytest.raises(se.UsageError, match="does not fit the file"):
        se.run(matches, tree / "c.txt", root=tree)


def test_a_pattern_with_an_open_bracket_is_refused_where_no_language_is_named(tree, recwarn):
    (tree / "a.py").write_text("x = new(1)\n")
    assert len(se.find(tree / "a.py", pattern="new($A)")) == 1
    with pytest.raises(se.UsageError, match="the '\\(' at line 1, column 4 is never closed"):
        se.find(tree / "a.py", pattern="new($A")
    assert not recwarn.list
    assert len(se.parse(tree / "a.py").match("new($A")) == 1
    told = "is parsed as if its brackets were balanced, but the '(' at line 1, column 4 is never closed"
    assert [told in str(warning.message) for warning in recwarn] == [True]


def test_a_pattern_of_a_script_that_no_language_can_read_is_an_error_of_the_script(tree):
    out = se.run(lambda one: one.match("$A"), [tree / "a.py", tree / "b.js"], root=tree)
    assert (out.status, out.batch.reason) == ("error", "script_failed")
    assert "the pattern is only $A" in out.batch.failed[0].outcome.message
