"""Rules in the form of ast-grep's: how they are read, what they find, and what their fixes make.

`rules/cases.txt` has files with a rule and what it finds in them.
"""

import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import structedit as se
from checkout import ROOT, TESTS
from structedit.extras.codemods.rules import file_scan, rule_files, scans

DATA = TESTS / "rules"
SECTION = re.compile(r"^-- (\w+) --\n", re.MULTILINE)
LANGUAGES = {"ts": "typescript", "js": "javascript", "py": "python", "html": "html"}


def cases():
    text = (DATA / "cases.txt").read_text(encoding="utf-8")
    for block in text.split("%%%% ")[1:]:
        head, *parts = SECTION.split(block)
        sentence, *flags = head.strip().splitlines()
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        yield pytest.param(dict(f.split(": ", 1) for f in flags), sections, id=sentence)


def rule_of(path, text):
    """A rule with its id and language in two lines above it."""
    language = "" if "language:" in text else f"language: {LANGUAGES[path.rpartition('.')[2]]}"
    return f"id: it\n{language}\n{text}"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("flags", "sections"), [*cases()])
def test_a_case(flags, sections, newline, tmp_path):
    file = tmp_path / flags["path"]
    data = sections["input"].replace("\n", newline).encode()
    file.write_bytes(data)
    rule = rule_of(flags["path"], sections["rule"])
    unused = flags.get("options") == "unused"

    def done(**options):
        return se.scan(file, inline_rules=rule, root=tmp_path, **options)

    if "raises" in sections:
        with pytest.raises(se.UsageError, match=re.escape(sections["raises"].strip())):
            done(fix=True)
        assert file.read_bytes() == data
        return
    found = done(unused=unused)
    lines = [f"{f.line_range.first}: {f.place.text.splitlines()[0]}\n" for f in found.findings]
    assert "".join(lines) == sections["found"]
    if "messages" in sections:
        assert "".join(f"{f.message}\n" for f in found.findings) == sections["messages"]
    assert "".join(f"{note}\n" for note in found.notes) == sections.get("notes", "")
    if unused:
        told = "".join(f"{at.start[0] + 1}: {at.text}\n" for _, at in found.unused)
        assert told == sections["unused"]
    assert file.read_bytes() == data
    if "expected" not in sections:
        assert not any(f.fixes for f in found.findings)
        return
    fixed = done(fix=True)
    assert file.read_bytes().decode() == sections["expected"].replace("\n", newline)
    passed = "".join(f"{f.line_range.first} {f.reason}\n" for f in fixed.findings if f.reason)
    assert passed == sections.get("passed", "")
    assert pickle.loads(pickle.dumps(fixed)) == fixed
    se.undo(root=tmp_path)
    assert file.read_bytes() == data


# Where rules come from


