"""Scripts and rewrites: nodes that make edits, templates, and runs over many files."""

import email
import json as json_package
import pickle
import re
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import structedit as se
from structedit.extras.codemods.per_file import Script, Terms, plan_files
from structedit.extras.codemods.rewriting import rewritten
from structedit.extras.codemods.scripting import combined, source_of
from structedit.extras.codemods.templates import pieces_of

CART = """\
class Cart:
    \"\"\"A cart.\"\"\"

    @property
    def total(self):
        # all of them
        return old(old(self.prices), 1)

    def label(self):
        if self.name:
            return old(self.name)
        return ""
"""
CALL = '(call function: (identifier) @f (#eq? @f "old") arguments: (argument_list) @args) @call'


def tree(text=CART, path="cart.py"):
    return se.parse(se.Document.from_text(text, path=path))


def made(shown, edits):
    out = combined(source_of(shown), edits)
    assert out.landed, out.report()
    return out.text


def refused(shown, edits):
    out = combined(source_of(shown), edits)
    assert not out.landed
    return out.reason


# Nodes


def test_definitions_and_blocks_are_values_with_selectors():
    shown = tree()
    assert [(n.selector, n.kind, n.lines.first) for n in shown.definitions()] == [
        ("Cart", "class", 1),
        ("Cart.total", "method", 4),
        ("Cart.label", "method", 9),
    ]
    assert [(n.selector, n.kind) for n in shown.blocks()] == [("Cart.label > if", "if")]
    assert [n.name for n in shown.definitions("method")] == ["total", "label"]
    assert shown.definitions()[2].text.startswith("def label(self):")


def test_every_node_is_a_value_without_parser_objects():
    shown = tree()
    for node in (*shown.definitions(), *shown.blocks(), *shown.query(CALL)):
        assert pickle.loads(pickle.dumps(node)) == node
        assert hash(node) == hash(pickle.loads(pickle.dumps(node)))


def test_find_gives_one_node_none_or_says_that_there_are_several():
    shown = tree("def f(): pass\n\n\nclass A:\n    def f(self): pass\n\n    def g(self): pass\n")
    assert shown.find("A.g").kind == "method"
    assert shown.find("nothing") is None
    assert shown.find("A > if") is None
    with pytest.raises(se.UsageError, match=r"A\.f"):
        shown.find("f")


def test_find_in_a_file_without_a_tree():
    shown = tree("[a]\nx = 1\n", "notes.unknown")
    assert shown.definitions() == () and shown.note
    with pytest.raises(se.UsageError, match="no syntax tree"):
        shown.query("(x)")


@pytest.mark.parametrize(
    ("make", "old", "new"),
    [
        (
            lambda n: n.replace(body="return 1"),
            "        # all of them\n        return old(old(self.prices), 1)\n",
            "        return 1\n",
        ),
        (
            lambda n: n.replace(header="def total(self, tax):"),
            "def total(self):",
            "def total(self, tax):",
        ),
        (
            lambda n: n.delete(),
            "    @property\n    def total(self):\n        # all of them\n        return old(old(self.prices), 1)\n\n",
            "",
        ),
        (
            lambda n: n.insert_at_start("check(self)"),
            "        # all",
            "        check(self)\n        # all",
        ),
        (
            lambda n: n.insert_at_end("# end"),
            "self.prices), 1)\n",
            "self.prices), 1)\n        # end\n",
        ),
        (
            lambda n: n.insert_before("def one(self):\n    return 1"),
            "    @property",
            "    def one(self):\n        return 1\n\n    @property",
        ),
    ],
)
def test_blocks_make_edits(make, old, new):
    shown = tree()
    assert made(shown, [make(shown.find("Cart.total"))]) == CART.replace(old, new)


def test_a_replacement_names_one_part():
    node = tree().find("Cart.total")
    for wrong in ({}, {"body": "x", "header": "y"}):
        with pytest.raises(se.UsageError, match="one text"):
            node.replace(**wrong)


