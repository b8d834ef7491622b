"""What a repository's configuration may run: nothing, until its user has looked at it."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import structedit as se
from structedit.disk import configuration, named_files, opening, protected, roots, trust
from structedit.disk.listing import walk
from structedit.extras.codemods import executors
from structedit.faces.command.cli import program
from structedit.faces.command.known_languages import known_languages
from structedit.faces.tools import dispatch
from structedit.text.errors import FileError

TEXT = "def f():\n    return 1\n"
EDIT = {"op": "str_replace", "path": "a.py", "old": "return 1", "new": "return 2"}
CHECK = "import pathlib; pathlib.Path('ran').write_text('')\n"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Make a clone whose configuration has a script run before each edit."""
    folder = tmp_path / "clone"
    (folder / ".git").mkdir(parents=True)
    (folder / "tools").mkdir()
    (folder / "a.py").write_text(TEXT)
    (folder / "tools" / "check.py").write_text(CHECK)
    (folder / "tools" / "helper.py").write_text("")
    configured(folder, "pre_edit")
    return folder


def configured(root, event, more="", script="tools/check.py"):
    command = f"{shlex.quote(sys.executable)} -B {script}"
    (root / "structedit.toml").write_text(f"[hooks]\n{event} = {json.dumps(command)}\n{more}")


def trusted(root):
    claim = configuration.claim_of(str(root))
    return trust.give(claim, trust.hashes(claim))


def has_run(root):
    found = (root / "ran").exists()
    (root / "ran").unlink(missing_ok=True)
    return found


def by_path(root, **options):
    return se.str_replace(root / "a.py", EDIT["old"], EDIT["new"], **options)


def by_session(root, **options):
    return se.Session(root).str_replace("a.py", EDIT["old"], EDIT["new"], **options)


def by_batch(root, **options):
    return se.multi_edit(root, [EDIT], **options)


def by_rewrite(root, **options):
    return se.rewrite(
        [root / "a.py"], query="(integer) @n", template="2", root=root, **options
    ).batch


WAYS = pytest.mark.parametrize("edit", [by_path, by_session, by_batch, by_rewrite])


def command(*arguments):
    return CliRunner().invoke(program, [str(one) for one in arguments], standalone_mode=False)


# Untrusted


@WAYS
@pytest.mark.parametrize("options", [{}, {"dry_run": True}], ids=["edit", "dry run"])
@pytest.mark.parametrize("event", ["pre_edit", "post_edit", "verify"])
def test_nothing_runs_and_the_outcome_says_what_to_type(root, edit, options, event):
    configured(root, event)
    out = edit(root, **options)
    assert out.landed and not has_run(root)
    (said,) = [one for one in out.warnings if "not run" in one]
    assert f"{event} `" in said and said.startswith(f"`structedit trust {root}`")
    assert "check.py" in said and said[:100] in out.report()


@pytest.mark.parametrize(
    "arguments",
    [
        ("str-replace", "a.py", "--old", "return 1", "--new", "return 2"),
        ("str-replace", "a.py", "--old", "return 1", "--new", "return 2", "--dry-run"),
        ("str-replace", "a.py", "--old", "return 1", "--new", "return 2", "--diff"),
        ("outline", "a.py"),
        ("check", "."),
        ("find", ".", "--text", "return"),
        ("languages",),
        ("trust",),
    ],
)
def test_no_command_runs_it(root, monkeypatch, arguments):
    monkeypatch.chdir(root)
    command(*arguments)
    assert not has_run(root)


def test_the_first_answer_of_a_server_says_it_once(root):
    session = se.Session(root)
    first = dispatch("outline", {"path": "a.py"}, session)
    again = dispatch("outline", {"path": "a.py"}, session)
    assert "structedit trust" in first.text and "structedit trust" not in again.text
    assert "structedit trust" in first.data["notes"][0] and "notes" not in again.data


@WAYS
def test_where_hooks_are_required_the_edit_is_refused(root, edit):
    configured(root, "pre_edit", "required = true\n")
    out = edit(root)
    assert (out.status, out.reason) == ("refused", "untrusted") and not has_run(root)
    assert "structedit trust" in out.report() and (root / "a.py").read_text() == TEXT
    trusted(root)
    assert edit(root).landed and has_run(root)


def test_hooks_that_are_off_are_not_mentioned_unless_they_are_required(root, monkeypatch):
    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    trusted(root)
    assert by_path(root, dry_run=True).warnings == () and not has_run(root)
    configured(root, "pre_edit", "required = true\n")
    out = by_path(root)
    assert out.reason == "untrusted" and "STRUCTEDIT_HOOKS is off" in out.report()


