"""Calls that read many files: which files a language and a folder mean, and files that cannot be looked at."""

import gc

import pytest

import structedit as se
from structedit.app import many_files
from structedit.disk import files
from structedit.text.errors import FileError, ProfileError, TooSlowError
from structedit.tree.syntax_tree import SyntaxTree


@pytest.fixture
def folder(tmp_path):
    for name in ("a.py", "b.rb", "c.txt", "odd"):
        (tmp_path / name).write_text("foo(1)\n")
    (tmp_path / "d.md").write_text("# Title\n\n```python\nfoo(1)\n```\n")
    (tmp_path / "e.bin").write_bytes(b"foo(1)\0\xff\xfe")
    return tmp_path


def names(found):
    return [path.rpartition("/")[2] for path, _ in found]


def test_below_a_folder_a_language_says_which_files_are_meant(folder):
    assert names(se.find(folder, text="foo")) == ["a.py", "b.rb", "c.txt", "d.md", "odd"]
    assert names(se.find(folder, text="foo", language="python")) == ["a.py"]
    assert names(se.find(folder, regex="fo+", language="py")) == ["a.py"]
    assert names(se.find(folder, query="(call) @c", language="ruby")) == ["b.rb"]
    assert names(se.find(folder, pattern="foo($A)", language="python")) == ["a.py", "d.md"]
    assert names(se.find(folder, text="foo", language="text")) == names(se.find(folder, text="foo"))
    with pytest.raises(ProfileError, match="no language is called 'pyton'"):
        se.find(folder, text="foo", language="pyton")


def test_a_named_file_is_taken_for_the_language(folder):
    found = se.find([folder / "odd", folder / "b.rb"], query="(call) @c", language="python")
    assert names(found) == ["odd", "b.rb"]
    assert names(se.find(folder / "odd", pattern="foo($A)", language="python")) == ["odd"]


def test_what_is_no_text_is_passed_over_below_a_folder_and_an_error_where_it_is_named(folder):
    assert "e.bin" not in names(se.find(folder, text="foo"))
    with pytest.raises(FileError, match="contains NUL bytes"):
        se.find(folder / "e.bin", text="foo")


def test_a_file_that_cannot_be_read_keeps_no_other_from_it(folder, monkeypatch):
    read = files.read

    def failing(path):
        if str(path).endswith("b.rb"):
            raise FileError("'b.rb' cannot be read: it is locked")
        return read(path)

    monkeypatch.setattr(files, "read", failing)
    with pytest.warns(UserWarning, match="not searched: 'b.rb' cannot be read: it is locked"):
        assert names(se.find(folder, text="foo")) == ["a.py", "c.txt", "d.md", "odd"]
    with pytest.raises(FileError, match="it is locked"):
        se.find(folder / "b.rb", text="foo")


def test_one_that_takes_too_long_is_left_out_with_a_warning_and_told(folder):
    def look(source):
        if source.language == "ruby":
            raise TooSlowError("'b.rb' took longer than 1 s and was stopped")
        return source.language

    with pytest.warns(UserWarning, match="took longer"):
        seen, complete = many_files.each([str(folder)], None, look)
    assert seen == ["python", None, "markdown", None]
    assert not complete
    assert many_files.each([str(folder / "a.py")], None, look) == (["python"], True)
    with pytest.raises(TooSlowError):
        many_files.each([str(folder / "b.rb")], None, look)


def test_more_or_less_than_one_thing_to_look_for_is_refused_whatever_the_files_hold(folder):
    for given in ({}, {"text": "nowhere", "regex": "x"}):
        with pytest.raises(se.UsageError, match="a text, a regex, a query or a pattern"):
            se.find(folder, **given)


def test_a_text_of_several_lines_is_found_however_it_is_indented(folder):
    assert names(se.find(folder, text="```python\n  foo(1)\n```")) == ["d.md"]


def test_a_rewrite_takes_a_named_file_for_the_language_too(folder):
    run = se.rewrite(folder, pattern="foo($A)", template="bar($A)", language="python", dry_run=True)
    assert sorted(one.path for one in run.files) == ["a.py", "d.md"]
    named = [folder / "odd", folder / "b.rb"]
    run = se.rewrite(named, pattern="foo($A)", template="bar($A)", language="python")
    assert sorted(one.path for one in run.files) == ["b.rb", "odd"]
    assert (folder / "odd").read_text() == "bar(1)\n"


@pytest.mark.parametrize("how", ["find", "outline", "rewrite", "scan"])
def test_a_tree_is_freed_once_its_file_is_done(tmp_path, how):
    """Nothing in it leads back to it: Python looks for such circles late, and does not see how large a tree is."""
    for number in range(3):
        (tmp_path / f"{number}.py").write_text("class A:\n    def f(self):\n        old(1)\n" * 2)
    rule = "id: a\nlanguage: python\nrule: {pattern: old($A)}\nfix: new($A)"
    calls = {
        "find": lambda: se.find(tmp_path, pattern="old($A)"),
        "outline": lambda: se.outline(tmp_path / "0.py"),
        "rewrite": lambda: se.rewrite(
            tmp_path, pattern="old($A)", template="new($A)", dry_run=True
        ),
        "scan": lambda: se.scan(tmp_path, inline_rules=rule, root=tmp_path),
    }
    gc.collect()
    gc.disable()
    try:
        kept = trees()
        calls[how]()
        assert trees() <= kept  # fewer if one of another test goes meanwhile
    finally:
        gc.enable()


def trees():
    """How many trees there are, those in circles too."""
    return sum(isinstance(one, SyntaxTree) for one in gc.get_objects())