def test_nodes_of_a_query_make_edits_of_their_own_bytes():
    shown = tree()
    names = [node["f"] for node in shown.query(CALL)]
    assert made(shown, [n.replace("new") for n in names]) == CART.replace("old(", "new(")
    assert shown.query(CALL)[0].capture == "call"
    assert shown.query(CALL)[0].get("nothing") is None
    with pytest.raises(KeyError):
        shown.query(CALL)[0]["nothing"]


def test_edits_of_several_kinds_land_together_in_any_order():
    shown = tree()
    edits = [
        shown.find("Cart.label").replace(body="return self.name"),
        *(n["f"].replace("new") for n in shown.query(CALL)[:2]),
        se.StrReplace("A cart.", "A basket."),
        shown.find("Cart").insert_at_end("size = 0"),
    ]
    forwards = made(shown, edits)
    assert forwards == made(shown, edits[::-1])
    assert "new(new(self.prices), 1)" in forwards and "A basket." in forwards
    assert "return self.name\n" in forwards and "    size = 0\n" in forwards


def test_edits_that_overlap_are_refused():
    shown = tree()
    outer, inner, _ = shown.query(CALL)
    assert refused(shown, [outer.replace("x"), inner.replace("y")]) == "merge_conflict"
    whole = [shown.find("Cart.total").delete(), inner.replace("y")]
    assert refused(shown, whole) == "merge_conflict"


NEIGHBOURS = [
    (
        "a.py",
        "def a():\n    pass\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n\n\ndef d():\n    pass\n",
        ("a", "b", "d"),
        "def c():\n    pass\n",
    ),
    (
        "end.py",
        "class A:\n    x = 1\n\n    def c(self):\n        pass\n\n    def d(self):\n        pass\n\n\ny = 2\n",
        ("A.c", "A.d"),
        "class A:\n    x = 1\n\n\ny = 2\n",
    ),
    (
        "whole.py",
        "class A:\n    def c(self):\n        pass\n\n    def d(self):\n        pass\n",
        ("A.d", "A.c"),
        "class A:\n    pass\n",
    ),
    (
        "nested.py",
        "class A:\n    def c(self):\n        pass\n\n\nx = 1\n",
        ("A", "A.c"),
        "x = 1\n",
    ),
    ("a.yaml", "a: 1\nb: 2\nc: 3\nd: 4\n", ("b", "c"), "a: 1\nd: 4\n"),
    ("whole.yaml", "x:\n  a: 1\n  b: 2\ny: 1\n", ("x.a", "x.b"), "x: {}\ny: 1\n"),
    ("a.json", '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', ("b", "c"), '{\n  "a": 1\n}\n'),
    ("line.json", "[1, 2, 3]\n", ("[1]", "[2]"), "[1]\n"),
    ("a.rs", "enum E { A, B, C }\n", ("E.B", "E.C"), "enum E { A }\n"),
    ("a.go", "package a\n\nfunc a() {}\n\nfunc b() {}\n", ("a", "b"), "package a\n"),
    ("a.rb", "class A\n  def a; end\n\n  def b; end\nend\n", ("A.a", "A.b"), "class A\nend\n"),
]


@pytest.mark.parametrize("path, text, gone, left", NEIGHBOURS, ids=[row[0] for row in NEIGHBOURS])
def test_neighbours_are_deleted_together(path, text, gone, left):
    shown = tree(text, path)
    assert made(shown, [shown.find(name).delete() for name in gone]) == left


def test_what_edits_make_together_is_judged():
    shown = tree()
    assert refused(shown, [shown.query(CALL)[0]["args"].replace("(")]) == "new_syntax_error"
    assert refused(shown, [se.StrReplace("nowhere to be found", "x")]) == "no_match"


def test_a_broken_place_is_refused():
    shown = tree("def f():\n    return old(1 +)\n\n\ndef g():\n    return 1\n")
    (call,) = shown.query('(call function: (identifier) @f (#eq? @f "old")) @call')[:1]
    assert refused(shown, [call.replace("new(1)")]) in ("broken_target", "new_syntax_error")


def test_line_ends_become_those_of_the_file():
    shown = tree("a = old(1)\r\nb = 2\r\n")
    (call,) = shown.query(CALL)
    assert made(shown, [call.replace("(\n    1\n)")]) == "a = (\r\n    1\r\n)\r\nb = 2\r\n"


