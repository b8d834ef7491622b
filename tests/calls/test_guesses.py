"""Calls of those who have not read the help: what is carried out, what is answered with the right call."""

import json
import re
import shutil
import subprocess
import sys

import pytest

import forked_command
import structedit as se
from checkout import ROOT
from structedit import aio
from structedit.app.guessed_calls import landing, understood
from structedit.app.here import HERE
from structedit.app.session import Session
from structedit.calls.aliases import accepted, table
from structedit.calls.guesses import Meant, calls_meant, known_to, operations_meant
from structedit.calls.operations import FILE_OPERATIONS, OPERATIONS, TOOL_OPERATIONS
from structedit.faces import tools
from structedit.faces.command import guessed, shell_lines
from structedit.faces.command.cli import COMMANDS
from structedit.text.errors import UsageError

PROJECT = ROOT / "benchmarks" / "guesses" / "project"


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return folder


def lines_of(*words, text="", sure=None):
    """The lines that a command line may mean, as they are shown."""
    reading = guessed.read(list(words), [*COMMANDS], lambda: text)
    assert sure is None or (reading.certain is not None) is sure
    return [shell_lines.line(line) for line in ([reading.certain] if sure else reading.lines)]


def meant_by(word, **named):
    """The calls that a word and its arguments may mean, in the working directory."""
    return calls_meant(word, (), named, HERE)


OPERATION_ROWS = {name: row for name, row in table().items() if "order" in row}


def test_the_table_has_a_row_for_each_operation_and_for_nothing_else():
    assert OPERATION_ROWS.keys() == {*OPERATIONS, *FILE_OPERATIONS, *TOOL_OPERATIONS}
    nouns = {noun for row in OPERATION_ROWS.values() for noun in row.get("about", "").split()}
    assert nouns == table()["nouns"].keys()


def test_each_name_of_an_argument_means_one_that_the_operation_takes():
    for operation, row in OPERATION_ROWS.items():
        known = {*known_to(operation), *row.get("habits", "").split()}
        for name, meaning in row.get("arguments", {}).items():
            own = meaning.split() if isinstance(meaning, str) else meaning
            assert {*own} <= known, f"{operation}: {name}"
        words = " ".join(row["order"]).replace("=", " ").split()
        assert {slot.strip("@*+") for slot in words} - {"sought", "script"} <= known | {"id"}


@pytest.mark.parametrize(
    "word",
    sorted({word for row in OPERATION_ROWS.values() for word in row.get("words", "").split()}),
)
def test_a_word_that_is_an_operation_of_ours_means_that_first(word):
    if word in OPERATION_ROWS:
        assert operations_meant(word)[0] == word


@pytest.mark.parametrize(
    ("word", "operations"),
    [
        ("listFunctions", ["outline"]),
        ("list-files", ["outline"]),
        ("find_references", ["find"]),
        ("delete_lines", ["delete_block"]),
        ("replace_lines", ["replace_block"]),
        ("remove_class", ["delete_block"]),
        ("delete_file", ["delete_file"]),
        ("rename_file", ["move_file"]),
        ("rename_variable", []),
        ("append_to_file", ["append"]),
        ("write_file", ["create_file"]),
        ("edit_file", ["str_replace", "apply_edits", "patch"]),
        ("drop_table", []),
        ("get_source", ["get_region"]),
        ("undo_edit", ["undo"]),
        ("list_flights", []),
    ],
)
def test_a_verb_and_a_noun_mean_what_the_verb_does_to_such_a_thing(word, operations):
    assert [*operations_meant(word)] == operations


def test_a_word_may_say_where_it_puts_something():
    of = {"path": "a.py", "class": "Cart", "text": "x = 1"}
    (call,) = meant_by("add_method", **of)
    assert call.arguments == {"path": "a.py", "of": "Cart", "at": "end", "text": "x = 1"}
    beside = meant_by("add_method", path="a.py", symbol="Cart.add", text="x = 1")
    assert [call.arguments["at"] for call in beside] == ["before", "after", "end"]
    assert not any(call.is_certain for call in beside)
    (call,) = meant_by("add_import", **{"path": "a.py", "import": "import json"})
    assert call.arguments == {"path": "a.py", "at": "imports", "text": "import json"}
    (call,) = meant_by("Grep", **{"pattern": "wish.*", "path": ".", "-i": True, "-n": True})
    assert call.arguments["regex"] == "(?i)wish.*"
    (call,) = meant_by("append", path="a.py", text="x = 1")
    assert call.operation == "append"


