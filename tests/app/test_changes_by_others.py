"""Two sessions on one file: an edit keeps what the other changed, or is refused with both versions."""

import random

import pytest

import structedit as se
from structedit import Reason, Status
from structedit.text.three_way import Conflict, merged

CART = """\
class Cart:
    def add(self, item):
        self.items.append(item)
        self.count += 1

    def clear(self):
        self.items = []
        self.count = 0


def total(prices):
    result = 0
    for price in prices:
        result += price
    return result
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cart.py"
    path.write_text(CART)
    return path


@pytest.fixture
def mine(file):
    """A session that has read the whole file."""
    session = se.Session(file.parent)
    assert session.get_region("cart.py", lines="1-15").text
    return session


def other(file, old, new):
    """Another program changes the file."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


ADD = """\
def add(self, item):
    self.items.append(item)
    self.count = len(self.items)
"""


def test_a_block_keeps_lines_that_another_program_changed(file, mine):
    other(file, "def add(self, item):", "def add(self, item, times=1):")
    out = mine.replace_block("cart.py", "Cart.add", ADD)
    assert out.status is Status.APPLIED
    assert "merged" in out.warnings[-1]
    assert out.operation == "replace_block"
    assert file.read_text() == CART.replace(
        "def add(self, item):", "def add(self, item, times=1):"
    ).replace("self.count += 1", "self.count = len(self.items)")


def test_a_block_whose_changed_line_another_program_changed_is_refused_with_both(file, mine):
    other(file, "self.count += 1", "self.count += item.count")
    out = mine.replace_block("cart.py", "Cart.add", ADD)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.MERGE_CONFLICT)
    report = out.report()
    for line in ("self.count += 1", "self.count += item.count", "self.count = len(self.items)"):
        assert line in report
    retry = out.diagnosis.retry
    retry.pop("path", None)
    assert mine.edit_by_name("replace_block", "cart.py", retry).status is Status.APPLIED
    assert file.read_text() == CART.replace("self.count += 1", "self.count = len(self.items)")


def test_the_retry_keeps_what_both_added(file, mine):
    other(file, "    result = 0\n", "    result = 0\n    checked = set()\n")
    total = CART[CART.index("def total") :]
    new = total.replace("    result = 0\n", "    result = 0\n    seen = set()\n")
    out = mine.replace_block("cart.py", "total", new)
    assert out.reason is Reason.MERGE_CONFLICT
    retry = {key: value for key, value in out.diagnosis.retry.items() if key != "path"}
    assert mine.edit_by_name("replace_block", "cart.py", retry).status is Status.APPLIED
    added = "    result = 0\n    checked = set()\n    seen = set()\n"
    assert file.read_text() == CART.replace("    result = 0\n", added)


def test_the_same_call_lands_once_the_change_was_shown(file, mine):
    other(file, "self.count += 1", "self.count += item.count")
    assert mine.replace_block("cart.py", "Cart.add", ADD).reason is Reason.MERGE_CONFLICT
    assert mine.replace_block("cart.py", "Cart.add", ADD).status is Status.APPLIED


def test_a_change_that_was_read_again_is_overwritten(file, mine):
    other(file, "self.count += 1", "self.count += item.count")
    mine.get_region("cart.py", "Cart.add")
    assert mine.replace_block("cart.py", "Cart.add", ADD).status is Status.APPLIED


def test_a_change_elsewhere_that_was_read_does_not_show_this_one(file, mine):
    other(file, "self.count += 1", "self.count += item.count")
    mine.get_region("cart.py", "total")
    mine.str_replace("cart.py", "    result = 0", "    result = 0.0")
    assert mine.replace_block("cart.py", "Cart.add", ADD).reason is Reason.MERGE_CONFLICT


def test_a_deletion_does_not_take_an_unseen_change_along(file, mine):
    other(file, "self.count = 0", "self.count = 0\n        self.log()")
    out = mine.delete_block("cart.py", "Cart.clear")
    assert out.reason is Reason.MERGE_CONFLICT
    assert "self.log()" in out.report()
    assert mine.delete_block("cart.py", "Cart.clear").status is Status.APPLIED


