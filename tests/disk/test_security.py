"""What a hostile repository can have done: no code of it runs, and no rule of its user is loosened."""

import contextlib
import json
import marshal
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import pytest
from click.testing import CliRunner

import structedit as se
from structedit.disk import configuration, opening, programs, protected, roots
from structedit.disk.listing import walk
from structedit.extras.codemods import executors
from structedit.faces.command.cli import program
from structedit.faces.command.known_languages import known_languages
from structedit.faces.tools import dispatch
from structedit.languages.config_files import config_root
from structedit.languages.known import profile
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


def hook(script="tools/check.py"):
    """A command that runs a script of the root, as TOML."""
    return json.dumps(f"{shlex.quote(sys.executable)} -B {script}")


def configured(root, event, more="", script="tools/check.py"):
    (root / "structedit.toml").write_text(f"[hooks]\n{event} = {hook(script)}\n{more}")


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


# A repository names no code


def ignored(out):
    """The settings that the one line of an outcome says are ignored."""
    (said,) = [one for one in out.warnings if "ignored in" in one]
    return said.partition("ignored in ")[2].partition("; ")[0]


@WAYS
@pytest.mark.parametrize("options", [{}, {"dry_run": True}], ids=["edit", "dry run"])
@pytest.mark.parametrize("event", ["pre_edit", "post_edit", "verify"])
def test_no_hook_of_a_repository_runs_and_one_line_says_where_it_belongs(
    root, users, edit, options, event
):
    configured(root, event)
    out = edit(root, **options)
    assert out.landed and not has_run(root)
    assert ignored(out) == "structedit.toml: hooks"
    where = f'may set that: {users}, below [root."{os.path.realpath(root)}"]'
    assert where in out.warnings[0] and "only your own configuration" in out.report()


NAMING = {
    "hooks": '[hooks]\npre_edit = "touch ran"\n',
    "hooks of words": '[hooks]\npre_edit = [{command = ["touch", "ran"]}]\n',
    "hooks that make no sense": "hooks = 3\n",
    "hooks that are required": '[hooks]\npre_edit = "touch ran"\nrequired = true\n',
    "allow": "allow = ['.envrc']\n",
    "a section": '[root."/".hooks]\npre_edit = "touch ran"\n',
    "backups": "backups = false\n",
}


@pytest.mark.parametrize("shared", [False, True], ids=["structedit.toml", "pyproject.toml"])
@pytest.mark.parametrize("named", NAMING)
def test_what_only_the_user_may_say_is_ignored(root, named, shared):
    text = NAMING[named]
    (root / "structedit.toml").unlink()
    if shared:
        text = re.sub(r"(?m)^\[", "[tool.structedit.", text)
        text = text if text.startswith("[") else f"[tool.structedit]\n{text}"
        (root / "pyproject.toml").write_text(text)
    else:
        (root / "structedit.toml").write_text(text)
    out = by_path(root)
    assert out.landed and out.undo_id and not has_run(root)
    file = "pyproject.toml" if shared else "structedit.toml"
    key = {"a section": "root", "allow": "allow", "backups": "backups"}.get(named, "hooks")
    assert ignored(out) == f"{file}: {key}"
    (root / ".envrc").write_text("A=1\n")
    assert se.Session(root).str_replace(".envrc", "A=1", "A=2").reason == "protected"


def test_one_line_names_all_that_is_ignored(root):
    (root / "structedit.toml").write_text(
        "backups = false\n[thresholds]\ncritical = 5.0\n[history]\ndays = 1\n"
        "[hooks]\npre_edit = 'touch ran'\n[languages.evil]\ngrammar = 'evil'\nextensions = ['evil']\n"
    )
    said = "backups, hooks, languages.evil.grammar, thresholds.critical, history.days"
    assert ignored(by_path(root)) == f"structedit.toml: {said}"


def test_the_first_answer_of_a_server_says_it_once(root):
    session = se.Session(root)
    first = dispatch("outline", {"path": "a.py"}, session)
    again = dispatch("outline", {"path": "a.py"}, session)
    assert "ignored in structedit.toml" in first.text and "ignored in" not in again.text
    assert "ignored in structedit.toml" in first.data["notes"][0] and "notes" not in again.data


def test_a_configuration_in_a_folder_below_says_nothing(root):
    (root / "structedit.toml").rename(root / "tools" / "structedit.toml")
    (root / "tools" / "b.py").write_text(TEXT)
    assert se.str_replace(root / "tools" / "b.py", "return 1", "return 2").warnings == ()
    assert not has_run(root)


