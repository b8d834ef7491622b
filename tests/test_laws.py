"""Laws that hold for every document and every edit."""

import subprocess
from unittest import mock

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import structedit as se
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.text.diff import line_changes, unified_diff
from structedit.tree import parsing

LINES = st.lists(
    st.text(st.sampled_from("ab =()é\t\x0c\u2028"), max_size=6), min_size=1, max_size=8
)
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])
NAMES = ["load", "save", "merge"]
slow = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=60)


@st.composite
def contents(draw):
    """Text with line endings that may differ from line to line."""
    return "".join(line + draw(ENDINGS) for line in draw(LINES)) + draw(st.sampled_from(["", "z"]))


@st.composite
def edit_sets(draw):
    data = draw(contents()).encode()
    count = draw(st.integers(1, 3))
    cuts = sorted(
        draw(
            st.lists(st.integers(0, len(data)), min_size=2 * count, max_size=2 * count, unique=True)
        )
        if len(data) >= 2 * count
        else [0, len(data)]
    )
    pieces = zip(cuts[::2], cuts[1::2], strict=True)
    edits = [se.Edit(se.Span(a, b), draw(contents()).encode()) for a, b in pieces]
    return data, se.EditSet.of(edits)


@given(st.data(), edit_sets())
def test_two_edit_sets_are_one(data, first):
    content, edits = first
    between = edits.apply(content)
    start = data.draw(st.integers(0, len(between)))
    end = data.draw(st.integers(start, len(between)))
    later = se.EditSet.of([se.Edit(se.Span(start, end), data.draw(contents()).encode())])
    both = edits.then(later)
    assert both.apply(content) == later.apply(between)
    assert both.invert(content).apply(later.apply(between)) == content


@given(st.binary(max_size=80))
def test_encoding_a_document_gives_the_file(raw):
    try:
        document = se.Document.from_bytes(raw)
    except se.FileError as error:
        assert error.code == "not_text"
        return
    assert document.encode() == raw


@given(contents(), st.sampled_from(["utf-8-sig", "utf-16", "utf-16-le", "latin-1", "utf-32"]))
def test_encodings_come_back(text, encoding):
    try:
        raw = text.encode(encoding)
    except UnicodeEncodeError:
        return
    try:
        assert se.Document.from_bytes(raw).encode() == raw
    except se.FileError as error:
        assert error.code == "not_text"


@given(edit_sets())
def test_the_inverse_undoes_and_refining_changes_nothing(drawn):
    data, edits = drawn
    after = edits.apply(data)
    assert edits.invert(data).apply(after) == data
    assert edits.refined(data).apply(data) == after


@slow
@given(edit_sets())
def test_git_makes_of_the_diff_what_the_edit_makes(tmp_path_factory, drawn):
    data, edits = drawn
    diff = unified_diff(data, line_changes(data, edits), "a b.txt")
    assume(diff)
    folder = tmp_path_factory.mktemp("diff")
    (folder / "a b.txt").write_bytes(data)
    command = ["git", "apply", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=diff, cwd=folder, check=True, capture_output=True)
    assert (folder / "a b.txt").read_bytes() == edits.apply(data)


@st.composite
def modules(draw):
    """A small Python file of functions, some of them in a class, with any line ending."""
    parts = []
    for name in NAMES:
        lead = draw(st.sampled_from(["", "    "]))
        head = f"class {name.title()}:\n" if lead else ""
        body = draw(
            st.sampled_from(["return 1", "x = 1\n    return x", "# why\n    pass", '"""Doc."""'])
        )
        parts.append(
            head + "\n".join(lead + line for line in f"def {name}(a):\n    {body}".split("\n"))
        )
    text = "\n\n\n".join(parts) + draw(st.sampled_from(["", "\n"]))
    return text.replace("\n", draw(ENDINGS))


@slow
@given(modules(), st.sampled_from(NAMES), st.sampled_from(["return 2", "y = 2\nreturn y", "pass"]))
def test_a_body_put_in_twice_is_there_once(text, name, body):
    document = se.Document.from_text(text, path="x.py")
    once = se.replace_function_body(document, name, body)
    assert once.landed and once.result is not None
    twice = se.replace_function_body(once.result, name, body)
    assert twice.status is se.Status.UNCHANGED
    assert twice.data == once.data


