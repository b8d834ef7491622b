"""What a rewrite does to the files that change before they are written: imports, a formatter."""

import os
import sys
import time

import pytest

import structedit as se
from structedit.extras.codemods import executors
from structedit.faces import tools
from structedit.text.document import Document
from structedit.text.errors import UsageError

READS = "import sys; text = sys.stdin.read(); "
SQUEEZE = (sys.executable, "-c", READS + "print(text.replace(',   ', ', '), end='')")


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "a.py").write_bytes(b'"""Doc."""\n\nimport os\n\n\ndef f(x):\n    log("a",   x)\n')
    (tmp_path / "b.py").write_bytes(b'import os\r\nlog("b",   2)\r\n')
    (tmp_path / "c.py").write_bytes(b"c = [1,   2]\n")
    return tmp_path


def rewritten(tree, name=".", **arguments):
    return se.rewrite(
        tree / name, pattern="log($A, $B)", template="trace($A,   $B)", root=tree, **arguments
    )


def test_the_files_that_change_are_formatted_with_their_line_ends_and_undone_as_one(tree):
    before = {path.name: path.read_bytes() for path in tree.glob("*.py")}
    out = rewritten(tree, formatter=SQUEEZE)
    assert (tree / "a.py").read_bytes().endswith(b'    trace("a", x)\n')
    assert (tree / "b.py").read_bytes() == b'import os\r\ntrace("b", 2)\r\n'
    assert (tree / "c.py").read_bytes() == before["c.py"], "which has no hit"
    assert [edit.outcome.replacements for edit in out.batch.edits] == [1, 1]
    assert se.undo(out.undo_id, root=tree).landed
    assert {path.name: path.read_bytes() for path in tree.glob("*.py")} == before


def test_a_formatter_that_fails_is_a_refusal_with_its_words(tree):
    words = (
        sys.executable,
        "-c",
        READS + "sys.exit('no ' * ('os' in text) + 'luck' * ('x)' in text))",
    )
    out = rewritten(tree, formatter=words)
    first, second = (edit.outcome for edit in out.batch.failed)
    assert (first.path, first.reason) == ("a.py", "format_failed")
    assert "failed with exit code 1: no luck" in first.message
    assert second.path == "b.py" and not out.files
    assert b"log(" in (tree / "a.py").read_bytes()


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("import sys; print('2 files formatted')", "did not read the text"),
        (READS + "print('all files are formatted')", "printed another text"),
        (READS, "printed nothing"),
        (READS + "print(text.replace('def f(x):', 'if x:'))", "returned no longer has f"),
        (
            READS + "print(text.replace('trace(', 'trace(('))",
            "returned, the result would not parse",
        ),
    ],
    ids=["of_files", "a_check", "of_nothing", "that_loses", "that_breaks"],
)
def test_what_is_no_formatter_of_a_text_changes_nothing(tree, does, says):
    out = rewritten(tree, "a.py", formatter=(sys.executable, "-c", does))
    assert says in out.batch.failed[0].outcome.message
    assert b"log(" in (tree / "a.py").read_bytes()


def test_a_formatter_is_told_the_name_of_a_file_but_of_none_that_is_there(tree):
    """So one that changes the files that it is given has nothing to change."""
    does = (
        READS
        + "import os; print(text + f'# {os.path.relpath(sys.argv[1])} {os.path.exists(sys.argv[1])}')"
    )
    rewritten(tree, "a.py", formatter=(sys.executable, "-c", does, "{path}"))
    last = (tree / "a.py").read_text().splitlines()[-1]
    assert last == "# structedit-stdin/a.py False"


def test_a_formatter_that_hangs_is_ended_in_the_time_that_a_file_has(tree):
    hangs = (sys.executable, "-c", READS + "import time; time.sleep(60)")
    began = time.monotonic()
    out = rewritten(tree, "a.py", formatter=hangs, timeout=2)
    assert time.monotonic() - began < 30
    (failed,) = out.batch.failed
    assert failed.reason == "format_failed" and "took longer than 2 s" in failed.outcome.message
    assert "timeout" in failed.outcome.diagnosis.fix and b"log(" in (tree / "a.py").read_bytes()


