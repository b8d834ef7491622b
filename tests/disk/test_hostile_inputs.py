"""What a repository or a caller brings: it is refused or skipped, and nothing crashes or hangs over it."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

import structedit as se
from structedit.disk import configuration, ignore_patterns, listing, surroundings
from structedit.disk.ignore_patterns import fault_in, read_patterns
from structedit.extras.codemods.rules import rule_folders

RULE = "id: a\nlanguage: python\nrule: {pattern: x}\n"
NO_PATTERNS = ["!", "\\", "a\\", "[z-a]", "[[:foo:]]", "[ü-ä]", "a" * 5000]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.log").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found_in():
    return {document for document, _ in se.find(".", text="x")}


# Patterns


@pytest.mark.parametrize("line", NO_PATTERNS)
def test_a_line_of_an_ignore_file_that_is_no_pattern_is_skipped(folder, line):
    (folder / ".gitignore").write_text(f"{line}\n*.log\n")
    assert found_in() == {"a.py"}
    assert se.scan(".", inline_rules=RULE).findings
    assert se.rewrite(".", text="x", template="y", dry_run=True).landed
    assert len(se.Session(folder).find(text="x")) == 1


@pytest.mark.parametrize("line", NO_PATTERNS)
def test_in_protect_it_is_a_wrong_configuration(folder, line):
    pattern = line.replace("\\", "\\\\")
    (folder / "structedit.toml").write_text(f'protect = ["*.log", "{pattern}"]\n')
    with pytest.raises(se.UsageError, match=r"in protect, .* is not a pattern"):
        se.str_replace("a.py", "1", "2")
    assert (folder / "a.py").read_text() == "x = 1\n"


@pytest.mark.parametrize("line", NO_PATTERNS)
def test_as_a_glob_it_is_a_wrong_call(folder, line):
    with pytest.raises(se.UsageError, match="a glob cannot be read"):
        se.find(".", text="x", globs=[line])
    config = folder / "sgconfig.yml"
    (folder / "rules").mkdir()
    (folder / "rules/a.yml").write_text(RULE)
    config.write_text(f"ruleDirs: [rules]\nlanguageGlobs: {{python: ['{line}']}}\n")
    with pytest.raises(se.UsageError, match="languageGlobs"):
        se.scan("a.py", rules=[config])


MATCHES = [
    (["*.log"], "a/b.log", True),
    (["*.log", "!keep.log"], "a/keep.log", False),
    (["build/"], "build/a.py", True),
    (["build/"], "build", None),
    (["/build"], "a/build", None),
    (["a/**/b"], "a/x/y/b", True),
    (["a/**/b/**/c"], "a/b/x/b/y/c", True),
    (["**/a/**/b/c"], "x/a/b/x/b/c", True),
    (["*a*b*c"], "xaxbxbxc", True),
    (["*a*b*c"], "xaxbx/c", None),
    (["a?c*e"], "abcde", True),
    (["a[!x]c"], "a/c", None),
    (["[[:digit:]]*[[:alpha:]]"], "1-a", True),
    (["\\!a"], "!a", True),
    (["# a"], "# a", None),
    (["[a&&b]"], "&", True),
]


@pytest.mark.parametrize(("lines", "path", "verdict"), MATCHES)
def test_patterns_match_as_those_of_git(lines, path, verdict):
    assert not fault_in(lines)
    assert read_patterns(lines).verdict(path) is verdict


SLOW = [
    "*a" * 30 + "b",
    "?*" * 25 + "b",
    "**/a/" * 20 + "b",
    "a/**/" * 20 + "b",
    "*[!b]" * 20 + "b",
]


@pytest.mark.parametrize("line", SLOW)
@pytest.mark.parametrize("path", ["a" * 250, "a/" * 2000 + "c", "/".join(["a" * 200] * 20)])
def test_no_pattern_takes_longer_than_its_path_is_long(line, path):
    """A backtracking matcher would not come back from any of these."""
    assert not read_patterns([line]).verdict(path)


def test_only_so_many_patterns_of_a_file_are_read(monkeypatch):
    monkeypatch.setattr(ignore_patterns, "_MOST_PATTERNS", 2)
    assert [read_patterns(["a", "b", "c"]).verdict(path) for path in "abc"] == [True, True, None]


def test_git_is_not_waited_for_where_it_computes_for_ever(folder, monkeypatch):
    """Some versions of git try every way to share out a name over the stars of a pattern."""
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("*a" * 30 + "b\n*.log\n")
    (folder / ("a" * 200)).write_text("x\n")
    (folder / "bin").mkdir()
    (folder / "bin/git").write_text("#!/bin/sh\nwhile :; do :; done\n")
    (folder / "bin/git").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder / "bin"), prepend=os.pathsep)
    monkeypatch.setattr(listing, "_GIT_PROCESSOR_SECONDS", 0.01)
    monkeypatch.setattr(listing, "_slow_repositories", set())
    with pytest.warns(UserWarning, match="git does not finish listing"):
        assert found_in() == {"a.py", "a" * 200}

    def no_program(*_, **__):
        raise AssertionError("git is asked again")

    monkeypatch.setattr(subprocess, "Popen", no_program)
    assert found_in() == {"a.py", "a" * 200}


# Numbers of a configuration


def configured(folder, text, *, by_user):
    """Write the configuration of a root, or the user's own."""
    file = Path(surroundings.users_file()) if by_user else folder / "structedit.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(
    "key",
    [
        *(
            "history.days",
            "history.entries",
            "hooks.seconds",
            "thresholds.medium",
            "thresholds.high",
        ),
        *(
            "thresholds.critical",
            "thresholds.occurrences",
            "thresholds.shrunk",
            "thresholds.doubled",
        ),
        "thresholds.small_file",
    ],
)
@pytest.mark.parametrize(
    "value", ["inf", "-inf", "nan", "-1", "true", "1e300", '"1"', "10000000000000"]
)
def test_a_number_that_cannot_be_meant_is_refused_before_anything_is_written(folder, key, value):
    configured(folder, f"{key} = {value}\n", by_user=key.startswith("hooks."))
    for call in (
        lambda: se.str_replace("a.py", "1", "2"),
        lambda: se.apply_edits([{"op": "append", "path": "a.py", "text": "y\n"}]),
        lambda: se.rewrite(".", text="x", template="y"),
    ):
        with pytest.raises(se.UsageError) as raised:
            call()
        assert "structedit.toml" in str(raised.value)
    assert (folder / "a.py").read_text() == "x = 1\n"


