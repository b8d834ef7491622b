"""Every case in `tests/cases`, in every variant that applies to it."""

import subprocess
import sys
from functools import cache

import pytest

from cases_support import (
    CASES,
    INPUTS,
    OPERATIONS,
    VARIANTS,
    all_cases,
    check,
    check_command,
    diff_of,
    grammars_of,
    missing_wheel,
    patched,
    trial,
    update,
)
from structedit.languages.detection import language_of
from structedit.languages.known import known_languages, profile

INCOMPLETE: frozenset[str] = frozenset()
"""Languages without enough cases; the test fails for a language here that has enough."""

LANGUAGES = "python javascript typescript tsx go rust c cpp java ruby json yaml".split()
ENOUGH = 3
WITHOUT_STATEMENTS = frozenset({"json", "yaml"})
FOR_STATEMENTS = frozenset({"replace_function_body", "wrap", "unwrap"})
LONG = 40
"""Lines of an input above which it is a file of its own."""

SAMPLED = ("bom", "command")
"""Variants that plan the same edit of the same text as `plain`: they read or write other bytes."""

ABOUT_BYTES = frozenset({"newline", "bom", "encoding", "no_final_newline", "escaped"})
"""Flags of cases that run in these variants, too."""

MOST_BYTES = 2_000_000
OTHER_FOLDERS = frozenset({"pitfalls", "text"})


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames and metafunc.function is test_case:
        cases = all_cases(metafunc.config.getoption("cases"))
        metafunc.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


def test_case(case, request, new_folder):
    """Run a case in all its variants: one test each would spend most of its time on set-up."""
    variants = VARIANTS
    if not (request.config.getoption("every_variant") or runs_in_every_variant(case)):
        variants = [variant for variant in VARIANTS if variant not in SAMPLED]
    tried = [tried for variant in variants if (tried := trial(case, variant)) is not None]
    if request.config.getoption("update_cases"):
        with grammars_of(fresh=tried[0].fresh):
            update(tried[0])
        pytest.skip("cases are being written")
    assert not case.misfit, f"the diff does not apply: {case.misfit}"
    there = [one for one in tried if not (one.fresh and missing_wheel(case.folder))]
    if not there:
        pytest.skip(f"{missing_wheel(case.folder)} is not installed")
    for one in there:
        try:
            with grammars_of(fresh=one.fresh):
                if one.variant == "command":
                    check_command(one, new_folder())
                else:
                    check(one)
        except BaseException as error:
            error.add_note(f"variant: {one.variant}")
            raise


def runs_in_every_variant(case):
    return case.name in firsts() or bool(case.flags.keys() & ABOUT_BYTES)


@cache
def firsts():
    """Return the name of the first case of each operation in each folder."""
    first = {}
    for case in all_cases():
        first.setdefault((case.folder, case.operation), case.name)
    return frozenset(first.values())


def operations_for(language):
    return [
        name
        for name in OPERATIONS
        if not (language in WITHOUT_STATEMENTS and name in FOR_STATEMENTS)
        if name != "rename_local" or profile(language).locals.names
    ]


def missing_in(language):
    """Return the operations of a language with fewer than `ENOUGH` cases, and how many there are."""
    has = [case.operation for case in all_cases() if case.folder == language]
    counts = {name: has.count(name) for name in operations_for(language)}
    return {name: count for name, count in counts.items() if count < ENOUGH}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_has_cases(language):
    missing = missing_in(language)
    if language in INCOMPLETE:
        assert missing, f"{language} has enough cases: take it out of INCOMPLETE"
    else:
        assert not missing, f"{language}: fewer than {ENOUGH} cases"


def test_long_inputs_are_files_of_their_own():
    inline = [case for case in all_cases() if "input" not in case.flags]
    assert [case.name for case in inline if case.sections["input"].count("\n") > LONG] == []
    named = {CASES / case.folder / INPUTS / case.flags.get("input", "") for case in all_cases()}
    assert {*CASES.glob(f"*/{INPUTS}/*")} <= named, "an input that no case names"


def test_cases_stay_small():
    assert sum(file.stat().st_size for file in CASES.rglob("*") if file.is_file()) <= MOST_BYTES


def test_a_diff_applies_to_its_own_text_alone():
    before = "".join(f"line {number}\n" for number in range(1, 21))
    after = before.replace("line 3\n", "").replace("line 17\n", "line 17\n\nmore\n") + "end\n"
    assert patched(before, diff_of(before, after)) == after
    assert patched("", diff_of("", after)) == after
    assert patched(after, diff_of(after, "")) == ""
    with pytest.raises(ValueError, match="line 1 of the input"):
        patched(after[1:], diff_of(before, after))
    with pytest.raises(ValueError, match="not a line of a diff"):
        patched(before, "@@ line 3 @@\n")


def test_cases_stand_in_the_folder_of_their_language():
    wrong = [
        case.name
        for case in all_cases()
        if case.folder not in OTHER_FOLDERS
        and language_of(case.path, trial(case, "plain").before) != case.folder
    ]
    assert not wrong
    folders = {file.name for file in CASES.iterdir() if file.is_dir()}
    assert folders <= OTHER_FOLDERS | set(known_languages())


@pytest.mark.cli
@pytest.mark.parametrize("operation", ["str_replace", "get_region"])
def test_command_as_a_process(operation, tmp_path, monkeypatch):
    case = next(case for case in all_cases() if case.operation == operation)
    program = "import sys; from structedit.faces.command.cli import main; sys.exit(main())"

    def in_process(folder, sent, *arguments):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=folder,
            input=sent.encode(),
            capture_output=True,
        )
        return done.returncode, done.stdout.decode("utf-8", "surrogateescape")

    monkeypatch.setattr("cases_support.in_process", in_process)
    monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, sys.path)))
    check_command(trial(case, "plain"), tmp_path)