@pytest.mark.parametrize("name", ["str-replace", "strReplace", "STR_REPLACE", "edit", "sed"])
def test_a_word_is_understood_in_each_way_of_writing(name):
    assert operations_meant(name)[0] == "str_replace"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("help replace", "structedit str-replace --help"),
        ("-V", "structedit --version"),
        ("ls shop/cart.py", "structedit outline shop/cart.py"),
        ("outline -r shop", "structedit outline shop"),
        (
            "str-replace -i config/app.yaml a b",
            "structedit str-replace config/app.yaml --old a --new b",
        ),
        (
            "replace config/app.yaml --find 5 --replace 6",
            "structedit str-replace config/app.yaml --old 5 --new 6",
        ),
        ("find -i NEWSERVER server", "structedit find server --regex '(?i)NEWSERVER'"),
        ("grep -rl console.log web", "structedit find web --text console.log --files-with-matches"),
        ("find -rnic f(x) web", r"structedit find web --regex '(?i)f\(x\)' --count"),
        ("grep -c cart web", "structedit find web --text cart --count"),
        ("find -p f($A) -l ts web", "structedit find web --pattern 'f($A)' --language ts"),
        ("grep -rniE f|g web", "structedit find web --regex '(?i)f|g'"),
        ("grep --type python cart", "structedit find . --text cart --language python"),
        (
            "add-import shop/cart.py json",
            "structedit insert shop/cart.py --text json --at imports",
        ),
        ("prepend shop/cart.py x=1", "structedit insert shop/cart.py --text x=1 --at start"),
        (
            "prepend shop/cart.py Cart x=1",
            "structedit insert shop/cart.py --text x=1 --at start --of Cart",
        ),
        (
            "rename-local shop/cart.py --in f --from a --to b",
            "structedit rename-local shop/cart.py f --old a --new b",
        ),
        ("apply -f edits.json", "structedit apply edits.json"),
        ("grep -e S.op README.md", "structedit find README.md --regex S.op"),
        ("check --all", "structedit check ."),
        ("--list-languages", "structedit languages"),
        ("serve", "structedit mcp"),
        ("diff", "structedit show"),
        ("show shop/cart.py::load_cart", "structedit get-region shop/cart.py load_cart"),
        ("show Cart.total shop/cart.py", "structedit get-region shop/cart.py Cart.total"),
        ("view shop/cart.py 4-9", "structedit get-region shop/cart.py --lines 4-9"),
        ("find discount_for", "structedit find . --text discount_for"),
        ("find foo($A) shop", "structedit find shop --pattern 'foo($A)'"),
        ("replace shop/cart.py 50 75", "structedit str-replace shop/cart.py --old 50 --new 75"),
        ("rm shop/cart.py load_cart", "structedit delete-block shop/cart.py load_cart"),
        (
            "rewrite a($A) b($A) shop",
            "structedit rewrite shop --pattern 'a($A)' --template 'b($A)'",
        ),
        (
            "rewrite shop a($A) b($A)",
            "structedit rewrite shop --pattern 'a($A)' --template 'b($A)'",
        ),
        ("find shop load_cart", "structedit find shop --text load_cart"),
        ("rm load_cart shop/cart.py", "structedit delete-block shop/cart.py load_cart"),
        ("replace 50 75 shop/cart.py", "structedit str-replace shop/cart.py --old 50 --new 75"),
    ],
)
def test_a_line_with_one_meaning_is_sure(project, words, line):
    assert lines_of(*words.split(), sure=True) == [line]