def written(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


PROJECT = {
    "sgconfig.yml": (
        "ruleDirs: [rules]\nutilDirs: [utils]\ntestConfigs: [{testDir: tests, snapshotDir: __snapshots__}]\n"
        "languageGlobs: {javascript: ['*.mine']}\n"
    ),
    "rules/no-eval.yml": (
        "id: no-eval\nlanguage: js\nseverity: error\nmessage: No eval of $CODE.\nrule:\n  pattern: eval($CODE)\n"
        "  not: {has: {field: arguments, has: {matches: literal}}}\n"
    ),
    "rules/deep/two.yaml": (
        "id: no-var\nlanguage: js\nrule: {kind: variable_declaration}\n"
        "---\nid: no-with\nlanguage: js\nrule: {kind: with_statement}\n"
    ),
    "utils/literal.yml": "id: literal\nlanguage: js\nrule: {any: [{kind: string}, {kind: number}]}\n",
    "tests/no-eval-test.yml": "id: no-eval\nvalid: [f(x), eval('1')]\ninvalid: [eval(x), eval(1)]\n",
    "tests/__snapshots__/no-eval-snapshot.yml": "id: no-eval\nsnapshots: {}\n",
    "src/a.js": "eval(x)\neval('x')\nvar a = 1\n",
    "src/b.mine": "eval(y)\n",
    "src/c.py": "eval(x)\n",
}


def test_a_configuration_names_rules_utilities_tests_and_languages_of_files(tmp_path):
    written(tmp_path, PROJECT)
    found = se.scan(tmp_path / "src", tmp_path / "sgconfig.yml", root=tmp_path)
    assert [(f.rule_id, f.path, f.line_range.first, f.message) for f in found.findings] == [
        ("no-eval", "src/a.js", 1, "No eval of x."),
        ("no-var", "src/a.js", 3, ""),
        ("no-eval", "src/b.mine", 1, "No eval of y."),
    ]
    assert found.rules == 3
    assert found.searched == 3
    assert found.has_errors
    # a folder with a configuration means that; one without means the YAML files in it
    assert se.scan(tmp_path / "src", tmp_path, root=tmp_path).findings == found.findings
    with pytest.raises(se.UsageError, match="no utility is called 'literal'"):
        se.scan(tmp_path / "src", tmp_path / "rules", root=tmp_path)
    twice = se.scan(tmp_path / "src", [tmp_path, tmp_path / "sgconfig.yml"], root=tmp_path)
    assert twice.findings == found.findings
    only = se.scan(tmp_path / "src", tmp_path / "rules" / "deep", root=tmp_path)
    assert [f.rule_id for f in only.findings] == ["no-var"]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("rulesDirs: [rules]\n", "sgconfig.yml:1: unknown key 'rulesDirs' in the configuration"),
        ("utilDirs: [utils]\n", "'ruleDirs' is missing"),
        ("ruleDirs: [nowhere]\n", "sgconfig.yml:1: 'nowhere' cannot be read"),
        ("ruleDirs: rules\n", "ruleDirs is not a list"),
    ],
)
def test_a_configuration_that_is_wrong_is_an_error_with_its_line(tmp_path, config, said):
    written(tmp_path, {**PROJECT, "sgconfig.yml": config})
    with pytest.raises(se.UsageError, match=re.escape(said)):
        se.scan(tmp_path / "src", tmp_path / "sgconfig.yml")


def test_what_a_configuration_has_that_is_not_loaded_is_told(tmp_path):
    written(tmp_path, PROJECT)
    config = tmp_path / "sgconfig.yml"
    config.write_text(config.read_text() + "customLanguages: {mojo: {libraryPath: m.so}}\n")
    found = se.scan(tmp_path / "src", config, root=tmp_path)
    assert [note.partition(": ")[2] for note in found.notes] == [
        "customLanguages are ignored; see docs/adding-a-language.md"
    ]


def test_two_rules_of_one_id_are_an_error_that_names_both(tmp_path):
    written(tmp_path, PROJECT)
    (tmp_path / "rules" / "z.yml").write_text("id: no-eval\nlanguage: js\nrule: {kind: string}\n")
    with pytest.raises(
        se.UsageError, match=r"z\.yml:1: the rule in .*no-eval\.yml:1 also has the id 'no-eval'"
    ):
        se.scan(tmp_path / "src", tmp_path)


def test_utilities_of_all_rules_that_refer_to_each_other_are_an_error(tmp_path):
    written(tmp_path, PROJECT)
    (tmp_path / "utils" / "literal.yml").write_text(
        "id: literal\nlanguage: js\nrule: {any: [{kind: string}, {matches: other}]}\n"
        "---\nid: other\nlanguage: js\nrule: {not: {matches: literal}}\n"
    )
    with pytest.raises(se.UsageError, match="literal → other → literal"):
        se.scan(tmp_path / "src", tmp_path)


