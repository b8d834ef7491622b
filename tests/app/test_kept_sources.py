"""Trees that are kept between the calls of a server: they save parses, and never serve an older content."""

import os
import threading

import pytest

from checkout import ROOT
from structedit import Document
from structedit.app.kept_sources import KeptSources, on_kept_source
from structedit.app.session import Session
from structedit.disk.workers import Pool
from structedit.faces import tools
from structedit.faces.tools.placing import pool_of, runner
from structedit.text.edit import EditSet
from structedit.text.errors import TooSlowError
from structedit.tree import parsing
from structedit.tree.source import Source

CODE = b"def first():\n    return 1\n\n\ndef second():\n    return 2\n"


@pytest.fixture
def parses(monkeypatch):
    """The trees that each parse began with, in order: None for one from nothing."""
    begun, parse = [], parsing._parsed
    assert (
        Source.of(Document(CODE, "a.py")).tree is not None
    )  # a grammar is tried out once before it is used

    def counted(name, shown, old, *args, **kwargs):
        begun.append(old)
        return parse(name, shown, old, *args, **kwargs)

    monkeypatch.setattr(parsing, "_parsed", counted)
    return begun


def names(source):
    return [block.path[-1] for block in source.tree.definitions()]


def test_an_unchanged_content_is_parsed_once(parses):
    kept = KeptSources()
    for _ in range(3):
        source = kept.take(Document(CODE, "a.py"))
        assert names(source) == ["first", "second"]
        kept.put_back(source)
    assert len(parses) == 1


def test_of_the_next_version_only_what_differs_is_parsed(parses):
    kept = KeptSources()
    for word in (b"second", b"other", b"third"):
        source = kept.take(Document(CODE.replace(b"second", word), "a.py"))
        assert names(source) == ["first", word.decode()]
        assert source.tree.changed == ()
        kept.put_back(source)
    assert [old is None for old in parses] == [True, False, False]


def test_a_version_between_that_nobody_parsed_changes_nothing(parses):
    kept = KeptSources()
    for word in (b"second", b"other", b"third"):
        source = kept.take(Document(CODE.replace(b"second", word), "a.py"))
        if word != b"other":
            assert names(source) == ["first", word.decode()]
        kept.put_back(source)
    assert [old is None for old in parses] == [True, False]


@pytest.mark.parametrize("first_is_broken", [True, False])
def test_a_version_that_does_not_parse_is_read_as_a_file_of_its_own(first_is_broken):
    broken = CODE.replace(b"def first():", b"def first(:")
    versions = [broken, CODE] if first_is_broken else [CODE, broken]
    kept = KeptSources()
    for data in versions:
        document = Document(data, "a.py")
        source, fresh = kept.take(document), Source.of(document)
        assert source.tree.definitions() == fresh.tree.definitions()
        assert source.faults() == fresh.faults()
        assert source.tree.hidden == fresh.tree.hidden
        kept.put_back(source)


def test_files_of_one_name_keep_their_own_trees(parses):
    kept = KeptSources()
    others = b"class Far:\n    pass\n" * 9
    for _ in range(3):
        for data in (CODE, others):
            source = kept.take(Document(data, "a.py"))
            assert source.tree is not None
            kept.put_back(source)
    assert parses == [None, None]


@pytest.mark.parametrize(
    "change", [{"path": "a.js"}, {"language": "text"}, {"bom": b"\xef\xbb\xbf"}]
)
def test_another_document_of_the_same_bytes_is_another_source(change):
    kept = KeptSources()
    kept.put_back(Source.of(Document(CODE, "a.py")))
    document = Document(**{"data": CODE, "path": "a.py", **change})
    assert kept.take(document).document == document


def test_the_first_line_may_change_the_language():
    kept = KeptSources()
    kept.put_back(kept.take(Document(b"#!/usr/bin/env python3\n" + CODE, "tool")))
    source = kept.take(Document(b"#!/usr/bin/env ruby\n" + CODE, "tool"))
    assert source.language == "ruby"


def test_old_sources_go_by_number_and_by_size(parses):
    kept = KeptSources(most_files=2, most_bytes=len(CODE) * 3)
    for name in ("a.py", "b.py", "c.py"):
        kept.put_back(kept.take(Document(CODE, name)))
    assert [one.document.path for one in kept._kept] == ["b.py", "c.py"]
    kept.put_back(kept.take(Document(CODE * 3, "d.py")))
    assert [one.document.path for one in kept._kept] == ["d.py"]
    kept.put_back(kept.take(Document(CODE * 4, "e.py")))
    assert kept._kept == []