@pytest.mark.parametrize(
    "words",
    [
        "replace shop/cart.py missing.py --old 50 --new 75",  # no file of that name
        "mv new.py shop/cart.py",  # which of them moves is not turned round
    ],
)
def test_words_are_not_put_in_another_order_without_files_that_show_it(project, words):
    before = (project / "shop/cart.py").read_text()
    code, _ = structedit(*words.split())
    assert code == 2 and not (project / "new.py").exists()
    assert (project / "shop/cart.py").read_text() == before


@pytest.mark.parametrize(
    "words",
    [
        "delete shop/pricing.py add_tax format_price",
        "rename shop/pricing.py add_tax with_tax",
        "move shop/cart.py legacy_total shop/pricing.py",
    ],
)
def test_a_call_that_takes_several_operations_is_offered_and_stays_a_trial(project, words):
    lines = lines_of(*words.split(), "--dry-run", sure=False)
    assert lines and all(line.endswith(" --dry-run") for line in lines)


def test_a_block_moved_to_a_block_goes_beside_it_and_into_no_file(project):
    (line,) = lines_of("move", "shop/cart.py", "load_cart", "Cart", sure=False)
    assert line == "structedit move-block shop/cart.py load_cart --at after --of Cart"
    (line,) = lines_of("move-block", "shop/cart.py", "load_cart", "--to", "Cart", "--at", "end")
    assert line == "structedit move-block shop/cart.py load_cart --at end --of Cart"


def test_the_new_text_of_a_rewrite_has_the_names_that_it_has_elsewhere(project):
    for option in ("--replace", "--replacement", "--with", "--new-string"):
        (line,) = lines_of("rewrite", "shop", "-p", "f($A)", option, "g($A)")
        assert line == "structedit rewrite shop --pattern 'f($A)' --template 'g($A)'"


def structedit(*words, text=""):
    """What the command does with words: its exit code, and what it says on standard error."""
    done = forked_command.run(*words, stdin=text)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("rewrite", "shop", "-p", "f($A)", "-r", "g($B)"),
        ("find", "--regex", "(", "shop"),
        ("str-replace", "--old", "50", "--new", "75", "missing.py"),
        ("find", "--json", "--regex", "(", "shop"),
    ],
)
def test_a_call_that_is_well_formed_and_fails_is_not_offered_again(project, words):
    code, told = structedit(*words)
    assert code == 2
    assert "note:" not in told and "try:" not in told


def test_a_meant_call_that_gets_further_and_fails_is_named_once(project):
    _, told = structedit("rewrite", "f($A)", "g($B)", "shop")
    assert "note: read as: structedit rewrite shop" in told
    assert "which the pattern does not capture" in told
    assert "try:" not in told


def test_the_note_on_how_a_line_is_read_comes_before_what_it_prints(project):
    line = [sys.executable, "-m", "structedit", "find", "shop", "load_cart"]
    both = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert both.stdout.index("note: read as:") < both.stdout.index("shop/cart.py:")


def test_what_may_be_a_text_or_the_name_of_a_block_is_not_done(project):
    told = lines_of("replace", "shop/pricing.py", "round_price", "def f():\n    pass", sure=False)
    assert "replace-block shop/pricing.py round_price" in told[0]
    assert "replace-function-body shop/pricing.py round_price" in told[1]


def test_a_misspelt_edit_is_named_and_not_done(project):
    assert lines_of("repalce", "shop/cart.py", "50", "75", sure=False)
    assert lines_of("oultine", "shop/cart.py", sure=True) == ["structedit outline shop/cart.py"]


def test_a_file_is_not_taken_for_a_template(project):
    code, told = structedit("rewrite", "-p", "total = 0", "shop/cart.py")
    assert code == 2
    assert "pass either --template or --template-file" in told
    assert "--template shop/cart.py" not in told


def test_a_block_is_not_replaced_by_nothing(project):
    (line,) = lines_of("replace-block", "shop/cart.py", "load_cart", text="", sure=False)
    assert line == "structedit replace-block shop/cart.py load_cart --new-file -"


