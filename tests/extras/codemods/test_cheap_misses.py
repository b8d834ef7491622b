"""A file without a hit costs little: it is read through its open folder, and its bytes are searched first."""

from __future__ import annotations

import os

import pytest

import structedit as se
from structedit.disk import direct, files
from structedit.text.document import is_ascii_readable
from structedit.text.errors import FileError
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

WORDS = "one = first(1)\n"


@pytest.fixture
def unguessed(monkeypatch):
    """Fail when it is worked out what the text of an unknown language looks like."""

    def guess(data):
        raise AssertionError(data)

    monkeypatch.setattr(text_blocks, "guess_profile", guess)


@pytest.fixture
def root(tmp_path):
    for name in ("a.py", "notes.unknown", "sub/b.js", "sub/LICENSE"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(WORDS)
    return tmp_path


@pytest.mark.parametrize(
    "sought",
    [
        {"text": "second"},
        {"pattern": "second($A)"},
        {"query": '((identifier) @target (#eq? @target "second"))'},
    ],
)
def test_files_without_a_hit_are_not_looked_at_further(root, unguessed, sought):
    out = se.rewrite(root, **sought, template="x", root=root)
    assert out.status == "unchanged" and out.searched == 4
    found = {(row.language, row.files) for row in out.summary}
    assert found == {("python", 1), ("javascript", 1), ("text", 2)}


def test_text_is_found_without_guessing_what_other_files_are(root, unguessed):
    (root / "sub" / "b.js").write_text("second()\n")
    assert [hit.path for hit in se.find(root, text="second")] == [str(root / "sub" / "b.js")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le"])
def test_a_hit_is_found_in_each_encoding(tmp_path, encoding):
    file = tmp_path / "a.txt"
    file.write_bytes("größer than first\n".encode(encoding))
    out = se.rewrite(tmp_path, text="first", template="second", root=tmp_path)
    assert out.landed and out.searched == 1
    assert file.read_bytes() == "größer than second\n".encode(encoding)


def test_bytes_that_may_spell_text_otherwise_are_decoded_first(tmp_path):
    text = "# coding: utf-7\nx = 'a~b'\n"
    (tmp_path / "a.py").write_bytes(text.encode("utf-7"))
    assert b"a~b" not in (tmp_path / "a.py").read_bytes()
    out = se.rewrite(tmp_path, text="a~b", template="a-b", root=tmp_path)
    assert out.landed and [file.path for file in out.files] == ["a.py"]


@pytest.mark.parametrize(
    ("raw", "is_readable"),
    [
        (b"plain", True),
        ("größer".encode(), True),
        ("größer".encode("latin-1"), True),
        ("first".encode("utf-16"), False),
        (b"# coding: utf-7\n", False),
        (b"a\0b", False),
    ],
)
def test_which_bytes_can_be_searched_undecoded(raw, is_readable):
    assert is_ascii_readable(raw, "a.py") is is_readable
    assert not is_ascii_readable(raw, "a.ipynb")


def test_files_of_another_language_are_not_read(root, monkeypatch):
    read, plain = [], files.bytes_in

    def noted(folder, top, path, **options):
        read.append(path)
        return plain(folder, top, path, **options)

    monkeypatch.setattr(files, "bytes_in", noted)
    out = se.rewrite(root, pattern="first($A)", template="f($A)", language="python", root=root)
    assert out.landed and read == ["a.py", "notes.unknown", "sub/LICENSE"]


def test_each_folder_is_opened_once(tmp_path, monkeypatch):
    for name in ("a/1", "a/2", "a/3", "b/1"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"x")
    opened, plain = [], os.open

    def noted(path, *given, **named):
        opened.append(path)
        return plain(path, *given, **named)

    top = direct.real(tmp_path)
    monkeypatch.setattr(os, "open", noted)
    with direct.OpenFolder() as folder:
        for name in ("a/1", "a/2", "a/3", "b/1"):
            assert files.bytes_in(folder, top, name) == b"x"
    assert opened.count("a") == 1 and opened.count("b") == 1


def test_a_folder_that_is_missing_leaves_the_others_readable(tmp_path):
    deep = "/".join("d" * 40)
    for name in ("a", "a/sub", deep):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "1").write_text(name)
    top = direct.real(tmp_path)
    with direct.OpenFolder() as folder:
        for name in ("a/sub", "a", deep, "a/sub", "a"):
            assert files.bytes_in(folder, top, f"{name}/1") == name.encode()
            with pytest.raises(FileError) as raised:
                files.bytes_in(folder, top, f"{name}/missing/1")
            assert raised.value.code == "missing_file"
            assert files.bytes_in(folder, top, f"{name}/1") == name.encode()
    assert folder._folders == []


def test_a_folder_that_became_a_link_is_not_entered(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.py").write_bytes(b"secret")
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "sub").symlink_to(outside)
    top = direct.real(tmp_path / "root")
    with direct.OpenFolder() as folder, pytest.raises(FileError) as raised:
        files.bytes_in(folder, top, "sub/a.py")
    assert raised.value.code == "outside_root"
    (tmp_path / "root" / "b.py").symlink_to(outside / "a.py")
    with direct.OpenFolder() as folder, pytest.raises(FileError) as raised:
        files.bytes_in(folder, top, "b.py")
    assert raised.value.code == "outside_root"


def test_hits_that_fail_are_drafted_alone_in_their_functions(tmp_path, monkeypatch):
    """The file is parsed for all hits and for those that land; a way to draft one hit only parses its function."""
    drafted, plain = [], Source.edited

    def edited(source, edits):
        drafted.append(len(source.data))
        return plain(source, edits)

    monkeypatch.setattr(Source, "edited", edited)
    bad = "".join(f"int f{n}(void) {{ return size(int *); }}\n" for n in range(12))
    good = "".join(f"int g{n}(int a) {{ return size(a); }}\n" for n in range(12))
    (tmp_path / "a.c").write_text((bad + good).replace("size(", "sizeof("))
    out = se.rewrite(tmp_path, pattern="sizeof($A)", template="size_of($A)", root=tmp_path)
    text = (tmp_path / "a.c").read_text()
    assert text == (bad.replace("size(", "sizeof(") + good.replace("size(", "size_of("))
    size = len(text)
    assert len(out.passed) == 12
    assert sum(one > size / 2 for one in drafted) <= 3  # two drafts, and what is judged
    assert len(drafted) < 25 and sum(drafted) < 4 * size
