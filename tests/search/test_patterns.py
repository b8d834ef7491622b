"""Patterns of code: how they are read, what they fit, and what a template makes of it.

`patterns/readings.txt` has patterns of every language with the types of the nodes that they are read as,
`patterns/cases.txt` files with what is found in them, or what becomes of them.
"""

import json
import pickle
import random
import re
from pathlib import Path

import patterns_law
import pytest

import structedit as se
from checkout import ROOT, TESTS
from structedit.calls.code_patterns import Strictness, code_pattern
from structedit.languages.known import profile
from structedit.search.patterns.metavariables import masked, metavariables
from structedit.search.patterns.pattern_hits import may_hold, pattern_hits
from structedit.search.patterns.pattern_reading import read_pattern, tree_text
from structedit.tree.broken import hiding
from structedit.tree.source import Source

DATA = TESTS / "patterns"
FIXTURES = ROOT / "fixtures"
SECTION = re.compile(r"^-- (\w+) --\n", re.MULTILINE)


def readings():
    language = ""
    for line in (DATA / "readings.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("%%%% "):
            language = line[5:]
        else:
            pattern, _, types = line.rpartition("  ->  ")
            yield pytest.param(language, json.loads(pattern), types, id=f"{language} {pattern}")


@pytest.mark.parametrize(("language", "pattern", "types"), [*readings()])
def test_a_pattern_is_read_as_what_it_is_in_its_language(language, pattern, types):
    read = read_pattern(code_pattern(pattern), profile(language))
    assert not read.warning
    assert " ".join("$" if n.hole else n.type for n in read.sought.nodes) == types


def cases():
    text = (DATA / "cases.txt").read_text(encoding="utf-8")
    for block in text.split("%%%% ")[1:]:
        head, *parts = SECTION.split(block)
        sentence, *flags = head.strip().splitlines()
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        yield pytest.param(dict(f.split(": ", 1) for f in flags), sections, id=sentence)


def options(flags, sections):
    given = {}
    for word in flags.get("options", "").split():
        name, _, value = word.partition("=")
        given[name] = value or True
    if "context" in sections:
        given["context"] = sections["context"].removesuffix("\n")
    return given


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("flags", "sections"), [*cases()])
def test_a_case(flags, sections, newline, tmp_path):
    file = tmp_path / flags["path"]
    data = sections["input"].replace("\n", newline).encode()
    file.write_bytes(data)
    given, pattern = options(flags, sections), sections["pattern"].removesuffix("\n")
    template = sections.get("template", "").removesuffix("\n")

    def done():
        if "template" in sections:
            return se.rewrite(file, pattern=pattern, template=template, **given)
        return [hit.text for _, hit in se.find(file, pattern=pattern, **given)]

    if "raises" in sections:
        with pytest.raises(se.UsageError, match=re.escape(sections["raises"].strip())):
            done()
        assert file.read_bytes() == data
    elif "template" not in sections:
        found = "".join(f"{text}\n" for text in done()).replace("\r\n", "\n")
        assert found == sections["hits"]
    else:
        run = done()
        assert file.read_bytes().decode() == sections["expected"].replace("\n", newline)
        passed = "".join(f"{h.lines.first} {h.reason} {h.text}\n" for h in run.passed)
        assert passed == sections.get("passed", "")
        assert run.landed == (not run.passed)
        if file.read_bytes() != data:
            se.undo(root=tmp_path)
            assert file.read_bytes() == data


def test_a_file_with_a_hit_that_is_passed_over_is_left_alone_where_all_or_none_is_asked_for(
    tmp_path,
):
    file = tmp_path / "a.js"
    file.write_text("foo(a, /* c */ b)\nfoo(c, d)\n")
    run = se.rewrite(file, pattern="foo($A, $B)", template="bar($A, $B)", partial=False)
    assert file.read_text() == "foo(a, /* c */ b)\nfoo(c, d)\n"
    assert not run.landed and [hit.lines.first for hit in run.passed] == [1]
    assert "unmatched_rest" in run.report() and "a.js:1" in run.report()