def test_a_line_can_be_pasted_in_a_shell():
    odd = ["a b", "it's", "two\nlines", "$HOME `x` \\", "tab\there", "\x07"]
    script = f"printf '%s\\0' {shell_lines.line(odd).removeprefix('structedit ')}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\0")[:-1] == odd


def test_the_command_carries_a_guess_out_and_says_how_it_read_it(project):
    done = forked_command.run("replace", "shop/cart.py", "50", "75")
    assert done.returncode == 0
    assert "read as: structedit str-replace shop/cart.py --old 50 --new 75" in done.stderr
    assert "MAX_ITEMS = 75" in (project / "shop/cart.py").read_text()


def called(project, name, **arguments):
    return tools.dispatch(name, arguments, [Session(str(project))])


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("view", {"path": "shop/pricing.py", "view_range": [13, 14]}, "def discount_for"),
        ("grep", {"pattern": "wish.ist"}, "app.yaml"),
        ("find_symbol", {"name_path": "Cart/total", "relative_path": "shop/cart.py"}, "Cart.total"),
        ("outline", {"path": "@shop/cart.py"}, "load_cart"),
        ("outline", {"path": "shop"}, "discount_for"),
        ("find", {"query": "discount_for"}, "def discount_for"),
        ("rename", {"path": "a.py", "selector": "C.f", "new_name": "g"}, '"whole_words": true'),
    ],
)
def test_a_tool_that_is_none_is_understood_or_answered(project, name, arguments, told):
    assert told in called(project, name, **arguments).text


def test_a_tool_that_would_delete_a_file_needs_its_name(project):
    reply = called(project, "delete", path="shop/cart.py", selector="load_cart")
    assert reply.landed and (project / "shop/cart.py").exists()


def test_the_named_call_of_a_move_to_another_file_does_it(project):
    reply = called(
        project, "move", path="shop/cart.py", selector="legacy_total", to="shop/pricing.py"
    )
    assert not reply.landed
    (given,) = [row["arguments"] for row in reply.data["try"]]
    assert called(project, "apply_edits", **given).landed
    assert "legacy_total" in (project / "shop/pricing.py").read_text()
    assert "legacy_total" not in (project / "shop/cart.py").read_text()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("outline", {"path": "shop/cart.py"}),
        ("get_region", {"path": "shop/cart.py", "selector": "Cart"}),
        ("find", {"text": "amount"}),
        ("str_replace", {"path": "shop/cart.py", "old": "amount", "new": "sum"}),
    ],
)
def test_the_structured_form_is_no_longer_than_the_text_and_has_line_numbers(
    project, name, arguments
):
    reply = called(project, name, **arguments)
    short = json.dumps(tools.structured(reply), ensure_ascii=False)
    assert len(short) <= len(reply.text) * 1.1 + 100
    assert re.search(r"3\d[|: -]", short)


def test_schemas_are_short_and_strict():
    schemas = tools.schemas()
    assert len(json.dumps(schemas)) <= 12_000
    assert sum(len(one["parameters"]["properties"]) for one in schemas) <= 71
    for tool in tools.TOOLS.values():
        assert tool.input_schema["additionalProperties"] is False


def test_the_library_names_the_call_that_it_takes():
    with pytest.raises(UsageError) as raised:
        se.str_replace(path="a.py", old_str="a", new_str="b")
    assert "\ntry: structedit.str_replace('a.py', old='a', new='b')" in str(raised.value)
    with pytest.raises(UsageError) as raised:
        se.find("discount", "shop")
    assert "try: structedit.find(['shop'], text='discount')" in str(raised.value)
    with pytest.raises(UsageError) as raised:
        se.insert("a.sh", line=2, text="x")
    assert str(raised.value).count("try: ") == 2
    with pytest.raises(UsageError) as raised:  # a count may be what is expected, or which one
        se.str_replace("a.py", "a", "b", count=1)
    assert "expected_count=1" in str(raised.value) and "occurrence=1" in str(raised.value)