def test_a_program_of_a_folder_is_meant_from_where_the_caller_is(tree, monkeypatch):
    program = tree / "squeeze"
    program.write_text(f"#!{sys.executable}\n{SQUEEZE[2]}")
    program.chmod(0o755)
    monkeypatch.chdir(tree)
    rewritten(tree, "a.py", formatter="./squeeze")
    assert (tree / "a.py").read_bytes().endswith(b'    trace("a", x)\n')


def test_a_path_is_no_word_of_a_shell(tree):
    """A repository chooses the names of its files."""
    name = "$(touch done); x.py"
    (tree / name).write_text("log(1, 2)\n")
    does = READS + "print(text + '# ' + sys.argv[1][-19:])"
    out = rewritten(tree, name, formatter=(sys.executable, "-c", does, "{path}"))
    assert out.landed and not (tree / "done").exists()
    assert (tree / name).read_text().splitlines()[-1] == f"# {name}"


def test_an_import_is_added_where_it_is_not_and_a_dry_run_shows_it(tree):
    out = rewritten(tree, imports=["from tracing import trace"], dry_run=True)
    texts = {file.path: file.after.text for file in out.files}
    assert texts["a.py"].startswith('"""Doc."""\n\nimport os\nfrom tracing import trace\n')
    assert texts["b.py"].startswith("import os\r\nfrom tracing import trace\r\ntrace(")
    assert "c.py" not in texts
    (tree / "a.py").write_text("from tracing import (\n    span,\n    trace,\n)\nlog(1, 2)\n")
    out = rewritten(tree, "a.py", imports=["from tracing import trace"])
    assert out.files[0].after.text.count("tracing") == 1


def test_an_import_that_the_template_makes_is_not_added_again(tree):
    (tree / "a.py").write_text("from old import log\n\nlog(1)\n")
    out = se.rewrite(
        tree / "a.py",
        pattern="from old import log",
        template="from new import log",
        imports=["from new import log"],
        root=tree,
    )
    assert out.files[0].after.text == "from new import log\n\nlog(1)\n"


def test_what_cannot_be_imported_is_refused_with_its_file(tree):
    out = rewritten(tree, "a.py", imports=["tracing"])
    assert [(e.path, e.reason) for e in out.batch.failed] == [("a.py", "not_a_block")]
    assert "'tracing'" in out.batch.failed[0].outcome.message


def test_of_a_list_of_imports_those_that_are_missing_are_added(tree):
    out = rewritten(tree, "a.py", imports=["import os, tracing"])
    assert "import os\nimport tracing\n" in out.files[0].after.text


HAS = [
    ("a.py", "from x import a\nimport os, sys\n", "import sys", "import re"),
    ("a.py", "from x import b as c\n", "from x import b as c", "from x import b"),
    ("a.ts", "import d, { a, b as c } from 'x';\n", 'import { a } from "x"', "import a from 'x'"),
    ("a.ts", "import d, { a } from 'x';\n", "import d from 'x'", "import { d } from 'x'"),
    ("a.go", 'package a\nimport (\n "os"\n x "io"\n)\n', 'import "os"', 'import "io"'),
    ("a.rs", "use a::{b, c};\n", "use a::c;", "use a::d;"),
    ("A.java", "import java.util.List;\n", "import java.util.List;", "import java.util.Set;"),
    ("a.c", "#include <a.h>\n", "#include <a.h>", '#include "a.h"'),
    ("a.php", "<?php\nuse A\\{B, C};\n", "use A\\B;", "use A\\D;"),
    ("a.kt", "import a.b\nimport a.c\n", "import a.c", "import a.d"),
]


@pytest.mark.parametrize(("path", "text", "known", "new"), HAS)
def test_an_import_is_known_however_it_is_listed(path, text, known, new):
    document = Document.from_text(text, path=path)
    assert se.insert(document, known, at="imports").status == "already_applied"
    assert se.insert(document, new, at="imports").status == "applied"


def without(tmp_path, path, text, name):
    """The text of a file in which `old(x)` is rewritten to `new(x)`, and an import deleted if that left it unused."""
    (tmp_path / path).write_text(text)
    out = se.rewrite(
        tmp_path / path,
        regex=r"\bold\(x\)",
        template="new(x)",
        unimports=[name],
        root=tmp_path,
    )
    return out.files[0].after.text if out.files else out.batch.failed[0].outcome.message