def test_a_file_in_which_no_hit_is_rewritten_is_refused_and_listed(tmp_path):
    (tmp_path / "a.js").write_text("foo(a, /* c */ b)\n")
    (tmp_path / "b.js").write_text("foo(a, b)\n")
    run = se.rewrite(tmp_path, pattern="foo($A, $B)", template="bar($A, $B)")
    assert [(t.status.value, str(t.reason), t.files) for t in run.summary] == [
        ("applied", "None", 1),
        ("refused", "unmatched_rest", 1),
    ]
    assert run.to_dict()["passed"][0]["reason"] == "unmatched_rest"
    assert (tmp_path / "b.js").read_text() == "bar(a, b)\n"


def test_a_pattern_that_does_not_parse_is_refused_everywhere_but_where_a_rewrite_is_forced(
    tmp_path,
):
    file = tmp_path / "a.c"
    file.write_text("void f() { zfree(p); }\n")
    for language in (None, "c"):
        with pytest.raises(se.UsageError, match="does not parse as c"):
            se.find(file, pattern="zfree($A)", reading="bare", language=language)
    with pytest.raises(se.UsageError, match="does not parse as c"):
        se.rewrite(file, pattern="zfree($A)", template="free($A)", reading="bare")
    run = se.rewrite(file, pattern="zfree($A)", template="free($A)", reading="bare", force=True)
    assert run.landed and not run.files


def test_files_in_whose_language_the_pattern_does_not_parse_are_passed_over(tmp_path):
    (tmp_path / "a.py").write_text("x = [y for y in z]\n")
    (tmp_path / "a.c").write_text("int x;\n")
    found = se.find(tmp_path, pattern="[$A for $A in $B]")
    assert [(Path(path).name, hit.text) for path, hit in found] == [("a.py", "[y for y in z]")]


@pytest.mark.parametrize("pattern", ["$A $$OP $B", "$A\n$B", "$$$", "$_", " $A "])
def test_a_pattern_without_code_is_an_error(pattern):
    for reading in ("auto", "bare"):
        with pytest.raises(se.UsageError, match=r"(is|has) only"):
            read_pattern(code_pattern(pattern, reading=reading), profile("typescript"))


def test_a_metavariable_inside_a_name_is_said_to_be_none(tmp_path):
    read = read_pattern(code_pattern("@the_$A = 1"), profile("ruby"))
    assert "$A is inside a longer string or name" in read.warning


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"strictness": "loose"}, "'strictness' cannot be 'loose'"),
        ({"reading": "best"}, "'reading' cannot be 'best'"),
        ({"node_type": "nothing"}, "no node 'nothing'"),
        ({"context": "g()"}, "does not contain the pattern"),
    ],
)
def test_options_that_mean_nothing_are_errors(options, part):
    doc = se.Document.from_text("f(1)\n", path="a.py")
    with pytest.raises(se.UsageError, match=part):
        se.find(doc, pattern="f($A)", **options)


def test_a_query_and_a_pattern_exclude_each_other(tmp_path):
    with pytest.raises(se.UsageError, match="a query or a pattern"):
        se.rewrite(tmp_path, query="(x) @x", pattern="f()", template="")
    with pytest.raises(se.UsageError, match="a query or a pattern"):
        se.rewrite(tmp_path, template="")
    with pytest.raises(se.UsageError, match="is a string"):
        se.rewrite(tmp_path, pattern="f()", template=lambda match: "")


def test_a_tree_matches_patterns_and_its_nodes_make_edits():
    tree = se.parse(se.Document.from_text("f(1, 2) # x\ng(f(3, /* c */ 4))\n", path="a.js"))
    first, second = tree.match("f($A, $$$B)")
    assert (first.text, first["A"].text, first["B"].text) == ("f(1, 2)", "1", "2")
    assert (second.rest, first.rest) == ((), ())
    assert second["B"].text == "/* c */ 4"
    (found,) = tree.match("f($A, 4)")
    assert found.rest == ("/* c */",)
    assert pickle.loads(pickle.dumps(first)) == first
    assert first.replace("h()").new == b"h()"


def test_a_file_without_the_words_of_a_pattern_is_not_parsed():
    source = Source.of(se.Document.from_text("x = 1\n" * 3, path="a.py"))
    assert not may_hold(source, code_pattern("foo.bar($A)"))
    assert may_hold(source, code_pattern("$A + $B"))
    assert "_parsed" not in source.__dict__


