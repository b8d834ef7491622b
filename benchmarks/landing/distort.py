"""All distortions and traps, as data: what each is called, its class, how many must land.

A distortion changes only what the caller did not mean to change, between lines that it leaves
alone, or the whole text alike: so one result is right. Where the file as it stands would allow
two, the edit is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.landing import blanks, letters, memory, traps
from benchmarks.landing.material import Edit, squeezed
from benchmarks.landing.tasks import Draft, Task, draft_of, rivals, task_of

SEED = 20251

Change = Callable[[Draft], Draft | None]


@dataclass(frozen=True, slots=True)
class Distortion:
    """A way in which callers misremember; `target` is the share that must land, in per cent."""

    name: str
    group: str
    target: float | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Trap:
    """A question to which no is the answer."""

    name: str
    make: Callable[[Draft, str], Task | None]


def _of(group: str, target: float | None, *changes: Change) -> tuple[Distortion, ...]:
    return tuple(Distortion(_name(change), group, target, (change,)) for change in changes)


def _name(change: Change) -> str:
    """Return the name that a change has in its module."""
    for module in (blanks, letters, memory):
        for name, value in vars(module).items():
            if value is change:
                return name.replace("_", " ")
    raise LookupError(change)


SINGLE: tuple[Distortion, ...] = (
    Distortion("undistorted", "exact", 100, ()),
    *_of(
        "blanks",
        99,
        blanks.trailing_blanks,
        blanks.trailing_blanks_in_file,
        blanks.dedent,
        blanks.dedent_by_level,
        blanks.indent_by_level,
        blanks.first_line_dedented,
        blanks.tabs_to_4_spaces,
        blanks.tabs_to_2_spaces,
        blanks.tabs_to_8_spaces,
        blanks.spaces_to_tabs,
        blanks.halved_indentation,
        blanks.doubled_indentation,
        blanks.blank_lines_dropped,
        blanks.blank_lines_added,
        blanks.inner_spacing,
        blanks.crlf_in_file,
        blanks.crlf_of_caller,
    ),
    *_of(
        "unicode",
        97,
        letters.smart_quotes,
        letters.smart_quotes_around,
        letters.dashes_and_blanks,
        letters.zero_width,
        letters.decomposed,
        letters.look_alikes_in_file,
    ),
    *_of(
        "escape",
        97,
        letters.escaped_quotes,
        letters.escaped_quotes_and_slashes,
        letters.escaped_lines,
        letters.escaped_letters,
        letters.escaped_entities,
        letters.unescaped_quotes,
        letters.unescaped_lines,
    ),
    *_of(
        "gutter",
        97,
        letters.gutter_bar,
        letters.gutter_bar_old,
        letters.gutter_colon,
        letters.gutter_arrow,
        letters.gutter_tab,
        letters.gutter_cat,
    ),
    *_of("layout", 97, memory.rewrapped_call, memory.joined_call),
    *_of("elision", 95, memory.elided_middle),
    *_of("words", 95, memory.paraphrased_comment, memory.misspelt_identifier),
    *_of("lines", 85, memory.omitted_line, memory.added_line),
    *_of("case", None, memory.letter_case),
)


def _both(*pairs: tuple[Change, Change]) -> tuple[Distortion, ...]:
    known = {item.changes: item for item in SINGLE}
    found = []
    for first, second in pairs:
        items = known[(first,)], known[(second,)]
        looser = min(items, key=lambda item: item.target or 0)
        name = f"{items[0].name} + {items[1].name}"
        group = looser.group if items[0].group == items[1].group == "blanks" else "two"
        found.append(Distortion(name, group, looser.target, (first, second)))
    return tuple(found)


COMBINED: tuple[Distortion, ...] = _both(
    (blanks.trailing_blanks, blanks.dedent),
    (blanks.blank_lines_dropped, blanks.dedent),
    (blanks.blank_lines_added, blanks.halved_indentation),
    (blanks.tabs_to_4_spaces, blanks.trailing_blanks),
    (blanks.spaces_to_tabs, blanks.crlf_in_file),
    (blanks.dedent, letters.gutter_bar),
    (blanks.crlf_in_file, letters.gutter_tab),
    (blanks.dedent, letters.escaped_quotes),
    (blanks.halved_indentation, letters.escaped_entities),
    (letters.smart_quotes_around, blanks.dedent),
    (letters.dashes_and_blanks, blanks.crlf_in_file),
    (memory.rewrapped_call, blanks.dedent),
    (memory.rewrapped_call, blanks.crlf_in_file),
    (memory.elided_middle, blanks.dedent),
    (memory.elided_middle, blanks.trailing_blanks),
    (memory.elided_middle, blanks.crlf_in_file),
    (memory.paraphrased_comment, blanks.dedent),
    (memory.paraphrased_comment, blanks.tabs_to_4_spaces),
    (memory.misspelt_identifier, blanks.dedent),
    (memory.misspelt_identifier, blanks.trailing_blanks),
    (memory.misspelt_identifier, blanks.crlf_in_file),
    (memory.misspelt_identifier, letters.gutter_bar),
    (memory.omitted_line, blanks.dedent),
    (memory.added_line, blanks.trailing_blanks),
    (memory.paraphrased_comment, memory.misspelt_identifier),
    (memory.omitted_line, memory.paraphrased_comment),
)

DISTORTIONS: tuple[Distortion, ...] = (*SINGLE, *COMBINED)

TRAPS: tuple[Trap, ...] = tuple(
    Trap(make.__name__.replace("_", " "), make)
    for make in (
        traps.text_gone,
        traps.text_twice,
        traps.text_twice_dedented,
        traps.near_twin,
        traps.other_number,
        traps.other_word,
        traps.already_applied,
        traps.already_applied_misspelt,
        traps.changed_text_misremembered,
        traps.twin_beside,
        traps.twin_in_another_function,
        traps.comment_of_another_block,
        traps.comment_of_neither_block,
        traps.gap_in_two_functions,
        traps.other_header,
        traps.doubled_edge,
        traps.doubled_first_edge,
        traps.indentation_made,
        traps.blanks_made,
    )
)

_NEARLY = frozenset(("words", "lines", "case", "two", "elision"))


def distorted(edit: Edit, distortion: Distortion, seed: int = SEED) -> Task | None:
    """Distort an edit; None where it does not lend itself to it, or two places would be right."""
    draft: Draft | None = draft_of(edit, distortion.name, seed)
    for change in distortion.changes:
        draft = change(draft) if draft is not None else None
    task = task_of(draft, distortion.name) if draft is not None else None
    if task is None or squeezed(task.file).count(squeezed(task.old)) > 1:
        return None
    return None if distortion.group in _NEARLY and rivals(task) else task


def trapped(edit: Edit, trap: Trap, seed: int = SEED) -> Task | None:
    """Make a trap of an edit."""
    return trap.make(draft_of(edit, trap.name, seed), trap.name)