def test_rules_are_picked_and_their_severities_changed(tmp_path):
    written(tmp_path, PROJECT)

    def found(**options):
        out = se.scan(tmp_path / "src", tmp_path, root=tmp_path, **options)
        return [(f.rule_id, f.severity) for f in out.findings if f.path == "src/a.js"]

    assert found(rule_ids=["no-var"]) == [("no-var", "hint")]
    assert found(filter="eval$") == [("no-eval", "error")]
    assert found(severities=["off", "no-var=warning"]) == [("no-var", "warning")]
    assert found(severities=["info"]) == [("no-eval", "info"), ("no-var", "info")]
    assert found(globs=["!*.js"]) == []
    with pytest.raises(se.UsageError, match="no rule has the id 'no-evil'"):
        found(rule_ids=["no-evil"])
    with pytest.raises(se.UsageError, match="no rule is selected"):
        found(language="python")
    with pytest.raises(se.UsageError, match="'Error!' is not a severity"):
        found(severities=["Error!"])


def test_a_rules_tests_are_run_with_those_beside_it(tmp_path):
    written(tmp_path, PROJECT)
    own = tmp_path / "rules" / "own.yml"
    own.write_text(
        "id: own\nlanguage: js\nrule: {pattern: f($A)}\nvalid: [g(1)]\ninvalid: [f(1), g(2)]\n"
    )
    results = scans.test_rules(tmp_path)
    assert [(r.rule_id, r.valid, r.text, r.found, r.passed) for r in results] == [
        ("own", True, "g(1)", 0, True),
        ("own", False, "f(1)", 1, True),
        ("own", False, "g(2)", 0, False),
        ("no-eval", True, "f(x)", 0, True),
        ("no-eval", True, "eval('1')", 0, True),
        ("no-eval", False, "eval(x)", 1, True),
        ("no-eval", False, "eval(1)", 0, False),
    ]
    assert results[0].place.endswith("own.yml:1")
    (tmp_path / "tests" / "x.yml").write_text("id: no-evil\nvalid: [f(x)]\n")
    with pytest.raises(se.UsageError, match=r"x\.yml:1: no rule has the id 'no-evil'"):
        scans.test_rules(tmp_path)


# Many files


def test_workers_find_what_one_process_finds(tmp_path):
    written(tmp_path, PROJECT)
    for number in range(40):
        (tmp_path / "src" / f"f{number}.js").write_text(f"eval(x{number})\n")
    alone = se.scan(tmp_path / "src", tmp_path, root=tmp_path)
    assert len(alone.findings) == 43
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert se.scan(tmp_path / "src", tmp_path, root=tmp_path, executor=pool) == alone


def test_a_file_that_no_rule_can_fit_is_not_parsed(tmp_path, monkeypatch):
    written(tmp_path, PROJECT)
    (tmp_path / "src" / "d.js").write_text("f(x)\n")
    parsed = []
    real = file_scan.sources
    monkeypatch.setattr(
        file_scan, "sources", lambda s, _: parsed.append(s.document.path) or real(s, None)
    )
    se.scan(tmp_path / "src", tmp_path, root=tmp_path, rule_ids=["no-eval"])
    assert parsed == ["src/a.js", "src/b.mine"]


def test_fixes_are_one_transaction_and_a_refused_file_stays(tmp_path):
    rule = "id: it\nlanguage: js\nseverity: error\nrule: {pattern: f($A)}\nfix: g($A\n"
    good = "id: two\nlanguage: py\nseverity: error\nrule: {pattern: f($A)}\nfix: g($A)\n"
    written(tmp_path, {"a.js": "f(1)\n", "b.py": "f(1)\n", "c.py": "f(2)\n"})
    out = se.scan(tmp_path, inline_rules=f"{rule}---\n{good}", root=tmp_path, fix=True)
    assert (tmp_path / "a.js").read_text() == "f(1)\n"
    assert (
        (tmp_path / "b.py").read_text()
        == (tmp_path / "c.py").read_text().replace("2", "1")
        == "g(1)\n"
    )
    assert out.fixed == {"b.py", "c.py"}
    assert [f.path for f in out.left] == ["a.js"]
    assert [(e.path, e.outcome.reason) for e in out.fixes.batch.failed] == [
        ("a.js", se.Reason.NEW_SYNTAX_ERROR)
    ]
    assert se.history(root=tmp_path)[0].operation == "scan"
    se.undo(root=tmp_path)
    assert (tmp_path / "c.py").read_text() == "f(2)\n"
    none = se.scan(
        tmp_path, inline_rules=f"{rule}---\n{good}", root=tmp_path, fix=True, partial=False
    )
    assert not none.fixed
    assert (tmp_path / "b.py").read_text() == "f(1)\n"