def named_calls(error):
    told = "\n".join((str(error), *getattr(error, "__notes__", ())))
    return re.findall(r"^try: (.*)$", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("delete('shop/cart.py', 'load_cart')", "delete_block('shop/cart.py', selector='load_cart')"),
        ("create('a.py', 'x = 1')", "multi_edit('.', [{'op': 'create_file', 'path': 'a.py', 'text': 'x = 1'}])"),
        ("create_file(path='a', content='')", "multi_edit('.', [{'op': 'create_file', 'path': 'a', 'text': ''}])"),
        ("append('a.py', 'x = 1')", "multi_edit('.', [{'op': 'append', 'path': 'a.py', 'text': 'x = 1'}])"),
        (
            "insert_before('shop/pricing.py', 'add_tax', 'def g():\\n    pass\\n')",
            "insert('shop/pricing.py', text='def g():\\n    pass\\n', at='before', of='add_tax')",
        ),
        (
            "insert('scripts/deploy.sh', line=2, text='set -u', at='after')",
            "insert('scripts/deploy.sh', text='set -u', at='after', lines='2', expected='set -e')",
        ),
        ("get_region('shop/cart.py::Cart.remove')", "get_region('shop/cart.py', selector='Cart.remove')"),
        ("get_region('Cart.remove', 'shop/cart.py')", "get_region('shop/cart.py', selector='Cart.remove')"),
        ("show('shop/cart.py', 'Cart.remove')", "get_region('shop/cart.py', selector='Cart.remove')"),
        ("Engine('shop')", "Session('shop')"),
    ],
)  # fmt: skip
def test_a_call_of_the_library_that_is_none_is_answered_with_the_one_that_does(project, code, call):
    with pytest.raises(se.StructEditError) as raised:
        eval(f"se.{code}")
    assert named_calls(raised.value)[0] == f"structedit.{call}"
    done = eval(f"se.{call}")
    assert isinstance(done, se.Session) or done.status in ("applied", "unchanged")


def test_of_the_calls_that_may_be_meant_those_are_named_that_land(project):
    with pytest.raises(UsageError) as raised:
        se.replace("shop/pricing.py", "add_tax", "def add_tax(amount):\n    return amount\n")
    names = [call.partition("(")[0] for call in named_calls(raised.value)]
    assert names == ["structedit.replace_block", "structedit.replace_function_body"]
    with pytest.raises(UsageError) as raised:
        se.replace("shop/cart.py", "MAX_ITEMS = 50", "MAX_ITEMS = 75")
    (call,) = named_calls(raised.value)
    assert call.startswith("structedit.str_replace(")


def test_the_named_call_of_a_move_in_a_script_does_it(project):
    with pytest.raises(UsageError) as raised:
        se.move("shop/cart.py", "legacy_total", "shop/pricing.py")
    (call,) = named_calls(raised.value)
    assert eval(call, {"structedit": se}).landed
    assert "legacy_total" in (project / "shop/pricing.py").read_text()
    assert "legacy_total" not in (project / "shop/cart.py").read_text()


def test_what_undoes_the_last_edit_of_a_file_is_named(project):
    se.delete_block("shop/cart.py", "legacy_total")
    with pytest.raises(UsageError, match="takes the id of a transaction") as raised:
        se.undo("shop/cart.py")
    assert named_calls(raised.value) == ["structedit.undo(path='shop/cart.py')"]
    assert se.undo(path="shop/cart.py").landed
    with pytest.raises(UsageError) as raised:
        se.undo("shop/pricing.py")
    assert named_calls(raised.value) == []


def test_the_call_that_undoes_what_is_kept_above_is_named(project):
    assert se.rewrite("shop", text="legacy_total", template="old_total", root=".").files
    with pytest.raises(UsageError, match="has the root") as raised:
        se.undo(root="shop")
    (call,) = named_calls(raised.value)
    assert eval(call, {"structedit": se}).landed


def test_a_name_that_means_nothing_is_no_attribute(project):
    for name in ("frobnicate", "_delete", "__wrapped__", "judge_all"):
        assert not hasattr(se, name)
    assert "delete" not in dir(se) and "delete" not in se.__all__
    from structedit import search  # a folder of the package, although others call `find` so

    assert search.__name__ == "structedit.search"