# Templates


def rewrite(query, template, text, path="a.py"):
    shown = tree(text, path)
    return made(shown, rewritten(shown, query, template).edits)


@pytest.mark.parametrize(
    ("template", "pieces"),
    [
        ("plain", [(False, "plain")]),
        ("$f($args)", [(True, "f"), (False, "("), (True, "args"), (False, ")")]),
        ("$$f ${a.b}x", [(False, "$"), (False, "f "), (True, "a.b"), (False, "x")]),
        ("cost: $5 and $", [(False, "cost: $5 and $")]),
        (r"\1 \n", [(False, r"\1 \n")]),
    ],
)
def test_templates(template, pieces):
    assert list(pieces_of(template)) == pieces


def test_captures_are_put_in_by_name():
    query = "(call function: (identifier) @f arguments: (argument_list (_) @a (_) @b)) @call"
    assert rewrite(query, "$f($b, ${a}_)", "x = pair(one, two)\n") == "x = pair(two, one_)\n"


def test_matches_inside_captures_are_rewritten_too():
    assert rewrite(CALL, "new$args", "x = old(old(1), old(old(2)))\n") == (
        "x = new(new(1), new(new(2)))\n"
    )


def test_a_match_that_the_outer_one_drops_is_gone():
    assert rewrite(CALL, "none", "x = old(old(1)) + old(2)\n") == "x = none + none\n"


def test_a_query_names_its_target():
    query = '(call function: (identifier) @target (#eq? @target "old")) @call'
    assert rewrite(query, "new", "x = old(1)\n") == "x = new(1)\n"


def test_a_query_without_one_place_is_refused():
    with pytest.raises(se.UsageError, match="@target"):
        rewrite("(call function: (_) @f arguments: (_) @a)", "x", "f(1)\n")


def test_an_unknown_capture_is_refused():
    with pytest.raises(se.UsageError, match=r"\$name.*does not capture"):
        rewrite(CALL, "$name()", "old(1)\n")


def test_lines_of_a_template_are_indented_as_the_match():
    text = "def f():\n    old(1)\n"
    assert rewrite(CALL, "new(\n    $args,\n)", text) == (
        "def f():\n    new(\n        (1),\n    )\n"
    )


def test_a_function_may_leave_matches_alone():
    def template(node):
        return f"new{node['args'].text}" if node["args"].text == "(2)" else None

    assert rewrite(CALL, template, "old(1)\nold(2)\n") == "old(1)\nnew(2)\n"


def test_other_languages():
    query = '(call_expression function: (identifier) @f (#eq? @f "old"))'
    assert rewrite(query, "fresh", "const a = old(`$x`)\n", "a.js") == "const a = fresh(`$x`)\n"


# Runs


@pytest.fixture
def packages(tmp_path):
    """Copies of real packages, below a root that ignores some of it."""
    for package in (json_package, email):
        home = Path(package.__file__).parent
        shutil.copytree(home, tmp_path / home.name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "readme.md").write_text("# isinstance(a, b)\n")
    return tmp_path


ISINSTANCE = (
    '(call function: (identifier) @f (#eq? @f "isinstance")'
    " arguments: (argument_list . (_) @a . (_) @b .)) @call"
)


def contents(folder):
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def seen(tree):
    """Note every public function; at the top, so that workers find it."""
    for node in tree.definitions("function", "method"):
        if not node.name.split(".")[-1].startswith("_"):
            yield node.insert_at_start("# seen")


def test_a_rewrite_does_not_depend_on_who_plans(packages, tmp_path_factory):
    before = contents(packages)
    results = []
    with (
        ProcessPoolExecutor(2, get_context("spawn")) as processes,
        ThreadPoolExecutor(3) as threads,
    ):
        for executor in (None, processes, threads):
            out = se.rewrite(
                packages,
                query=ISINSTANCE,
                template="is_a($b, $a)",
                executor=executor,
                root=packages,
            )
            assert out.landed and out.searched == len(before)
            results.append((contents(packages), out.diff, out.summary))
            assert se.undo(root=packages).landed and contents(packages) == before
    assert results[0] == results[1] == results[2]
    changed = [name for name, data in results[0][0].items() if data != before[name]]
    assert len(changed) > 10 and all(name.endswith(".py") for name in changed)
    assert sum(t.edits for t in results[0][2]) > 50
    for name in changed:
        compile(results[0][0][name], name, "exec")
    left = [line for data in results[0][0].values() for line in data.split(b"\n")]
    left = [line.strip() for line in left if b"isinstance(" in line]
    assert sorted(left) == [  # docstrings, and a file of another language
        b"# isinstance(a, b)",
        b"(i.e. isinstance(s, str) is false), then charset is the encoding of",
        b"...     if isinstance(obj, complex):",
    ]


