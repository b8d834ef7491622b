"""Which places are protected from whom, by the names in the list."""

from __future__ import annotations

import subprocess

import pytest

import structedit as se
from structedit.disk import protected

AGENTS = """
mcp.json crush.json .amp/settings.json .factory/settings.json .kilocode/mcp.json .trae/mcp.json
.openhands/setup.sh .aider.conf.yml .github/hooks/hooks.json shop.code-workspace a/b.Code-Workspace
.helix/languages.toml .exrc .nvim.lua .dir-locals.el .fleet/run.json .vs/launch.vs.json
""".split()
AUTOMATION = """
.run/a.run.xml .gitpod.yml .idx/dev.nix .replit .mise/config.toml mise.local.toml .Rprofile .gdbinit
.yarnrc.yml .npmrc .cargo/config.toml .gitlab-ci.yaml azure-pipelines.yaml .cirrus.yml appveyor.yml
.lefthook.yml .lefthook/pre-commit/x.sh .lefthook-local.yaml lefthook-local.yml .lintstagedrc
.lintstagedrc.mjs action.yml sub/action.yaml .gitlab-ci.yml .netrc .bash_aliases
""".split()
ORDINARY = """
src/run/a.py .github/dependabot.yml cargo/config.toml .cargo/notes.md lefthook.md actions.yml
code-workspace.md x.code-workspaces mcp.py .lintstage helix/a.rs .envrc.md docs/.github/hook.md
""".split()


@pytest.mark.parametrize("path", [*AGENTS, *AUTOMATION, *ORDINARY])
def test_who_may_edit_it(tmp_path, path):
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("1\n")
    edit = {"op": "str_replace", "path": path, "old": "1", "new": "2"}
    batch = se.apply_edits([edit], tmp_path, dry_run=True)
    assert batch.landed == (path not in AGENTS)
    assert se.apply_edits([edit], tmp_path, dry_run=True, allow=[path]).landed
    by_tool = se.Session(tmp_path).str_replace(path, "1", "2", dry_run=True)
    assert by_tool.landed == (path in ORDINARY)
    assert se.Session(tmp_path, allow=[path]).str_replace(path, "1", "2", dry_run=True).landed
    assert se.str_replace(file, "1", "2", dry_run=True).landed  # a person who names the file


@pytest.mark.parametrize(
    "name", ["SHOP.CODE-WORKSPACE", "shop~1.cod", "shop.code-workspace. ", "LEFTHO~1"]
)
def test_a_name_with_a_star_is_compared_as_loosely_as_the_others(name):
    section = "automation" if "LEFT" in name else "agents"
    assert protected.protected_place(f"a/{name}", section)


def test_a_name_stands_once_in_the_list():
    names = [
        place
        for section in ("internals", "agents", "automation")
        for place in protected.places(section)
    ]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", ["config", "hooks/pre-commit", "info/attributes"])
@pytest.mark.parametrize("bare", [True, False])
def test_nobody_edits_the_internals_of_git(tmp_path, path, bare):
    subprocess.run(["git", "init", "-q", *["--bare"] * bare, "r"], cwd=tmp_path, check=True)
    file = tmp_path / "r" / path if bare else tmp_path / "r" / ".git" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("1\n")
    assert se.str_replace(file, "1", "2").reason == "protected"
    assert se.insert(file, "2\n", at="top").reason == "protected"
    assert file.read_text() == "1\n"


def test_other_version_control_that_is_named_is_not_edited_either(tmp_path):
    (tmp_path / ".hg").mkdir()
    (tmp_path / ".hg/hgrc").write_text("1\n")
    assert se.str_replace(tmp_path / ".hg/hgrc", "1", "2").reason == "protected"


def test_a_work_tree_inside_a_bare_repository_is_edited(tmp_path):
    for name in ("objects", "refs", "main"):
        (tmp_path / name).mkdir()
    (tmp_path / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "main/.git").write_text("gitdir: ../worktrees/main\n")
    (tmp_path / "main/a.txt").write_text("1\n")
    assert se.str_replace(tmp_path / "main/a.txt", "1", "2").landed