# Trusted, and no longer


@WAYS
def test_what_was_trusted_runs(root, edit):
    trusted(root)
    out = edit(root)
    assert out.landed and has_run(root) and out.warnings == ()


def _new(root):
    (root / "tools" / "json.py").write_text("")


CHANGES = {
    "structedit.toml has changed": lambda root: configured(root, "post_edit"),
    "tools/check.py has changed": lambda root: (root / "tools" / "check.py").write_text("1"),
    "tools/helper.py has changed": lambda root: (root / "tools" / "helper.py").write_text("1"),
    "tools/json.py is new": _new,
    "tools/check.py is gone": lambda root: (root / "tools" / "check.py").unlink(),
}


@pytest.mark.parametrize("said", CHANGES)
def test_any_change_of_it_ends_the_trust(root, said):
    trusted(root)
    CHANGES[said](root)
    out = by_path(root)
    assert out.landed and not has_run(root)
    assert said in out.warnings[0] and "structedit trust" in out.warnings[0]


def test_the_trust_is_of_what_is_said_not_of_how_it_is_written(root):
    trusted(root)
    file = root / "structedit.toml"
    file.write_text("# a remark\n" + file.read_text())
    assert by_path(root).landed and has_run(root)


def test_another_clone_of_the_same_is_not_trusted(root, tmp_path):
    trusted(root)
    root.rename(tmp_path / "elsewhere")
    by_path(tmp_path / "elsewhere")
    assert not has_run(tmp_path / "elsewhere")


def test_the_same_said_by_another_file_is_not_trusted(root):
    trusted(root)
    said = (root / "structedit.toml").read_text().replace("[hooks]", "[tool.structedit.hooks]")
    (root / "structedit.toml").unlink()
    (root / "pyproject.toml").write_text(said)
    by_path(root)
    assert not has_run(root)


def test_a_record_that_somebody_else_may_write_counts_for_nothing(root, state_folder):
    trusted(root)
    (record,) = (state_folder / "trust").iterdir()
    record.chmod(0o666)
    assert by_path(root, dry_run=True).warnings and not has_run(root)
    record.chmod(0o600)
    record.write_text("{")
    assert by_path(root, dry_run=True).warnings and not has_run(root)


@pytest.mark.parametrize("name", ["trust", "."])
def test_records_in_a_folder_that_others_may_write_in_count_for_nothing(root, state_folder, name):
    trusted(root)
    (state_folder / name).chmod(0o777)
    assert trust.records() == ()
    assert by_path(root, dry_run=True).warnings and not has_run(root)
    (state_folder / name).chmod(0o700)
    assert len(trust.records()) == 1


@pytest.mark.parametrize("path", ["tools/check.py", "tools/helper.py", "tools/json.py"])
def test_no_tool_edits_what_a_trusted_command_runs(root, path):
    trusted(root)
    made = se.CreateFile(path, "1\n") if path.endswith("json.py") else None
    edit = made or {"op": "str_replace", "path": path, "old": "", "new": "x"}
    if made is None:
        (root / path).write_text("x = 1\n")
        trusted(root)
        edit = {"op": "str_replace", "path": path, "old": "x = 1", "new": "x = 2"}
    outs = [se.apply_edits([edit], root), se.Session(root).apply_edits([edit])]
    if made is None:
        outs += [
            se.Session(root).str_replace(path, "x = 1", "x = 2"),
            se.str_replace(root / path, "x = 1", "x = 2"),
        ]
    assert {out.reason for out in outs} == {"protected"}
    assert "trusted" in outs[0].report()


def test_a_setting_trusts_roots_on_machines_without_a_user(root, monkeypatch, tmp_path):
    monkeypatch.setenv("STRUCTEDIT_TRUST", os.pathsep.join((str(tmp_path), str(root))))
    assert by_path(root, dry_run=True).landed and has_run(root)
    assert by_path(root.parent / "clone", dry_run=True).landed and has_run(root)
    monkeypatch.setenv("STRUCTEDIT_TRUST", str(tmp_path))
    assert by_path(root, dry_run=True).warnings and not has_run(root)
    monkeypatch.setenv("STRUCTEDIT_TRUST", "all")
    assert by_path(root, dry_run=True).landed and has_run(root)
    monkeypatch.setenv("STRUCTEDIT_TRUST", "clone")
    with pytest.raises(se.UsageError, match="no full path"):
        by_path(root)