@slow
@given(modules(), st.sampled_from(NAMES))
def test_nothing_outside_the_definition_changes(text, name):
    document = se.Document.from_text(text, path="x.py")
    out = se.replace_function_body(document, name, "return 'new'")
    region = se.get_region(document, name)
    before, _, after = text.partition(region.text)
    assert out.text is not None and out.text.startswith(before) and out.text.endswith(after)
    assert out.edits.invert(document.data).apply(out.result.data) == document.data


@slow
@given(modules(), st.sampled_from(NAMES))
def test_text_that_was_replaced_is_not_replaced_again(text, name):
    document = se.Document.from_text(text, path="x.py")
    old, new = f"def {name}(a):", f"def {name}(a, b):"
    once = se.str_replace(document, old, new)
    assert once.landed and once.result is not None
    assert se.str_replace(once.result, old, new).data in (None, once.data)


@slow
@given(modules())
def test_every_selector_of_an_outline_names_its_node(text):
    document = se.Document.from_text(text, path="x.py")

    def walk(items):
        for item in items:
            yield item
            yield from walk(item.children)

    for item in walk(se.outline(document, blocks=True).items):
        region = se.get_region(document, item.selector)
        assert (region.lines, region.kind) == (item.lines, item.kind)


@slow
@given(contents(), contents(), st.sampled_from(["x.py", "x.js", "x.json", "x.unknown"]))
def test_no_input_makes_a_report_raise(text, needle, path):
    document = se.Document.from_text(text, path=path)
    for out in (
        se.str_replace(document, needle, "b"),
        se.delete_block(document, anchor=needle),
        se.insert(document, "a = 1", after=needle),
    ):
        assert len(out.report().splitlines()) <= 60
        assert out.to_dict()["status"] == out.status


INCREMENTAL = {
    "m.py": "class A:\n    def f(self):\n        if x:\n            return 1\n\n\ndef g():\n    pass\n",
    "m.ts": "export class A {\n  f() { if (x) { return 1; } }\n}\nconst g = () => 2;\n",
    "m.c": "API_EXPORT int f(int a)\n{\n    if (a) { return 1; }\n}\n\nstruct s { int x; };\n",
}


@given(st.sampled_from(sorted(INCREMENTAL)), st.sampled_from([0, 100_000]), st.data())
@settings(deadline=None, max_examples=300)
def test_a_tree_after_an_edit_is_that_of_the_new_content(path, small, data):
    """An edit that leaves no error gives the tree that parsing the result gives.

    Above `small` bytes, files with macros are parsed in parts.
    """
    content = INCREMENTAL[path].encode()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 12)))
    new = data.draw(st.sampled_from([b"", b"\n", b" ", b"z", b"int h;\n", b"{}", b"# c\n", b"()"]))
    source = se.Source.of(se.Document(content, path))
    with mock.patch.object(parsing, "_SMALL", small):
        after = source.edited(se.EditSet.of([se.Edit(se.Span(start, end), new)]))
    fresh = se.Source.of(se.Document(after.data, path))
    assume(fresh.tree is not None and fresh.tree.clean)
    assert after.tree is not None and after.tree.clean
    assert after.tree.definitions() == fresh.tree.definitions()
    assert after.tree.blocks() == fresh.tree.blocks()


NAMESAKES = """\
class Job {
  catch(handler) {
    a();
  }
}

try {
  b();
} catch (e) {
  c();
}
"""


def test_a_block_beside_a_definition_of_its_name_is_asked_for_as_a_block():
    tree = se.Source.of(se.Document.from_text(NAMESAKES, path="job.js")).tree
    listed = [*tree.definitions(), *tree.blocks()]
    assert selectors_of(tree, listed) == ("Job", "Job.catch", "try", "block:catch")
    for block, selector in zip(listed, selectors_of(tree, listed), strict=True):
        assert resolve(tree, se.Selector.parse(selector)).blocks == (block,)
    assert [b.kind for b in resolve(tree, se.Selector.parse("catch")).blocks] == ["method"]
