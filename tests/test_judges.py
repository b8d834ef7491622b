"""Definitions against the parsers of the languages themselves, on the inputs of all cases.

The judges are those of `benchmarks/judges`, which asks them about real files. Each needs a program of
its language and is skipped where that is not installed.
"""

import pytest
from benchmarks.judges import parsers

from cases_support import all_cases
from structedit.languages.detection import language_of

FEWEST = {"go": 40, "java": 20, "php": 10, "ruby": 40}
"""Inputs that the judge can read at least; others are broken on purpose."""


def _judge(language):
    missing = parsers.why_not(language)
    if missing:
        pytest.skip(missing)


@pytest.mark.parametrize("language", sorted(parsers.JUDGES))
def test_definitions_are_those_of_the_languages_own_parser(language, tmp_path):
    _judge(language)
    files = []
    for number, case in enumerate(all_cases()):
        if language_of(case.path) == language and "newline" not in case.flags:
            files.append(tmp_path / str(number) / case.path.rsplit("/", 1)[-1])
            files[-1].parent.mkdir()
            files[-1].write_text(case.sections.get("input", ""), encoding="utf-8")
    counts, examples = parsers.compared(language, files)
    assert counts["files"] >= FEWEST[language]
    assert counts["exact"] > counts["files"]
    assert examples == {}


SAMPLES = {
    "go": ("a.go", "package p\n\nfunc (t *T) Run() {\n}\n", ("T", "Run"), 11),
    "java": ("A.java", "class A {\n    void run() {}\n}\n", ("A", "run"), 14),
    "php": ("a.php", "<?php\nclass A {\n    public function run() {}\n}\n", ("A", "run"), 20),
    "ruby": ("a.rb", "class A\n  def self.run\n  end\nend\n", ("A", "run"), 10),
}


@pytest.mark.parametrize("language", sorted(parsers.JUDGES))
def test_a_judge_says_where_definitions_are(language, tmp_path):
    _judge(language)
    name, text, path, start = SAMPLES[language]
    file = tmp_path / name
    file.write_text(text)
    broken = tmp_path / f"broken_{name}"
    broken.write_text(text.rstrip()[:-1])
    answers = dict(parsers.judged(language, [broken, file]))
    assert answers[broken] is None
    row = next(row for row in answers[file] if row.path == path)
    assert (row.start, row.whole) == (start, True)
    assert text[row.start : row.end].endswith(("}", "end"))


def test_what_differs_is_told():
    """A definition at another place, one that is not there, and one too many, are three classes."""
    data = b"def f(): pass\ndef g(): pass\ndef h(): pass\n"
    tree = parsers.parse(data, parsers.profile("python"))
    rows = [
        parsers.Row("function", ("f",), 0, 13, True),
        parsers.Row("function", ("g",), 14, 20, True),
        parsers.Row("function", ("i",), 28, 41, True),
    ]
    verdicts = parsers.verdicts(rows, list(tree.definitions()), data, "span")
    assert [verdict.name for verdict in verdicts] == [
        "exact",
        "other end: function",
        "missing: function",
        "only ours: function",
    ]
