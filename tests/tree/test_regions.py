"""Code inside files of another language: parsed in a window, once, and only where it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import structedit as se
from structedit.search.embedded import regions
from structedit.text.document import Document, Span
from structedit.text.edit import Edit, EditSet
from structedit.tree import parsing
from structedit.tree.source import Source

LONG = "word " * 60


def _source(text: str, path: str) -> Source:
    return Source.of(Document.from_text(text, path))


def _parses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all contents that the parser is given from now on, without those parsed again."""
    sizes = list[int]()
    parsed = parsing._parsed

    def counting(name: str, shown: bytes, old: object, *rest: Any, **options: Any) -> object:
        sizes.extend([len(shown)] * (old is None))
        return parsed(name, shown, old, *rest, **options)

    monkeypatch.setattr(parsing, "_parsed", counting)
    return sizes


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", f"---\ntitle: x\n---\n\n{LONG}\n\n```yaml\na:\n  b: 1\n```\n\n{LONG}\n"),
        ("a.md", f"{LONG}\n\n```yaml\na:\n  b: 1\n```\n"),
        ("a.md", f"- {LONG}\n\n  ```yaml\n  a:\n    b: 1\n  ```\n"),
        ("a.md", "x" * 21_000 + "\n\n```dart\nvoid f() {}\n```\n"),
        ("a.md", "x" * 21_000 + "\n\n```perl\nsub f { 1 }\n```\n"),
        ("a.md", "x" * 21_000 + "\n\n```scala\ndef f = 1\n```\n"),
        ("a.html", f"<p>{LONG}</p><style>a {{}}</style>\n<script>let a;</script>\n"),
    ],
)
def test_a_long_line_elsewhere_hides_no_part(path: str, text: str) -> None:
    found = list(regions(_source(text, path)))
    assert found
    assert [one.source.why_text for one in found] == [""] * len(found)
    edited = found[-1].source
    at = edited.data.index(found[-1].area.of(edited.data).strip())
    after = edited.edited(_blank_line_at(at))
    assert after.why_text == ""


def _blank_line_at(at: int) -> EditSet:
    return EditSet.of([Edit(Span(at, at), b"\n")])


def test_a_masked_comment_is_no_nesting() -> None:
    text = "a:\n" + "  # " + LONG + "\n" + "  b: 1\n"
    comment = Span(text.index("#"), text.index("\n  b"))
    blank = EditSet.of([Edit(comment, b" " * len(comment))])
    assert _source(text, "a.yaml").edited(blank).why_text == ""


def test_real_nesting_is_still_refused() -> None:
    text = "- " * 200 + "a\n"
    assert "nested more deeply" in _source(text, "a.yaml").why_text


def test_a_region_has_the_places_of_the_file() -> None:
    text = "# A\n\n```python\ndef f():\n    return 1\n```\n\n- x\n\n  ```python\n  def g():\n      pass\n  ```\n"
    first, second = regions(_source(text, "a.md"))
    for region, name in ((first, "f"), (second, "g")):
        tree = region.source.tree
        assert tree is not None
        assert tree.clean
        (found,) = tree.definitions()
        assert found.name is not None
        assert found.name.of(text.encode()) == name.encode()
        assert len(region.source.data) == len(text)


def test_a_broken_region_has_the_places_of_the_file() -> None:
    broken = "def f():\n    return 1\n\ndef g(:\n    x = 1\n\ndef h():\n    return 2\n"
    text = f"# A\n\nText.\n\n```python\n{broken}```\n"
    (region,) = regions(_source(text, "a.md"))
    alone = _source(broken, "a.py").tree
    tree = region.source.tree
    assert tree is not None
    assert alone is not None
    shift = text.index(broken)
    assert [f.span.shifted(-shift) for f in tree.faults()] == [f.span for f in alone.faults()]
    assert [s.shifted(-shift) for s in tree.hidden] == list(alone.hidden)
    assert tree.recovered is not None
    assert [b.path for b in tree.definitions()] == [b.path for b in alone.definitions()]


def test_an_edited_region_is_that_of_the_new_file() -> None:
    text = "# A\n\n```python\ndef f():\n    return 1\n```\n"
    (region,) = regions(_source(text, "a.md"))
    at = text.index("1")
    after = region.source.edited(EditSet.of([Edit(Span(at, at + 1), b"22")]))
    tree = after.tree
    assert tree is not None
    assert tree.clean
    (found,) = tree.definitions()
    assert found.body is not None
    assert found.body.of(after.data).strip() == b"return 22"


FENCES = "".join(
    f"## S{n}\n\nSome words.\n\n```python\ndef f{n}(a):\n    return a + {n}\n```\n\n"
    for n in range(80)
)
SCRIPTS = "".join(
    f'<div id="d{n}">\n<p>x</p>\n</div>\n<script>\nfunction f{n}(a) {{\n  return a + {n};\n}}\n</script>\n'
    for n in range(80)
)


@pytest.mark.parametrize(("name", "text"), [("a.md", FENCES), ("a.html", SCRIPTS)])
@pytest.mark.parametrize(
    "old",
    ["zzz qqq\n  absent(1)\n", "## S40", '<div id="d40">', "a + 40", "return a + 41", "a  +  42"],
)
def test_an_edit_parses_only_the_regions_in_question(
    name: str, text: str, old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(text)
    sizes = _parses(monkeypatch)
    se.str_replace(str(path), old, old + "  ", dry_run=True)
    # The page itself may be parsed twice: small ones with macros are, after an edit.
    assert sum(sizes) < 2.2 * len(text)
    assert len(sizes) < 20


@pytest.mark.parametrize(("name", "text"), [("a.md", FENCES), ("a.html", SCRIPTS)])
def test_an_outline_parses_each_part_once(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(text)
    sizes = _parses(monkeypatch)
    se.outline(str(path))
    assert len(sizes) == 81
    assert sum(sizes) < 2 * len(text)


def test_a_name_in_one_script_of_many_parses_that_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.html"
    path.write_text(SCRIPTS)
    sizes = _parses(monkeypatch)
    region = se.get_region(str(path), "f33")
    assert region.selector is not None
    assert region.selector.endswith("> f33")
    assert len(sizes) < 6
