"""Definitions against the parsers of the languages themselves, on the inputs of all cases.

The judges are those of `benchmarks/judges`, which asks them about real files. Each needs a program of
its language and is skipped where that is not installed.
"""

import pytest
from benchmarks.judges import __main__ as judges
from benchmarks.judges import roles

from cases_support import all_cases
from structedit.languages.detection import language_of

FEWEST = {"go": 40, "php": 10, "python": 40, "ruby": 40}
"""Inputs that the judge can read at least; others are broken on purpose."""

SAMPLES = {
    "go": ("a.go", "package p\n\nfunc (t *T) Run() {\n}\n", ("T", "Run"), 11),
    "php": ("a.php", "<?php\nclass A {\n    public function run() {}\n}\n", ("A", "run"), 20),
    "python": ("a.py", "class A:\n    @b\n    def run(self):\n        (c())\n", ("A", "run"), 13),
    "ruby": ("a.rb", "class A\n  def self.run\n  end\nend\n", ("A", "run"), 10),
}


@pytest.fixture(params=sorted(FEWEST))
def language(request):
    if missing := judges.why_not(request.param):
        pytest.skip(missing)
    return request.param


def test_definitions_are_those_of_the_languages_own_parser(language, tmp_path):
    files = []
    for number, case in enumerate(all_cases()):
        if language_of(case.path) == language and "newline" not in case.flags:
            files.append(tmp_path / str(number) / case.path.rsplit("/", 1)[-1])
            files[-1].parent.mkdir()
            files[-1].write_text(case.sections.get("input", ""), encoding="utf-8")
    counts, examples = judges.compared(language, files)
    assert counts["files"] >= FEWEST[language]
    assert counts["exact"] > FEWEST[language]
    assert examples == {}


def test_a_judge_says_where_definitions_are(language, tmp_path):
    name, text, path, start = SAMPLES[language]
    file = tmp_path / name
    file.write_text(text)
    broken = tmp_path / f"broken_{name}"
    broken.write_text(text.rstrip()[:-1])
    answers = dict(judges.judged(language, [broken, file]))
    assert answers[broken] is None
    (row,) = [row for row in answers[file] if row[0] == path]
    assert row[1] == start
    assert text[start : row[2]].endswith(("}", "end", ")"))


def test_definitions_that_differ_are_reported():
    """A definition with another span, a missing one, and one that only structedit has."""
    data = b"def f(): pass\ndef g(): pass\ndef h(): pass\n"
    tree = judges.parse(data, judges.profile("python"))
    rows = [(("f",), 0, 13), (("g",), 14, 20), (("i",), 28, 41)]
    found = judges.verdicts("python", rows, list(tree.definitions()))
    assert list(found) == [("exact", 0), ("other span", 14), ("missing", 28), ("only ours", 28)]


@pytest.mark.parametrize(
    ("before", "after", "law"),
    [
        ("a()\nb()\n", "b()\n", None),
        ("if a:\n    b()\nc(1)\n", "if a:\n    b()\n    c(1)\n", None),  # the line is written
        ("x = a\n", "x = a + b\n", None),
        ("if a:\n    b()\nelse:\n    c(1)\n", "if a:\n    b()\n    c(1)\n", "R1"),
        ("x = [1]\ny(z)\n", "x = '''[1]\ny(z)\n'''\n", "R2"),
        (
            "if a:\n    b()\nelse:\n    c(1)\n",
            "if a:\n    b()\nfor d in e:\n    pass\nelse:\n    c(1)\n",
            "R5",
        ),
    ],
)
def test_code_that_an_edit_did_not_write_is_seen_to_change_its_role(tmp_path, before, after, law):
    files = [tmp_path / "before.py", tmp_path / "after.py"]
    for file, text in zip(files, (before, after), strict=True):
        file.write_text(text)

    old, new = roles.trees("python", files)

    found = {one.law for one in roles.Comparison(old, new, has_layout=True).differences()}
    assert found == ({law} if law else set())


def test_a_rewrite_that_splits_what_it_captured_is_seen(tmp_path):
    files = [tmp_path / "before.py", tmp_path / "split.py", tmp_path / "whole.py"]
    for file, text in zip(
        files, ("x = f(a + b)\n", "x = a + b * 2\n", "x = (a + b) * 2\n"), strict=True
    ):
        file.write_text(text)

    old, split, whole = roles.trees("python", files)

    assert roles.Comparison(old, split, has_layout=True).splits((4, 12), (6, 11))
    assert not roles.Comparison(old, whole, has_layout=True).splits((4, 12), (6, 11))
