"""A mistake in a query, pattern, template or rule is reported before any file is read."""

from pathlib import Path

import pytest

import structedit as se
from checkout import ROOT
from structedit.disk import files
from structedit.faces.command import cli
from structedit.languages.grammars import captures_in, check_query
from structedit.search.patterns import pattern_reading

CONFIG = ROOT / "grammars_config"


@pytest.fixture
def root(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.py").write_text("def f(x):\n    return old(x)\n")
    (tmp_path / "b.js").write_text("function f(x) { return old(x); }\n")
    (tmp_path / "c.go").write_text("package c\n\nfunc f(x int) int { return old(x) }\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def read(monkeypatch):
    """The names of the source files that are read."""
    found, plain = [], files.read

    def noted(path, *given, **named):
        found.append(Path(path).name)
        return plain(path, *given, **named)

    def noted_in(folder, top, path, **options):
        found.append(Path(path).name)
        return plain_in(folder, top, path, **options)

    plain_in = files.bytes_in
    monkeypatch.setattr(files, "read", noted)
    monkeypatch.setattr(files, "bytes_in", noted_in)
    return found


@pytest.mark.parametrize(
    "query",
    [
        '(MISSING "}") @m (MISSING identifier) @n (ERROR) @e',
        "(expression/binary_expression) @b",
        "(call function : (identifier)+ @f !arguments . (_)? @x)",
        '[(a) "b"]* @c ; a comment with ( and "',
        '((a) @x (#any-of? @x "(" "\\""))',
        '(a name:_ @x (#match? @x "[(]"))\n\n(b)@y',
    ],
)
def test_what_only_a_grammar_can_judge_is_left_to_it(query):
    check_query(query)


@pytest.mark.parametrize("path", sorted(CONFIG.glob("**/*.scm")), ids=lambda p: p.parent.name)
def test_the_queries_of_all_languages_pass(path):
    if "@" in path.read_text():
        check_query(path.read_text())


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("(foo", r"Unexpected EOF.*the '\(' at line 1, column 1 is never closed"),
        ("(a) @x)", "Invalid syntax at row 0, column 6"),
        ("(call\n  identifier) @x", "Invalid syntax at row 1, column 2"),
        ('(call "open) @x', "Invalid syntax at row 0, column 6"),
        ('(a) @x (#eq? @y "b")', "Invalid capture name at row 0, column 14: y"),
        ("((a) @x (#eq? @x))", "#eq. expects 2 arguments"),
        ('((a) @x (#match? @x "("))', "regular expression"),
        ("identifier", "Invalid syntax at row 0, column 0"),
        ("", "is empty"),
        (" \n", "is empty"),
        ("; only a comment", "has no capture"),
        ("(identifier)", "has no capture"),
    ],
)
def test_a_query_that_is_wrong_everywhere_is_refused_unread(root, read, query, said):
    for call in (
        lambda: se.find(root, query=query),
        lambda: se.rewrite(root, query=query, template="x"),
        lambda: se.rewrite(root, query=query, template=lambda match: "x"),
        lambda: se.rewrite_fleet([root], query=query, template="x"),
        lambda: se.find(root / "a.py", query=query, language="python"),
    ):
        with pytest.raises(se.UsageError, match=f"(?s){said}"):
            call()
    assert read == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"regex": "("},
        {"pattern": ""},
        {"pattern": "$A"},
        {"pattern": "x", "context": "y"},
        {"pattern": "old($A)", "node_type": "nonsense", "language": "python"},
        {"query": "(nonsense) @x", "language": "python"},
        {"query": "(call fonction: (_) @x)", "language": "py"},
    ],
)
def test_other_mistakes_are_reported_unread_too(root, read, arguments):
    with pytest.raises(se.UsageError):
        se.find(root, **arguments)
    with pytest.raises(se.UsageError):
        se.rewrite(root, template="x", **arguments)
    assert read == []


@pytest.mark.parametrize(
    ("given", "template"),
    [
        ({"query": '((identifier) @a (#eq? @a "@b"))'}, "$b"),
        ({"pattern": "old($A)"}, "new($B)"),
        ({"regex": "(o)ld"}, "$2"),
    ],
)
def test_a_template_is_checked_unread(root, read, given, template):
    with pytest.raises(se.UsageError, match="the template has"):
        se.rewrite(root, template=template, **given)
    assert read == []


def test_a_capture_that_one_match_lacks_is_an_error_there(root):
    """The query captures it, so the template is right; the first match does not have it."""
    query = "(return_statement (call arguments: (argument_list (string)? @s))) @all"
    with pytest.raises(se.UsageError, match=r"\$s.*does not capture"):
        se.rewrite(root / "a.py", query=query, template="return $s")


