"""A grammar that is not the one its profile was made for is not used, and the result says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

import structedit as se
from structedit.calls.requests import StrReplace
from structedit.languages.known import known_languages, profile
from structedit.languages.profiles import LanguageProfile
from structedit.plan import landed
from structedit.plan.one_request import plan
from structedit.tree import probes
from structedit.tree.probes import Versions, drift_of, versions_of
from structedit.tree.source import Source
from structedit.tree.syntax_tree import parse

GO = profile("go")
OTHER = Versions("tree-sitter-language-pack", "0.13.0", "0.99.0")


@pytest.mark.parametrize("language", known_languages())
def test_no_grammar_here_has_drifted(language: str) -> None:
    assert drift_of(profile(language)) == ""


@pytest.mark.parametrize("language", known_languages())
def test_the_wheels_are_those_the_profiles_were_made_for(language: str) -> None:
    versions = versions_of(profile(language))
    assert versions is None or versions.agree, str(versions)


@pytest.mark.parametrize(
    ("drifted", "said"),
    [
        (
            replace(GO, probe="package p\n\nfunc f( {\n"),
            "it cannot parse the sample code of the profile",
        ),
        (
            replace(GO, probe_nodes=("function_decl",)),
            "the tree of the sample code has no function_decl",
        ),
        (
            replace(GO, grammar="go_of_tomorrow"),
            "the grammar 'go_of_tomorrow' cannot be loaded",
        ),
    ],
    ids=["probe", "nodes", "grammar"],
)
def test_what_does_not_fit_is_not_used(drifted: LanguageProfile, said: str) -> None:
    why = parse(b"package p\n", drifted)
    assert isinstance(why, str) and said in why
    assert "(made for tree-sitter-language-pack 0.13.0, found 0.13.0)" in why


def test_queries_are_compiled_where_the_version_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_installed", lambda wheel: "0.99.0")
    assert drift_of(replace(GO, id="go-of-now")) == ""
    other = replace(GO, id="go-of-then", blocks="(whenever_statement body: (_) @body) @block.if")
    why = drift_of(other)
    assert f"({OTHER})" in why and "go-of-then/blocks.scm does not compile" in why


def test_an_edit_goes_on_as_text_and_says_so() -> None:
    document = se.Document.from_text("package p\n\nfunc f() {\n\ta()\n}\n", path="p.go")
    source = Source(document, replace(GO, probe_nodes=("function_decl",)))
    outcome = plan(source, StrReplace("a()", "b()"))
    assert outcome.method == landed.Method.TEXT
    assert outcome.text == "package p\n\nfunc f() {\n\tb()\n}\n"
    assert outcome.warnings[0].startswith(
        "edited as plain text: the go grammar does not fit its profile"
    )