GONE = [
    ("a.py", "from m import old\n\nold(x)\n", "old", "new(x)\n"),
    (
        "a.py",
        "import os\nfrom m import old  # noqa\nold(x)\n",
        "from m import old",
        "import os\nnew(x)\n",
    ),
    ("a.py", "from m import (\n    a,\n    old,\n)\nold(x, a)\nold(x)\n", "old", None),
    (
        "a.py",
        "from m import (\n    a,\n    old,\n)\na(old(x))\n",
        "old",
        "from m import (\n    a,\n)\na(new(x))\n",
    ),
    ("a.py", "from m import a, n as old\na(old(x))\n", "old", "from m import a\na(new(x))\n"),
    ("a.py", "import a, old\na.f(old(x))\n", "import old", "import a\na.f(new(x))\n"),
    (
        "a.ts",
        "import d, { old } from 'm';\nd(old(x));\n",
        "old",
        "import d from 'm';\nd(new(x));\n",
    ),
    (
        "a.ts",
        "import old, { a } from 'm';\na(old(x));\n",
        "import old from 'm'",
        "import { a } from 'm';\na(new(x));\n",
    ),
    (
        "a.js",
        "const { a, old } = require('m');\na(old(x));\n",
        "old",
        "const { a } = require('m');\na(new(x));\n",
    ),
    ("a.js", "const old = require('m');\nold(x);\n", "old", "new(x);\n"),
    ("a.rs", "use m::{a, old};\nfn f() { a(old(x)) }\n", "m::old", None),
    (
        "a.rs",
        "use m::{a, old};\nfn f() { a(old(x)) }\n",
        "use m::old;",
        "use m::{a};\nfn f() { a(new(x)) }\n",
    ),
    (
        "a.kt",
        "import m.a\nimport m.old\n\nfun f() = a(old(x))\n",
        "old",
        "import m.a\n\nfun f() = a(new(x))\n",
    ),
    ("a.lua", 'local old = require "m"\nold(x)\n', "old", "new(x)\n"),
    (
        "a.vue",
        "<script setup>\nimport { old } from 'm'\nold(x)\n</script>\n<template><p/></template>\n",
        "old",
        "<script setup>\nnew(x)\n</script>\n<template><p/></template>\n",
    ),
]


@pytest.mark.parametrize(("path", "text", "name", "expected"), GONE)
def test_an_import_that_became_unused_is_deleted(tmp_path, path, text, name, expected):
    """Where `expected` is None, something still uses it, or nothing of that name is imported."""
    expected = text.replace("old(x)", "new(x)") if expected is None else expected
    assert without(tmp_path, path, text, name) == expected


KEPT = [
    (
        "a.js",
        "import { old } from 'm';\n/** @type {old} */\nlet a = old(x);\n",
        "old",
        "which a comment may use",
    ),
    ("a.py", "from m import old\nold(x)\ng(old)\n", "old", "which is used"),
    ("a.py", '__all__ = ["old"]\nfrom m import old\nold(x)\n', "old", "which is exported"),
    (
        "__init__.py",
        "from m import old\nold(x)\n",
        "old",
        "which other files may import from a package",
    ),
    (
        "a.py",
        "import m\nold(x)\n",
        "m",
        "which nothing used before: it may be there for its effects",
    ),
    (
        "a.py",
        "try:\n    from m import old\nexcept E:\n    pass\nold(x)\n",
        "old",
        "which is conditional",
    ),
    ("a.rs", "pub use m::old;\nfn f() { old(x) }\n", "old", "which is public"),
    (
        "a.jsx",
        "import React from 'react';\nconst a = React.b(old(x));\nconst c = <p/>;\n",
        "React",
        "for JSX",
    ),
    (
        "a.vue",
        "<script setup>\nimport oldRow from 'm'\nold(x)\n</script>\n<template><old-row/></template>\n",
        "oldRow",
        "which markup uses in another spelling",
    ),
]


