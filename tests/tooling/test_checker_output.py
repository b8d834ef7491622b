"""What linters, compilers and type checkers print, read into findings; each text is as the program prints it."""

import json

import pytest

from structedit.tooling.checkers import findings_in

SARIF = {
    "runs": [
        {
            "results": [
                {
                    "level": "error",
                    "locations": [
                        {
                            "physicalLocation": {
                                "artifactLocation": {"uri": "file:///src/a.py"},
                                "region": {"endLine": 3, "startColumn": 8, "startLine": 3},
                            }
                        }
                    ],
                    "message": {"text": "`os` imported but unused"},
                    "ruleId": "F401",
                }
            ],
            "tool": {
                "driver": {
                    "name": "ruff",
                    "rules": [{"id": "F401", "shortDescription": {"text": "unused-import"}}],
                }
            },
        }
    ],
    "version": "2.1.0",
}
RUFF = [
    {
        "code": "F401",
        "end_location": {"column": 10, "row": 3},
        "filename": "/src/a.py",
        "fix": {"edits": [{"location": {"column": 1, "row": 3}}], "message": "Remove import"},
        "location": {"column": 8, "row": 3},
        "message": "`os` imported but unused",
    }
]
ESLINT = [
    {"filePath": "/src/a.js", "messages": [{"ruleId": "no-undef", "severity": 2, "line": 3, "message": "'x' is bad"}]},
    {"filePath": "/src/b.js", "messages": [{"ruleId": None, "severity": 2, "line": 1, "message": "Parsing error"}]},
]  # fmt: skip
GCC_JSON = [
    {
        "kind": "error",
        "message": "expected ';'",
        "locations": [{"caret": {"file": "a.c", "line": 3}}],
        "children": [{"kind": "note", "message": "here", "locations": [{"caret": {"file": "a.c", "line": 1}}]}],
    }
]  # fmt: skip
MYPY_JSON = "\n".join(
    json.dumps({"file": "a.py", "line": line, "message": "no", "code": "misc", "severity": kind})
    for line, kind in ((3, "error"), (4, "note"))
)


@pytest.mark.parametrize(
    ("output", "found"),
    [
        (json.dumps(SARIF), [("/src/a.py", 3, "F401", "`os` imported but unused")]),
        (json.dumps(RUFF, indent=2), [("/src/a.py", 3, "F401", "`os` imported but unused")]),
        (json.dumps(ESLINT), [("/src/a.js", 3, "no-undef", "'x' is bad"), ("/src/b.js", 1, "", "Parsing error")]),
        (json.dumps(GCC_JSON), [("a.c", 3, "", "expected ';'")]),
        (MYPY_JSON, [("a.py", 3, "misc", "no")]),
        ("[]", []),
        ("a.c:3:5: error: expected ';' before 'x'", [("a.c", 3, "", "expected ';' before 'x'")]),
        ("a.c:3:5: warning: unused 'x' [-Wunused]\na.c:1:1: note: here", [("a.c", 3, "-Wunused", "unused 'x'")]),
        ("C:\\src\\a.c:3: fatal error: no such file", [("C:\\src\\a.c", 3, "", "no such file")]),
        ('a.py:3: error: Bad [x] type  [arg-type]\nFound 1 error', [("a.py", 3, "arg-type", "Bad [x] type")]),
        ("a.py:3:1: F401 [*] `os` is unused\n[*] 1 fixable", [("a.py", 3, "F401", "`os` is unused")]),
        ("src/a.ts(3,5): error TS2304: Cannot find name 'x'.", [("src/a.ts", 3, "TS2304", "Cannot find name 'x'.")]),
        ("{ not json\na.c:3:5: error: no", [("a.c", 3, "", "no")]),
        ("All checks passed!\n", []),
        ("", []),
    ],
)  # fmt: skip
def test_findings_are_read_from_what_programs_print(output, found):
    assert [(f.path, f.line, f.rule, f.message) for f in findings_in(output)] == found
