"""Tools of other makers: their calls, current and older, and the schemas of our own."""

import json
from types import SimpleNamespace

import pytest

import structedit as se
from structedit.faces import tools
from structedit.faces.adapters import anthropic_editor, openai_patch

APP = "import os\n\n\ndef f(a):\n    return a + 1\n\n\ndef g(a):\n    return a + 2\n"


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "app.py").write_text(APP)
    return se.Session(root)


def content(session, name="app.py"):
    with open(f"{session.root}/{name}") as file:
        return file.read()


def editor(session, command, path="app.py", **given):
    return anthropic_editor.call({"command": command, "path": path, **given}, session)


# Anthropic's text editor


def test_view_numbers_lines_and_takes_a_range(session):
    reply = editor(session, "view")
    assert reply.landed
    assert "4| def f(a):" in reply.text
    reply = editor(session, "view", view_range=[8, -1])
    assert "9|     return a + 2" in reply.text
    assert "def f" not in reply.text


def test_view_of_a_folder_lists_two_levels(session, tmp_path):
    (tmp_path / "root/lib/deep/deeper").mkdir(parents=True)
    (tmp_path / "root/lib/deep/deeper/x.py").write_text("")
    (tmp_path / "root/.hidden").write_text("")
    reply = editor(session, "view", "/")
    assert reply.text == "app.py\nlib/\nlib/deep/\n"


def test_a_long_file_is_not_shown_whole_unasked(session, tmp_path):
    (tmp_path / "root/long.py").write_text("x = 1\n" * 1000)
    reply = editor(session, "view", "long.py")
    assert reply.text.count("| x = 1") == 200
    assert "800 more lines: get_region lines='201-1000'" in reply.text


def test_create_makes_a_file_and_no_other_over_it(session):
    assert editor(session, "create", "new/b.py", file_text="b = 1\n").landed
    assert content(session, "new/b.py") == "b = 1\n"
    reply = editor(session, "create", "app.py", file_text="gone = 1\n")
    assert not reply.landed
    assert "already exists" in reply.text
    assert content(session) == APP


def test_str_replace_must_be_unique_and_may_delete(session):
    reply = editor(session, "str_replace", old_str="return a", new_str="return b")
    assert not reply.landed
    assert "line 5" in reply.text and "line 9" in reply.text
    assert editor(session, "str_replace", old_str="import os\n\n\n").landed
    assert content(session) == APP.removeprefix("import os\n\n\n")


@pytest.mark.parametrize("name", ["insert_text", "new_str"])
def test_insert_after_a_line_in_both_forms(session, name):
    assert editor(session, "insert", insert_line=4, **{name: "    a = 2\n"}).landed
    assert "def f(a):\n    a = 2\n    return a + 1\n" in content(session)


def test_insert_at_the_top(session):
    assert editor(session, "insert", insert_line=0, insert_text="# first\n").landed
    assert content(session) == "# first\n" + APP


def test_insert_past_the_end_says_how_long_the_file_is(session):
    reply = editor(session, "insert", insert_line=40, insert_text="x = 1\n")
    assert not reply.landed
    assert "the file has 9 lines" in reply.text


def test_undo_edit_takes_back_edits_of_that_file_one_by_one(session):
    editor(session, "str_replace", old_str="a + 1", new_str="a + 10")
    editor(session, "create", "b.py", file_text="b = 1\n")
    editor(session, "str_replace", old_str="a + 2", new_str="a + 20")
    assert editor(session, "undo_edit").landed
    assert content(session) == APP.replace("a + 1", "a + 10")
    assert editor(session, "undo_edit").landed
    assert content(session) == APP
    reply = editor(session, "undo_edit")
    assert not reply.landed
    assert "no transaction that can be undone changed" in reply.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"command": "rename", "path": "app.py"}, "there is no command 'rename'"),
        ({"command": "view"}, "'path' is missing"),
        ({"command": "view", "path": "app.py", "range": [1, 2]}, "no parameter 'range'"),
        ({"command": "view", "path": "app.py", "view_range": [3, 1]}, "view_range cannot be"),
        ({"command": "view", "path": "../x.py"}, "outside of the root"),
        ({"command": "create", "path": "../x.py", "file_text": ""}, "outside"),
        ({"command": "insert", "path": "app.py", "insert_line": "2", "new_str": ""}, "not a line"),
        ({"command": "str_replace", "path": "app.py", "old_str": 3}, "'old_str' is not a text"),
    ],
)
def test_wrong_calls_are_told(session, given, said):
    reply = anthropic_editor.call(given, session)
    assert not reply.landed
    assert said in reply.text


