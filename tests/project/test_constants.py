"""Every number that somebody chose says beside itself what chose it."""

import pytest
from constants import SOURCE, constants_of


def test_every_constant_has_its_reason():
    found = [one for path in sorted(SOURCE.rglob("*.py")) for one in constants_of(path)]
    assert len(found) > 200
    assert not [f"{one.path.name}:{one.line} {one.name}" for one in found if not one.has_reason]


def read(folder, text):
    path = folder / "module.py"
    path.write_text(text)
    return {one.name: one.has_reason for one in constants_of(path)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('MOST = 5\n"""Hits; chosen by judgement."""\n', True),
        ("MOST = 5  # given by POSIX\n", True),
        ("# Fitted on drifted edits, 2026.\nMOST = 5\n", True),
        ("# By judgement.\nLEAST = 1\nMOST = 5\n", True),
        ('MOST = 5\nLEAST = 1\n"""Follows from the other."""\n', True),
        ("MOST = 5\n", False),
        ('MOST = 5\n"""Hits that are shown."""\n', False),
        ("# By judgement.\nLEAST = 1\n\nMOST = 5\n", False),
        ('MOST = 5\n\nLEAST = 1\n"""By judgement."""\n', False),
    ],
)
def test_where_a_reason_stands(tmp_path, text, reason):
    assert read(tmp_path, text)["MOST"] is reason


def test_which_constants_are_numbers(tmp_path):
    numbers = "A = -1\nB: int = 8 << 20\nC, D = 1, 2\nE = ((1, 'x'),)\nF = {'a': 1.5}\n"
    others = "G = 'a'\nH = {'a': 'b'}\nI = frozenset((1,))\nJ = None\nkept = 0\nK = L = ()\n"
    assert set(read(tmp_path, numbers + others)) == {"A", "B", "C, D", "E", "F"}


def test_the_default_of_a_field_is_a_number_that_somebody_chose(tmp_path):
    fields = "    most: int = 5\n    count: int = 0\n    LINE = 2\n"
    assert read(tmp_path, f'class Limits:\n    """So many."""\n\n{fields}') == {"most": False}
    assert read(tmp_path, f'class Limits:\n    """By judgement."""\n\n{fields}') == {"most": True}
    below = fields.replace("5", '5\n    """Given by POSIX."""')
    assert read(tmp_path, f"class Limits:\n{below}") == {"most": True}
