"""The command `scan`: which arguments are rules, what is printed in which form, and the exit codes."""

import json
import sys

import pytest

RULES = """\
id: no-eval
language: python
severity: error
message: "eval of $CODE: 100%, run"
note: It may hold anything.
url: https://example.org/no-eval
metadata: {area: safety, weight: 3, on: yes}
rule:
  pattern: eval($CODE)
labels:
  CODE: {style: secondary, message: this is run}
---
id: compare-none
language: python
severity: warning
rule:
  pattern: $A == None
fix:
  - {template: $A is None, title: by identity}
  - {template: not $A, title: by truth}
"""
CODE = 'def f(text, é="é"):\n    if é == None: eval(text)\n'


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.yml").write_text(RULES)
    (tmp_path / "a.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def test_findings_are_listed_with_their_lines(run, tree):
    done = run("scan", "rules", "a.py")
    assert done.returncode == 1
    assert done.stdout == (
        "a.py:2:8: warning: compare-none\n"
        "    " + CODE.splitlines()[1] + "\n"
        "a.py:2:19: error: no-eval: eval of text: 100%, run\n"
        "    " + CODE.splitlines()[1] + "\n"
        "  note: It may hold anything.\n"
        "  see https://example.org/no-eval\n"
        "1 file searched with 2 rules: 1 error, 1 warning\n"
    )


def test_which_arguments_are_rules(run, tree):
    wanted = run("scan", "rules", "a.py").stdout
    assert run("scan", "rules/a.yml", "a.py").stdout == wanted
    assert run("scan", "-r", "rules/a.yml", "a.py").stdout == wanted
    assert run("scan", "--inline-rules", RULES, "a.py").stdout == wanted
    assert run("scan", "--inline-rules", "-", "a.py", stdin=RULES).stdout == wanted
    nothing = run("scan")
    assert nothing.returncode == 2
    assert "there are no rules" in nothing.stderr
    other = run("scan", "a.py")
    assert other.returncode == 2
    assert "no rule files in 'a.py'" in other.stderr
    (tree / "sgconfig.yml").write_text("ruleDirs: [rules]\n")
    assert run("scan", "-c", "sgconfig.yml", "a.py").stdout == wanted
    assert "a.py:2:19: error: no-eval" in run("scan").stdout


def test_json_lines_have_the_keys_of_ast_greps(run, tree):
    done = run("scan", "rules", "a.py", "--json-lines")
    assert done.returncode == 1
    second, first = map(json.loads, done.stdout.splitlines())
    assert {key: first[key] for key in ("text", "file", "lines", "ruleId", "severity", "note")} == {
        "text": "eval(text)",
        "file": "a.py",
        "lines": CODE.splitlines()[1],
        "ruleId": "no-eval",
        "severity": "error",
        "note": "It may hold anything.",
    }
    start = CODE.encode().index(b"eval(text)")
    assert first["range"] == {
        "byteOffset": {"start": start, "end": start + 10},
        "start": {"line": 1, "column": 18},
        "end": {"line": 1, "column": 28},
    }
    assert first["message"] == "eval of text: 100%, run"
    assert first["metadata"] == {"area": "safety", "weight": 3, "on": "yes"}
    assert first["metaVariables"]["single"]["CODE"]["text"] == "text"
    assert [(one["text"], one["style"], one["message"]) for one in first["labels"]] == [
        ("text", "secondary", "this is run")
    ]
    assert first["selector"].startswith("f")
    assert "replacement" not in first
    assert second["replacement"] == "é is None"
    assert second["replacementOffsets"] == second["range"]["byteOffset"]
    assert [one["title"] for one in second["fixes"]] == ["by identity", "by truth"]
    whole = json.loads(run("scan", "rules", "a.py", "--json").stdout)
    assert whole["findings"] == [second, first]
    assert (whole["searched"], whole["rules"], whole["failed"], whole["fixes"]) == (1, 2, [], None)


def test_a_log_of_sarif_has_what_its_schema_requires(run, tree):
    log = json.loads(run("scan", "rules", "a.py", "--sarif").stdout)
    assert log["version"] == "2.1.0"
    (one,) = log["runs"]
    assert one["tool"]["driver"]["name"] == "structedit"
    assert one["columnKind"] == "unicodeCodePoints"
    ids = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
    levels = {"error", "warning", "note", "none"}
    for result in one["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in levels
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "a.py"}
        assert place["region"]["startLine"] == place["region"]["endLine"] == 2
    compared, run_ = one["results"]
    assert compared["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 2,
        "startColumn": 8,
        "endLine": 2,
        "endColumn": 17,
        "byteOffset": CODE.encode().index("é == None".encode()),
        "byteLength": 10,
        "snippet": {"text": "é == None"},
    }
    assert "fixes" not in run_
    first, second = compared["fixes"]
    assert first["description"] == {"text": "by identity"}
    (change,) = first["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "é is None"}
    assert replacement["deletedRegion"]["endColumn"] == 17
    assert second["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "not é"}


def test_annotations_of_github_escape_what_they_must(run, tree):
    done = run("scan", "rules", "a.py", "--github")
    assert done.stdout == (
        "::warning file=a.py,line=2,endLine=2,col=8,endColumn=17,title=compare-none::compare-none\n"
        "::error file=a.py,line=2,endLine=2,col=19,endColumn=29,title=no-eval::eval of text: 100%25, run\n"
    )
    assert done.returncode == 1


def test_a_fix_is_made_shown_or_only_asked_about(run, tree):
    file = tree / "a.py"
    shown = run("scan", "rules", "a.py", "--diff")
    assert shown.stdout.startswith("--- a/a.py\n+++ b/a.py\n")
    assert "+    if é is None: eval(text)\n" in shown.stdout
    warnings = ("--rule-id", "compare-none")
    assert run("scan", "rules", "a.py", "--check", *warnings).returncode == 1
    assert file.read_text(encoding="utf-8") == CODE
    made = run("scan", "rules", "a.py", "--fix", *warnings)
    assert made.returncode == 0
    assert "applied: scan, 1 edit, 1 file" in made.stdout
    assert file.read_text(encoding="utf-8") == CODE.replace("== None", "is None")
    assert run("scan", "rules", "a.py", "--check", *warnings).returncode == 0
    assert run("undo").returncode == 0
    assert file.read_text(encoding="utf-8") == CODE


def test_a_refused_fix_is_told_and_writes_nothing(run, tree):
    (tree / "bad.yml").write_text(
        "id: bad\nlanguage: python\nrule: {pattern: $A == None}\nfix: $A is (\n"
    )
    done = run("scan", "bad.yml", "a.py", "--fix")
    assert done.returncode == 4
    assert "new_syntax_error" in done.stderr
    assert (tree / "a.py").read_text(encoding="utf-8") == CODE


def test_where_there_is_nothing_to_fix_nothing_is_said_of_it(run, tree):
    (tree / "b.py").write_text("f(1)\n")
    done = run("scan", "rules", "b.py", "--fix")
    assert done.stdout == "1 file searched with 2 rules: nothing found\n"
    assert done.returncode == 0


def test_a_fix_that_would_lose_code_is_told(run, tree):
    (tree / "a.js").write_text("if (a) { b() } else { c() }\n")
    (tree / "lose.yml").write_text(
        "id: lose\nlanguage: js\nrule: {pattern: 'if ($A) { $$$B }'}\nfix: when($A)\n"
    )
    assert run("scan", "lose.yml", "a.js").returncode == 0
    done = run("scan", "lose.yml", "a.js", "--fix")
    assert done.returncode == 4
    assert "a.js:1: lose is not fixed: 'else { c() }' is in the hit but not in" in done.stderr
    assert run("scan", "lose.yml", "a.js", "--fix", "--drop-rest").returncode == 0
    assert (tree / "a.js").read_text() == "when(a)\n"


def test_the_exit_code_tells_of_errors_alone(run, tree):
    assert run("scan", "rules", "a.py", "--severity", "no-eval=info").returncode == 0
    assert run("scan", "rules", "a.py", "--severity", "error").returncode == 1
    assert run("scan", "rules", "a.py", "--severity", "no-eval=off").returncode == 0
    wrong = run("scan", "--inline-rules", "id: a\nlanguage: python\nrul: {kind: call}\n", "a.py")
    assert wrong.returncode == 2
    assert "the inline rules:3: unknown key 'rul' in a rule" in wrong.stderr
    assert "did you mean 'rule'?" in wrong.stderr
    both = run("scan", "rules", "a.py", "--sarif", "--github")
    assert both.returncode == 2


def test_tests_of_rules_fail_with_their_text(run, tree):
    (tree / "t.yml").write_text("id: no-eval\nvalid: [eval(1)]\ninvalid: [eval(2), run(2)]\n")
    done = run("scan", "-r", "rules", "-r", "t.yml", "--test")
    assert done.returncode == 1
    assert done.stdout == (
        "t.yml:1: no-eval should find nothing, found it in\n    eval(1)\n"
        "t.yml:1: no-eval should find something, found nothing in\n    run(2)\n"
        "3 texts of 1 rule: 2 failed\n"
    )
    rows = json.loads(run("scan", "-r", "rules", "-r", "t.yml", "--test", "--json").stdout)
    assert [row["passed"] for row in rows] == [False, True, False]


def test_comments_that_silence_nothing_are_told_where_asked(run, tree):
    (tree / "a.py").write_text("x = 1  # structedit-ignore: no-eval\neval(1)  # ast-grep-ignore\n")
    done = run("scan", "rules", "a.py", "--unused-ignores")
    assert done.returncode == 0
    assert done.stderr == "a.py:1: # structedit-ignore: no-eval silences nothing\n"


def test_two_processes_print_what_one_prints(run, tree):
    for number in range(70):
        (tree / f"f{number}.py").write_text(f"eval({number})\n")
    alone = run("scan", "rules", ".")
    assert run("scan", "rules", ".", "-j", "2").stdout == alone.stdout
    assert alone.stdout.count("no-eval") == 142


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes")
def test_what_is_no_file_of_rules_is_an_error(run, tree):
    import os

    os.mkfifo(tree / "pipe.yml")
    assert run("scan", "pipe.yml", "a.py").returncode == 2
    (tree / "binary.yml").write_bytes(b"\0\1\2")
    assert run("scan", "binary.yml", "a.py").returncode == 2
    assert run("scan", "nowhere.yml", "a.py").returncode == 2