# The user's own configuration


@pytest.fixture
def users():
    file = Path(configuration.users_file())
    file.parent.mkdir(parents=True)
    return file


def test_the_users_own_hooks_run_everywhere(root, users):
    (root / "structedit.toml").unlink()
    users.write_text(f"[hooks]\npre_edit = '{sys.executable} -B tools/check.py'\n")
    assert by_path(root).landed and has_run(root)


def test_a_root_says_more_and_unprotects_nothing(root, users):
    users.write_text("protect = ['a.py']\nbackups = false\n[thresholds]\nmedium = 0.1\n")
    (root / "structedit.toml").write_text("protect = ['!a.py']\n[thresholds]\nhigh = 0.5\n")
    found = configuration.load(str(root))
    assert found.protects("a.py") and not found.backups
    assert (found.thresholds.medium, found.thresholds.high) == (0.1, 0.5)
    assert by_path(root).reason == "protected"


def test_only_the_user_allows(root, users):
    (root / "structedit.toml").write_text("allow = ['.envrc']\n")
    with pytest.raises(se.UsageError, match="for a root") as caught:
        by_path(root)
    assert str(users) in caught.value.hint
    (root / "structedit.toml").unlink()
    (root / ".envrc").write_text("A=1\n")
    assert se.Session(root).str_replace(".envrc", "A=1", "A=2").reason == "protected"
    users.write_text("allow = ['.envrc']\n")
    assert se.Session(root).str_replace(".envrc", "A=1", "A=2").landed


# Grammars


EVIL = '[languages.evil]\nextensions = ["evil"]\ngrammar = "evil_grammar:language"\n'


@pytest.fixture
def evil(root, monkeypatch):
    """Name a module that leaves a trace when it is imported, and can be imported."""
    (root / "structedit.toml").write_text(EVIL)
    (root / "x.evil").write_text("a {\n}\n")
    (root / "evil_grammar.py").write_text(
        f"open({str(root / 'ran')!r}, 'w')\n"
        "from tree_sitter_language_pack.bindings.lua import language\n"
    )
    monkeypatch.syspath_prepend(str(root))
    yield root
    sys.modules.pop("evil_grammar", None)


def test_reading_imports_nothing_untrusted(evil):
    assert se.outline(evil / "x.evil").language == "evil"
    assert se.check(evil / "x.evil").language == "evil"
    se.find([evil], text="a")
    se.get_region(evil / "x.evil", lines="1")
    (known,) = [one for one in known_languages(str(evil)) if one["language"] == "evil"]
    assert known["support"] == "text" and "structedit trust" in known["why"]
    out = se.str_replace(evil / "x.evil", "a {", "b {")
    assert out.landed and out.method == "text" and "evil_grammar" in out.warnings[0]
    assert not has_run(evil) and "evil_grammar" not in sys.modules


def test_a_module_in_the_root_is_watched_and_protected(evil):
    record = trusted(evil)
    assert list(record.files) == ["evil_grammar.py"]
    assert "evil_grammar" not in sys.modules
    assert se.str_replace(evil / "evil_grammar.py", "language", "l").reason == "protected"
    (evil / "evil_grammar.py").write_text("0")
    out = se.str_replace(evil / "x.evil", "a {", "b {")
    assert "evil_grammar.py has changed" in out.warnings[0] and not has_run(evil)


def test_a_grammar_of_the_pack_needs_no_trust(root):
    (root / "structedit.toml").write_text(EVIL.replace("evil_grammar:language", "python"))
    (root / "x.evil").write_text("def f():\n    pass\n")
    assert [item.selector for item in se.outline(root / "x.evil").items] == ["f"]
    assert configuration.claim_of(str(root)).programs == ()


def test_a_profile_lies_below_the_root(root):
    said = EVIL.replace('grammar = "evil_grammar:language"', 'profile = "../elsewhere"')
    (root / "structedit.toml").write_text(said)
    with pytest.raises(se.UsageError, match="leads out of the root"):
        se.outline(root / "a.py")


# The command