@pytest.mark.parametrize(
    ("path", "text", "pattern", "may"),
    [
        ("a.py", "# a callable that\nx = f(callable, y)", "callable($A)", False),
        ("a.py", "uncallable(x)", "callable($A)", False),
        ("a.py", "callables(x)", "callable($A)", False),
        ("a.py", "callable (x)", "callable($A)", True),
        ("a.py", "callable \\\n  (x)", "callable($A)", True),
        ("a.py", "# callable\n", "callable($A)", True),
        ("a.go", "strings.IndexByte(s)", "strings.Index($A)", False),
        ("a.c", "a = memmove /* b */ (c)", "memmove($A)", True),
        ("a.c", "memmove, 1", "memmove($A)", False),
        ("a.lua", "print -- a\n(b)", "print($A)", True),
        ("a.ts", "a.then, b", "$A.then($$$B)", False),
        ("a.ts", "a.then<T>(b)", "$A.then($$$B)", True),
        ("a.ts", "a[b]", "a[$B]", True),
        ("a.ts", "a(b)", "a[$B]", False),
    ],
)
def test_a_name_before_a_bracket_is_looked_for_with_what_may_stand_between(
    path, text, pattern, may
):
    source = Source.of(se.Document.from_text(text, path=path))
    assert may_hold(source, code_pattern(pattern)) == may


@pytest.mark.parametrize(
    ("path", "text", "hits"),
    [
        ("a.js", "foo(1); foo /* a */ (2);\nfoo // b\n(3); a.foo(4)", 3),
        ("a.js", "foo ) (1)", 0),
        ("a.py", "foo(1)\nfoo \\\n  (2)\n(foo # a\n  (3))", 3),
    ],
)
def test_comments_and_nothing_else_stand_between_a_name_and_its_bracket(path, text, hits):
    found = pattern_hits(Source.of(se.Document.from_text(text, path=path)), code_pattern("foo($A)"))
    assert len(found.hits) == hits


@pytest.mark.parametrize(
    ("language", "pattern", "tokens"),
    [
        ("typescript", "$A == $A", ["=="]),
        ("typescript", "f($A ?? $B, (x) => $C)", ["??", "=>"]),
        ("typescript", "$A < $B ? $C : f($D)", []),
        ("rust", "$A..=$B", ["..="]),
        ("python", "def f($$$A) -> $B: $C", ["def", "->"]),
        ("c", "sizeof($A)", ["sizeof"]),
        ("c", "if ($A) { $$$B }", ["if"]),
        ("gleam", "$A == $B", []),
    ],
)
def test_keywords_and_operators_that_every_hit_has_are_known(language, pattern, tokens):
    read = read_pattern(code_pattern(pattern), profile(language))
    assert [one.decode() for one in read.needed.tokens] == tokens


@pytest.mark.parametrize(
    ("path", "pattern", "text"),
    [
        ("a.php", "<?php foreach ($A as $B) { $$$C }", "<?php\nFOREACH ($x as $y) { f(); }\n"),
        ("a.ps1", "if ($A) { $$$B }", "If ($true) { f }\n"),
    ],
)
def test_keywords_are_found_however_a_language_spells_them(path, pattern, text):
    source = Source.of(se.Document.from_text(text, path=path))
    assert may_hold(source, code_pattern(pattern))


def test_a_file_without_an_operator_of_a_pattern_is_not_parsed():
    pattern = code_pattern("$A == $A")
    for text, holds in (
        ("a = b\n", False),
        ("a == b\n", True),
        ("a = 'ä'\n", False),
        ("a = '≠'\n", True),
    ):
        assert may_hold(Source.of(se.Document.from_text(text, path="a.py")), pattern) is holds
    loose = code_pattern("$A == $A", strictness="relaxed")
    assert may_hold(Source.of(se.Document.from_text("a = b\n", path="a.py")), loose)


def test_hits_are_the_same_by_the_places_of_a_word_and_by_a_query():
    text = "".join(f"def f{n}():\n    return get(g{n % 7}, {n})\n" for n in range(200))
    source = Source.of(se.Document.from_text(text, path="a.py"))
    rare = source.tree.fits(read_pattern(code_pattern("get($A, 42)"), source.profile).sought)
    assert [fit.span.of(source.data) for fit in rare] == [b"get(g0, 42)"]
    frequent = source.tree.fits(read_pattern(code_pattern("get(g3, $A)"), source.profile).sought)
    assert len(frequent) == text.count("get(g3, ")