@pytest.mark.parametrize(
    ("attribute", "meant"),
    [("ok", "landed"), ("success", "landed"), ("content", "text"), ("id", "undo_id")],
)
def test_an_attribute_by_another_name_is_answered(attribute, meant):
    outcome = se.str_replace(se.Document.from_text("a = 1\n", "x.py"), "1", "2")
    with pytest.raises(AttributeError, match=f"has no '{attribute}'; did you mean '{meant}'"):
        getattr(outcome, attribute)
    assert hasattr(outcome, meant)


def test_each_meaning_of_an_attribute_is_one_of_some_result():
    from structedit.calls.diagnoses import Hit
    from structedit.calls.outcomes import Outcome
    from structedit.calls.result_attributes import MEANT as ATTRIBUTES

    kinds = (Outcome, Hit, se.BatchOutcome, se.FileOutcome, se.OutlineItem, se.Outline, se.Region)
    for path in {path for paths in ATTRIBUTES.values() for path in paths}:
        head, _, rest = path.partition(".")
        assert any(hasattr(kind, head) for kind in kinds), path
        assert not rest or hasattr(se.LineRange, rest)


def test_outlines_are_answered_too(project):
    (item, *_) = se.outline("server/main.go")
    with pytest.raises(AttributeError, match=r"did you mean 'lines\.first'"):
        _ = item.start_line


def test_an_outcome_is_shown_in_a_line_and_printed_as_its_report():
    document = se.Document.from_text("a = 1\n" * 2 + "b = 1\n", "x.py")
    outcome = se.str_replace(document, "b = 1", "b = 2")
    assert repr(outcome) == "<Outcome applied: str_replace in x.py, lines 3, +1 -1>"
    assert str(outcome) == outcome.report()


def test_a_hit_has_its_line_and_text(project):
    (found, *_) = se.find(["shop"], text="MAX_ITEMS = 50")
    path, hit = found
    assert (path, hit) == (found.path, found.hit)
    assert (found.line, found.text) == (9, "MAX_ITEMS = 50")


def test_a_session_names_the_call_that_it_takes(project):
    session = se.Session(project)
    for code in (
        "str_replace('config/app.yaml', old_str='pool: 5', new_string='pool: 6')",
        "replace('config/app.yaml', 'pool: 5', 'pool: 6')",
    ):
        with pytest.raises(UsageError) as raised:
            eval(f"session.{code}", {"session": session})
        (call,) = named_calls(raised.value)
        assert call == "session.str_replace('config/app.yaml', old='pool: 5', new='pool: 6')"
    assert eval(call, {"session": session}).landed
    with pytest.raises(UsageError, match=r"str_replace needs 'path'"):
        session.str_replace()
    with pytest.raises(UsageError, match=r"\ntry: structedit.rewrite\(\['web'\], "):
        session.rewrite("console.log($A)", "log($A)", "web")
    with pytest.raises(UsageError, match=r"\ntry: session.str_replace\("):
        aio.Session(session).replace("config/app.yaml", "pool: 6", "pool: 7")
    assert not hasattr(session, "frobnicate")
    with pytest.raises(AttributeError, match=r"try: aio.str_replace\n"):
        aio.replace("config/app.yaml", "pool: 6", "pool: 7")
    with pytest.raises(UsageError, match=r"pass structedit.Session\('.'\)"):
        aio.Session(".")


def test_a_search_names_what_it_looks_for_and_where(project):
    for code, call in (
        ("find('TAX')", "find(['.'], text='TAX')"),
        ("find('shop', 'TAX')", "find(['shop'], text='TAX')"),
        ("find('print($$$A)', path='shop')", "find(['shop'], pattern='print($$$A)')"),
    ):
        with pytest.raises(UsageError) as raised:
            eval(f"se.{code}")
        assert named_calls(raised.value)[0] == f"structedit.{call}"
        assert eval(f"se.{call}")