def test_a_script_with_one_and_two_workers(packages):
    before = contents(packages)
    alone = se.run(seen, packages / "json", root=packages)
    assert alone.landed
    first = contents(packages)
    se.undo(root=packages)
    with ProcessPoolExecutor(2, get_context("spawn")) as workers:
        together = se.run(seen, [packages / "json"], workers, root=packages)
    assert contents(packages) == first != before
    assert together.summary == alone.summary and together.diff == alone.diff
    assert first["json/tool.py"].count(b"# seen\n") == 1


def test_what_workers_give_back_is_small_and_can_be_pickled(packages):
    script = Script(
        "s.py",
        "def edit(tree):\n    return [n.insert_at_start('# x')"
        " for n in tree.definitions('function')]\n",
    )
    (plan,) = plan_files(script, Terms(str(packages)), ["json/decoder.py"])
    assert pickle.loads(pickle.dumps(plan)) == plan
    size = (packages / "json" / "decoder.py").stat().st_size
    assert plan.outcome.edits and len(pickle.dumps(plan)) < size


def test_a_dry_run_writes_nothing_and_its_diff_applies(packages):
    before = contents(packages)
    out = se.rewrite(
        packages, query=ISINSTANCE, template="is_a($a, $b)", dry_run=True, root=packages
    )
    assert out.status == "applied" and contents(packages) == before and se.history(packages) == ()
    (packages / "p.diff").write_text(out.diff)
    subprocess.run(["git", "apply", "p.diff"], cwd=packages, check=True)
    (packages / "p.diff").unlink()
    applied = contents(packages)
    for name, data in before.items():
        (packages / name).write_bytes(data)
    se.rewrite(packages, query=ISINSTANCE, template="is_a($a, $b)", root=packages)
    assert contents(packages) == applied


def small(root):
    (root / "a.py").write_text("a = old(1)\n")
    (root / "b.py").write_text("b = old(2)\nc = old(3\n")
    (root / "c.js").write_text("const c = old(3)\n")
    (root / "d.py").write_text("d = 4\n")


def test_the_summary_is_by_language_and_outcome(tmp_path):
    small(tmp_path)
    out = se.rewrite(tmp_path, query=CALL, template="new$args", root=tmp_path)
    rows = [(t.language, t.status, t.files, t.edits) for t in out.summary]
    assert rows == [
        ("javascript", "unchanged", 1, 0),
        ("python", "applied", 2, 2),
        ("python", "unchanged", 1, 0),
    ]
    assert (tmp_path / "a.py").read_text() == "a = new(1)\n"
    assert (tmp_path / "b.py").read_text() == "b = new(2)\nc = old(3\n"
    assert (tmp_path / "c.js").read_text() == "const c = old(3)\n"
    assert json_package.loads(json_package.dumps(out.to_dict()))["searched"] == 4
    assert "4 files searched" in out.report()


def breaks_b(tree):
    if tree.path == "a.py":
        return [node["args"].replace("(0)") for node in tree.query(CALL)]
    if tree.path == "d.py":
        return [se.StrReplace("d = 4", "d = (4")]
    return None


def test_a_file_that_is_refused_is_left_and_the_others_land(tmp_path):
    small(tmp_path)
    out = se.run(breaks_b, tmp_path, root=tmp_path)
    assert out.status == "applied" and not out.landed
    assert [(e.path, e.status, e.reason) for e in out.batch.edits] == [
        ("a.py", "applied", None),
        ("d.py", "failed", "new_syntax_error"),
    ]
    assert (tmp_path / "a.py").read_text() == "a = old(0)\n"
    assert (tmp_path / "d.py").read_text() == "d = 4\n"
    assert {(t.status, t.reason, t.files) for t in out.summary if t.language == "python"} == {
        ("applied", None, 1),
        ("refused", "new_syntax_error", 1),
        ("unchanged", None, 1),
    }