@pytest.mark.parametrize(
    "rule",
    ["kind: nonsense", "pattern: $A", "regex: (", "any: [{kind: call}, {has: {kind: nope}}]"],
)
def test_a_rule_is_checked_unread(root, read, rule):
    with pytest.raises(se.UsageError):
        se.scan(root, inline_rules=f"id: r\nlanguage: python\nrule:\n  {rule}\n")
    assert read == []


@pytest.mark.parametrize(
    "words",
    [
        ("find", "--query", "(foo", "."),
        ("find", "--query", "(nonsense) @x", "."),
        ("find", "--query", "(nonsense) @x", ".", "--language", "python"),
        ("find", "-p", "$A", "."),
        ("find", "-p", "old($A)", "--node-type", "nonsense", "."),
        ("rewrite", "--query", "(foo", "-r", "x", "."),
        ("rewrite", "--query", "(nonsense) @x", "-r", "x", "."),
        ("rewrite", "--query", "(identifier) @x", "-r", "$y", "."),
        ("rewrite", "-p", "old($A)", "-r", "$B", "."),
    ],
)
def test_the_command_ends_with_2(root, read, words, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["structedit", *words])
    assert cli.main() == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert read == []


# Languages


def test_files_of_a_language_that_a_query_does_not_fit_are_not_read(root, read):
    """`call` is a node of Python, `call_expression` one of JavaScript and Go."""
    found = se.find(root, query="(call function: (identifier) @f)")
    assert [Path(path).name for path, _ in found] == ["a.py"]
    assert read == ["a.py"]
    read.clear()
    out = se.rewrite(root, query="(call function: (identifier) @f)", template="new", dry_run=True)
    assert (out.searched, [file.path for file in out.files]) == (3, ["a.py"])
    assert set(read) == {"a.py"}


def test_a_query_that_fits_no_language_names_them(root):
    with pytest.raises(
        se.UsageError, match=r"does not fit python.*nonsense.*go, javascript, python"
    ):
        se.find(root, query="(nonsense) @x")


def test_a_file_whose_name_does_not_decide_is_read(root, read):
    """Headers may be C or C++, and a script has its language in its first line."""
    (root / "tool").write_text("#!/usr/bin/env python3\nold(1)\n")
    (root / "list.h").write_text("namespace a { int b = 1; }\n")
    found = se.find(root, query="(call function: (identifier) @f)")
    assert sorted(Path(path).name for path, _ in found) == ["a.py", "tool"]
    assert {"tool", "list.h"} <= set(read)
    found = se.find(root, query="(namespace_definition) @n")
    assert [Path(path).name for path, _ in found] == ["list.h"]


def test_in_a_root_with_languages_of_its_own_names_do_not_decide(root):
    (root / "structedit.toml").write_text(
        '[languages.mine]\ngrammar = "javascript"\nextensions = ["py"]\n'
    )
    (root / "a.py").write_text("old(1);\n")
    (root / "b.js").unlink()
    query = "(call_expression function: (identifier) @f)"
    found = se.find(root, query=query)
    assert [Path(path).name for path, _ in found] == ["a.py", "c.go"]
    out = se.rewrite(root, query=query, template="renamed", dry_run=True)
    assert [file.path for file in out.files] == ["a.py", "c.go"]


def test_a_file_that_is_named_text_is_not_parsed_for_a_query(root):
    with pytest.raises(se.UsageError, match="needs a parsed file"):
        se.find(root, query="(call) @c", language="text")


def test_a_pattern_that_cannot_be_read_is_tried_once_for_a_language(root, monkeypatch):
    tried = []
    plain = pattern_reading._reading

    def noted(pattern, profile):
        tried.append(profile.id)
        return plain(pattern, profile)

    monkeypatch.setattr(pattern_reading, "_reading", noted)
    for number in range(4):
        (root / f"d{number}.py").write_text("old(x)\n")
    with pytest.raises(se.UsageError, match="node_that_is_not"):
        se.find(root, pattern="old($A)", node_type="node_that_is_not")
    assert sorted(tried) == ["go", "javascript", "python"]


def test_a_pattern_that_does_not_parse_leaves_files_unparsed(root, monkeypatch):
    from structedit.search.patterns import pattern_hits

    monkeypatch.setattr(pattern_hits, "pattern_hits", lambda *_: pytest.fail("it was searched"))
    with pytest.raises(se.UsageError, match="the pattern is incomplete"):
        se.rewrite(root / "a.py", pattern="def (old", template="x")


def test_captures_in_predicates_comments_and_texts_are_none():
    assert captures_in('("@a" @b (#eq? @b "@c")) ; @d') == ("b",)
