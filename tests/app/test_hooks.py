"""The caller's own rules: hooks before and after edits, protected files, the configuration."""

import json
import os
import sys

import pytest
from cart_edits import by_user, content, each_of, shop, ways_of

import structedit as se
from structedit.disk import configuration

CART = "def total(prices):\n    return sum(prices)\n\n\ndef label(name):\n    return name\n"
EDIT = {"op": "str_replace", "path": "cart.py", "old": "return name", "new": "return name.upper()"}
AFTER = CART.replace("return name", "return name.upper()")


@pytest.fixture
def root(tmp_path):
    return shop(tmp_path, CART)


def configured(root, text):
    (root / "structedit.toml").write_text(text)


def hook(root, script, event="pre_edit", more=""):
    """Have the user name a hook that is a Python script; `told` is what it read."""
    (root / "hook.py").write_text("import json, sys\ntold = json.load(sys.stdin)\n" + script)
    by_user(f"[hooks]\n{event} = {json.dumps(f'{sys.executable} hook.py')}\n{more}")


by_path, by_session, by_batch, _ = ways_of(EDIT)
WAYS = each_of(by_path, by_session, by_batch)


@WAYS
def test_without_a_configuration_nothing_is_asked(root, edit):
    assert edit(root).landed and content(root) == AFTER


@WAYS
def test_exit_code_2_denies_and_standard_error_says_why(root, edit):
    hook(root, "print('frozen until monday', file=sys.stderr); sys.exit(2)")
    out = edit(root)
    assert (out.status, out.reason) == ("refused", "hook_denied")
    assert "frozen until monday" in out.report() and content(root) == CART


@WAYS
def test_a_decision_denies(root, edit):
    hook(root, "print(json.dumps({'decision': 'deny', 'reason': 'not ' + told['path']}))")
    out = edit(root)
    assert out.reason == "hook_denied" and "not cart.py" in out.report()


@WAYS
@pytest.mark.parametrize("said", ["pass", "print('{}')", 'print(\'{"decision": "allow"}\')'])
def test_silence_and_allow_let_it_pass(root, edit, said):
    hook(root, said)
    assert edit(root).landed and content(root) == AFTER


@WAYS
def test_a_hook_changes_the_text(root, edit):
    hook(root, "print(json.dumps({'text': told['text_after'].replace('upper', 'title')}))")
    out = edit(root)
    assert out.landed and content(root) == AFTER.replace("upper", "title")
    assert any("pre_edit hook changed the text" in warning for warning in out.warnings)
    assert "title" in out.diff and "upper" not in out.diff


@WAYS
def test_what_a_hook_writes_is_checked_again(root, edit):
    hook(root, "print(json.dumps({'text': told['text_after'] + 'def broken(:\\n'}))")
    out = edit(root)
    assert (out.status, out.reason) == ("refused", "new_syntax_error")
    assert content(root) == CART


@WAYS
def test_a_hook_does_not_lose_what_the_edit_did_not_touch(root, edit):
    hook(root, "print(json.dumps({'text': told['text_after'].split('\\n\\n\\n')[1]}))")
    out = edit(root)
    assert (out.status, out.reason) == ("refused", "lost_definition")
    assert content(root) == CART


@WAYS
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("sys.exit(1)", "exit code 1"),
        ("print('fine')", "not a decision"),
        ("print('[]')", "not an object"),
        ('print(\'{"decision": "perhaps"}\')', "neither"),
        ("print('{\"text\": 3}')", "not a string"),
        ("print(json.dumps({'text': chr(0xD800)}))", "surrogate"),
        ("print('{\"allow\": true}')", "not an object"),
        ("import time; time.sleep(60)", "longer than 0.5 s"),
    ],
)
def test_a_hook_that_goes_wrong_denies(root, edit, script, said):
    hook(root, script, more="seconds = 0.5" if "sleep" in script else "")
    out = edit(root)
    assert out.reason == "hook_denied" and said in out.report()
    assert content(root) == CART


@WAYS
def test_pre_hooks_run_in_dry_runs_and_are_told_so(root, edit):
    hook(root, "open('told.json', 'w').write(json.dumps(told))")
    assert edit(root, dry_run=True).landed and content(root) == CART
    told = json.loads(content(root, "told.json"))
    assert told["dry_run"] is True and told["event"] == "pre_edit" and told["path"] == "cart.py"
    assert (told["text_before"], told["text_after"]) == (CART, AFTER)
    assert "+    return name.upper()" in told["diff"] and told["language"] == "python"
    edit(root)
    assert json.loads(content(root, "told.json"))["dry_run"] is False


@WAYS
def test_post_hooks_run_after_the_write_and_not_in_dry_runs(root, edit):
    hook(root, "open('seen', 'w').write(told['event'] + open('cart.py').read())", "post_edit")
    edit(root, dry_run=True)
    assert not (root / "seen").exists()
    assert edit(root).landed
    assert content(root, "seen") == "post_edit" + AFTER