def test_a_text_that_another_program_repeated_is_the_one_that_was_read(file, mine):
    other(file, "        self.count = 0\n", "        self.count += 1\n")
    out = mine.str_replace("cart.py", "        self.count += 1", "        self.count += 2")
    assert out.status is Status.APPLIED
    assert out.selector == "Cart.add"


def test_a_text_that_moved_to_a_twin_is_not_edited_there(file, mine):
    other(file, "        self.count += 1\n", "        self.count += item.count\n")
    other(file, "        self.count = 0\n", "        self.count += 1\n")
    out = mine.str_replace("cart.py", "        self.count += 1", "        self.count += 2")
    assert out.reason is Reason.MERGE_CONFLICT
    assert mine.str_replace(
        "cart.py", "        self.count += item.count", "        self.count = 3"
    ).landed


def test_text_that_was_read_elsewhere_is_edited_as_it_is(file, mine):
    other(file, "result += price", "result += price.net")
    out = mine.str_replace("cart.py", "result += price.net", "result += price.gross")
    assert out.status is Status.APPLIED


def test_the_same_change_by_both_is_there_already(file, mine):
    other(file, "self.count += 1", "self.count = len(self.items)")
    out = mine.str_replace("cart.py", "self.count += 1", "self.count = len(self.items)")
    assert out.status is Status.ALREADY_APPLIED
    assert out.landed


def test_lines_that_were_only_reformatted_are_replaced(file, mine):
    other(file, "        self.items.append(item)", "        self.items.append( item )")
    out = mine.replace_block(
        "cart.py", "Cart.add", ADD.replace("append(item)", "append(str(item))")
    )
    assert out.status is Status.APPLIED


def test_a_version_names_the_text_that_the_edit_is_of(file):
    session = se.Session(file.parent)
    version = session.get_region("cart.py", "Cart").version
    other(file, "        self.count = 0\n", "        self.count += 1\n")
    session.get_region("cart.py", lines="1-15")
    old, new = "        self.count += 1", "        self.count += 2"
    assert session.str_replace("cart.py", old, new).reason is Reason.SEVERAL_MATCHES
    out = session.str_replace("cart.py", old, new, version=version)
    assert (out.status, out.selector) == (Status.APPLIED, "Cart.add")
    out = session.str_replace("cart.py", old, new, version="0123456789abcdef")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)


def test_a_batch_does_not_undo_an_unseen_change(file, mine):
    other(file, "self.count += 1", "self.count += item.count")
    edit = {"op": "replace_block", "path": "cart.py", "selector": "Cart.add", "new": ADD}
    batch = mine.apply_edits([edit])
    assert batch.status is not Status.APPLIED
    assert "item.count" in file.read_text()
    mine.get_region("cart.py", "Cart.add")
    assert mine.apply_edits([edit]).status is Status.APPLIED


def test_an_edit_is_planned_again_when_the_file_changes_before_it_is_written(file, mine):
    changes = iter([("result = 0", "result = 1"), ("result = 1", "result = 2")])
    committed = mine._commit

    def commit(*given):
        if (change := next(changes, None)) is not None:
            other(file, *change)
        return committed(*given)

    mine._commit = commit
    out = mine.str_replace("cart.py", "self.count += 1", "self.count += 2")
    assert out.status is Status.APPLIED
    assert "result = 2" in file.read_text()
    assert "self.count += 2" in file.read_text()


def test_merging_two_changes_is_symmetric_and_keeps_each_alone():
    draw = random.Random(6)
    conflicts = 0

    def changed(base):
        lines = list(base)
        for _ in range(draw.randrange(3)):
            at = draw.randrange(len(lines) + 1)
            lines[at : at + draw.randrange(3)] = [
                draw.choice([b"A", b"B", b"C"]) for _ in range(draw.randrange(3))
            ]
        return lines

    for _ in range(2000):
        base = [draw.choice([b"a", b"b", b"c", b"d"]) for _ in range(draw.randrange(12))]
        one, two = changed(base), changed(base)
        assert merged(base, one, base) == one
        assert merged(base, base, two) == two
        assert merged(base, one, one) == one
        both = merged(base, one, two)
        if isinstance(both, Conflict):
            conflicts += 1
            assert isinstance(merged(base, two, one), Conflict)
        else:
            assert merged(base, two, one) == both
    assert 0 < conflicts < 1000