@pytest.mark.parametrize("partial", [True, False])
def test_a_fix_that_pythons_compiler_refuses_is_left_and_the_others_land(tmp_path, partial):
    before = "foo(1)\nfoo(*a)\nfoo(2)\n"
    written(tmp_path, {"a.py": before})
    rule = "id: it\nlanguage: py\nseverity: error\nrule: {pattern: foo($X)}\nfix: bar($X * 2)\n"
    out = se.scan(tmp_path, inline_rules=rule, root=tmp_path, fix=True, partial=partial)
    if not partial:
        assert (tmp_path / "a.py").read_text() == before
        assert len(out.left) == 3
        return
    assert (tmp_path / "a.py").read_text() == "bar(1 * 2)\nfoo(*a)\nbar(2 * 2)\n"
    assert [(one.line_range.first, one.reason) for one in out.left] == [(2, "new_syntax_error")]
    assert out.barred == out.left
    assert "a.py:2: it is not fixed: " in out.report()
    assert "cannot use starred expression" in out.report()


def test_workers_plan_the_fixes_that_one_process_plans(tmp_path):
    files = {f"src/f{number}.py": f"x = f({number})\n" for number in range(12)}
    written(tmp_path, files | {"src/f3.py": "x = f(3)\ny = (\n", "src/f4.py": "x = g(4)\n"})
    rule = "id: it\nlanguage: py\nrule: {pattern: f($A)}\nfix: g($A\n"
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for given, fixed in ((rule, 0), (f"{rule}  )", 11)):  # refused by the gate, and made
            alone = se.scan(tmp_path, inline_rules=given, fix=True, dry_run=True)
            by_two = se.scan(tmp_path, inline_rules=given, fix=True, dry_run=True, executor=pool)
            assert by_two == alone
            assert len(alone.fixed) == fixed


def test_a_file_is_parsed_once_for_its_findings_and_their_fixes(tmp_path, monkeypatch):
    written(tmp_path, {"a.py": "x = f(1)\n"})
    read = []
    for name in ("bytes_in", "read_below"):  # to look at a file, and to write it
        real = getattr(file_scan.files, name)
        monkeypatch.setattr(
            file_scan.files,
            name,
            lambda *given, real=real: read.append(given[-1]) or real(*given),
        )
    rule = "id: it\nlanguage: py\nrule: {pattern: f($A)}\nfix: g($A)\n"
    assert se.scan(tmp_path, inline_rules=rule, fix=True).fixed == {"a.py"}
    assert read == ["a.py", "a.py"]  # looked at, and compared with what is there as it is written


def test_a_dry_run_writes_nothing_and_shows_the_diff(tmp_path):
    written(tmp_path, {"a.js": "f(1)\n"})
    rule = "id: it\nlanguage: js\nrule: {pattern: f($A)}\nfix: g($A)\n"
    out = se.scan(tmp_path, inline_rules=rule, root=tmp_path, fix=True, dry_run=True)
    assert (tmp_path / "a.js").read_text() == "f(1)\n"
    assert "+g(1)" in out.fixes.diff


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_looked_at(tmp_path):
    written(tmp_path, {"a.js": "f(1)\n", "b.js": "f(2)\n"})
    rule = "id: it\nlanguage: js\nrule: {pattern: f($A)}\n"
    slow = se.scan(tmp_path, inline_rules=rule, root=tmp_path, timeout=1e-9)
    assert {path for path, _ in slow.failed} <= {"a.js", "b.js"}
    assert len(slow.failed) + len({f.path for f in slow.findings}) == 2


