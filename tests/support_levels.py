"""How well a language is supported, computed from what it has and from the cases that show it.

``grammars_config/features.toml`` says what a language has: its kinds of definitions and blocks,
whether something can be attached to them, whether it has lists. A kind is shown by a case that
addresses a block of it or lists it in an outline. `full` is a language all of whose features are
shown, with a case on a broken file, and cases that run with CRLF and with tabs (the suite runs each
case so, unless it says why not).

The newer grammar of a language, whose wheel is not everywhere, has rows of its own, under the name of
that wheel. They are computed where it is installed, and stay as they are elsewhere.

    python tests/support_levels.py     # writes features.toml (new languages) and support.toml
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tree_sitter import Parser

from cases_support import Case, all_cases, grammars_of, missing_wheel, trial
from structedit import Document, Source
from structedit.calls.places import NO_HINTS, Anchor, Selector
from structedit.calls.requests import Match
from structedit.languages.grammars import PACK_WHEEL, grammar, installed_version
from structedit.languages.kinds import block_kinds, definition_kinds
from structedit.languages.known import (
    all_languages,
    config_root,
    fresh_languages,
    fresh_profile,
    known_languages,
    profile,
)
from structedit.languages.profiles import Docs
from structedit.search.found import Miss
from structedit.search.locate import place_of
from structedit.search.scopes import scope_of
from structedit.tree.probes import versions_of

FEATURES = Path(config_root()) / "features.toml"
SUPPORT = Path(config_root()) / "support.toml"
DERIVED = Path(config_root()) / "derived_kinds.toml"
PAGE = Path(__file__).parent.parent / "docs/languages.md"
_OUTLINED = re.compile(r"^ *[\d-]+ +([a-z]+) ", re.MULTILINE)
_NEVER_BROKEN = ("markdown", "rst")
"""Languages in which every text means something."""

_LOCAL_ONLY = {("haskell", "variable")}
"""Kinds that a profile names so that they are left out: what is local to a function."""

_INDENTED_BY_LAW = ("yaml", "make", "elm")
"""Languages in which not every indentation is allowed."""
_HEAD = {
    FEATURES: "# What each language has: tests/support_levels.py computes from it, and from the cases that pass,\n"
    "# how well the language is supported.\n",
    SUPPORT: "# Computed by `python tests/support_levels.py`; nobody writes here. `lacks` names what no case shows.\n",
}

Row = dict[str, object]


def features() -> dict[str, Row]:
    """Read what the languages have."""
    return tomllib.loads(FEATURES.read_text()) if FEATURES.exists() else {}


def installed_wheels() -> dict[str, str]:
    """Give the languages with a newer grammar that is installed, by their wheels."""
    names = (name for name in fresh_languages() if not missing_wheel(name))
    return {versions_of(fresh_profile(name)).wheel: name for name in names}


def features_of(language: str, *, fresh: bool = False) -> Row:
    """Give what the profile of a language can find, as a row to begin with."""
    it = fresh_profile(language) if fresh else profile(language)
    attached = it.nodes.leading or it.nodes.wrappers or it.nodes.comments or it.docs is Docs.INSIDE
    return {
        "definitions": [k for k in definition_kinds(it) if (language, k) not in _LOCAL_ONLY],
        "blocks": list(block_kinds(it)),
        "attachments": bool(attached),
        "lists": bool(it.lists),
        "can_break": language not in _NEVER_BROKEN,
    }


def lacking(language: str, row: Row, *, fresh: bool = False) -> tuple[str, ...]:
    """Name what no case shows, sorted by kind of feature."""
    wanted = [f"definition {kind}" for kind in row["definitions"]]
    wanted += [f"block {kind}" for kind in row["blocks"]]
    wanted += [name for name in ("attachments", "lists") if row[name]]
    wanted += ["broken"] if row["can_break"] else []
    wanted += ["crlf"]
    wanted += ["tabs"] if language not in _INDENTED_BY_LAW else []
    missing, name = set(wanted), language
    while name and missing:
        missing -= _shown_by_cases(name, frozenset(missing), fresh=fresh)
        name = "" if fresh else profile(name).base
    return tuple(name for name in wanted if name in missing)


@cache
def _shown_by_cases(language: str, wanted: frozenset[str], *, fresh: bool) -> frozenset[str]:
    """Return which of these features the cases of a language show, looking no further than needed."""
    other, found = "pack" if fresh else "fresh", set()
    with grammars_of(fresh=fresh):
        for case in all_cases(language):
            if wanted <= found:
                break
            if case.grammar != other:
                found.update(_shown_by(case, fresh=fresh))
    return wanted & found


def _shown_by(case: Case, *, fresh: bool) -> Iterator[str]:
    for variant in ("crlf", "tabs"):
        if trial(case, variant) is not None and fresh == (case.grammar == "fresh"):
            yield variant
    if re.search(r"^\t+\S", case.sections["input"], re.MULTILINE):
        yield "tabs"
    if case.operation == "outline":
        for kind in _OUTLINED.findall(case.sections.get("output", "")):
            yield f"definition {kind}"
            yield f"block {kind}"
    facts = case.facts()
    if facts.get("attached") or facts.get("kept"):
        yield "attachments"
    source = Source.of(Document.from_text(case.sections["input"], case.path))
    if source.tree is None:
        if source.profile.limits.clean_only:
            yield "broken"
        return
    if not source.tree.clean or source.tree.recovered is not None:
        yield "broken"
    if case.operation == "check" and re.search(
        r"[1-9] with syntax errors", case.sections["output"]
    ):
        yield "broken"
    for block in _named(case, source):
        yield f"definition {block.kind}"
        yield f"block {block.kind}"
    if case.operation in ("delete_block", "insert", "move_block") and _changes_a_list(case):
        yield "lists"


def _changes_a_list(case: Case) -> bool:
    """Tell whether a case changes something inside of a list."""
    before, after = case.sections["input"].encode(), case.sections.get("expected", "").encode()
    it = Source.of(Document(before, case.path)).profile
    if not after or it.grammar is None:
        return False
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (old, new) in pairs if old != new), len(after))
    node = Parser(grammar(it.grammar)).parse(before).root_node
    node = node.descendant_for_byte_range(same, same)
    while node is not None and node.type not in it.lists:
        node = node.parent
    return node is not None


def _named(case: Case, source: Source) -> Iterator:
    """Give the blocks that a case addresses."""
    arguments = dict(trial(case, "plain").arguments)
    for name in ("selector", "within", "of", "anchor"):
        text = arguments.get(name)
        if not isinstance(text, str):
            continue
        try:
            target = Anchor(text) if name == "anchor" else Selector.parse(text)
            scope = scope_of(source, NO_HINTS, Match.FUZZY)
            place = place_of(source, target, scope, Match.FUZZY)
        except ValueError:
            continue
        if not isinstance(place, Miss):
            yield from (block for block in (place.named, place.block) if block is not None)


def level_of(language: str, row: Row | None, lacks: tuple[str, ...]) -> str:
    """Give the level: nobody declares it."""
    it = profile(language)
    if it.grammar is None:
        return "text"
    if it.support == "derived" or row is None:
        return "derived"
    return "partial" if lacks else "full"


def computed() -> dict[str, Row]:
    """Compute the support of every language that has a profile of its own."""
    rows, known = {}, features()
    for language in known_languages():
        lacks = lacking(language, known[language]) if language in known else ("features",)
        if profile(language).grammar is None:
            lacks = ()
        rows[language] = {"support": level_of(language, known.get(language), lacks)}
        if lacks:
            rows[language]["lacks"] = list(lacks)
    return rows | _computed_for_wheels()


def _computed_for_wheels() -> dict[str, Row]:
    """Compute the rows of newer grammars; those that are not installed stay as they are."""
    there = installed_wheels()
    names = {versions_of(fresh_profile(name)).wheel for name in fresh_languages()}
    written = tomllib.loads(SUPPORT.read_text())
    rows = {name: written[name] for name in names - set(there) if name in written}
    for wheel, language in there.items():
        row = features().get(wheel)
        lacks = lacking(language, row, fresh=True) if row else ("features",)
        rows[wheel] = {"support": "partial" if lacks else "full"}
        if lacks:
            rows[wheel]["lacks"] = list(lacks)
    return rows


def written(path: Path, rows: dict[str, Row]) -> str:
    """Write rows as TOML."""
    parts = [_HEAD[path]]
    for language, row in sorted(rows.items()):
        lines = [f"{name} = {_value(value)}" for name, value in row.items()]
        parts.append(f"[{language}]\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(f'"{one}"' for one in value) + "]"
    return f'"{value}"'


def table(rows: dict[str, Row]) -> str:
    """Give the page's table: languages by level."""
    by_level: dict[str, list[str]] = {"full": [], "partial": [], "derived": [], "text": []}
    for language in all_languages():
        level = rows[language]["support"] if language in rows else level_of(language, None, ())
        by_level[str(level)].append(language)
    lines = ["| support | languages |", "|---|---|"]
    lines += [
        f"| `{level}` ({len(names)}) | {', '.join(names)} |" for level, names in by_level.items()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Bring the committed tables up to date."""
    known = features()
    new = {name: features_of(name) for name in known_languages() if profile(name).grammar}
    new |= {wheel: features_of(name, fresh=True) for wheel, name in installed_wheels().items()}
    FEATURES.write_text(written(FEATURES, {**new, **known}))
    DERIVED.write_text(derived_kinds_written())
    rows = computed()
    SUPPORT.write_text(written(SUPPORT, rows))
    text = PAGE.read_text()
    PAGE.write_text(replaced(text, table(rows)))
    for language, row in rows.items():
        print(language, row["support"], *row.get("lacks", ()), sep=" | ")


def derived_kinds_written() -> str:
    """The kinds of definitions and blocks of every profile that is derived from a grammar of the pack."""
    lines = [
        "# The kinds that are derived from the pack's grammars, for listing languages without loading them:",
        "# tests/support_levels.py writes them.",
        f'pack = "{installed_version(PACK_WHEEL)}"',
    ]
    for language in sorted(set(all_languages()).difference(known_languages())):
        made = profile(language)
        for what, kinds in (("definitions", definition_kinds(made)), ("blocks", block_kinds(made))):
            head = [f"\n[languages.{language}]"] if what == "definitions" else []
            lines += [*head, f"{what} = [{', '.join(map(_quoted, kinds))}]"]
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    return f'"{name}"'


def replaced(text: str, fresh: str) -> str:
    """Put the table into its place in the page."""
    pattern = r"(<!-- languages: tests/support_levels.py -->\n).*?(<!-- end -->)"
    return re.sub(pattern, lambda m: m[1] + fresh + m[2], text, flags=re.DOTALL)


if __name__ == "__main__":
    sys.exit(main())