def test_the_command_shows_records_lists_and_revokes(root, monkeypatch):
    monkeypatch.chdir(root / "tools")
    shown = command("trust")
    assert shown.return_value == 1 and "add --yes" in shown.output
    for said in ("pre_edit", "tools/check.py", "tools/helper.py", "does not run"):
        assert said in shown.output
    assert not trust.records()
    assert command("trust", "--yes").return_value == 0
    assert command("trust").return_value == 0 and "It is trusted." in command("trust").output
    by_path(root)
    assert has_run(root)
    assert str(root) in command("trust", "--list").output
    described = json.loads(command("trust", root, "--json").output)
    assert described["trusted"] and set(described["files"]) == {
        "tools/check.py",
        "tools/helper.py",
    }
    (root / "tools" / "helper.py").write_text("1")
    assert "no longer: tools/helper.py has changed" in command("trust", "--list").output
    assert command("trust", "--revoke").return_value == 0
    assert command("trust", "--revoke").return_value == 1
    assert command("trust", "--list").output == "no root is trusted\n"
    assert command("trust", root.parent).return_value == 0  # there is nothing to trust


def test_the_command_shows_what_a_terminal_would_obey(root):
    (root / "structedit.toml").write_text('[hooks]\npre_edit = "rm -rf x \\u001b[2K # \\u202e"\n')
    assert "\\x1b[2K" in command("trust", root).output
    assert "\x1b" not in command("trust", root).output


# Which files a command names


@pytest.mark.parametrize(
    ("line", "files", "folders"),
    [
        ("python3 tools/check.py", {"tools/check.py"}, {"tools"}),
        ("cd tools && python3 -B check.py a.py", {"tools/check.py", "tools/a.py", "a.py"}, {"tools"}),
        ("python3 check.py", {"check.py"}, set()),
        ("./tools/check.py --fast", {"tools/check.py"}, {"tools"}),
        ("ruff check a.py src", {"a.py"}, set()),
        ("python3 -m tools.check", {"tools/check.py"}, {"tools"}),
        ("env A=1 sh -c 'python3 tools/check.py'", {"tools/check.py"}, {"tools"}),
        ("FILE=tools/check.py lint", {"tools/check.py"}, set()),
        ("lint --config=tools/check.py", {"tools/check.py"}, set()),
        ("make -s lint", {"Makefile", "makefile", "GNUmakefile"}, set()),
        ("npm run lint", {"package.json", ".npmrc"}, set()),
        ("lint < a.py > out.txt", {"a.py", "out.txt"}, set()),
        ("python3 ../elsewhere.py /etc/hosts", set(), set()),
        ("python3 'tools/check.py", {"tools/check.py"}, {"tools"}),
    ],
)  # fmt: skip
def test_files_that_a_command_names(root, line, files, folders):
    found = named_files.named_by(line, str(root))
    assert files <= found.files and folders <= found.folders
    assert all(root / path for path in found.files)
    if not folders:
        assert not found.folders
    words = named_files.named_by(("python3", "tools/check.py"), str(root))
    assert words.holds("tools/json.py") and not words.holds("a.py")


def test_a_script_among_too_many_files_is_not_watched(root, monkeypatch):
    monkeypatch.setattr(named_files, "_MOST_BESIDE", 1)
    assert "more than 1 files beside a script" in command("trust", root).exception.message


# Protected places


PERSONS = [".github/workflows/ci.yml", ".envrc", ".husky/pre-commit", ".pre-commit-config.yaml"]
AGENTS = [".mcp.json", ".claude/settings.json", ".gemini/settings.json", "opencode.json", ".kiro/x"]
NOBODYS = [".git/config", ".structedit/x", ".hg/hgrc", "sub/.git/hooks/pre-commit"]


def content_at(root, path):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[1]\n")


@pytest.mark.parametrize("path", [*PERSONS, *AGENTS, *NOBODYS])
def test_who_may_edit_which_place(root, path):
    (root / "structedit.toml").unlink()
    content_at(root, path)
    edit = {"op": "str_replace", "path": path, "old": "1", "new": "2"}
    session = se.Session(root)
    assert session.str_replace(path, "1", "2").reason == "protected"
    assert session.apply_edits([edit]).reason == "protected"
    if path in PERSONS:
        assert "1" in session.get_region(path, lines="1").text
        assert se.multi_edit(root, [edit], dry_run=True).landed
    else:
        assert session.get_region(path, lines="1").reason == "protected"
        assert se.multi_edit(root, [edit], dry_run=True).reason == "protected"
    name = protected.held(path, "automation") or protected.held(path, "agents") or path
    allowed = se.Session(root, allow=[name]).str_replace(path, "1", "2")
    assert allowed.landed == (path not in NOBODYS)
    if allowed.landed:
        assert f"allow {name!r}" in session.str_replace(path, "2", "3").report()


