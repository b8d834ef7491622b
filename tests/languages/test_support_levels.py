"""What each language has is in a table, and how well it is supported is computed from the cases."""

from __future__ import annotations

import subprocess
import sys

import pytest

import support_levels
from structedit.languages.known import computed_support, known_languages, profile
from support_levels import (
    PAGE,
    SUPPORT,
    computed,
    features,
    features_of,
    installed_wheels,
    replaced,
    table,
)

STALE = "run `python tests/support_levels.py` and read the difference"


@pytest.mark.parametrize("language", [n for n in known_languages() if profile(n).grammar])
def test_the_table_names_what_the_profile_finds(language: str) -> None:
    assert features().get(language) == features_of(language), STALE


@pytest.mark.parametrize(("wheel", "language"), installed_wheels().items())
def test_the_table_names_what_the_profile_of_a_newer_grammar_finds(
    wheel: str, language: str
) -> None:
    assert features().get(wheel) == features_of(language, fresh=True), STALE


def test_the_levels_are_those_that_the_cases_show() -> None:
    rows = computed()
    assert support_levels.written(SUPPORT, rows) == SUPPORT.read_text(), STALE
    text = PAGE.read_text()
    assert replaced(text, table(rows)) == text, STALE


def test_a_kind_that_no_case_shows_is_missed() -> None:
    row = {**features_of("yaml"), "blocks": ["while"]}
    lacks = support_levels.lacking("yaml", row)
    assert lacks == ("block while",)
    assert support_levels.level_of("yaml", row, lacks) == "partial"
    assert support_levels.level_of("jsonnet", None, ()) == "text"


def test_the_kinds_of_derived_profiles_are_those_of_the_grammars() -> None:
    assert support_levels.DERIVED.read_text() == support_levels.derived_kinds_written(), (
        "run python tests/support_levels.py"
    )


def test_languages_are_listed_without_loading_a_grammar() -> None:
    script = """
from structedit.languages import grammars
def grammar(name): raise AssertionError(name)
grammars.grammar = grammar
from structedit.languages import derived
derived.grammar = grammar
from structedit.faces.command.known_languages import known_languages
rows = {one["language"]: one for one in known_languages()}
assert rows["ada"]["support"] == "derived" and rows["ada"]["definitions"]
assert rows["python"]["support"] == "full" and rows["python"]["definitions"]
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_command_reads_the_levels() -> None:
    assert computed_support()["yaml"] == ("full", ())
