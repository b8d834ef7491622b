"""Texts of edits as models write them: `tests/formats/models`, whose README names the source of each form."""

import re

import pytest

from batch_files import read_batch
from checkout import TESTS
from structedit.calls.formats import parse_edits
from structedit.plan.batch.whole import plan_batch
from structedit.text.document import Document
from structedit.text.errors import FileError, FormatError

FOLDER = TESTS / "formats" / "models"
CASES = [read_batch(file) for file in sorted(FOLDER.glob("*.txt"))]
EACH = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
SOURCES = {
    row[0]: row
    for line in (FOLDER / "README.md").read_text().split("\n")
    if len(row := [cell.strip() for cell in line.strip("|").split(" | ")]) == 4
    and row[0] not in ("source", "---")
}


def planned(case, files):
    """Plan a text of edits on files in memory; gives the batch and the files as it leaves them."""

    def load(path, may_be_missing):
        if path in files:
            return Document.from_text(files[path], path=path)
        return FileError(f"there is no file {path!r}", hint="check the path")

    batch = plan_batch(load, parse_edits(case.edits))
    after = dict(files)
    for file in batch.files if batch.landed else ():
        for path in {file.path, file.moved_from} & after.keys():
            del after[path]
        if file.after is not None:
            after[file.path] = file.after.encode().decode()
    return batch, after


@EACH
def test_what_comes_of_a_text(case):
    kind, _, wanted = case.outcome[0].partition(": ")
    if kind == "error":
        line, _, words = wanted.partition(": ")
        found, _, expected = words.partition(" / ")
        with pytest.raises(FormatError) as raised:
            parse_edits(case.edits)
        assert raised.value.line == int(line)
        assert found in raised.value.message and (raised.value.hint or "").startswith(expected)
        return
    batch, after = planned(case, case.before)
    report = batch.report()
    assert batch.status == wanted, report
    assert after == case.after, report
    for words in case.report:
        assert words in report
    if wanted != "applied":
        return
    again, unchanged = planned(case, after)
    if "again" in case.flags:
        assert again.status == case.flags["again"], again.report()
        return
    # What one edit alone leaves behind may stand there by chance.
    one = ("already_applied", "ambiguous", "not_found", "refused")
    assert again.status in (one if len(again.edits) == 1 else one[:1]), again.report()
    assert unchanged == after


def test_each_form_has_a_source_and_each_source_a_case():
    named = {case.flags["source"] for case in CASES}
    assert named == set(SOURCES)
    models = {model for row in SOURCES.values() for model in row[2].split(", ")} - {
        "none",
        "several",
    }
    assert len(models) >= 10
    assert len(CASES) >= 60
    assert all(re.search(r"https://|judgement", row[3]) for row in SOURCES.values())