def test_a_source_is_lent_to_one_call_at_a_time():
    kept = KeptSources()
    kept.put_back(Source.of(Document(CODE, "a.py")))
    document = Document(CODE, "a.py")
    taken = []

    def take():
        taken.append(kept.take(document))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(source) for source in taken}) == 8


def test_work_that_is_interrupted_leaves_no_tree_behind(monkeypatch):
    kept = KeptSources()
    monkeypatch.setattr("structedit.app.kept_sources.KEPT", kept)

    def too_slow(source):
        assert source.tree is not None
        raise TooSlowError("it took too long")

    with pytest.raises(TooSlowError):
        on_kept_source(too_slow, Document(CODE, "a.py"))
    assert kept._kept == []
    assert on_kept_source(names, Document(CODE, "a.py")) == ["first", "second"]
    assert len(kept._kept) == 1


def test_a_tree_that_is_carried_on_is_the_tree_of_the_content():
    """Each line of each sample is doubled and deleted in turn, as far as all parses."""
    carried = 0
    for path in sorted((ROOT / "fixtures").glob("*/*"))[::3]:
        document = Document.from_path(str(path))
        kept = KeptSources()
        kept.put_back(kept.take(document))
        lines = document.data.splitlines(keepends=True)
        for number in range(0, len(lines), max(1, len(lines) // 6)):
            for count in (0, 2):
                changed = [
                    *lines[:number],
                    *lines[number : number + 1] * count,
                    *lines[number + 1 :],
                ]
                now = document.with_data(b"".join(changed))
                source, fresh = kept.take(now), Source.of(now)
                kept.put_back(source)
                if source.tree is None or fresh.tree is None:
                    assert source.why_text == fresh.why_text
                    continue
                carried += source._made_from_clean is not None
                assert str(source.tree._tree.root_node) == str(fresh.tree._tree.root_node), path
                assert source.tree.definitions() == fresh.tree.definitions(), path
                assert source.faults() == fresh.faults(), path
    assert carried > 20


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"a\nb\nc\n", b"a\nB\nc\n"),
        (b"a\nb\n", b"a\nb\nb\n"),
        (b"a\nb\nb\n", b"a\nb\n"),
        (b"", b"a"),
        (b"a", b""),
        (b"a\r\nb", b"a\nb"),
        (b"aaaa", b"aaa"),
        ("é".encode(), "è".encode()),
    ],
)
def test_the_edit_between_two_contents_makes_one_of_the_other(old, new):
    edits = EditSet.between(old, new)
    assert edits.apply(old) == new
    assert all(edit.span.start == 0 or old[edit.span.start - 1] == 10 for edit in edits.edits)


# Through the tools


@pytest.fixture
def pool():
    pool = pool_of()
    yield pool
    pool.close()


def region(session, selector):
    reply = tools.dispatch("get_region", {"path": "a.py", "selector": selector}, session)
    return reply.text if reply.landed else None


@pytest.mark.parametrize("count", [1, 3000])
def test_what_another_program_wrote_is_read_though_size_and_times_are_as_before(
    tmp_path, pool, count
):
    """Small files are worked on in this process, large ones in a worker."""
    file = tmp_path / "a.py"
    more = b"x = 1\n" * count
    session = Session(tmp_path, run=runner(pool))
    file.write_bytes(CODE + more)
    times = file.stat()
    assert "return 2" in region(session, "second")
    for number in (b"3", b"4"):
        file.write_bytes(CODE.replace(b"2", number) + more)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert f"return {number.decode()}" in region(session, "second")


def test_a_region_after_an_edit_of_the_session_is_the_new_one(tmp_path, pool):
    (tmp_path / "a.py").write_bytes(CODE + b"x = 1\n" * 9000)
    session = Session(tmp_path, run=runner(pool))
    for number in range(2, 6):
        arguments = {"path": "a.py", "old": f"return {number}", "new": f"return {number + 1}"}
        assert tools.dispatch("str_replace", arguments, session).landed
        assert f"return {number + 1}" in region(session, "second")


def test_a_file_goes_to_the_worker_that_had_it_last():
    pool = Pool(2)
    try:
        first, second = pool._borrow("a"), pool._borrow("b")
        for worker in (first, second):
            pool._give_back(worker)
        assert pool._borrow("a") is first
        assert pool._borrow("c") is second
        for worker in (first, second):
            pool._give_back(worker)
    finally:
        pool.close()
