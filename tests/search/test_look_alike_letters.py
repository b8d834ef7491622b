"""Look-alikes: a caller's letters are written as the lines that both sides have show them."""

import pytest

from structedit.search.alignment.line_tokens import as_the_file


@pytest.mark.parametrize(
    ("pairs", "text", "written"),
    [
        ([("“a”", '"a"')], "“b”", '"b"'),
        ([("“a”", '"a"')], "„b”", '"b"'),
        ([("“a”", '"a"')], "‘b’ – c", "‘b’ – c"),
        ([("“a” – b", '"a" - b')], "c – d", "c - d"),
        ([("“a”", '"a"'), ("“c”", "“c”")], "“b”", "“b”"),
        ([("a – b", "a — b")], "c – d", "c — d"),
        ([("a", "a")], "“b”", "“b”"),
        ([("“a”", '"ab"')], "“b”", "“b”"),
        ([("é “a”", 'é "a"')], "é “b”", 'é "b"'),
    ],
)
def test_look_alikes_are_written_as_the_file_does(pairs, text, written):
    shown = [(one.encode(), other.encode()) for one, other in pairs]
    assert as_the_file(shown, text.encode(), b"plain") == (written.encode(), b"plain")
