"""Kinds of nodes written as a selector: `call_expression > identifier`, `pair:has(> number)`.

    selectors  = selector, { ",", selector }                     any of them
    selector   = compound, { (">" | "+" | "~" | blank), compound }
    compound   = [ kind ], { ":", word, "(", …, ")" }            at least one of the two

`a > b` is a `b` whose parent is an `a`, `a b` one inside an `a`; `a + b` is a `b` behind an `a`, `a ~ b` one anywhere
behind it. `:is(…)` takes selectors, `:not(…)` and `:has(…)` one selector, `:has(> a)` looks at children alone;
`:nth-child(2n+1 of kind)` and `:nth-last-child(…)` are places among siblings.
"""

from __future__ import annotations

from collections.abc import Callable

from structedit.text.lazily import regex
from structedit.text.values import replace
from structedit.tree.rule_matching import (
    Condition,
    Either,
    Every,
    Nth,
    Related,
    Relation,
    Search,
    Unless,
    position_of,
)

_TOKEN = regex(
    r"\s*(?P<sign>[>+~,])\s*|:(?P<pseudo>[\w-]+)\(\s*|\s*(?P<close>\))|(?P<kind>[\w-]+)|(?P<blank>\s+)"
)
_NTH = regex(
    r"\s*(?:(?P<word>odd|even)|(?P<step>[+-]?\d*)n\s*(?P<add>[+-]\s*\d+)?|(?P<at>[+-]?\d+))\s*"
)
_OF = regex(r"(?P<place>[^()]*?)(?:\s+of\s+|\s*(?=\)))")

_BEFORE = {
    ">": (Relation.INSIDE, Search()),
    " ": (Relation.INSIDE, Search(to_end=True)),
    "+": (Relation.FOLLOWS, Search()),
    "~": (Relation.FOLLOWS, Search(to_end=True)),
}


def read_place(text: str) -> Nth:
    """Return a place among siblings: a number, `odd`, `even`, or `2n+1`.

    Raises:
        ValueError: when it is none.

    >>> read_place("2n+1").step, read_place("-n + 3").offset, read_place("odd").offset
    (2, 3, 1)
    """
    match = _NTH.fullmatch(text.casefold())
    if match is None:
        raise ValueError(f"{text!r} is not a position: write a number or 2n+1")
    step = match["step"]
    if match["word"] is not None:
        return Nth(2, 1 if match["word"] == "odd" else 0)
    if step is None:
        return Nth(0, int(match["at"]))
    size = int(step) if step.strip("+-") else int(f"{step}1")
    return Nth(size, int((match["add"] or "0").replace(" ", "")))


def read_kinds(text: str, of_kind: Callable[[str], Condition]) -> Condition:
    """Return the condition that a selector means; `of_kind` is that of a kind's name.

    Raises:
        ValueError: with the column, when it cannot be read.
    """
    reader = _Reader(text.strip(), of_kind)
    found = reader.several()
    if reader.at < len(reader.text):
        raise reader.wrong()
    return found


class _Reader:
    def __init__(self, text: str, of_kind: Callable[[str], Condition]) -> None:
        self.text, self.at = text, 0
        self._of_kind = of_kind

    def wrong(self) -> ValueError:
        return ValueError(f"column {self.at + 1} cannot be read: {self.text[self.at :][:20]!r}")

    def several(self) -> Condition:
        found = [self.one()]
        while (match := _TOKEN.match(self.text, self.at)) and match["sign"] == ",":
            self.at = match.end()
            found.append(self.one())
        return found[0] if len(found) == 1 else Either(tuple(found))

    def one(self) -> Condition:
        found = self.compound()
        while match := _TOKEN.match(self.text, self.at):
            sign = match["sign"] or (" " if match["blank"] else "")
            if sign not in _BEFORE:
                break
            self.at = match.end()
            relation, search = _BEFORE[sign]
            itself = position_of(found) if relation is Relation.INSIDE else None
            found = Every((self.compound(), Related(relation, found, search, itself=itself)))
        return found

    def compound(self) -> Condition:
        found: list[Condition] = []
        while match := _TOKEN.match(self.text, self.at):
            if match["kind"] and not found:
                self.at = match.end()
                found.append(self._of_kind(match["kind"]))
            elif match["pseudo"]:
                begins, self.at = self.at, match.end()
                found.append(self.pseudo(match["pseudo"], begins))
                close = _TOKEN.match(self.text, self.at)
                if close is None or not close["close"]:
                    raise self.wrong()
                self.at = close.end()
            else:
                break
        if not found:
            raise self.wrong()
        return found[0] if len(found) == 1 else Every(tuple(found))

    def pseudo(self, word: str, begins: int) -> Condition:
        match word:
            case "is":
                return self.several()
            case "not":
                return Unless(self.one())
            case "has":
                sign = _TOKEN.match(self.text, self.at)
                to_children = sign is not None and sign["sign"] == ">"
                self.at = sign.end() if sign is not None and to_children else self.at
                return Related(Relation.HAS, self.one(), Search(to_end=not to_children))
            case "nth-child" | "nth-last-child":
                place = _OF.match(self.text, self.at)
                if place is None:
                    raise self.wrong()
                self.at = place.end()
                of = self.one() if place[0].rstrip().endswith("of") else None
                return replace(read_place(place["place"]), of=of, from_end=word != "nth-child")
        self.at = begins
        raise self.wrong()