def test_a_result_is_the_block_that_the_api_takes(session):
    block = anthropic_editor.result("toolu_1", {"command": "view", "path": "app.py"}, session)
    assert {**block, "content": ""} == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "",
        "is_error": False,
    }


# OpenAI's apply_patch

UPDATE = "@@ def f(a):\n-    return a + 1\n+    return a + 10\n"


def test_an_update_lands(session):
    operation = {"type": "update_file", "path": "app.py", "diff": UPDATE}
    out = openai_patch.output("call_1", operation, session)
    assert (out["type"], out["call_id"]) == ("apply_patch_call_output", "call_1")
    assert out["status"] == "completed"
    assert content(session) == APP.replace("a + 1", "a + 10")


def test_files_are_made_moved_and_deleted(session):
    made = {"type": "create_file", "path": "b.py", "diff": "+b = 1\n+c = 2\n"}
    assert openai_patch.output("1", made, session)["status"] == "completed"
    assert content(session, "b.py") == "b = 1\nc = 2\n"
    moved = {"type": "update_file", "path": "b.py", "diff": "", "move_to": "c.py"}
    assert openai_patch.output("2", moved, session)["status"] == "completed"
    assert content(session, "c.py") == "b = 1\nc = 2\n"
    gone = {"type": "delete_file", "path": "c.py"}
    assert openai_patch.output("3", gone, session)["status"] == "completed"
    with pytest.raises(FileNotFoundError):
        content(session, "c.py")


def test_a_patch_that_does_not_fit_fails_with_what_is_there(session):
    diff = UPDATE.replace("a + 1\n", "b + 7\n")
    out = openai_patch.output("1", {"type": "update_file", "path": "app.py", "diff": diff}, session)
    assert out["status"] == "failed"
    assert "return a + 1" in out["output"]
    assert content(session) == APP


def test_the_editor_of_the_agents_sdk_reads_objects(session):
    edit = openai_patch.Editor(session)
    operation = SimpleNamespace(type="update_file", path="app.py", diff=UPDATE)
    assert edit.update_file(operation).status == "completed"
    assert edit.create_file(SimpleNamespace(path="n.py", diff="+n = 1")).status == "completed"
    assert edit.create_file(SimpleNamespace(path="n.py", diff="n = 1")).status == "failed"
    assert edit.delete_file(SimpleNamespace(path="n.py", diff=None)).status == "completed"


# Our own tools


def test_schemas_are_clean_in_strict_mode():
    def check(schema):
        if schema.get("type") == "object" or "properties" in schema:
            assert schema["additionalProperties"] is False
            assert set(schema["required"]) == set(schema["properties"])
        for inner in (*schema.get("properties", {}).values(), *schema.get("anyOf", ())):
            check(inner)
        if "items" in schema:
            check(schema["items"])

    for tool in tools.schemas():
        assert tool["strict"] is True
        check(tool["parameters"])
        for name, inner in tool["parameters"]["properties"].items():
            assert inner["description"], name
        json.dumps(tool)


def test_null_is_what_is_left_out(session):
    everything = tools.TOOLS["str_replace"].strict_schema["properties"]
    call = dict.fromkeys(everything) | {"path": "app.py", "old": "a + 1", "new": "a - 1"}
    assert tools.dispatch("str_replace", call, session).landed
    assert "a - 1" in content(session)


def test_unknown_tools_and_arguments_are_told_what_is_near(session):
    assert "did you mean 'outline'?" in tools.dispatch("outlin", {}, session).text
    reply = tools.dispatch("outline", {"path": "app.py", "dept": 1}, session)
    assert "did you mean 'depth'?" in reply.text
    assert "needs 'path'" in tools.dispatch("outline", {}, session).text


def test_a_dry_run_shows_its_diff_and_writes_nothing(session):
    call = {"path": "app.py", "old": "a + 1", "new": "a - 1", "dry_run": True}
    reply = tools.dispatch("str_replace", call, session)
    assert reply.landed
    assert "+    return a - 1" in reply.text
    assert content(session) == APP


def test_edits_as_a_text_or_a_list_of_operations(session):
    block = "app.py\n<<<<<<< SEARCH\n    return a + 1\n=======\n    return 1\n>>>>>>> REPLACE\n"
    assert tools.dispatch("apply_edits", {"edits": block}, session).landed
    calls = [{"op": "move_block", "path": "app.py", "selector": "g", "at": "before", "of": "f"}]
    reply = tools.dispatch("apply_edits", {"edits": calls}, session)
    assert reply.landed, reply.text
    assert content(session).index("def g") < content(session).index("def f")
    reply = tools.dispatch("apply_edits", {"edits": "<<<<<<< SEARCH\nx\n"}, session)
    assert "error (format)" in reply.text and "line" in reply.text


