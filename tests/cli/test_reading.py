"""What the reading commands print: outline, regions, hits, syntax errors, languages, shells."""

import json

import pytest

SOURCE = """class Cart:
    def total(self):
        return sum(self.prices)

    def count(self):
        return len(self.prices)
"""


@pytest.fixture
def cart(tmp_path):
    path = tmp_path / "cart.py"
    path.write_text(SOURCE)
    return path


def test_outline_is_a_tree_of_selectors(run, cart):
    first, *rows = run("outline", "cart.py").stdout.splitlines()
    assert first.startswith("cart.py: python, 6 lines, version ")
    assert rows == [
        "1-6  class   Cart  class Cart:",
        "2-3  method    Cart.total  def total(self):",
        "5-6  method    Cart.count  def count(self):",
    ]
    (item,) = json.loads(run("outline", "cart.py", "--json").stdout)["items"]
    assert item["lines"] == [1, 6]
    assert [child["selector"] for child in item["children"]] == ["Cart.total", "Cart.count"]
    assert "total" not in run("outline", "cart.py", "--depth", "1").stdout
    assert "class" not in run("outline", "cart.py", "--kind", "method").stdout.split("\n", 1)[1]


def test_an_outline_of_an_unknown_language_says_how_to_name_it(run, cart):
    done = run("outline", "-", stdin=SOURCE)
    assert done.stdout.startswith("standard input: unknown language, 6 lines")
    assert done.stderr == "hint: pass the language with --language NAME\n"
    done = run("outline", "-", "--language", "python", stdin=SOURCE)
    assert "Cart.total" in done.stdout and not done.stderr
    assert not run("outline", "-", "--json", stdin=SOURCE).stderr


def test_get_region_prints_the_bytes_of_the_file(run, tmp_path):
    content = b"# coding: latin-1\r\ndef f():\r\n    return 'caf\xe9'"
    (tmp_path / "x.py").write_bytes(content)
    assert run("get-region", "x.py", text=False, stdin=b"").stdout == content + b"\n"
    region = run("get-region", "x.py", "f", "--part", "body", text=False, stdin=b"").stdout
    assert region.strip() == b"return 'caf\xe9'"
    assert run("get-region", "x.py", "--lines", "1").stdout == "# coding: latin-1\n"


def test_get_region_with_numbers_and_surroundings(run, cart):
    done = run("get-region", "cart.py", "Cart.count", "--numbered", "--around", "1")
    assert done.stdout == "4| \n5|     def count(self):\n6|         return len(self.prices)\n"
    done = run("get-region", "cart.py", "--max-lines", "2")
    assert (done.stdout, done.stderr) == (SOURCE[:33], "… 4 more lines\n")
    found = json.loads(run("get-region", "cart.py", "Cart.count", "--json").stdout)
    assert (found["lines"], found["selector"]) == ([5, 6], "Cart.count")
    assert found["text"].startswith("    def count")