# A repository loosens nothing


def test_a_root_says_more_and_loosens_nothing(root, users):
    users.write_text(
        "protect = ['a.py']\nbackups = false\nstatistics = false\nmetadata_loss = 'refuse'\n"
        "grammars = 'pack'\n[thresholds]\nmedium = 0.1\n[history]\ndays = 90\n"
    )
    (root / "structedit.toml").write_text(
        "protect = ['!a.py', 'b.py']\nbackups = true\nstatistics = true\ngrammars = 'fresh'\n"
        "metadata_loss = 'in_place'\n[thresholds]\nmedium = 0.2\nhigh = 0.5\nshrunk = 0.9\n"
        "doubled = 0.9\n[history]\nentries = 500\ndays = 30\n"
    )
    found = configuration.load(os.path.realpath(root))
    assert found.protects("a.py") and found.protects("b.py")
    assert (found.policy(backup=True).keep, found.statistics, found.on_loss) == (
        False,
        False,
        "refuse",
    )
    assert (found.thresholds.medium, found.thresholds.high) == (0.1, 0.5)
    assert (found.thresholds.shrunk, found.thresholds.doubled) == (0.9, 0.5)
    assert (found.retention.entries, found.retention.days) == (500, 90)
    assert found.languages  # the pack's grammars in the place of newer ones
    named = found.ignored.partition(": ")[2].partition("; ")[0]
    assert named == "backups, thresholds.medium, thresholds.doubled, history.days"
    assert by_path(root).reason == "protected"


def test_a_root_that_tightens_is_followed_without_a_word(root):
    (root / "structedit.toml").write_text(
        "statistics = false\nmetadata_loss = 'refuse'\ngrammars = 'pack'\n"
        "protect = ['b.py']\n[thresholds]\ncritical = 0.5\n[history]\ndays = 60\n"
    )
    found = configuration.load(os.path.realpath(root))
    assert (found.ignored, found.statistics, found.on_loss) == ("", False, "refuse")
    assert (found.thresholds.critical, found.retention.days) == (0.5, 60)


# The user's own configuration


def test_the_users_own_hooks_run_everywhere(root, users):
    (root / "structedit.toml").unlink()
    users.write_text(f"[hooks]\npre_edit = {hook()}\n")
    assert by_path(root).landed and has_run(root)


def test_the_check_of_the_users_own_configuration_runs_after_a_batch(root, users, tmp_path):
    (root / "structedit.toml").unlink()
    users.write_text('[hooks]\nverify = "false"\n')
    edits = tmp_path / "edits.json"
    edits.write_text(json.dumps([EDIT]))

    def applied(*options):
        (root / "a.py").write_text(TEXT)
        return command("apply", edits, "--root", root, *options).return_value

    assert applied() == 1 and (root / "a.py").read_text() != TEXT
    assert applied("--rollback") == 4 and (root / "a.py").read_text() == TEXT
    assert applied("--no-verify") == 0
    assert applied("--verify", "true") == 0
    (root / "a.py").write_text(TEXT)
    asked = []
    out = se.apply_with_reflection([EDIT], lambda prompt: asked.append(prompt), root)
    assert not out.landed and "`false` failed" in asked[0]


@WAYS
def test_a_section_holds_for_its_root_alone(root, users, edit, tmp_path):
    (root / "structedit.toml").unlink()
    other = tmp_path / "other"
    shutil.copytree(root, other)
    users.write_text(f'[root."{root}".hooks]\npre_edit = {hook()}\n')
    assert edit(root).landed and has_run(root)
    assert edit(other).landed and not has_run(other)