def test_folded_bodies_say_what_is_in_them_and_how_to_see_it(session, tmp_path):
    body = "".join(f"        x{n} = {n}\n" for n in range(9))
    text = f"class C:\n    def a(self):\n{body}\n    def b(self):\n{body}"
    (tmp_path / "root/c.py").write_text(text)
    reply = tools.dispatch("get_region", {"path": "c.py", "fold": True}, session)
    assert "    … lines 3-11 of C.a\n" in reply.text
    assert "13|     def b(self):" in reply.text
    assert "x4 = 4" not in reply.text + json.dumps(reply.data)
    assert "2 bodies are folded" in reply.text


def test_an_outline_of_a_huge_file_shows_the_top_and_says_so(session, tmp_path):
    text = "".join(f"class C{n}:\n    def m(self):\n        pass\n" for n in range(100))
    (tmp_path / "root/big.py").write_text(text)
    reply = tools.dispatch("outline", {"path": "big.py"}, session)
    assert "C99" in reply.text and "C99.m" not in reply.text
    assert "100 more definitions are nested deeper: pass depth=9" in reply.text
    assert reply.data["left_out"] == 100
    deep = tools.dispatch("outline", {"path": "big.py", "depth": 9}, session)
    assert "C99.m" in deep.text


def test_find_stops_at_its_budget_and_gives_versions(session, tmp_path):
    (tmp_path / "root/many.py").write_text("needle = 1\n" * 80)
    reply = tools.dispatch("find", {"text": "needle", "most": 10}, session)
    assert reply.data["count"] == 10
    assert "more than 10 hits" in reply.text
    reply = tools.dispatch("find", {"regex": r"a \+ \d", "paths": "app.py"}, session)
    assert "app.py:5: f:" in reply.text
    v = reply.data["versions"]["app.py"]
    call = {"path": "app.py", "lines": "5", "version": v, "new": "    return 0"}
    assert tools.dispatch("replace_block", call, session).landed


def test_several_roots(session, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "lib.py").write_text("x = 1\n")
    (other / "app.py").write_text("y = 1\n")
    both = [session, se.Session(other)]
    assert tools.dispatch("str_replace", {"path": "lib.py", "old": "1", "new": "2"}, both).landed
    assert (other / "lib.py").read_text() == "x = 2\n"
    reply = tools.dispatch("outline", {"path": "app.py"}, both)
    assert "is in several roots" in reply.text
    call = {"path": str(other / "app.py"), "old": "y", "new": "z"}
    assert tools.dispatch("str_replace", call, both).landed
    assert content(session) == APP
    found = tools.dispatch("find", {"text": "= 1"}, both)
    assert str(other / "app.py") in found.text
    edits = [{"op": "str_replace", "path": "lib.py", "old": "2", "new": "3"}]
    assert tools.dispatch("apply_edits", {"edits": edits}, both).landed
    outside = tools.dispatch("get_region", {"path": "/etc/passwd"}, both)
    assert not outside.landed and "outside_root" in outside.text
    assert tools.dispatch("undo", {}, both).landed
    assert (other / "lib.py").read_text() == "x = 2\n"


def test_a_rewrite_takes_a_text_or_a_regex_in_the_place_of_a_pattern(session, tmp_path):
    (tmp_path / "root/notes.txt").write_text("old 1\nold 2\n")
    call = {"text": "old", "template": "new", "globs": ["*.txt"], "dry_run": False}
    assert tools.dispatch("rewrite", call, session).landed
    assert (tmp_path / "root/notes.txt").read_text() == "new 1\nnew 2\n"
    call = {"regex": r"new (\d)", "template": "$1", "globs": ["*.txt"]}
    assert "-new 1\n+1" in tools.dispatch("rewrite", call, session).data["diff"].replace("\r", "")
    assert (tmp_path / "root/notes.txt").read_text() == "new 1\nnew 2\n"
    reply = tools.dispatch("rewrite", {"template": "x"}, session)
    assert "pass exactly one of them" in reply.text


def test_a_pattern_that_finds_nothing_is_told_how_else_it_could_be_read(session, tmp_path):
    (tmp_path / "root/pair.js").write_text("x = { a: 1 };\n")
    reply = tools.dispatch("find", {"pattern": "a: $V", "paths": "pair.js"}, session)
    assert "in the context 'x = { a: $V }' it is parsed as pair" in reply.text
    call = {"pattern": "a: $V", "context": "x = { a: $V }", "paths": "pair.js"}
    assert tools.dispatch("find", call, session).data["count"] == 1