@pytest.mark.parametrize(
    "name",
    [
        *(".GIT", "GIT~1", "git~2", ".git.", ".git ", ".git. .", ".g\u200cit", ".git::$INDEX_ALLOCATION"),
        *(".git:x", "\uff0egit", "CLAUDE~1", "MCP~1.JSO", "GI7EBA~1", "VSCODE~1", ".VsCode"),
    ],
)  # fmt: skip
def test_names_that_mean_a_protected_place_somewhere(root, name):
    for path in (f"{name}/x", f"a/{name}/x", f"a\\{name}\\x"):
        with pytest.raises(FileError) as caught:
            roots.confined(str(root), path)
        assert caught.value.code == "protected"


@pytest.mark.parametrize("name", ["git~", "a~1", ".github", "gitignore", "mcp.json", "head~1.py"])
def test_names_that_mean_none(root, name):
    assert roots.confined(str(root), f"{name}/x") == f"{name}/x"


def test_a_repository_without_a_work_tree_is_nobodys(root):
    bare = root / "bare"
    for name in ("objects/a", "refs/a", "hooks/pre-commit", "HEAD"):
        content_at(bare, name)
    for path in ("bare/hooks/pre-commit", "bare/config", "bare/hooks/new/x"):
        with pytest.raises(FileError, match="is a repository"):
            roots.confined(str(root), path)
    (bare / "HEAD").unlink()
    assert roots.confined(str(root), "bare/config") == "bare/config"
    with pytest.raises(FileError, match="is a repository"):
        roots.confined(str(root), "bare/HEAD")


def test_of_many_files_each_is_where_it_is_or_refused(root):
    """A folder is looked at once for all files in it; each name of its own still counts."""
    for path in ("src/b.py", "src/.vscode/b.json", "bare/objects/a", "bare/refs/a", "other/b.py"):
        content_at(root, path)
    (root / "src" / "a").symlink_to(root / "other" / "b.py")
    (root / "src" / "out").symlink_to(root.parent)
    (root / "linked").symlink_to(root / "other")
    place = roots.placing(str(root))
    top = os.path.realpath(root)
    found = {}
    for path in (
        *("src/b.py", "src/c.py", "src/a", "src/new/c.py", "linked/b.py", "b.py"),
        *("src/.vscode/b.json", "src/.git", "src/GIT~1", "src/HEAD", "src/sub/../b.py"),
        *("src/out/b.py", "src/out", "bare/HEAD", "bare/b.py", "bare/objects/b.py"),
        *("", "src/a\0", os.path.join(top, "src", "b.py"), "src/b.py"),
    ):
        try:
            found[path] = place(path)[0]
        except FileError as error:
            found[path] = str(error.code)
    assert found == {
        "src/b.py": "src/b.py",
        "src/c.py": "src/c.py",
        "src/a": "other/b.py",
        "src/new/c.py": "src/new/c.py",
        "linked/b.py": "other/b.py",
        "b.py": "b.py",
        "src/.vscode/b.json": "protected",
        "src/.git": "protected",
        "src/GIT~1": "protected",
        "src/HEAD": "src/HEAD",
        "src/sub/../b.py": "outside_root",
        "src/out/b.py": "outside_root",
        "src/out": "outside_root",
        "bare/HEAD": "protected",
        "bare/b.py": "bare/b.py",
        "bare/objects/b.py": "bare/objects/b.py",
        "": "outside_root",
        "src/a\0": "outside_root",
        os.path.join(top, "src", "b.py"): "src/b.py",
    }


def test_no_batch_makes_a_repository_without_a_work_tree(root):
    (root / "structedit.toml").unlink()
    paths = ("b/HEAD", "b/objects/x", "b/refs/x", "b/config")
    out = se.apply_edits([se.CreateFile(path, "x\n") for path in paths], root)
    assert out.reason == "protected" and not (root / "b").exists()
    assert se.apply_edits([se.CreateFile(path, "x\n") for path in paths[1:]], root).landed


def test_what_structedit_keeps_for_its_user_is_nobodys(tmp_path, state_folder):
    (state_folder / "trust").mkdir(parents=True)
    inside = (state_folder / "trust" / "x.json").relative_to(tmp_path.parents[1])
    out = se.apply_edits([se.CreateFile(str(inside), "{}\n")], tmp_path.parents[1])
    assert out.reason == "protected" and not list((state_folder / "trust").iterdir())


# What is opened


