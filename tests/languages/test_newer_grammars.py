"""Newer grammars: used where their wheel is installed and fits, the pack's where not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import structedit as se
from cases_support import grammars_of, missing_wheel
from checkout import ROOT
from structedit.faces.command.known_languages import known_languages
from structedit.faces.readings import languages_text
from structedit.languages.known import fresh_languages, fresh_profile, profile
from structedit.languages.profiles import LanguageProfile
from structedit.tree import newer_grammars, probes, source
from structedit.tree.probes import drift_of, versions_of

LANGUAGE = "perl"
MODULE, WHEEL, MADE_FOR = "tree_sitter_perl", "tree-sitter-perl", "2.0.3"
PACK = "parsed with the grammar of the language pack: "
CODE = "sub lengths {\n    return grep { defined && length } @_;\n}\n"
"""What the pack's grammar does not parse."""

DOCUMENT = se.Document.from_text(CODE, path="Cart.pm")

needs_wheel = pytest.mark.skipif(bool(missing_wheel(LANGUAGE)), reason=f"{WHEEL} is not installed")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch):
    """Choose grammars as if another version of the wheel were installed, or none (empty)."""

    def choose(version: str, newer: LanguageProfile | None = None) -> LanguageProfile:
        real = probes._installed
        other = {MODULE: version}
        monkeypatch.setattr(probes, "_installed", lambda wheel: other.get(wheel) or real(wheel))
        monkeypatch.setattr(probes, "_drifts", {})
        if not version:
            monkeypatch.setattr(
                probes, "_installed", lambda wheel: "" if wheel == MODULE else real(wheel)
            )
        if newer is not None:
            monkeypatch.setattr(newer_grammars, "fresh_profile", lambda language: newer)
        chosen = newer_grammars.profile_in_use.__wrapped__
        monkeypatch.setattr(source, "profile_in_use", chosen)
        return chosen(LANGUAGE)

    return choose


def edited() -> se.Outcome:
    document = se.Document.from_text("sub total {\n    return 1;\n}\n", path="Cart.pm")
    return se.replace_function_body(document, "total", "return 2;")


@pytest.mark.parametrize("language", fresh_languages())
def test_no_newer_grammar_here_has_drifted(language: str) -> None:
    if missing := missing_wheel(language):
        pytest.skip(f"{missing} is not installed")
    newer = fresh_profile(language)
    assert drift_of(newer) == "" and versions_of(newer).agree
    assert newer_grammars.profile_in_use(language) == newer


@needs_wheel
def test_it_is_used_where_it_is_installed() -> None:
    with grammars_of(fresh=False):
        assert se.check(DOCUMENT).faults
    with grammars_of(fresh=True):
        assert not se.check(DOCUMENT).faults
        assert not edited().warnings


def test_without_its_wheel_the_packs_grammar_is_used_and_nothing_said(found) -> None:
    assert found("") == profile(LANGUAGE)
    assert not [one for one in edited().warnings if "grammar" in one]


@needs_wheel
def test_where_it_has_drifted_the_packs_is_used_and_both_versions_are_named(found) -> None:
    drifted = replace(fresh_profile(LANGUAGE), probe_nodes=("sub_of_tomorrow",))
    chosen = found("2.9.0", drifted)
    assert (chosen.grammar, chosen.symbols) == (LANGUAGE, profile(LANGUAGE).symbols)
    why = f"{PACK}the perl grammar does not fit its profile (made for {WHEEL} {MADE_FOR}, found 2.9.0):"
    outcome = edited()
    assert outcome.method == "tree"
    assert outcome.warnings[-1] == f"{why} the tree of the sample code has no sub_of_tomorrow"


@needs_wheel
def test_an_older_one_than_its_profile_was_made_for_is_not_used(found) -> None:
    assert found("2.0.10").passed_over == ""
    old = "the perl grammar is too old for its profile"
    assert found("2.0.2").passed_over == f"{PACK}{old} (made for {WHEEL} {MADE_FOR}, found 2.0.2)"