@pytest.mark.parametrize(("path", "text", "name", "why"), KEPT, ids=[row[-1] for row in KEPT])
def test_an_import_is_kept(tmp_path, path, text, name, why):
    assert without(tmp_path, path, text, name) == text.replace("old(x)", "new(x)")


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("a.js", "import 'm';\nold(x);\n", "import 'm'"),
        ("a.c", "#include <m.h>\nint a = old(x);\n", "#include <m.h>"),
    ],
)
def test_an_import_that_brings_no_name_is_never_deleted(tmp_path, path, text, name):
    assert "imports no name" in without(tmp_path, path, text, name)
    assert (tmp_path / path).read_text() == text


@pytest.mark.parametrize(
    ("path", "text", "name", "expected"),
    [
        (
            "a.vue",
            "<template><p/></template>\n<script>\nold(1)\n</script>\n<style>\na {}\n</style>\n",
            "import a from 'a'",
            "<script>\nimport a from 'a'\nnew(1)\n",
        ),
        (
            "a.js",
            "const b = require('b');\nold(1);\n",
            "const a = require('a');",
            "const b = require('b');\nconst a = require('a');\nnew(1);\n",
        ),
        (
            "a.js",
            "const a = require('a');\nold(1);\n",
            'const a = require("a")',
            "const a = require('a');\nnew(1);\n",
        ),
    ],
)
def test_components_and_calls_of_require_take_an_import(tmp_path, path, text, name, expected):
    (tmp_path / path).write_text(text)
    out = se.rewrite(tmp_path / path, regex="old", template="new", imports=[name], root=tmp_path)
    assert expected in out.files[0].after.text


def test_a_model_may_name_imports_to_delete(tmp_path):
    (tmp_path / "a.py").write_text("from m import old\nold(1)\n")
    given = {"paths": ["a.py"], "pattern": "old($A)", "template": "new($A)", "unimports": ["old"]}
    reply = tools.dispatch("rewrite", given, se.Session(tmp_path))
    assert "-from m import old" in reply.text


def test_a_new_import_takes_the_place_of_the_one_that_it_makes_unused(tmp_path):
    (tmp_path / "a.py").write_text("from m import old\n\nold(x)\n")
    out = se.rewrite(
        tmp_path / "a.py",
        pattern="old($A)",
        template="new($A)",
        root=tmp_path,
        imports=["from m import new"],
        unimports=["old"],
    )
    assert out.files[0].after.text == "from m import new\n\nnew(x)\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"imports": [" "]}, "an import is empty"),
        ({"unimports": [" "]}, "an import is empty"),
        ({"formatter": ""}, "the formatter is empty"),
        ({"formatter": "black 'x"}, "cannot be split"),
        ({"formatter": "no-such-program -q"}, "'no-such-program' was not found"),
    ],
)
def test_wrong_words_are_told_before_a_file_is_looked_at(tree, arguments, says):
    with pytest.raises(UsageError, match=says):
        rewritten(tree, "none.py", **arguments)


def test_a_model_may_name_imports_but_no_program(tree):
    """The tools are called by whoever the model has read; a formatter is a command."""
    given = {"paths": ["a.py"], "pattern": "log($A, $B)", "template": "trace($A, $B)"}
    session = se.Session(tree)
    reply = tools.dispatch("rewrite", {**given, "imports": ["import tracing"]}, session)
    assert "+import tracing" in reply.text
    reply = tools.dispatch("rewrite", {**given, "formatter": "touch done"}, session)
    assert not reply.landed and "formatter" in reply.text
    assert not (tree / "done").exists()


RULE = """{id: traced, language: python, rule: {pattern: "log($A, $B)"}, fix: "trace($A,   $B)"}"""
SCRIPT = """
def edit(tree):
    calls = tree.query('((call function: (identifier) @f) @c (#eq? @f "log"))')
    return [call.replace("trace(1,   2)") for call in calls]
"""
NEEDS = {"imports": ["from tracing import trace"], "formatter": SQUEEZE}
DONE = b"import os\r\nfrom tracing import trace\r\ntrace(%s, 2)\r\n"


def fixed_by_rules(tree, **arguments):
    return se.scan(tree, inline_rules=RULE, fix=True, root=tree, **arguments).fixes