def test_hooks_have_the_environment_of_the_user(root, monkeypatch):
    monkeypatch.setattr(executors, "may_be_copied", lambda: False)
    monkeypatch.setattr(executors, "_WORTH_A_START", 0.0)
    (root / "tools" / "check.py").write_text("import helper, os\nopen('ran', 'w').close()\n")
    trusted(root)
    (root / "b.py").write_text(TEXT)
    files = [root / "a.py", root / "b.py"]
    out = se.rewrite(files, query="(integer) @n", template="2", root=root, jobs=2)
    assert out.batch.landed and has_run(root) and "PYTHONSAFEPATH" not in os.environ


def _pipe(path):
    os.mkfifo(path)


def _endless(path):
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [_pipe, _endless, Path.mkdir], ids=["pipe", "device", "folder"])
@pytest.mark.parametrize("name", ["structedit.toml", "pyproject.toml"])
def test_a_configuration_is_a_regular_file(root, make, name):
    (root / "structedit.toml").unlink()
    make(root / name)
    with pytest.raises(se.FileError, match=r"the configuration cannot be read: .* is a"):
        by_path(root)
    assert command("outline", root / "a.py").exception.code == "not_text"
    reply = dispatch("str_replace", {"path": "a.py", "old": "1", "new": "2"}, se.Session(root))
    assert not reply.landed and name in reply.text


def test_a_configuration_has_a_size(root, monkeypatch):
    monkeypatch.setattr(opening, "MAX_SETTINGS", 10)
    with pytest.raises(se.FileError, match="larger than"):
        by_path(root)


@pytest.mark.parametrize(
    "said", ["a = " + "[" * 5000 + "]" * 5000, "a" + ".a" * 200 + " = 1", "[a" + ".a" * 200 + "]"]
)
def test_a_configuration_that_nests_too_deep_is_refused(root, said):
    (root / "structedit.toml").write_text(said)
    with pytest.raises(se.UsageError, match=r"structedit\.toml"):
        by_path(root)


@pytest.mark.parametrize("git", [True, False], ids=["git", "no git"])
@pytest.mark.parametrize("make", [_pipe, _endless], ids=["pipe", "device"])
def test_an_ignore_file_is_a_regular_file(tmp_path, make, git):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.py").write_text(TEXT)
    if git:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make(tmp_path / "sub" / ".gitignore")
    assert [Path(p).name for p in walk([tmp_path])] == ["a.py"]


def test_a_profile_is_of_regular_files(root):
    said = EVIL.replace('grammar = "evil_grammar:language"', 'profile = "tools"')
    (root / "structedit.toml").write_text(said)
    _pipe(root / "tools" / "lang.toml")
    with pytest.raises(se.FileError, match="the profile cannot be read"):
        se.outline(root / "a.py")


# The current folder


SCRIPT = "from structedit.__main__ import main; import sys; {}sys.exit(main())"
SAFE = {"PYTHONSAFEPATH": "1", "PYTHONPATH": ":"}
STARTED = (
    "from structedit.extras.codemods import executors; "
    "executors.may_be_copied, executors._WORTH_A_START = (lambda: False), 0.0; "
)
ONE_FILE = ("str-replace", "a.py", "--old", "return 1", "--new", "return 2")
MANY_FILES = (
    "rewrite",
    "a.py",
    "b.py",
    "--query",
    "(integer) @n",
    "--template",
    "2",
    "--jobs",
    "2",
)


@pytest.mark.parametrize(
    ("start", "settings", "arguments"),
    [
        (["-m", "structedit"], {}, ONE_FILE),
        (["-c", SCRIPT.format("")], SAFE, ONE_FILE),
        (["-m", "structedit"], {}, MANY_FILES),
        (["-c", SCRIPT.format(STARTED)], SAFE, MANY_FILES),
    ],
    ids=["module", "script", "many by module", "many by processes that are started"],
)
def test_no_module_of_the_current_folder_is_imported(root, start, settings, arguments):
    source = os.path.dirname(os.path.dirname(se.__file__))
    path = os.pathsep.join(filter(None, (settings.get("PYTHONPATH"), source)))
    (root / "b.py").write_text(TEXT)
    names = (
        "click json tree_sitter tomllib difflib pathspec rapidfuzz multiprocessing pickle socket"
    )
    for name in names.split():
        (root / f"{name}.py").write_text("open('ran', 'w')\nraise SystemExit(9)\n")
    ran = subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=root,
        env={**os.environ, **settings, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert not has_run(root) and "return 2" in (root / "a.py").read_text()