@WAYS
def test_a_post_hook_that_fails_is_a_warning(root, edit):
    hook(root, "print('no linter', file=sys.stderr); sys.exit(1)", "post_edit")
    out = edit(root)
    assert out.landed and content(root) == AFTER
    assert any("no linter" in warning for warning in out.warnings)


def test_an_answer_is_read_whole_however_long_it_is(root):
    (root / "cart.py").write_text(CART + "more()\n" * 15_000)
    text = 'json.dumps({"text": told["text_after"] + "# told\\n"})'
    hook(root, f"print({text})")
    assert by_path(root).landed
    assert content(root) == AFTER + "more()\n" * 15_000 + "# told\n"


@WAYS
def test_callables_deny_change_and_are_told(root, edit):
    told = []

    def sees(proposal):
        told.append((proposal.event, proposal.text_after))

    def titles(proposal):
        return se.Allow(text=proposal.text_after.replace("upper", "title"))

    assert edit(root, hooks=se.Hooks((titles, sees), (sees,))).landed
    titled = AFTER.replace("upper", "title")
    assert told == [("pre_edit", titled), ("post_edit", titled)]
    denied = se.Hooks((lambda proposal: se.Deny("no"),))
    (root / "cart.py").write_text(CART)
    assert edit(root, hooks=denied).reason == "hook_denied"
    assert content(root) == CART


def test_one_denied_file_keeps_the_whole_batch_back(root):
    (root / "b.py").write_text("b = 1\n")
    other = {"op": "str_replace", "path": "b.py", "old": "b = 1", "new": "b = 2"}
    guards = se.Hooks((lambda p: se.Deny("not b") if p.path == "b.py" else None,))
    out = se.multi_edit(root, [EDIT, other], hooks=guards)
    assert (out.status, out.reason) == ("refused", "hook_denied")
    assert (content(root), content(root, "b.py")) == (CART, "b = 1\n")
    out = se.multi_edit(root, [EDIT, other], hooks=guards, partial=True)
    assert (content(root), content(root, "b.py")) == (AFTER, "b = 1\n")


def test_made_and_deleted_files_are_asked_about(root):
    seen = []
    hooks = se.Hooks((lambda p: seen.append((p.path, p.action, p.text_before is None)),))
    out = se.apply_edits(
        [se.CreateFile("new.py", "n = 1\n"), se.DeleteFile("cart.py")], root, hooks=hooks
    )
    assert out.landed
    assert sorted(seen) == [("cart.py", "deleted", False), ("new.py", "created", True)]


def test_a_hook_changes_the_text_of_a_file_that_is_made(root):
    hooks = se.Hooks((lambda p: se.Allow("# licence\n" + p.text_after),))
    assert se.apply_edits([se.CreateFile("new.py", "n = 1\n")], root, hooks=hooks).landed
    assert content(root, "new.py") == "# licence\nn = 1\n"


def test_hooks_are_not_asked_about_a_batch_that_fails_anyway(root):
    seen = []
    failing = {**EDIT, "old": "nowhere at all"}
    se.multi_edit(root, [EDIT, failing], hooks=se.Hooks((seen.append,)))
    assert seen == []


# Protected files


@WAYS
def test_protected_files_are_refused(root, edit):
    configured(root, 'protect = ["*.lock", "cart.*"]\n')
    out = edit(root)
    assert (out.status, out.reason) == ("refused", "protected") and content(root) == CART
    assert "protect" in out.report()
    assert edit(root, dry_run=True).reason == "protected"


def test_protected_files_are_neither_made_moved_nor_deleted(root):
    configured(root, 'protect = ["vendor/"]\n')
    (root / "vendor").mkdir()
    (root / "vendor" / "a.py").write_text("a = 1\n")
    for request in (
        se.CreateFile("vendor/b.py", "b = 1\n"),
        se.DeleteFile("vendor/a.py"),
        se.MoveFile("cart.py", "vendor/cart.py"),
        se.MoveFile("vendor/a.py", "a.py"),
    ):
        assert se.apply_edits([request], root).reason == "protected"
    assert sorted(p.name for p in (root / "vendor").iterdir()) == ["a.py"]


def test_patterns_are_those_of_gitignore(root):
    found = configuration.Configuration(protect=(("/a/*", "!/a/b.py", "**/gen"),))
    paths = ("a/x.py", "a/b.py", "b/a/x.py", "src/gen/x.py")
    assert [found.protects(path) for path in paths] == [True, False, False, True]


@WAYS
def test_no_edit_changes_which_programs_are_run(root, edit):
    (root / "cart.py").rename(root / "structedit.toml")
    (root / "structedit.toml").write_text("protect = []  # return name\n")
    (root / "cart.py").symlink_to("structedit.toml")
    assert edit(root).reason in ("protected", "not_text")
    assert content(root, "structedit.toml") == "protect = []  # return name\n"