def test_a_template_that_its_pattern_fits_again_is_said(tmp_path):
    (tmp_path / "a.js").write_text("f(1)\nf(2)\n")
    run = se.rewrite(tmp_path, pattern="f($A)", template="f(g($A))", dry_run=True)
    assert run.landed and "another run would change it again" in run.report()
    run = se.rewrite(tmp_path, pattern="f($A)", template="g($A)", dry_run=True)
    assert run.notes == ()


def test_metavariables_are_told_from_code():
    found = [one.text for one in metavariables("$A $Ab $$B $$$ $$$C $_ $_D $ $$ $e $$$f")]
    assert found == ["$A", "$$B", "$$$", "$$$C", "$_", "$_D"]
    assert masked("f($A, $B)", ["µ#"]).spelled("µM1".encode()) == b"$B"


def test_long_and_deep_patterns_end():
    long = "x = [" + ", ".join(f"f({n})" for n in range(800)) + "]"
    deep = "x = " + "(" * 300 + "a" + ")" * 300
    for text in (long, deep):
        doc = se.Document.from_text(f"{text}\n", path="a.py")
        assert [hit.text for _, hit in se.find(doc, pattern=text)] == [text]
    doc = se.Document.from_text(f"{long}\n", path="a.py")
    with pytest.raises(se.UsageError, match="too long"):
        se.find(doc, pattern=long, backtrack=True)


def test_every_strictness_is_a_sentence():
    said = Strictness.__doc__
    assert all(f"`{member.name}`" in said for member in Strictness)


def test_the_tree_of_a_pattern_is_shown_as_it_is_read():
    read = read_pattern(code_pattern("free($A, $$$B)"), profile("c"))
    assert tree_text(read).splitlines()[:4] == [
        "parsed inside int x = ( … );",
        "call_expression",
        "  identifier 'free'",
        "  argument_list",
    ]


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        ("foo($A))", "the ')' at line 1, column 8 closes nothing"),
        ("if ($A) {\n  foo($B]\n}", "the '(' at line 2, column 6 is never closed"),
        ("x + + * $A", "an error is at line 1, column 7"),
    ],
)
def test_a_pattern_that_does_not_parse_is_an_error_with_the_place(pattern, part, tmp_path):
    (tmp_path / "a.js").write_text("foo(1)\n")
    for language in (None, "javascript"):
        with pytest.raises(se.UsageError, match=re.escape(part)):
            se.rewrite(tmp_path, pattern=pattern, template="bar()", language=language)
        with pytest.raises(se.UsageError, match=re.escape(part)):
            se.find(tmp_path, pattern=pattern, language=language)
    assert (tmp_path / "a.js").read_text() == "foo(1)\n"


def test_a_bracket_that_the_pattern_lacks_is_an_error_unless_the_language_is_named(tmp_path):
    (tmp_path / "a.js").write_text("bar(1)\n")
    said = "as if its brackets were balanced, but the '(' at line 1, column 4 is never closed"
    with pytest.warns(UserWarning, match=re.escape(said)):
        assert se.find(tmp_path, pattern="foo($A", language="javascript") == ()
    run = se.rewrite(tmp_path, pattern="foo($A", template="bar($A)", language="javascript")
    assert said in "".join(run.notes) and not run.files


def test_another_reading_is_named_with_a_context_that_finds_it(tmp_path):
    (tmp_path / "a.js").write_text("x = { a: 1 };\n")
    said = (
        "the pattern is parsed as labeled_statement in javascript; in the context 'x = { a: $V }'"
        " it is parsed as pair"
    )
    with pytest.warns(UserWarning) as warned:
        assert se.find(tmp_path, pattern="a: $V") == ()
    assert any(said in str(one.message) for one in warned)
    run = se.rewrite(tmp_path, pattern="a: $V", template="b: $V")
    assert said in "".join(run.notes) and (tmp_path / "a.js").read_text() == "x = { a: 1 };\n"
    context = "x = { a: $V }"
    assert se.rewrite(tmp_path, pattern="a: $V", context=context, template="b: $V").files
    assert (tmp_path / "a.js").read_text() == "x = { b: 1 };\n"