# Where packages are missing


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch, tmp_path):
    import sys

    from structedit.text.linear_regex import linear
    from structedit.text.yaml_values import documents

    (tmp_path / "a.js").write_text("f(1)\n")
    linear.cache_clear()
    documents.cache_clear()
    monkeypatch.setitem(sys.modules, "re2", None)
    rule = "id: it\nlanguage: js\nrule: {kind: identifier, regex: ^x}\n"
    with pytest.raises(se.UsageError, match=re.escape('pip install "structedit[rules]"')):
        se.scan(tmp_path, inline_rules=rule)
    documents.cache_clear()
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(se.UsageError, match="needs the package PyYAML"):
        se.scan(tmp_path, inline_rules=rule)


def test_every_key_of_a_rule_is_in_the_docs():
    page = (ROOT / "docs" / "rules.md").read_text()
    for key in rule_files.RULE_FILE_KEYS:
        assert f"| `{key}`" in page


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        (
            "utils: {u: {matches: v}, v: {any: [{matches: u}, {kind: call}]}}",
            "u → v → u",
            "`matches: u` in v",
        ),
        (
            "transform: {X: {replace: {source: $X, replace: a, by: b}}}",
            "X are made from each other",
            "the `source` of X",
        ),
        ("note: a: b", "is not YAML", "needs quotes"),
        ("note: " + "[" * 101 + "]" * 101, "nests too deep", "under `utils`"),
    ],
)
def test_an_error_of_a_rule_says_what_to_write(tmp_path, text, says, hint):
    rule = f"id: a\nlanguage: python\nrule: {{pattern: f($A)}}\n{text}\n"
    with pytest.raises(se.UsageError) as raised:
        se.scan(tmp_path, inline_rules=rule)
    assert says in raised.value.message and hint in raised.value.hint


def test_rules_for_a_custom_language_need_one_that_is_known_and_load_no_library(tmp_path):
    (tmp_path / "a.py").write_text("f(1)\n")
    config = tmp_path / "sgconfig.yml"
    config.write_text("ruleDirs: [rules]\ncustomLanguages: {python: {libraryPath: none.so}}\n")
    (tmp_path / "rules").mkdir()
    rule = tmp_path / "rules" / "a.yml"
    rule.write_text("id: a\nlanguage: python\nrule: {pattern: f($A)}\n")
    out = se.scan(tmp_path / "a.py", config)
    assert [one.rule_id for one in out.findings] == ["a"] and "customLanguages" in out.notes[0]
    rule.write_text("id: a\nlanguage: pythonn\nrule: {pattern: f($A)}\n")
    with pytest.raises(se.UsageError, match=r"a\.yml:2: no language is called 'pythonn'"):
        se.scan(tmp_path / "a.py", config)


def test_a_bracket_without_a_partner_is_told_of_a_fix_and_of_a_pattern(tmp_path):
    (tmp_path / "a.py").write_text("f(1)\n")
    rule = "id: a\nlanguage: python\nrule: {pattern: f($A)}\nfix: g($A\n"
    out = se.scan(tmp_path, inline_rules=rule, fix=True)
    assert not out.fixed and out.notes == (
        "in the fix of a, the '(' at line 1, column 2 is never closed",
    )
    with pytest.raises(se.UsageError) as raised:
        se.scan(tmp_path, inline_rules=rule.replace("f($A)", "f("))
    assert "is never closed" in raised.value.message and raised.value.hint == "close its brackets"


NEEDS = """
id: call
language: python
rule: {pattern: old($A)}
---
id: either
language: python
rule: {any: [{pattern: old($A)}, {pattern: $A != None}]}
---
id: beside
language: python
rule: {pattern: old($A), inside: {pattern: 'while $C: $$$B', stopBy: end}}
"""


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("old = 1\n", []),  # the name, and no bracket behind it
        ("a = old (1)\n", ["call", "either"]),
        ("old = a != b\n", []),
        ("a = b != None\n", ["either"]),
        ("old(1)\nwhile a: b\n", ["call", "either", "beside"]),
    ],
)
def test_a_rule_looks_at_what_may_hold_its_patterns_as_a_rewrite_does(text, rules):
    known = file_scan.rules_of(scans.job_of((), {"inline_rules": NEEDS}).asked)
    assert [rule.id for rule in known if rule.needed.may_be_in(text.encode())] == rules