def test_all_or_none(tmp_path):
    small(tmp_path)
    before = contents(tmp_path)
    out = se.run(breaks_b, tmp_path, root=tmp_path, partial=False)
    assert out.status == "refused" and contents(tmp_path) == before
    assert se.history(tmp_path) == ()


def failing_at(tmp_path, *lines):
    """A script that replaces calls, and runs `lines` for b.py first."""
    script = tmp_path / "s.py"
    inner = "".join(f"        {line}\n" for line in lines)
    script.write_text(
        f"def edit(tree):\n    if tree.path == 'b.py':\n{inner}"
        f"    for n in tree.query('''{CALL}'''):\n        yield n['args'].replace('(0)')\n"
    )
    return str(script)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_script_ends_the_run_at_its_file(tmp_path, jobs):
    """Nothing is written: the run is made again with the script corrected, on the files as they were."""
    small(tmp_path)
    for number in range(20):
        (tmp_path / f"x{number}.py").write_text("a = old(1)\n")
    seen = []
    script = failing_at(tmp_path, "raise KeyError('b')")
    out = se.run(script, tmp_path, root=tmp_path, jobs=jobs, globs=["!s.py"], on_file=seen.append)
    assert (out.status, out.batch.reason, out.files) == ("error", "script_failed", ())
    (failed,) = out.batch.edits
    assert (failed.path, failed.reason) == ("b.py", "script_failed")
    assert f"{script} failed at line 3, `raise KeyError('b')`: KeyError: 'b'" in failed.message
    assert [outcome.path for outcome in seen] == ["a.py", "b.py"]
    assert (tmp_path / "a.py").read_text() == "a = old(1)\n"
    assert "corrected" not in out.report() and "send" not in out.report()
    assert se.history(root=tmp_path) == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("yield tree.definitions()[0].replace(nwe='x')", "at line 3.*unexpected keyword"),
        ("tree.find('f > > g')", "at line 3"),
        ("tree.query('(call')", "at line 3.*the query is not valid: Unexpected EOF"),
        ("tree.query('(call)')", "at line 3.*no capture"),
        ("yield 3", "the script returned int"),
        ("return 3 / 0", r"at line 3, `return 3 / 0`: ZeroDivisionError"),
        ("import structedit as se; yield se.parse('a.py').find('g').delete()", "at line 3"),
    ],
)
def test_every_fault_of_a_script_has_its_reason(tmp_path, line, said):
    small(tmp_path)
    out = se.run(failing_at(tmp_path, line), tmp_path / "b.py", root=tmp_path)
    assert out.batch.reason == "script_failed"
    assert re.search(said, out.batch.edits[0].message)


def test_a_function_that_fails_names_its_line(tmp_path):
    small(tmp_path)

    def edit(tree):
        return [node.replce("x") for node in tree.definitions()]

    out = se.run(edit, tmp_path / "b.py", root=tmp_path)
    assert "the script failed at line" in out.batch.message
    assert '`return [node.replce("x") for node in tree.definitions()]`' in out.batch.message


def test_a_function_that_returns_no_list_is_told_so(tmp_path):
    small(tmp_path)
    out = se.run(lambda tree: 3, tmp_path / "a.py", root=tmp_path)
    assert "edit(tree) returned int, not a list" in out.batch.message


def test_a_script_that_cannot_be_loaded_names_its_line(tmp_path):
    small(tmp_path)
    script = tmp_path / "s.py"
    script.write_text("import os\nos.nothing\n")
    with pytest.raises(se.UsageError, match=r"cannot be loaded at line 2, `os\.nothing`"):
        se.run(str(script), tmp_path / "a.py", root=tmp_path)