def test_a_section_says_more_than_what_holds_for_all_roots(root, users, tmp_path):
    (root / "structedit.toml").unlink()
    (tmp_path / "link").symlink_to(root)
    users.write_text(
        "protect = ['x.py']\nallow = ['.envrc']\nstatistics = false\n[thresholds]\nmedium = 0.1\n"
        "high = 0.2\n[hooks]\npre_edit = 'first'\nverify = 'all'\nseconds = 5\n"
        "[languages.one]\nbase = 'python'\nextensions = ['one']\n"
        f'[root."{tmp_path / "link"}"]\nprotect = ["y.py"]\nallow = [".husky"]\nstatistics = true\n'
        f'[root."{tmp_path / "link"}".thresholds]\nhigh = 0.3\n'
        f'[root."{tmp_path / "link"}".hooks]\npre_edit = "second"\nverify = "this"\n'
        f'[root."{tmp_path / "link"}".languages.one]\nbase = "lua"\nextensions = ["one"]\n'
    )
    found = configuration.load(os.path.realpath(root))
    assert [hook.command for hook in found.commands.pre_edit] == ["first", "second"]
    assert [hook.seconds for hook in found.commands.pre_edit] == [5, 60]
    assert found.commands.verify.command == "this" and found.statistics
    assert (found.thresholds.medium, found.thresholds.high) == (0.1, 0.3)
    assert found.protects("x.py") and found.protects("y.py")
    assert found.allow == (".envrc", ".husky")
    assert [one.base for one in found.languages] == ["lua"]
    elsewhere = configuration.load(os.path.realpath(tmp_path))
    assert [hook.command for hook in elsewhere.commands.pre_edit] == ["first"]
    assert elsewhere.allow == (".envrc",) and not elsewhere.protects("y.py")


def test_a_section_may_name_the_home_folder(root, users, monkeypatch):
    monkeypatch.setenv("HOME", str(root.parent))
    users.write_text("[root.'~/clone']\nprotect = ['a.py']\n")
    assert by_path(root).reason == "protected"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[root.clone]\nprotect = []\n", "root.'clone' is not a section"),
        ("[root]\n'/a' = 3\n", "root.'/a' is not a section"),
        ("root = 3\n", "'root' is not a table"),
        ("[hooks]\nrequired = true\n", "no setting 'hooks.required'"),
        ("protects = []\n", "did you mean 'protect'"),
        ("[root.'ROOT']\nprotects = []\n", "did you mean 'protect'"),
        ("[root.'ROOT'.root]\n", "no setting 'root'"),
    ],
)
def test_a_wrong_configuration_of_the_user_is_an_error(root, users, text, said):
    users.write_text(text.replace("ROOT", str(root)))
    with pytest.raises(se.UsageError) as caught:
        by_path(root)
    assert said in str(caught.value)


def test_only_the_user_allows(root, users):
    (root / ".envrc").write_text("A=1\n")
    users.write_text(f"[root.'{root}']\nallow = ['.envrc']\n")
    assert se.Session(root).str_replace(".envrc", "A=1", "A=2").landed
    (root.parent / ".envrc").write_text("A=1\n")
    assert se.Session(root.parent).str_replace(".envrc", "A=1", "A=2").reason == "protected"


def test_hooks_that_are_off_do_not_run(root, users, monkeypatch):
    (root / "structedit.toml").unlink()
    users.write_text(f"[hooks]\npre_edit = {hook()}\npost_edit = {hook()}\n")
    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    assert by_path(root).warnings == () and not has_run(root)


@WAYS
@pytest.mark.parametrize("event", ["pre_edit", "post_edit"])
def test_the_first_run_of_a_hook_in_a_root_is_told_once(root, users, monkeypatch, edit, event):
    (root / "structedit.toml").unlink()
    users.write_text(f"[hooks]\n{event} = {hook()}\n")
    shutil.copytree(root, root.parent / "other")
    first, again = edit(root), edit(root, dry_run=True)
    assert first.landed and has_run(root)
    (said,) = first.warnings
    assert said.startswith("a hook of your configuration ran in this root") and "check.py`" in said
    assert "files of the root that it uses are as edits have left them" in first.report()
    assert again.warnings == ()
    monkeypatch.setattr(programs, "_in_this_process", set())  # the state folder remembers
    assert edit(root, dry_run=True).warnings == ()
    if event == "pre_edit":
        assert len(edit(root.parent / "other", dry_run=True).warnings) == 1