def test_values_that_are_made_wrongly_say_so_at_once():
    with pytest.raises(UsageError, match=r"pass pre_edit=\[function\]"):
        se.Hooks(pre_edit=print)
    with pytest.raises(UsageError, match="pass a list of functions"):
        se.Hooks(post_edit=["echo"])
    with pytest.raises(UsageError, match=r"Document\.from_text"):
        se.Document("x = 1\n", language="python")


def test_an_insertion_at_a_line_is_answered_with_both_sides_of_it(project):
    reply = tools.dispatch(
        "insert", {"path": "shop/cart.py", "line": 9, "text": "LEAST = 1"}, Session(".")
    )
    assert [one["arguments"]["at"] for one in reply.data["try"]] == ["before", "after"]
    landed = tools.dispatch("insert", reply.data["try"][1]["arguments"], Session("."))
    assert landed.landed
    before, after = lines_of(
        "insert", "shop/cart.py", "--line", "10", "--text", "MOST = 1", sure=False
    )
    assert "--at before" in before and "--at after" in after


def test_edits_of_a_file_may_be_grouped_under_it(project):
    group = {"path": "config/app.yaml", "edits": [{"old": "pool: 5", "new": "pool: 6"}]}
    for name in ("edits", "files"):
        assert tools.dispatch("apply_edits", {name: [group], "dry_run": True}, Session(".")).landed
    with pytest.raises(UsageError, match="edit 1: "):
        se.apply_edits([{**group, "edits": [{"frobnicate": 1}]}])


def test_show_without_an_id_is_the_latest_transaction(project):
    nothing = forked_command.run("show")
    assert nothing.returncode == 2 and "there is no transaction yet" in nothing.stderr
    se.str_replace("config/app.yaml", "pool: 5", "pool: 6")
    shown = forked_command.run("show")
    assert shown.returncode == 0 and "+  pool: 6" in shown.stdout


def test_an_option_that_means_several_things_elsewhere_takes_no_text(project):
    for words in ("replace-all -r a.c x README.md", "sed -r Shop Store README.md"):
        assert lines_of(*words.split()) == [] or lines_of(*words.split(), sure=False)


def test_an_edit_that_may_be_another_one_is_not_carried_out(project):
    # The text is also the name of a block, and either edit would land.
    both = understood("replace", ("web/src/api.ts", "BASE_URL", "const BASE_URL = 1"), {})
    assert both.certain is None
    names = [call.operation for call in both.calls]
    assert names == ["replace_block"] or names[0] == "str_replace"


def test_nothing_is_deleted_by_a_word_that_may_mean_a_file(project):
    for word in ("rm", "delete", "unlink"):
        assert understood(word, ("shop/cart.py",), {}).certain is None
    sent = understood("delete_file", (), {"file_path": "shop/cart.py"})
    assert sent.certain == Meant("delete_file", {"path": "shop/cart.py"})


def test_a_file_is_never_taken_for_a_block(project):
    (project / "new.txt").write_text("pass\n")
    words = ("replace-block", "shop/cart.py", "Cart.is_empty", "--path", "new.txt")
    assert lines_of(*words, sure=False) == []
    line = lines_of(
        "replace-block", "shop/cart.py", "Cart.is_empty", "--file", "new.txt", sure=True
    )
    assert line == ["structedit replace-block shop/cart.py Cart.is_empty --new $'pass\\n'"]


def test_a_call_that_would_not_land_is_named_as_its_refusal_offers_it(project):
    call = Meant(
        "insert", {"path": "scripts/deploy.sh", "text": "set -u", "at": "after", "lines": "2"}
    )
    assert landing(call, HERE).arguments["expected"] == "set -e"
    assert (
        landing(Meant("delete_block", {"path": "shop/cart.py", "selector": "nothing"}), HERE)
        is None
    )


def test_aliases_are_read_in_both_ways_of_writing():
    for name in ("old_string", "oldString", "old_str", "search"):
        (call,) = meant_by("edit", **{"file_path": "a.py", name: "a", "newString": "b"})
        assert call.arguments == {"path": "a.py", "old": "a", "new": "b"}
    assert accepted("file_path", known_to("str_replace")) == "path"