@needs_wheel
def test_the_list_says_which_one_is_in_use(found) -> None:
    row = r"^perl +\S+ +{} +\.pl "
    with grammars_of(fresh=True):
        listed = {str(one["language"]): one for one in known_languages()}
    assert listed[LANGUAGE]["grammar_version"] == {
        "wheel": WHEEL,
        "made_for": MADE_FOR,
        "found": MADE_FOR,
    }
    assert listed[LANGUAGE]["grammar"] == f"{MODULE}:language"
    assert listed[LANGUAGE]["own"] is False
    text = languages_text(list(listed.values()))
    assert re.search(row.format(f"{WHEEL} {MADE_FOR}"), text, re.MULTILINE)
    listed = {str(one["language"]): one for one in known_languages()}
    assert listed[LANGUAGE]["grammar"] == LANGUAGE
    assert re.search(row.format("perl"), languages_text(list(listed.values())), re.MULTILINE)


@needs_wheel
def test_the_list_says_why_one_is_not_used(found, monkeypatch: pytest.MonkeyPatch) -> None:
    why = found("2.0.2").passed_over
    monkeypatch.setattr(
        "structedit.faces.command.known_languages.profile_in_use", source.profile_in_use
    )
    listed = known_languages()
    (one,) = (one for one in listed if one["language"] == LANGUAGE)
    assert (one["grammar"], one["why"]) == (LANGUAGE, why)
    assert languages_text(listed).endswith(f"\nperl: {why}\n")


@needs_wheel
@pytest.mark.parametrize(
    ("said", "grammar"),
    [
        ("", f"{MODULE}:language"),
        ('grammars = "fresh"', f"{MODULE}:language"),
        ('grammars = "pack"', LANGUAGE),
        (f'grammars = "pack"\n[languages.perl]\ngrammar = "{MODULE}"', f"{MODULE}:language"),
        ('[languages.perl]\nbase = "perl"', LANGUAGE),
    ],
)
def test_a_user_says_which_one_is_wanted(
    tmp_path: Path, users: Path, monkeypatch: pytest.MonkeyPatch, said: str, grammar: str
) -> None:
    (tmp_path / ".git").mkdir()
    users.write_text(said + "\n")
    (tmp_path / "Cart.pm").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    with grammars_of(fresh=True):
        (listed,) = (one for one in known_languages() if one["language"] == LANGUAGE)
        assert listed["grammar"] == grammar
        assert bool(se.check("Cart.pm").faults) == (grammar == LANGUAGE)
        assert se.outline("Cart.pm").language == LANGUAGE


def test_what_a_project_cannot_want(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "structedit.toml").write_text('grammars = "newest"\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(se.UsageError, match="grammars is 'newest'"):
        known_languages()


@needs_wheel
def test_no_grammar_is_imported_before_a_file_of_its_language() -> None:
    script = (
        "import sys, structedit as se\n"
        "se.outline(se.Document.from_text('a = 1\\n', path='a.py'))\n"
        "before = [m for m in sys.modules if m.startswith('tree_sitter_')]\n"
        "se.outline(se.Document.from_text('sub f { 1 }\\n', path='a.pm'))\n"
        "import json; print(json.dumps([before, sorted(sys.modules)]))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    before, after = json.loads(ran.stdout)
    assert not [name for name in before if not name.startswith("tree_sitter_language_pack")]
    assert MODULE in after


@needs_wheel
def test_a_heredoc_without_an_end_ends() -> None:
    script = (
        "import structedit as se\n"
        "document = se.Document.from_text('$a = <<F;\\n\\\\b', path='a.pl', language='perl')\n"
        "print(se.check(document).faults[0].line)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "2\n"  # the heredoc takes nothing, so what is below it does not parse


def test_the_extra_brings_what_the_profiles_were_made_for() -> None:
    project = ROOT / "pyproject.toml"
    wanted = tomllib.loads(project.read_text())["project"]["optional-dependencies"]["fresh"]
    profiles = [versions_of(fresh_profile(name)) for name in fresh_languages()]
    lowest = {f"{one.wheel}>={one.made_for}" for one in profiles}
    assert {one.partition(",")[0] for one in wanted} == lowest
    assert all(re.fullmatch(r"\S+>=[\d.]+,<[\d.]+", one) for one in wanted)
