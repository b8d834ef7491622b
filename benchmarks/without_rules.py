"""What each rule for broken files is worth: breaks of real files, asked with the rule and without it.

Every break is asked as `benchmarks/broken.py` asks it, with a note of which rules say something other than
they say of a file where nothing is amiss. Then it is asked again, once without each of these rules. A rule
without which nothing lands wrong costs more lines than it is worth; one without which more lands, and
nothing of that wrong, stands in the way.

    python benchmarks/without_rules.py --breaks 1000 --seed 1 [--language NAME …] [--jobs N] [--show]
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import broken
import corpus
from breaking import Break

Quiet = Callable[..., Any]


def _none(*_: object, **__: object) -> None:
    return None


def _no(*_: object, **__: object) -> bool:
    return False


def _nothing(*_: object, **__: object) -> tuple[()]:
    return ()


def _no_lines(*_: object, **__: object) -> Iterator[object]:
    return iter(())


RULES: dict[str, Quiet] = {
    "tree.broken.certainty._read_two_ways": _none,
    "tree.broken.certainty._begins_in_another": _no,
    "tree.broken.certainty._begun_by_an_end": _none,
    "tree.broken.certainty._ends_too_early": _none,
    "tree.broken.certainty._laid_out_otherwise": _none,
    "tree.broken.certainty._reaches_the_break": _no,
    "tree.broken.certainty._ended_by": _no_lines,
    "tree.broken.certainty._header_goes_on": _none,
    "judge.gate._torn_lines_taken": _none,
    "judge.reading_back.misread": _none,
    "judge.reading_back._left_in_doubt": _none,
    "tree.broken.second_reading.torn_lines_beside": _no_lines,
    "tree.broken.second_reading.closer_below": _no,
    "tree.broken.likely_definitions.counted_definitions": _nothing,
    "tree.broken.likely_definitions.cut_definitions": _nothing,
    "tree.broken.likely_definitions.covered_definitions": _nothing,
    "tree.broken.likely_definitions.uncountable": _nothing,
    "tree.broken.likely_definitions.nameless_definitions": _nothing,
    "tree.broken.likely_definitions.undeclared_definitions": _nothing,
    "tree.broken.likely_definitions.begins_at_the_end": _no,
    "tree.broken.second_reading.definition_in_text": _none,
    "tree.broken.second_reading.arm_inside": _none,
    "tree.broken.names_in_text.is_in_pieces": _no,
    "tree.broken.second_reading.deeper_below": _none,
    "tree.broken.second_reading.held_by_nothing": _nothing,
    "tree.broken.second_reading.misread_lines": _nothing,
    "tree.broken.likely_definitions.adrift_definitions": _nothing,
    "tree.broken.likely_definitions.unread_definitions": _nothing,
    "search.anchors._may_begin_anew": _no,
    "tree.broken.hiding._holds_unindented": _no,
    "tree.broken.hiding._leads_on": _no,
    "tree.broken.completing.ending_of": _none,
}
"""The rules that can be left out alone, and what stands in for each: what it says where nothing is amiss."""


@dataclass
class Worth:
    """What came of the breaks about which one rule said something, with it and without it."""

    breaks: int = 0
    with_rule: Counter[str] = field(default_factory=Counter)
    without: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def replaced(rule: str, make: Callable[[Quiet], Quiet]) -> Callable[[], None]:
    """Put something else in the place of a function wherever it was imported; what is given undoes it."""
    where, name = f"structedit.{rule}".rsplit(".", 1)
    own = getattr(importlib.import_module(where), name)
    new = make(own)
    holders = [
        module
        for title, module in list(sys.modules.items())
        if title.startswith("structedit.") and vars(module).get(name) is own
    ]
    for module in holders:
        setattr(module, name, new)

    def undo() -> None:
        for module in holders:
            setattr(module, name, own)

    return undo


@contextmanager
def listening(fired: set[str]) -> Iterator[None]:
    """Note the rules that say something."""

    def heard(rule: str) -> Callable[[Quiet], Quiet]:
        def make(own: Quiet) -> Quiet:
            def asked(*given: object, **named: object) -> object:
                said = own(*given, **named)
                if isinstance(said, Iterator):
                    first = list(said)
                    fired.update([rule] if first else [])
                    return iter(first)
                if said:
                    fired.add(rule)
                return said

            return asked

        return make

    undo = [replaced(rule, heard(rule)) for rule in RULES]
    try:
        yield
    finally:
        for back in reversed(undo):
            back()


def counts(score: broken.Score) -> Counter[str]:
    """What came of the edits of one break: right, wrong, and other."""
    found: Counter[str] = Counter()
    for tally in score.tallies.values():
        for verdicts in (tally.neighbours, tally.own, tally.anchors):
            found.update(verdicts)
    return found


def asked_of(task: tuple[str, int, int]) -> dict[str, Worth]:
    """Break the files of a language; gives the worth of each rule that said something."""
    language, breaks, seed = task
    worth: dict[str, Worth] = {}
    own = broken.run_break

    def run_break(
        file: broken.File,
        language: str,
        found: Break,
        score: broken.Score,
        rng: random.Random,
        *,
        insertions: bool = False,
    ) -> None:
        state, fired, base = rng.getstate(), set[str](), broken.Score()
        with listening(fired):
            own(file, language, found, base, rng, insertions=insertions)
        after = rng.getstate()
        for rule in sorted(fired):
            row = worth.setdefault(rule, Worth())
            bare = broken.Score()
            rng.setstate(state)
            undo = replaced(rule, lambda _, quiet=RULES[rule]: quiet)
            try:
                own(file, language, found, bare, rng, insertions=insertions)
            except Exception as error:
                row.without[f"crashed: {type(error).__name__}"] += 1
            finally:
                undo()
            row.breaks += 1
            row.with_rule += counts(base)
            row.without += counts(bare)
            row.wrong += [line for line in bare.wrong if line not in base.wrong]
        rng.setstate(after)

    broken.run_break = run_break
    try:
        broken.run(language, corpus.corpus(language).files, breaks, seed, broken.Score())
    finally:
        broken.run_break = own
    return worth


def table(worth: dict[str, Worth]) -> str:
    """A row a rule: breaks it spoke of, edits that land right and wrong with it, and what changes without."""
    rows = [
        "| rule | breaks | right with it | wrong with it | right without | wrong without |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for rule in RULES:
        row = worth.get(rule, Worth())
        old, new = row.with_rule, row.without
        rows.append(
            f"| `{rule}` | {row.breaks} | {old['right']} | {old['WRONG']} |"
            f" {new['right'] - old['right']:+d} | {new['WRONG'] - old['WRONG']:+d} |"
        )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", action="append", choices=broken.LANGUAGES)
    parser.add_argument("--breaks", type=int, default=1000, help="in all, shared by the languages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; each takes one language")
    parser.add_argument("--show", action="store_true", help="what lands wrong without each rule")
    arguments = parser.parse_args()
    languages = tuple(arguments.language or broken.LANGUAGES)
    each = -(-arguments.breaks // len(languages))
    whole: dict[str, Worth] = {}
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        tasks = [(language, each, arguments.seed) for language in languages]
        for found in pool.imap_unordered(asked_of, tasks):
            for rule, worth in found.items():
                row = whole.setdefault(rule, Worth())
                row.breaks += worth.breaks
                row.with_rule += worth.with_rule
                row.without += worth.without
                row.wrong += worth.wrong
    print(table(whole))
    for rule, worth in whole.items() if arguments.show else ():
        print("", rule, *worth.wrong, sep="\n")


if __name__ == "__main__":
    main()