def test_the_shared_file_is_edited_but_for_its_own_table(root):
    (root / "pyproject.toml").write_text(
        '[project]\nname = "a"\n\n[tool.structedit]\nprotect = []\n'
    )
    named = se.str_replace(root / "pyproject.toml", 'name = "a"', 'name = "b"')
    assert named.landed
    for new in ('[tool.structedit.hooks]\npre_edit = "x"', "[tool.other]"):
        out = se.str_replace(root / "pyproject.toml", "[tool.structedit]", new)
        assert (out.status, out.reason) == ("refused", "protected")
    made = se.apply_edits([se.CreateFile("structedit.toml", '[hooks]\npre_edit = "x"\n')], root)
    assert made.reason == "protected" and not (root / "structedit.toml").exists()


# The configuration


def test_the_own_file_comes_before_the_shared_one(root):
    (root / "pyproject.toml").write_text('[tool.structedit]\nprotect = ["cart.py"]\n')
    assert by_path(root).reason == "protected"
    configured(root, "")
    assert by_path(root).landed


def test_thresholds_come_from_the_configuration(root):
    (root / "long.py").write_text("".join(f"a{n} = {n}\n" for n in range(40)))
    edits = [
        {"op": "str_replace", "path": "long.py", "old": f"a{n} = {n}\n", "new": f"b = {n}\n"}
        for n in range(4)
    ]
    assert se.multi_edit(root, edits, dry_run=True).risk == "low"
    configured(root, "[thresholds]\nmedium = 0.05\n")
    assert se.multi_edit(root, edits, dry_run=True).risk == "medium"


def test_backups_can_be_off(root):
    by_user("backups = false\n")
    assert by_path(root).undo_id is None and by_session(root).landed
    assert se.history(root) == ()


@WAYS
@pytest.mark.parametrize("state", [True, False], ids=["journal", "no state folder"])
def test_a_file_that_would_lose_a_name_is_refused_if_so_configured(root, edit, state, monkeypatch):
    if not state:
        monkeypatch.setenv("XDG_STATE_HOME", str(root / "cart.py"))
    os.link(root / "cart.py", root / "other.py")
    configured(root, 'metadata_loss = "refuse"\n')
    found = edit(root)
    assert (found.status, found.reason) == ("refused", "protected"), found.report()
    assert "hard links" in found.report() and 'metadata_loss = "in_place"' in found.report()
    assert content(root) == CART
    configured(root, 'metadata_loss = "in_place"\n')
    assert edit(root).landed
    assert (root / "other.py").samefile(root / "cart.py") and content(root) != CART


def test_hooks_are_not_asked_about_undo_and_redo(root):
    assert by_path(root).landed
    by_user(f"[hooks]\npre_edit = '{sys.executable} -c 1/0'\npost_edit = 'touch told'\n")
    assert se.undo(root=root).landed and content(root) == CART
    assert se.redo(root=root).landed and content(root) != CART
    assert not (root / "told").exists()


@WAYS
def test_statistics_can_be_off(root, edit):
    edit(root)
    made = se.get_edit_stats(scope="lifetime").to_dict()
    configured(root, "statistics = false\n")
    edit(root)
    assert se.get_edit_stats(scope="lifetime").to_dict() == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("protects = []", "did you mean 'protect'"),
        ("protect = 3", "not a list"),
        ("[hooks]\nbefore = 'x'", "there is no setting 'hooks.before'"),
        ("[hooks]\npre_edit = ''", "write a command"),
        ("[hooks]\npre_edit = [{command = 'x', seconds = 0}]", "time limit"),
        ("[thresholds]\ncritical = 'much'", "write a number"),
        ("backups = 'no'", "neither true nor false"),
        ("metadata_loss = 'ignore'", '"in_place" or "refuse"'),
        ("[history]\nentries = 0", "above 0"),
        ("[history]\nentries = 2.5", "entries is 2.5"),
        ("[history]\nkept = 3", "there is no setting 'history.kept'"),
        ("= 3", "cannot be read"),
    ],
)
@WAYS
@pytest.mark.parametrize("users", [True, False], ids=["the user's", "the repository's"])
def test_a_wrong_configuration_edits_nothing(root, edit, users, text, said):
    if users:
        by_user(text)
    else:
        configured(root, text)
        if text.startswith(("[hooks]", "backups")):  # nothing that a repository may say
            assert edit(root).landed
            return
    with pytest.raises(se.UsageError, match=said):
        edit(root)
    assert content(root) == CART


def test_commands_as_words_and_with_limits_of_their_own(root):
    by_user('[hooks]\nseconds = 9\npre_edit = ["a b", {command = ["c", "d e"], seconds = 2}]')
    found = configuration.load(str(root)).commands.pre_edit
    assert [(h.command, h.seconds) for h in found] == [("a b", 9.0), (("c", "d e"), 2.0)]