def test_a_region_that_is_not_there(run, cart):
    done = run("get-region", "cart.py", "Cart.totl")
    assert (done.returncode, done.stdout) == (1, "")
    assert '"Cart.total"' in done.stderr
    done = run("get-region", "cart.py", "Cart.totl", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"]) == (1, "not_found")
    assert found["diagnosis"]["candidates"][0]["selector"] == "Cart.total"


def test_find_looks_into_folders_and_leaves_out_what_is_no_text(run, cart, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.py").write_text("prices = []\n")
    (tmp_path / "sub" / "c.bin").write_bytes(b"prices\0")
    done = run("find", ".", "--text", "prices")
    assert done.stdout.splitlines() == [
        "cart.py:3: Cart.total:         return sum(self.prices)",
        "cart.py:6: Cart.count:         return len(self.prices)",
        "sub/b.py:1: prices: prices = []",
    ]
    found = json.loads(run("find", "cart.py", "sub", "--regex", r"pri\w+", "--json").stdout)
    assert [(hit["path"], hit["lines"]) for hit in found["hits"]] == [
        ("cart.py", [3, 3]),
        ("cart.py", [6, 6]),
        ("sub/b.py", [1, 1]),
    ]
    query = ("--query", "(return_statement) @hit", "--within", "Cart.count")
    assert run("find", "cart.py", *query).stdout.startswith("cart.py:6: ")
    assert "cart.py-2-" in run("find", "cart.py", "--text", "sum", "--around", "1").stdout


def test_find_without_a_hit_is_1(run, cart):
    assert run("find", "cart.py", "--text", "nothing").returncode == 1
    done = run("find", "cart.py", "--text", "nothing", "--json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (1, "not_found")
    assert run("find", "cart.py", "--regex", "(").returncode == 2
    assert run("find", "cart.py").returncode == 2
    assert "read as: structedit find . --text" in run("find", "--text", "sum").stderr
    assert run("find", "cart.py", "--text", "sum", "-q").stdout == ""


def test_check_is_1_when_a_file_has_errors(run, cart, tmp_path):
    assert run("check", "cart.py").returncode == 0
    (tmp_path / "bad.py").write_text("def f(:\n    pass\n")
    (tmp_path / "c.bin").write_bytes(b"\0")
    done = run("check", ".")
    assert done.returncode == 1
    assert done.stdout.startswith("bad.py:1:")
    assert "1 clean, 1 with syntax errors" in done.stdout
    found = json.loads(run("check", ".", "--json").stdout)
    assert [(file["path"], file["clean"]) for file in found["files"]] == [
        ("bad.py", False),
        ("cart.py", True),
    ]
    assert run("check", "c.bin").returncode == 2
    assert run("check", "missing").returncode == 2


def test_reading_commands_read_standard_input_too(run):
    name = ("--stdin-filename", "x.py")
    assert "Cart.total" in run("outline", *name, stdin=SOURCE).stdout
    assert run("get-region", "Cart.count", *name, stdin=SOURCE).stdout.startswith("    def count")
    assert run("find", *name, "--text", "sum", stdin=SOURCE).stdout.startswith("x.py:3: ")
    assert run("check", *name, stdin="def f(:\n").returncode == 1


def test_a_single_dash_is_standard_input(run, cart):
    of_python = ("--language", "python", "-")
    found = run("find", "-p", "sum($A)", *of_python, stdin=SOURCE)
    assert found.stdout == "standard input:3: Cart.total:         return sum(self.prices)\n"
    assert run("find", "--text", "sum", "--count", "-", stdin=SOURCE).stdout == "standard input:1\n"
    assert run("find", "-p", "max($A)", *of_python, stdin=SOURCE).returncode == 1
    unknown = run("find", "-p", "sum($A)", "-", stdin=SOURCE)
    assert unknown.returncode == 2
    assert "hint: name its language with --language, or search for text" in unknown.stderr
    assert run("check", *of_python, stdin="def f(:\n").returncode == 1
    assert run("check", *of_python, stdin=SOURCE).stderr == ""
    asked = run("check", "-", stdin=SOURCE)
    assert asked.stderr == "hint: pass the language with --language NAME\n"
    several = run("check", "-", "cart.py", stdin=SOURCE)
    assert several.returncode == 2
    assert several.stderr.startswith(
        "error: standard input is read alone\nhint: leave out the other"
    )
    rewritten = run("rewrite", "-p", "sum($A)", "-r", "max($A)", *of_python, stdin=SOURCE)
    assert "hint: standard input is not read here: name files or folders" in rewritten.stderr


def test_languages(run):
    assert "python" in run("languages").stdout
    found = {one["language"]: one for one in json.loads(run("languages", "--json").stdout)}
    assert found["python"]["support"] == "full"
    assert ".py" in found["python"]["extensions"]
    assert found["python"]["grammar"] == "python"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts(run, shell):
    told = run("completion", shell).stdout
    assert "_STRUCTEDIT_COMPLETE" in told
    assert run("completions", shell).stdout == told


def test_what_completions_offer(run):
    words = {"COMP_WORDS": "structedit str-", "COMP_CWORD": "1"}
    offered = run(_STRUCTEDIT_COMPLETE="bash_complete", **words).stdout
    assert offered == "plain,str-replace\n"
    words = {"COMP_WORDS": "structedit str-replace a.py --wi", "COMP_CWORD": "3"}
    offered = run(_STRUCTEDIT_COMPLETE="bash_complete", **words).stdout
    assert offered == "plain,--within\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("str-repalce",), "str-replace"),
        (("outlin",), "outline"),
        (("outline", "cart.py", "--dept", "1"), "--depth"),
        (("outline", "card.py"), "cart.py"),
        (("outline",), "FILE is missing"),
        (("get-region", "cart.py", "f > > g"), "step"),
        (("completion", "tcsh"), "bash"),
        (("--nonsense",), "--nonsense"),
    ],
)
def test_wrong_words_say_which_are_near(run, cart, arguments, said):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_commands_are_known_by_the_names_of_the_library_too(run, cart):
    assert run("get_region", "cart.py", "Cart.count").returncode == 0
    assert run().returncode == 2


@pytest.fixture
def calls(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "a.js").write_text("x();\nf(1);\n")
    (tmp_path / "lib/b.js").write_text("f(1); f(2);\n")
    (tmp_path / "lib/c.py").write_text("f(3)\n")


def test_hits_are_shown_as_files_as_numbers_and_as_json_lines(run, calls):
    find = ("find", "-p", "f($A)", ".")
    assert run(*find, "--files-with-matches").stdout == "a.js\nlib/b.js\nlib/c.py\n"
    assert run(*find, "--count").stdout == "a.js:1\nlib/b.js:2\nlib/c.py:1\n"
    rows = [json.loads(line) for line in run(*find, "--json-lines").stdout.splitlines()]
    assert [(row["path"], row["text"]) for row in rows] == [
        ("a.js", "f(1)"),
        ("lib/b.js", "f(1)"),
        ("lib/b.js", "f(2)"),
        ("lib/c.py", "f(3)"),
    ]
    done = run(*find, "--count", "--json-lines")
    assert done.returncode == 2 and "--json-lines and --count cannot be combined" in done.stderr
    assert run("find", "-p", "g($A)", ".", "--count").returncode == 1


@pytest.mark.parametrize(
    ("globs", "left"),
    [
        (["*.js"], "a.js\nlib/b.js\n"),
        (["!lib/"], "a.js\n"),
        (["lib/", "!*.py"], "lib/b.js\n"),
        (["*.txt"], ""),
    ],
)
def test_globs_say_which_files_are_searched(run, calls, globs, left):
    options = [word for glob in globs for word in ("--glob", glob)]
    done = run("find", "--text", "f(", ".", "--files-with-matches", *options)
    assert (done.stdout, done.returncode) == (left, 0 if left else 1)


def test_an_anchor_that_names_a_block_is_answered_with_its_selector(run, tmp_path):
    (tmp_path / "cart.py").write_text("class Cart:\n    size: int = 0\n    name: str = ''\n")
    shown = run("get-region", "cart.py", "--anchor", "Cart.size")
    assert shown.returncode == 1
    assert 'pass "Cart.size" as a selector, not as text' in shown.stderr
    assert shown.stderr.endswith("try: structedit get-region cart.py Cart.size\n")
    gone = run("delete-block", "cart.py", "--anchor", "Cart.size")
    assert "try: structedit delete-block cart.py Cart.size\n" in gone.stdout + gone.stderr
