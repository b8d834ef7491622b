"""Calls as one JSON object on standard input: what a harness sends."""

import json

import pytest

SOURCE = """class Cart:
    def total(self):
        return sum(self.prices)

    def count(self):
        return len(self.prices)


def show(cart):
    print(cart.total())
    print(cart.total())
"""


@pytest.fixture
def cart(tmp_path):
    path = tmp_path / "cart.py"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize(
    ("command", "call", "gone", "come"),
    [
        ("str-replace", {"old": "sum(self.prices)", "new": "0"}, "sum(self.prices)", "0"),
        ("str-replace", {"old_str": "sum(self.prices)", "newStr": "0"}, "sum(self.prices)", "0"),
        ("str-replace", {"search": "sum(self.prices)", "replace": "0"}, "sum(self.prices)", "0"),
        (
            "str-replace",
            {"oldString": "self.prices", "newText": "self.all", "functionHint": "Cart.count"},
            "len(self.prices)",
            "len(self.all)",
        ),
        (
            "str_replace",
            {"old_text": "cart.total()", "new_text": "cart", "expectedReplacements": 2},
            "cart.total()",
            "cart",
        ),
        (
            "replace-all",
            {"old_string": "cart.total()", "new_string": "cart", "op": "replace_all"},
            "cart.total()",
            "cart",
        ),
        (
            "replace-function-body",
            {"selector": "Cart.total", "newBody": "return 0"},
            "sum(self.prices)",
            "0",
        ),
        (
            "str-replace",
            {"old": "sum( self.prices )", "new": "sum( 0 )", "fuzzyWhitespace": True},
            "sum(self.prices)",
            "sum(0)",
        ),
        (
            "insert",
            {"newString": "# fine\n", "afterContent": "return len(self.prices)\n"},
            "return len(self.prices)\n\n",
            "return len(self.prices)\n        # fine\n\n",
        ),
    ],
)
def test_calls_land_under_any_of_their_names(run, cart, command, call, gone, come):
    done = run(command, "cart.py", "--call", stdin=json.dumps(call))
    assert done.returncode == 0, done.stderr
    assert cart.read_text() == SOURCE.replace(gone, come)


def test_a_call_may_hold_the_path_and_be_a_dry_run(run, cart):
    call = {"path": "cart.py", "old": "sum(self.prices)", "new": "0", "dryRun": True}
    done = run("str-replace", "--call", "--json", stdin=json.dumps(call))
    found = json.loads(done.stdout)
    assert (found["status"], found["dry_run"]) == ("would_apply", True)
    assert cart.read_text() == SOURCE


def test_the_retry_of_a_failure_is_a_call_that_lands(run, cart):
    call = ("str-replace", "cart.py", "--old", "sum( self.prices)", "--new", "0")
    failed = json.loads(run(*call, "--match", "exact", "--json").stdout)
    assert failed["status"] == "not_found"
    retry = failed["diagnosis"]["retry"]
    assert run("str-replace", "cart.py", "--call", stdin=json.dumps(retry)).returncode == 0
    assert cart.read_text() == SOURCE.replace("sum(self.prices)", "0")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"old": "a", "new": "b", "ocurrence": 2}, "'occurrence'"),
        ({"oldd_str": "a", "new": "b"}, "did you mean 'old'?"),
        ({"old": "a", "new": "b", "zzz": 2}, "there are: "),
        ({"old": "a", "old_str": "a", "new": "b"}, "given twice"),
        ({"old": "a", "new": "b", "occurrence": "two"}, "a whole number"),
        ({"old": "a", "new": "b", "occurrence": True}, "a whole number"),
        ({"old": 5, "new": "b"}, "a string"),
        ({"old": "a", "new": "b", "near_line": 2, "radius": -1}, "0 or more"),
        ({"old": "a", "new": "b", "force": "perhaps"}, "true or false"),
        ({"old": "a", "new": "b", "match": "loose"}, "whitespace"),
        ({"old": "a", "new": "b", "between": ["x"]}, "{start, end}"),
        ({"old": "a", "new": "b", "after": {"txt": "x"}}, "{text, occurrence}"),
        ({"old": "a", "new": "b", "path": "other.py"}, "given on the command line"),
        ({"old": "a", "new": "b", "op": "insert"}, "str-replace"),
        ({"old": "a\ud800", "new": "b"}, "surrogate"),
        ({"old": "a"}, "--new TEXT"),
        (["old", "a"], "not a JSON object"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(run, cart, call, said):
    done = run("str-replace", "cart.py", "--call", stdin=json.dumps(call))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    done = run("str-replace", "cart.py", "--call", "--json", stdin=json.dumps(call))
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"]) == (2, "error")
    assert said in found["message"] + found["hint"]
    assert cart.read_text() == SOURCE


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"old": "a", "old": "b"}', "9" * 5_000])
def test_what_is_no_call_is_a_usage_error(run, cart, text):
    done = run("str-replace", "cart.py", "--call", "--json", stdin=text)
    assert (done.returncode, json.loads(done.stdout)["reason"]) == (2, "usage")


def test_a_call_and_a_filter_cannot_both_read(run):
    assert run("str-replace", "--call", "--stdin-filename", "x.py", stdin="{}").returncode == 2