def test_without_a_state_folder_the_first_run_is_told_once_in_a_process(root, users, monkeypatch):
    (root / "structedit.toml").unlink()
    users.write_text(f"[hooks]\npre_edit = {hook()}\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(root / "a.py"))
    assert len(by_path(root, dry_run=True).warnings) == 1
    assert by_path(root, dry_run=True).warnings == ()


# Another file as the user's


def test_the_environment_names_another_configuration(root, monkeypatch):
    (root / "structedit.toml").unlink()
    (root / "ci.toml").write_text(f"[hooks]\npre_edit = {hook()}\n")
    monkeypatch.setenv("STRUCTEDIT_CONFIG", str(root / "ci.toml"))
    assert by_path(root, dry_run=True).landed and has_run(root)
    monkeypatch.setenv("STRUCTEDIT_CONFIG", "ci.toml")
    with pytest.raises(se.UsageError, match="not a full path"):
        by_path(root)


def test_the_users_configuration_is_nobodys_to_edit_wherever_it_is(root, monkeypatch):
    (root / "structedit.toml").unlink()
    (root / "ci.toml").write_text("protect = []\n")
    (root / "link.toml").symlink_to("ci.toml")
    monkeypatch.setenv("STRUCTEDIT_CONFIG", str(root / "ci.toml"))
    for name in ("ci.toml", "link.toml"):
        edit = {"op": "str_replace", "path": name, "old": "protect", "new": "allow"}
        assert se.Session(root).apply_edits([edit]).reason == "protected"
        assert se.Session(root).str_replace(name, "protect", "allow").reason == "protected"
        assert se.multi_edit(root, [edit]).reason == "protected"
    assert se.apply_edits([se.MoveFile("a.py", "ci.toml")], root).reason == "protected"


# Grammars


EVIL = '[languages.evil]\nextensions = ["evil"]\ngrammar = "evil_grammar:language"\n'


@pytest.fixture
def evil(root, monkeypatch):
    """Name a module that leaves a trace when it is imported, and can be imported."""
    (root / "structedit.toml").write_text(EVIL)
    (root / "x.evil").write_text("a {\n}\n")
    (root / "evil_grammar.py").write_text(
        f"open({str(root / 'ran')!r}, 'w').close()\n"
        "from tree_sitter_language_pack.bindings.lua import language\n"
    )
    monkeypatch.syspath_prepend(str(root))
    yield root
    sys.modules.pop("evil_grammar", None)


def test_reading_imports_no_grammar_of_a_repository(evil):
    assert se.outline(evil / "x.evil").language == "evil"
    assert se.check(evil / "x.evil").language == "evil"
    se.find([evil], text="a")
    se.get_region(evil / "x.evil", lines="1")
    (known,) = [one for one in known_languages(str(evil)) if one["language"] == "evil"]
    assert known["support"] == "text" and "only your own configuration" in known["why"]
    out = se.str_replace(evil / "x.evil", "a {", "b {")
    assert out.landed and out.method == "text"
    assert ignored(out) == "structedit.toml: languages.evil.grammar"
    assert not has_run(evil) and "evil_grammar" not in sys.modules


@pytest.mark.parametrize("section", [False, True], ids=["all roots", "one root"])
def test_the_user_names_the_grammar_and_the_repository_the_rest(evil, users, section):
    name = f'root."{evil}".languages.evil' if section else "languages.evil"
    users.write_text(f'[{name}]\ngrammar = "evil_grammar:language"\nbase = "lua"\n')
    (evil / "x.evil").write_text("function f()\nend\n")
    out = se.str_replace(evil / "x.evil", "f()", "g()")
    assert out.landed and out.warnings == ()
    assert [item.selector for item in se.outline(evil / "x.evil").items] == ["g"]
    (known,) = [one for one in known_languages(str(evil)) if one["language"] == "evil"]
    assert (known["grammar"], known["extensions"]) == ("evil_grammar:language", [".evil"])


def test_hooks_that_are_off_load_no_grammar_of_the_user_either(evil, users, monkeypatch):
    users.write_text(EVIL)
    monkeypatch.setenv("STRUCTEDIT_HOOKS", "off")
    out = se.str_replace(evil / "x.evil", "a {", "b {")
    assert out.landed and out.method == "text" and not has_run(evil)
    assert "STRUCTEDIT_HOOKS is off" in out.report()


def test_a_language_that_is_known_is_parsed_as_ever(evil):
    (evil / "structedit.toml").write_text(EVIL.replace(".evil]", ".python]"))
    assert [item.selector for item in se.outline(evil / "a.py").items] == ["f"]
    (evil / "structedit.toml").write_text(EVIL + 'base = "python"\n')
    (evil / "x.evil").write_text(TEXT)
    assert [item.selector for item in se.outline(evil / "x.evil").items] == ["f"]
    assert not has_run(evil)


def test_a_grammar_of_the_pack_is_data(root):
    (root / "structedit.toml").write_text(EVIL.replace("evil_grammar:language", "python"))
    (root / "x.evil").write_text(TEXT)
    assert [item.selector for item in se.outline(root / "x.evil").items] == ["f"]
    assert by_path(root).warnings == ()


@pytest.mark.parametrize(
    "name", ["ROOT/tools/own", "../../../../../../../../../../../ROOT/tools/own"]
)
def test_a_profile_names_no_library(root, name):
    """A grammar is a shared library: its name may be no path to one."""
    own = root / "tools"
    for ending in EXTENSION_SUFFIXES:
        (own / f"own{ending}").write_bytes(b"no library")
    (root / "structedit.toml").write_text(EVIL.partition("grammar")[0] + 'profile = "tools"\n')
    name = name.replace("/ROOT", "ROOT").replace("ROOT", str(root))
    (own / "lang.toml").write_text(f'[grammar]\nname = "{name}"\n')
    (root / "x.evil").write_text(TEXT)
    assert "tree_sitter_language_pack has no grammar" in se.outline(root / "x.evil").note


def test_a_profile_names_no_module(root):
    (root / "structedit.toml").write_text(EVIL.partition("grammar")[0] + 'profile = "tools"\n')
    (root / "tools" / "lang.toml").write_text("[grammar]\nname = 'os:abort'\n")
    (root / "x.evil").write_text(TEXT)
    with pytest.raises(se.ProfileError, match="names a module to import"):
        se.outline(root / "x.evil")


def test_a_language_is_no_path_to_compiled_code(root, monkeypatch):
    """Tables of profiles are kept compiled beside them: those of a repository are never loaded."""
    own = root / "own"
    own.mkdir()
    (own / "lang.toml").write_text("")
    compiled = Path(cache_from_source(str(own / "lang.toml")))
    compiled.parent.mkdir()
    code = compile(f"open({str(root / 'ran')!r}, 'w').close(); table = {{}}", "lang.toml", "exec")
    unchecked = (1).to_bytes(4, "little") + bytes(8)
    compiled.write_bytes(MAGIC_NUMBER + unchecked + marshal.dumps(code))
    name = os.path.relpath(own, config_root())
    (root / "structedit.toml").write_text(f'[languages."{name}"]\nbase = "{name}"\n')
    monkeypatch.chdir(root)
    for call in (known_languages, lambda: se.outline("a.py", language=name), lambda: profile(name)):
        with contextlib.suppress(se.StructEditError):
            call()
    assert not has_run(root)


def test_a_query_inherits_no_file_of_a_repository(root):
    said = EVIL.replace('grammar = "evil_grammar:language"', 'profile = "tools"\nbase = "python"')
    (root / "structedit.toml").write_text(said)
    (root / "x.evil").write_text(TEXT)
    (root / "tools" / "lang.toml").write_text("")
    os.mkfifo(root / "tools" / "pipe.scm")
    (root / "tools" / "symbols.scm").write_text(f"; inherits: {root}/tools/pipe\n")
    with pytest.raises(se.ProfileError, match="there is no such query"):
        se.outline(root / "x.evil")


def test_a_profile_lies_below_the_root(root):
    said = EVIL.replace('grammar = "evil_grammar:language"', 'profile = "../elsewhere"')
    (root / "structedit.toml").write_text(said)
    with pytest.raises(se.UsageError, match="leads out of the root"):
        se.outline(root / "a.py")


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
    name = (
        protected.protected_place(path, "automation")
        or protected.protected_place(path, "agents")
        or path
    )
    allowed = se.Session(root, allow=[name]).str_replace(path, "1", "2")
    assert allowed.landed == (path not in NOBODYS)
    if allowed.landed:
        assert f"--allow {name!r}" in session.str_replace(path, "2", "3").report()


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


@pytest.mark.parametrize("name", ["git~", "a~1", ".github", "gitignore", "mcp.jsonc", "head~1.py"])
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
    (state_folder / "hooks").mkdir(parents=True)
    inside = (state_folder / "hooks" / "x").relative_to(tmp_path.parents[1])
    out = se.apply_edits([se.CreateFile(str(inside), "{}\n")], tmp_path.parents[1])
    assert out.reason == "protected" and not list((state_folder / "hooks").iterdir())


# What is opened


def test_hooks_have_the_environment_of_the_user(root, users, monkeypatch):
    monkeypatch.setattr(executors, "may_be_copied", lambda: False)
    monkeypatch.setattr(executors, "_WORTH_A_START", 0.0)
    (root / "tools" / "check.py").write_text("import helper, os\nopen('ran', 'w').close()\n")
    (root / "structedit.toml").rename(users)
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
    stuck = git and make is _pipe
    with pytest.warns(match="does not finish") if stuck else contextlib.nullcontext():
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
