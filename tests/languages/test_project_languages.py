"""Languages that a project brings along: known by every face; its user names the module of the grammar."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import structedit as se
from structedit.disk import configuration
from structedit.faces.tools.placing import is_harmless, pool_of
from structedit.languages.known import profile
from structedit.languages.of_project import own_profile
from structedit.languages.schema import Table, profile_of
from structedit.text.project_language import OwnLanguage

GRAMMAR = "tree_sitter_language_pack.bindings.ron:language"
"""A grammar of the pack that has no profile, under a name that nobody here has heard of."""

CONFIGURATION = """
[languages.recipes]
extensions = ["recipe", ".py"]
filenames = ["Cookbook"]
shebangs = ["cook"]
aliases = ["Dish"]
profile = "tools/recipes"
"""
PROFILE = {
    "lang.toml": """
[language]
family = "brace"

[grammar]
probe = "(name: (size: 1), /* d */ all: [2])\\n"
probe_nodes = ["struct", "struct_entry", "array", "block_comment"]

[layout]
indent = "    "

[nodes]
openers = ["(", "["]
closers = [")", "]"]
comments = ["line_comment", "block_comment"]

[comments]
line = ["//"]

[lists]
struct = { separator = ",", trailing = "keep" }
array = { separator = ",", trailing = "keep" }
""",
    "symbols.scm": "(struct_entry . (identifier) @name (_) @body .) @definition.key\n",
    "blocks.scm": "",
}
SOUP = """(
    name: "soup",
    // How it is made.
    steps: (
        first: "boil",
        then: [1, 2],
    ),
)
"""


@pytest.fixture
def project(tmp_path: Path, users: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = tmp_path / "kitchen"
    (root / ".git").mkdir(parents=True)
    (root / "tools" / "recipes").mkdir(parents=True)
    for name, text in PROFILE.items():
        (root / "tools" / "recipes" / name).write_text(text)
    (root / "structedit.toml").write_text(CONFIGURATION)
    users.write_text(f"[languages.recipes]\ngrammar = '{GRAMMAR}'\n")
    (root / "soup.recipe").write_text(SOUP)
    monkeypatch.chdir(root)
    return root


def test_the_library_knows_it(project: Path) -> None:
    outline = se.outline("soup.recipe")
    assert outline.language == "recipes"
    assert [item.selector for item in outline.items] == ["name", "steps"]
    assert [item.selector for item in outline.items[1].children] == ["steps.first", "steps.then"]
    out = se.insert("soup.recipe", 'last: "serve"', at="end", of="steps")
    assert out.status == "applied" and out.method == "tree"
    assert (project / "soup.recipe").read_text() == SOUP.replace(
        "[1, 2],\n", '[1, 2],\n        last: "serve",\n'
    )


def test_the_gate_knows_it(project: Path) -> None:
    out = se.str_replace("soup.recipe", '"boil"', '("boil"')
    assert (out.status, out.reason) == ("refused", "new_syntax_error")
    deleted = se.delete_block("soup.recipe", "steps.first", dry_run=True)
    assert deleted.text == SOUP.replace('        first: "boil",\n', "")


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("a.recipe", "(a: 1)", "recipes"),
        ("A.RECIPE", "(a: 1)", "recipes"),
        ("Cookbook", "(a: 1)", "recipes"),
        ("run", "#!/usr/bin/cook -x\n(a: 1)", "recipes"),
        ("a.py", "(a, 1)\n", "recipes"),
        ("a.pyi", "a: int\n", "python"),
        ("a.nothing", "(a: 1)", None),
    ],
)
def test_files_of_it(project: Path, name: str, text: str, language: str | None) -> None:
    (project / name).write_text(text)
    assert se.outline(name).language == language


def test_it_is_named_by_alias_and_inside_other_files(project: Path) -> None:
    document = se.Document.from_path("soup.recipe", language="dish")
    assert se.outline(document).language == "recipes"
    (project / "README.md").write_text("# Soup\n\n```recipes\n(a: (size: 1))\n```\n")
    out = se.str_replace("README.md", "1", "2", within="# Soup > fence > a.size")
    assert out.status == "applied"
    assert (project / "README.md").read_text() == "# Soup\n\n```recipes\n(a: (size: 2))\n```\n"


def test_batches_and_runs_know_it(project: Path) -> None:
    edits = [
        {"op": "create_file", "path": "tea.recipe", "text": '(name: "tea")\n'},
        {"op": "replace_block", "path": "tea.recipe", "selector": "name", "new": 'name: "mint"'},
    ]
    batch = se.multi_edit(".", edits)
    assert batch.status == "applied"
    assert (project / "tea.recipe").read_text() == '(name: "mint")\n'
    run = se.rewrite(".", query="(integer) @n", template="7", language="dish")
    assert run.batch.status == "applied"
    assert "then: [7, 7]" in (project / "soup.recipe").read_text()


def test_sessions_and_their_workers_know_it(project: Path) -> None:
    with se.Session(root=".") as session:
        assert session.outline("soup.recipe").language == "recipes"
    pool = pool_of(1)
    try:
        outline = pool.run(se.outline, se.Document.from_path("soup.recipe"))
    finally:
        pool.close()
    assert outline.language == "recipes"
    (project / "a.py").write_text("(a: 1)\n")
    assert not is_harmless(se.Document.from_path("a.py"), {})


def test_no_module_is_imported_where_hooks_are_off(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    out = se.str_replace("soup.recipe", '"boil"', '"fry"')
    assert (out.status, out.method, out.language) == ("applied", "text", "recipes")
    assert "STRUCTEDIT_HOOKS is off" in out.warnings[0]


def test_no_edit_may_change_what_is_imported(project: Path) -> None:
    out = se.str_replace("structedit.toml", "tools/recipes", "tools")
    assert (out.status, out.reason) == ("refused", "protected")
    lang = project / "tools" / "recipes" / "lang.toml"
    lang.write_text(lang.read_text() + "[strings]\nstyles = [{ open = '\"' }]\n")
    lang.write_text(lang.read_text().replace("[grammar]", '[grammar]\nname = "os:getcwd"'))
    with pytest.raises(se.ProfileError, match="names a module to import"):
        se.outline("soup.recipe")


def test_a_module_that_is_not_there_leaves_the_text(project: Path, users: Path) -> None:
    users.write_text(users.read_text().replace(GRAMMAR, "no_such_grammar"))
    out = se.str_replace("soup.recipe", '"boil"', '"fry"')
    assert (out.status, out.method) == ("applied", "text")
    assert "No module named 'no_such_grammar'" in out.warnings[0]


def test_pyproject_may_say_it(project: Path) -> None:
    (project / "structedit.toml").unlink()
    said = CONFIGURATION.replace("[languages.", "[tool.structedit.languages.")
    (project / "pyproject.toml").write_text(said)
    assert se.outline("soup.recipe").language == "recipes"


def test_a_base_alone_is_enough(project: Path) -> None:
    (project / "structedit.toml").write_text(
        '[languages.build]\nextensions = ["build"]\nbase = "python"\n'
    )
    (project / "x.build").write_text("def f():\n    pass\n")
    outline = se.outline("x.build")
    assert (outline.language, [item.selector for item in outline.items]) == ("build", ["f"])


def test_a_grammar_alone_has_a_derived_profile() -> None:
    own = OwnLanguage("mylua", "tree_sitter_language_pack.bindings.luau:language")
    made, ours = own_profile(own), profile("luau")
    assert (made.id, made.support, made.grammar) == ("mylua", "derived", own.grammar)
    assert made.symbols == ours.symbols


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("languages = 3", "'languages' is not a table"),
        ("[languages]\nx = 3", "'languages.x' is not a table"),
        ("[languages.x]", "'languages.x' has no settings of the language"),
        ("[languages.X]\nbase = 'c'", "'languages.X' is not in lower case"),
        ("[languages.x]\nbase = 'c'\nends = ['y']", "there is no setting 'languages.x.ends'"),
        ("[languages.x]\nbase = 'c'\nextensions = 'y'", "is not a list of strings"),
        ("[languages.x]\nbase = 3", "'languages.x.base' is not a text"),
        ("[languages.x]\nprofile = 'none'", "there is no 'none/lang.toml'"),
    ],
)
def test_what_cannot_be_meant_is_refused(project: Path, said: str, message: str) -> None:
    (project / "structedit.toml").write_text(said)
    with pytest.raises(se.UsageError) as caught:
        configuration.load(str(project))
    assert message in str(caught.value)
    with pytest.raises(se.UsageError):
        se.outline("soup.recipe")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("base = 'klingon'", "has the base 'klingon', which has no profile"),
        ("profile = 'nonsense'", "p/lang.toml has unknown tables: nonsense"),
        ("profile = 'pattern'", "p/lang.toml has a pattern that cannot be read"),
        ("profile = 'flat'", "p/lang.toml: 'limits' is not a table"),
        ("base = 'c'\nprofile = 'flat'", "p/lang.toml: 'limits' is not a table"),
        (
            "profile = 'literals'",
            r"p/lang.toml \[strings\] styles: redefinition of group name 'word'",
        ),
        ("profile = 'code'", r"p/lang.toml \[strings\] styles: 'code' must end in a bracket"),
        (
            "profile = 'bare'",
            r"p/lang.toml \[strings\] styles: each has either 'open' or 'pattern'",
        ),
        ("base = 'c'\nprofile = 'deep'", "p/lang.toml does not parse: it is nested too deeply"),
    ],
)
def test_a_profile_that_cannot_be_meant_is_refused(project: Path, said: str, message: str) -> None:
    texts = {
        "nonsense": "[nonsense]\n",
        "pattern": "[aliases]\n'#' = '(' \n",
        "flat": "limits = 3\n",
        "literals": "[strings]\nstyles = [{ pattern = '(?P<word>a)' }, { pattern = '(?P<word>b)' }]\n",
        "code": "[strings]\nstyles = [{ open = '`', code = '$' }]\n",
        "bare": "[strings]\nstyles = [{ multiline = true }]\n",
        "deep": "a = " + "[" * 100_000,
    }
    for name, text in texts.items():
        (project / name).mkdir()
        (project / name / "lang.toml").write_text(text)
    (project / "structedit.toml").write_text(f"[languages.p]\nextensions = ['recipe']\n{said}\n")
    with pytest.raises(se.ProfileError, match=message):
        se.outline("soup.recipe")


def test_the_command_lists_it(project: Path) -> None:
    from structedit.faces.command.known_languages import known_languages

    found = {one["language"]: one for one in known_languages()}
    assert found["python"]["own"] is False
    assert found["recipes"]["extensions"] == [".recipe", ".py"]
    assert found["recipes"]["definitions"] == ["key"]
    assert found["recipes"]["own"] is True
    assert json.dumps(found)


def test_the_command_lists_it_without_its_module(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from structedit.faces.command.known_languages import known_languages

    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    found = {one["language"]: one for one in known_languages()}
    assert (found["recipes"]["support"], found["recipes"]["grammar"]) == ("text", None)


@pytest.mark.parametrize(
    ("tables", "message", "hint"),
    [
        ({"node": {}}, "unknown tables: node", "did you mean nodes?"),
        ({"nodes": {"comment": []}}, "[nodes] has unknown keys: comment", "did you mean comments?"),
        (
            {"layout": {"openers": ["{"]}},
            "[layout] has unknown keys: openers",
            "openers belongs to [nodes]",
        ),
        (
            {"embedded": {"script": {"langauge": "css"}}},
            "unknown keys: langauge",
            "did you mean language?",
        ),
    ],
)
def test_an_unknown_key_is_refused_with_what_may_be_meant(
    tables: Table, message: str, hint: str
) -> None:
    with pytest.raises(se.ProfileError, match=re.escape(message)) as caught:
        profile_of("x", tables, "", "")
    assert caught.value.hint == hint


def test_a_word_that_is_none_of_a_closed_list_is_refused() -> None:
    said = r"x/lang.toml \[bodies\] suite must be one of: indentation, lines, nothing, value"
    with pytest.raises(se.ProfileError, match=said):
        profile_of("x", {"bodies": {"suite": "braces"}}, "", "")
    with pytest.raises(se.ProfileError, match=r"family must be one of: brace, "):
        profile_of("x", {"language": {"family": "curly"}}, "", "")


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (
            {"nodes": {"leading": {"call": "@doc"}}},
            r"x/lang.toml [nodes] leading.call must be list",
        ),
        ({"nodes": {"clauses": {"f": [";"]}}}, "clauses.f must be two tokens, or none"),
        ({"embedded": {"script": "css"}}, "x/lang.toml [embedded.script] is not a table"),
        ({"lists": {"a": {"trailing": "maybe"}}}, "a.trailing must be one of: keep, never, tuple"),
        (
            {"limits": {"nesting": {"braces": 3}}},
            "nesting must be one of: brackets, indentation, markers",
        ),
        ({"limits": {"nesting": {"markers": "many"}}}, "nesting must be whole numbers from 0 to"),
        ({"nodes": {"arms": [["a"]]}}, "x/lang.toml [nodes] arms must be a list of strings"),
        ({"layout": {"statement_ends": 3}}, "statement_ends must be list"),
        ({"layout": {"blank_lines": [2]}}, "blank_lines must be [AT THE TOP, IN A BODY]"),
    ],
)
def test_a_value_of_another_form_is_refused(tables: Table, message: str) -> None:
    with pytest.raises(se.ProfileError, match=re.escape(message)):
        profile_of("x", tables, "", "")


def test_nested_values_are_read() -> None:
    made = profile_of(
        "x",
        {
            "nodes": {"leading": {"call": ["@doc"]}, "arms": {"a": ["b"]}, "clauses": ["f"]},
            "layout": {"statement_ends": [";", "empty"], "blank_lines": [2, 0]},
            "limits": {"nesting": {"markers": 7}},
            "sections": {"headings": ["h"], "levels": "underline"},
        },
        "",
        "",
    )
    assert (made.nodes.leading, made.nodes.arms) == ({"call": ("@doc",)}, {"a": ("b",)})
    assert (made.nodes.clauses, made.nodes.comments) == ({"f": ()}, {"comment": ()})
    assert (made.statement_ends, made.statement_end) == ((";", "empty"), ";")
    assert made.blank_lines == (2, 0)
    assert made.limits.nesting == {"brackets": 2000, "markers": 7}
    assert (made.sections.headings, made.sections.styles) == ({"h": ()}, "underline")