def run_by_a_script(tree, **arguments):
    (tree / "script.txt").write_text(SCRIPT)
    return se.run(str(tree / "script.txt"), tree, root=tree, **arguments)


@pytest.mark.parametrize(
    ("carry_out", "first"),
    [(rewritten, b'"b"'), (fixed_by_rules, b'"b"'), (run_by_a_script, b"1")],
)
def test_both_are_taken_wherever_many_files_are_edited(tree, carry_out, first, monkeypatch):
    monkeypatch.setattr(executors, "may_be_copied", lambda: False)
    monkeypatch.setattr(executors, "_WORTH_A_START", 0.0)
    before = (tree / "b.py").read_bytes()
    out = carry_out(tree, **NEEDS, dry_run=True)
    shown = {file.path: file.after.data for file in out.files}
    assert shown["b.py"] == DONE % first
    assert (tree / "b.py").read_bytes() == before
    out = carry_out(tree, **NEEDS, jobs=2) if carry_out is rewritten else carry_out(tree, **NEEDS)
    assert (tree / "b.py").read_bytes() == DONE % first and set(shown) == {"a.py", "b.py"}
    assert se.undo(out.undo_id, root=tree).landed and (tree / "b.py").read_bytes() == before


def test_a_fleet_takes_both_and_says_what_failed(tree):
    fails = (sys.executable, "-c", READS + "sys.exit('no luck')")
    what = {"pattern": "log($A, $B)", "template": "trace($A,   $B)"}
    (row,) = se.rewrite_fleet([tree], **what, formatter=fails).rows
    assert (row.status, row.files, row.refused) == ("refused", 0, 2)
    assert row.refusals[0].startswith("a.py: format_failed: ") and "no luck" in row.refusals[0]
    (row,) = se.rewrite_fleet([tree], **what, **NEEDS).rows
    assert (row.status, row.files) == ("applied", 2)
    assert (tree / "b.py").read_bytes() == DONE % b'"b"'


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no terminal of its own to ask on")
def test_hits_are_picked_as_they_are_and_what_is_picked_is_finished(tree):
    (tree / "a.py").write_text("log(1,   2)\nlog(3,   4)\n")
    (tree / "broken.py").write_text("def f(:\n    log(5,   6)\n")
    (tree / "b.py").unlink()
    (tree / "squeeze.txt").write_text(SQUEEZE[2])
    command = f"'{sys.executable}' '{tree / 'squeeze.txt'}'"
    words = ["rewrite", "-p", "log($A, $B)", "-r", "trace($A,   $B)", "-i", str(tree)]
    words += ["--import", "from tracing import trace", "--format", command]
    code, shown = asked([sys.executable, "-m", "structedit", *words], "ny")
    assert "+trace(3,   4)" in shown and "left as it is: broken.py: broken_target" in shown
    assert (tree / "a.py").read_text() == "from tracing import trace\nlog(1, 2)\ntrace(3, 4)\n"
    assert code == 4, "since a file is left as it is"
    code, shown = asked([sys.executable, "-m", "structedit", *words], "n")
    assert (code, "nothing is changed" in shown) == (4, True)


def asked(command, answers):
    """The exit code of a command on a terminal, with an answer to each question, and all that it showed."""
    import pty

    process, terminal = pty.fork()
    if not process:
        os.execv(command[0], command)
    shown = b""
    while True:
        try:
            new = os.read(terminal, 4096)
        except OSError:  # as the terminal of a process that has ended says it
            new = b""
        if not new:
            return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()
        shown += new
        if answers and b"]? " in new:
            os.write(terminal, answers[0].encode() + b"\n")
            answers = answers[1:]


def test_a_call_of_a_tool_is_never_answered_with_itself(tree):
    """Nor is one offered that would change nothing."""
    session = se.Session(tree)
    reply = tools.dispatch("rewrite", {"pattern": "log($A, $B)"}, session)
    assert "needs 'template'" in reply.text and "try:" not in reply.text
    nothing = {"pattern": "nowhere($A)", "template": "x"}
    assert "try:" not in tools.dispatch("rewrite", nothing, session).text
    found = {"pattern": "log($A, $B)", "template": "x($A)"}
    assert '"dry_run": false' in tools.dispatch("rewrite", found, session).text