def test_an_edit_that_is_refused_is_no_error_of_the_script(tmp_path):
    """Its file is left as it is, and the others are written."""
    small(tmp_path)
    lines = ("for n in tree.query('''" + CALL + "'''):", "    yield n.replace('(')", "return")
    out = se.run(
        failing_at(tmp_path, *lines), [tmp_path / "a.py", tmp_path / "b.py"], root=tmp_path
    )
    assert [(e.path, e.reason) for e in out.batch.failed] == [("b.py", "new_syntax_error")]
    assert (tmp_path / "a.py").read_text() == "a = old(0)\n"


def gives_nonsense(tree):
    return ["text"]


def test_a_script_that_gives_no_edits_is_told_what_to_give(tmp_path):
    small(tmp_path)
    out = se.run(gives_nonsense, tmp_path / "a.py", root=tmp_path)
    assert "the script returned str" in out.report()


@pytest.mark.parametrize(
    ("text", "said"), [("def edit(:\n", "SyntaxError"), ("x = 1\n", "defines no function edit")]
)
def test_a_script_that_cannot_be_loaded_touches_nothing(tmp_path, text, said):
    (tmp_path / "s.py").write_text(text)
    with pytest.raises(se.UsageError, match=said):
        se.run(str(tmp_path / "s.py"), tmp_path, root=tmp_path)


def test_a_query_that_fits_no_file_is_an_error(tmp_path):
    small(tmp_path)
    with pytest.raises(se.UsageError, match="fits none of the 4 files"):
        se.rewrite(tmp_path, query="(no_such_node) @x", template="y", root=tmp_path)


def test_only_files_of_one_language(tmp_path):
    small(tmp_path)
    query = '((identifier) @x (#eq? @x "old"))'
    out = se.rewrite(tmp_path, query=query, template="new", language="js", root=tmp_path)
    assert [file.path for file in out.files] == ["c.js"] and out.searched == 1


def test_ignored_and_binary_files_are_passed_over(tmp_path):
    small(tmp_path)
    (tmp_path / ".gitignore").write_text("a.py\nbuild/\n")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "x.py").write_text("x = old(1)\n")
    (tmp_path / "e.py").write_bytes(b"e = old(1)\n\x00\xff\x00")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    out = se.rewrite(tmp_path, query=CALL, template="new$args", root=tmp_path, dry_run=True)
    assert all(file.path not in ("a.py", "build/x.py", "e.py") for file in out.files)
    named = se.rewrite(tmp_path / "a.py", query=CALL, template="new$args", root=tmp_path)
    assert [file.path for file in named.files] == ["a.py"]


def test_no_files_is_no_change(tmp_path):
    (tmp_path / "empty").mkdir()
    out = se.rewrite(tmp_path / "empty", query="(x) @x", template="y", root=tmp_path)
    assert (out.status, out.searched) == ("unchanged", 0)


def test_hooks_and_protection_hold_in_runs(tmp_path):
    small(tmp_path)
    (tmp_path / "structedit.toml").write_text('protect = ["d.py"]\n')
    hooks = se.Hooks((lambda p: se.Deny("no") if p.path == "a.py" else None,))
    out = se.run(old_to_new, tmp_path, root=tmp_path, hooks=hooks)
    assert (tmp_path / "a.py").read_text() == "a = old(1)\n"
    assert (tmp_path / "c.js").read_text() == "const c = fresh(3)\n"
    assert (tmp_path / "d.py").read_text() == "d = 4\n"
    assert {t.reason for t in out.summary} >= {"hook_denied", "protected"}


def old_to_new(tree):
    if tree.path == "d.py":
        return [se.ReplaceAll("d = 4", "d = 5")]
    return [se.ReplaceAll("old", "fresh")] if tree.path in ("a.py", "c.js") else []


def test_progress_is_told(tmp_path):
    small(tmp_path)
    told = []
    se.rewrite(
        tmp_path,
        query=CALL,
        template="new$args",
        root=tmp_path,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(n, 4) for n in (1, 2, 3, 4)]


def test_a_path_outside_of_the_root_is_an_error(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out.py").write_text("old(1)\n")
    with pytest.raises(se.FileError, match="outside"):
        se.rewrite(tmp_path / "out.py", query=CALL, template="x", root=tmp_path / "in")