def test_another_reading_may_end_in_a_token_as_a_member_does(tmp_path):
    (tmp_path / "a.dart").write_text("class A {\n int n = 1;\n int k = 2; }\n")
    said = "in the context 'class X { int $N = $V; }' it is parsed as declaration"
    with pytest.warns(UserWarning, match=re.escape(said)):
        assert se.find(tmp_path, pattern="int $N = $V;") == ()
    context = "class X { int $N = $V; }"
    found = se.find(tmp_path, pattern="int $N = $V;", context=context)
    assert [hit.line for hit in found] == [2, 3]


def test_a_bracket_of_the_template_without_a_partner_is_said_where_results_do_not_parse(tmp_path):
    (tmp_path / "a.js").write_text("foo(1)\n")
    run = se.rewrite(tmp_path, pattern="foo($A)", template="bar($A")
    assert run.notes == ("in the template, the '(' at line 1, column 4 is never closed",)
    assert not run.landed and (tmp_path / "a.js").read_text() == "foo(1)\n"
    with pytest.raises(se.UsageError, match=r"\$\{A at line 1, column 5, which is never closed"):
        se.rewrite(tmp_path, pattern="foo($A)", template="bar(${A)")


def test_a_language_of_the_project_is_one_that_patterns_are_found_in(tmp_path):
    (tmp_path / "structedit.toml").write_text(
        '[languages.mine]\nbase = "python"\nextensions = ["mine"]\n'
    )
    (tmp_path / "a.mine").write_text("foo(1)\n")
    (tmp_path / "a.py").write_text("foo(2)\n")
    found = se.find(tmp_path, pattern="foo($A)", language="mine")
    assert [hit.text for _, hit in found] == ["foo(1)"]


def test_a_bracket_without_a_partner_is_named_where_nothing_is_rewritten(tmp_path):
    (tmp_path / "a.js").write_text("if (a) { b() } else { c() }\n")
    pattern = "if ($A) { $$$B }"
    run = se.rewrite(tmp_path, pattern=pattern, template="when($A, () => { $$$B }")
    assert run.passed[0].reason == "unmatched_rest"
    assert run.notes == ("in the template, the '(' at line 1, column 5 is never closed",)


def test_how_one_language_misreads_a_pattern_is_not_said_where_another_reads_it(tmp_path):
    (tmp_path / "a.py").write_text("f(1)\n")
    (tmp_path / "a.md").write_text("f(1)\n")
    for paths, said in ((["a.py", "a.md"], 0), (["a.md"], 1)):
        out = se.rewrite(
            [tmp_path / path for path in paths], pattern="g($A)", template="h", root=tmp_path
        )
        assert len([note for note in out.notes if "not a metavariable" in note]) == said


def test_a_pattern_with_a_bracket_without_a_partner_is_refused_though_prose_would_read_it(tmp_path):
    (tmp_path / "a.py").write_text("g(1)\n")
    (tmp_path / "a.md").write_text("g(1)\n")
    said = "the pattern is incomplete: the '(' at line 1, column 2 is never closed"
    with pytest.raises(se.UsageError, match=re.escape(said)):
        se.rewrite(tmp_path, pattern="g(", template="h", root=tmp_path)
    with pytest.raises(se.UsageError, match=re.escape(said)):
        se.find(tmp_path, pattern="g(")
    out = se.rewrite(tmp_path, pattern="g(", template="h", root=tmp_path, language="markdown")
    assert not out.files and said.partition(": ")[2] in "".join(out.notes)


@pytest.mark.parametrize("pattern", ['f("(")', "f('[', $A)", "f($A, 'a}')"])
def test_a_bracket_in_quotes_needs_no_partner(pattern, tmp_path):
    (tmp_path / "a.py").write_text("x\n")
    assert se.find(tmp_path / "a.py", pattern=pattern) == ()