def test_a_time_limit_of_one_hook_is_checked_as_well(folder):
    hook = 'pre_edit = [{command = "true", seconds = inf}]'
    configured(folder, f"[hooks]\n{hook}\n", by_user=True)
    with pytest.raises(se.UsageError, match="not a time limit"):
        se.str_replace("a.py", "1", "2")


def test_numbers_that_can_be_meant_are_taken(folder):
    configured(
        folder,
        "hooks.seconds = 0.5\nhistory = {days = 0.5, entries = 1}\nthresholds = {medium = 0, high = 1.5}\n",
        by_user=True,
    )
    assert configuration.load(str(folder)).retention.days == 0.5
    assert se.str_replace("a.py", "1", "2").landed


# Roots and paths


def test_a_session_below_a_relative_root_finds_its_files(folder, monkeypatch):
    (folder / "shop").mkdir()
    (folder / "shop/a.py").write_text("x = 1\n")
    session = se.Session("shop")
    for _ in range(2):
        assert len(session.find(text="x")) == 1 and len(session.find(["a.py"], text="x")) == 1
        assert session.outline("a.py").items and session.check("a.py").clean
        assert session.str_replace("a.py", "1", "2", dry_run=True).landed
        assert session.apply_edits(
            [{"op": "append", "path": "a.py", "text": "y\n"}], dry_run=True
        ).landed
        monkeypatch.chdir("/")  # the root stays where it was


@pytest.mark.parametrize("path", ["a\ud800.py", "d\ud800/a.py", "a.py/\ud800"])
def test_half_of_a_surrogate_pair_in_a_path_is_an_error(folder, path):
    for call in (se.outline, se.check, se.get_region, lambda one: se.str_replace(one, "a", "b")):
        with pytest.raises((se.FileError, se.UsageError)):
            call(path)
    for call in (
        lambda: se.apply_edits([se.CreateFile(path, "x\n")]),
        lambda: se.apply_edits([se.DeleteFile(path)]),
        lambda: se.Session(folder).str_replace(path, "a", "b"),
    ):
        with contextlib.suppress(se.FileError, se.UsageError):
            assert call().status in ("error", "refused")
    document = se.Document.from_text("x\n", path)
    assert se.str_replace(document, "x", "y").diff  # nothing is on disk here


# Folders of rules


@pytest.mark.parametrize(
    "key",
    [
        "ruleDirs: [{}]",
        "ruleDirs: [rules]\nutilDirs: [{}]",
        "ruleDirs: [rules]\ntestConfigs: [{{testDir: {}}}]",
    ],
)
@pytest.mark.parametrize("place", ["/", "..", "../other", "link"])
def test_folders_of_rules_lie_in_the_repository(folder, monkeypatch, key, place):
    (folder / "repo/rules").mkdir(parents=True)
    (folder / "other").mkdir()
    for where in ("repo/rules", "other"):
        (folder / where / "a.yml").write_text(RULE)
    (folder / "repo/link").symlink_to(folder / "other")
    config = folder / "repo/sgconfig.yml"
    config.write_text(key.format(place) + "\n")
    walked = []
    walk = listing.walk
    monkeypatch.setattr(listing, "walk", lambda paths: walked.extend(paths) or walk(paths))
    with pytest.raises(se.UsageError, match="outside the repository"):
        se.scan("a.py", rules=[config])
    assert not [path for path in walked if place in path.split("/")[-2:] or path == "/"]


def test_folders_of_rules_beside_a_configuration_in_a_repository_are_read(folder):
    (folder / ".git").mkdir()
    (folder / "tools").mkdir()
    (folder / "rules").mkdir()
    (folder / "rules/a.yml").write_text(RULE)
    (folder / "tools/sgconfig.yml").write_text("ruleDirs: [../rules]\n")
    assert se.scan("a.py", rules=[folder / "tools/sgconfig.yml"]).findings


def test_a_folder_of_too_many_yaml_files_is_no_folder_of_rules(folder, monkeypatch):
    monkeypatch.setattr(rule_folders, "MOST_RULE_FILES", 1)
    (folder / "rules").mkdir()
    for name in "ab":
        (folder / f"rules/{name}.yml").write_text(RULE)
    with pytest.raises(se.UsageError, match="more than 1 YAML files"):
        se.scan("a.py", rules=["rules"])