@pytest.mark.parametrize("glob", ["[", "src/a[b", "[!x", "[a\\]"])
def test_a_glob_with_a_class_of_letters_that_does_not_end_is_refused(glob, tmp_path):
    (tmp_path / "a.py").write_text("f(1)\n")
    for look in (
        lambda: se.find(tmp_path, pattern="f($A)", globs=[glob]),
        lambda: se.rewrite(tmp_path, pattern="f($A)", template="g($A)", globs=[glob]),
    ):
        with pytest.raises(se.UsageError, match="a '\\[' is never closed"):
            look()
    found = se.find(tmp_path, pattern="f($A)", globs=["[]ab].py", "[[:alpha:]].py"])
    assert [path.rpartition("/")[2] for path, _ in found] == ["a.py"]


@pytest.mark.parametrize(
    ("pattern", "hits", "is_mended"),
    [
        ("f($A, $B)", [], False),  # the call is read without an error: no line need be hidden
        ("f($A)", ["f(1)"], True),
        ("g($A, $B)", [], True),  # what does not parse could be one, once other lines are hidden
    ],
)
def test_lines_to_hide_are_looked_for_where_a_hit_may_need_them(
    pattern: str, hits: list[str], is_mended: bool
) -> None:
    text = "int a(void) { return f(1); }\nint b(void) {\n    g(1) +;\n}\n"
    source = Source.of(se.Document.from_text(text, path="a.c"))
    found = pattern_hits(source, code_pattern(pattern)).hits
    assert [hit.span.of(source.data).decode() for hit in found] == hits
    assert (source.first_tree is None) is is_mended


@pytest.mark.parametrize(
    ("text", "is_mended", "written"),
    [
        # The hits lie on lines of their own, in code without an error.
        ("int a(void) {\n\tg(1 +;\n}\nint b(void) {\n\tf(1, 2);\n}\n", False, "\tf(2, 1);\n"),
        ("int a(void) {\n\tg(1 +;\n}\nint b(void) {\n\tf(1,\n\t  2);\n}\n", False, "\tf(2, 1);\n"),
        # It has a block: a brace too many could have ended it early.
        (
            "int a(void) {\n\tg(1 +;\n}\nint b(void) {\n\tf(1, (A){\n\t  2});\n}\n",
            True,
            "\tf((A){\n\t  2}, 1);\n",
        ),
        # An error stands on its line.
        ("int b(void) {\n\tif (x) f(1, 2); g(1 +;\n\treturn 1;\n}\n", True, None),
        # A text runs over lines: a lost quote may have made it of code, and code of text.
        ('int a(void) {\n\tg(1 +;\n\th("a\\\nb");\n\tf(1, 2);\n}\n', True, "\tf(2, 1);\n"),
    ],
)
def test_certain_hits_are_rewritten_without_looking_for_lines_to_hide(
    tmp_path, monkeypatch, text, is_mended, written
):
    looked_for = []
    found = hiding.lines_to_hide
    monkeypatch.setattr(
        hiding, "lines_to_hide", lambda *given: looked_for.append(given) or found(*given)
    )
    (tmp_path / "a.c").write_text(text)
    se.rewrite(tmp_path, pattern="f($A, $B)", template="f($B, $A)", root=tmp_path)
    now = (tmp_path / "a.c").read_text()
    assert bool(looked_for) is is_mended
    assert written in now if written is not None else now == text


def test_files_of_a_language_that_does_not_read_a_pattern_are_told_beside_those_that_are_searched(
    tmp_path,
):
    (tmp_path / "a.js").write_text("foo(1);\n")
    (tmp_path / "b.css").write_text("foo (1);\n")
    (tmp_path / "c.css").write_text("a { color: red }\n")
    told = "1 css file with the words of the pattern was not searched: the pattern does not parse as css"
    with pytest.warns(UserWarning, match=told):
        assert [hit.text for _, hit in se.find(tmp_path, pattern="foo($A);")] == ["foo(1);"]
    out = se.rewrite(tmp_path, pattern="foo($A);", template="bar();", root=tmp_path)
    assert out.files and told in out.notes


@pytest.mark.parametrize("language", ["python", "javascript", "go", "rust", "csharp", "css"])
def test_the_text_of_a_node_is_a_pattern_that_finds_it(language):
    paths = sorted(path for path in (FIXTURES / language).rglob("*") if path.is_file())
    count = patterns_law.asked_of(paths, language, 12, random.Random(7))
    assert count.asked >= 5 and count.missed == []
