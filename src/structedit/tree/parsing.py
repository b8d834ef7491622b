"""Parsing: the limits, the text that the parser sees, and parsing again after an edit.

The parser sees the content itself, with two exceptions. A lone carriage return, which no
grammar takes for the end of a line, becomes a newline. And if a macro keeps the parser from
understanding a place, it sees the profile's replacement there (`languages.macros`), of equal
length, so that every offset is one of the content.

Facts of the binding that shape this code: only the form that takes a read callable can be stopped;
then `Node.text`, and with it the textual predicates of queries, must not be used. Parsing holds the
interpreter's lock. Nothing recurses over nodes.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import accumulate, compress, pairwise
from operator import ne

from tree_sitter import Node, Parser, Point, QueryCursor, Tree

from structedit.languages.grammars import grammar, queries
from structedit.languages.macros import loud_lines
from structedit.languages.profiles import LanguageProfile, Limits, Need, Nesting
from structedit.text.budget import Interruption, current
from structedit.text.document import Span, to_text
from structedit.text.edit import EditSet, shared_length
from structedit.text.lazily import regex
from structedit.text.lines import text_end
from structedit.text.values import dataclass, replace
from structedit.tree.extents import span_of
from structedit.tree.nodes import SyntaxFault
from structedit.tree.query_matches import MATCH_LIMIT

# Bytes that the parser is given at once; chosen by judgement.
_READ_BYTES = 1 << 16
_AGAIN_BYTES = 1 << 12  # where it was before

# Progress calls a parse may take; chosen by judgement: a normal one makes 6,000 a megabyte, so tenfold.
_STEPS = 50_000
_STEPS_PER_BYTE = 0.06

# Chosen by judgement, on hostile inputs such as 60 KB of `a<b<` in Java.
_CALM_STEPS = 160
_CALM_STEPS_PER_BYTE = 0.02
"""Progress calls by an offset above which a parse may never return: real files need less than half.

The parser then has many readings at once, and may merge them in one step that takes minutes
and gigabytes and cannot be stopped: 60 KB of Java's `a<b<` do.
"""

_STEPS_A_LOOK = 8
"""Progress calls between two looks at the clock. Chosen by judgement."""

_SHORT = 8_000
"""Bytes for which no such step takes a second. Chosen by judgement."""

_NEAR = 600
"""Bytes around a fault that are searched for the macro that causes it. Chosen by judgement."""

_SMALL = 100_000
"""Up to this size a macro is looked for in the whole file, which is then parsed from scratch.

Chosen by judgement, for the time.
"""

_ROUNDS = 3
"""Times that macros are looked for in a larger file, near the faults that are left; by judgement.

None at all would be quicker (RESULTS.md, cost), but names that macros hide would be missing from the
file, and a name would seem unique that is not.
"""

_GAP = 64
"""Bytes between edits that are marked as one place, so that the parser reuses the text between others.

Chosen by judgement. In files of less than 32 KB the gap is smaller: `_MOST_MARKS` counts there.
"""

_MOST_MARKS = 500
"""Places of edits that are marked in a tree; each visits the nodes beside it.

Chosen by judgement: nearer ones become one, so that edits cost no more than parsing all again.
"""

_PARTED = b"\n\0\n"
"""The separator of areas that are searched as one text."""

_BRACKETS = bytes(b for b in range(256) if b not in b"([{)]}")
_RUN = 100
"""Brackets that are counted at once, by judgement: fewer take longer, of more too many are followed one by one."""

_DEPTH = {ord(c): 1 for c in "([{"} | {ord(c): -1 for c in ")]}"}
_MARKER = regex(rb">|[-*+](?=[ \t])|\d+[.)](?=[ \t])")
_MARKERS = regex(rb"^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+", re.MULTILINE)
_LONE_CR = regex(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parser's tree, the text to be parsed, and the text that the parser saw.

    Both are as long as the content. They differ at replacements. `faults` are the syntax errors;
    None if they are not computed yet.
    """

    tree: Tree
    shown: bytes
    given: bytes
    faults: tuple[SyntaxFault, ...] | None = None


def over_limits(data: bytes, limits: Limits) -> str:
    """Return which limit of the parser the content exceeds, in words; empty for none.

    Blanks around the code, and at line ends, do not count: they may replace masked text.
    """
    data = data.strip()
    if len(data) > limits.max_bytes:
        return f"the file has {len(data):,} bytes, over the parser's limit of {limits.max_bytes:,}"
    if limits.max_lines and (lines := len(data.splitlines())) > limits.max_lines:
        return (
            f"the file has {lines:,} lines, over the parser's limit of {limits.max_lines:,};"
            " use str_replace, and get_region by lines"
        )
    longest = limits.max_line
    if longest and max(len(line.rstrip()) for line in data.split(b"\n")) > longest:
        return f"a line is longer than the parser's limit of {longest:,} bytes"
    most = limits.nesting.get(Nesting.INDENTATION)
    if most and _indent_levels(data) > most:
        return f"its code is nested more deeply than the parser's limit of {most:,} levels"
    most = limits.nesting.get(Nesting.MARKERS)
    if most and _marker_levels(data) > most:
        return f"its lists and quotes are nested more deeply than the parser's limit of {most:,} levels"
    most = limits.nesting[Nesting.BRACKETS]
    if (depth := _bracket_levels(data, most)) > most:
        return f"its brackets are nested {depth:,} deep, over the parser's limit of {most:,}"
    return ""


def _bracket_levels(data: bytes, most: int) -> int:
    """Return how deep brackets nest, or 0 within the limit: a run nests at most as deep as it has openers."""
    brackets, depth = data.translate(None, _BRACKETS), 0
    for start in range(0, len(brackets), _RUN):
        run = brackets[start : start + _RUN]
        opened = sum(map(run.count, b"([{"))
        if depth + opened > most:
            return max(accumulate(map(_DEPTH.__getitem__, brackets)), default=0)
        depth += 2 * opened - len(run)
    return 0


def _indent_levels(data: bytes) -> int:
    """Return an upper bound of the nesting that indentation and leading markers can open on one line."""
    leads = (re.match(rb"[ \t\->?:]*", line.rstrip()) for line in data.split(b"\n"))
    return max((len(lead[0]) for lead in leads if lead), default=0) // 2


def _marker_levels(data: bytes) -> int:
    """Return an upper bound of the nesting of quotes and lists, by markers before a line's text and depth."""
    leads = (found[0] for found in _MARKERS.finditer(data))
    return max((len(_MARKER.findall(lead)) + lead.count(b"  ") for lead in leads), default=0)


def first_parse(data: bytes, profile: LanguageProfile) -> Parsed | None:
    """Parse a content; None when that takes too long."""
    shown = _always_shown(plain_view(data), profile)
    tree = _run(shown, profile, None)
    return tree and _helped(Parsed(tree, shown, data), profile, frozenset())


def parse_again(
    old: Parsed, edits: EditSet, data: bytes, profile: LanguageProfile
) -> tuple[Parsed, Callable[[], tuple[Span, ...]]] | None:
    """Parse `data`, the text after an edit; also return a function for the ranges that differ in structure.

    Return None when that takes too long.
    """
    tree = old.tree.copy()
    _mark(tree, edits, old, data)
    afresh = plain_view(data) is not data or bool(profile.needs)
    if not afresh and profile.stand_ins and len(data) <= _SMALL:
        new = _as_faulty_as_before(old, edits, data, profile, tree) or first_parse(data, profile)
    elif afresh:
        new = first_parse(data, profile)
    else:
        new = _parsed_near(old, edits, data, profile, tree)
    if new is None:
        return None

    @cache
    def changed() -> tuple[Span, ...]:
        return tuple(Span(r.start_byte, r.end_byte) for r in tree.changed_ranges(new.tree))

    return new, changed


def _mark(tree: Tree, edits: EditSet, parsed: Parsed, data: bytes) -> None:
    """Mark in the tree of the old text where edits turn it into `data`; the text between them is kept.

    Callers quote whole lines, but only the bytes that differ are marked: an indentation that counts as written makes
    the parser read all blocks below it anew.
    """
    stretches = edits.stretches(min(_GAP, len(data) // _MOST_MARKS))
    places = [_differing(parsed.shown, data, *pair) for pair in stretches]
    befores = _points(parsed.given, [at for old, _ in places for at in (old.start, old.end)])
    afters = _points(data, [at for _, new in places for at in (new.start, new.end)])
    # From last to first: the text before a place is then unchanged, and so are its offsets.
    for number, (old, new) in reversed(list(enumerate(places))):
        start, old_end = befores[2 * number : 2 * number + 2]
        began, ended = afters[2 * number : 2 * number + 2]
        rows = ended.row - began.row
        column = ended.column if rows else start.column + ended.column - began.column
        new_end = Point(start.row + rows, column)
        tree.edit(old.start, old.end, old.start + len(new), start, old_end, new_end)


def _differing(shown: bytes, data: bytes, old: Span, new: Span) -> tuple[Span, Span]:
    """Return a place before and after an edit without the bytes that are the same at its ends."""
    was, now = old.of(shown), new.of(data)
    head = shared_length(was, now)
    tail = shared_length(was[head:][::-1], now[head:][::-1])
    return Span(old.start + head, old.end - tail), Span(new.start + head, new.end - tail)


def _parsed_near(
    old: Parsed, edits: EditSet, data: bytes, profile: LanguageProfile, tree: Tree
) -> Parsed | None:
    """Parse with what is known: away from the edit, the parser sees the same text as before.

    Near the edit, search for replacements anew, since it may have changed the macros. Return None when the
    parse takes too long.
    """
    if not edits or not profile.stand_ins:
        parsed = _run(data, profile, tree)
        return parsed and Parsed(parsed, data, data)
    (area,) = _areas(data, [edits.new_hull()])
    carried = edits.apply(old.shown)
    fresh = _shown_anew(area.of(data), area.of(carried), profile)
    shown = carried[: area.start] + fresh + carried[area.end :]
    _touch(tree, carried, _changed_lines(area.of(carried), fresh, area.start))
    parsed = _run(shown, profile, tree)
    moved = (edits.map_span(fault.span) for fault in old.faults or ())
    known = frozenset(span for span in moved if not span.overlaps(area))
    return parsed and _helped(Parsed(parsed, shown, data), profile, known)


def _as_faulty_as_before(
    old: Parsed, edits: EditSet, data: bytes, profile: LanguageProfile, tree: Tree
) -> Parsed | None:
    """Parse with the known replacements; None if that leaves other faults.

    Otherwise no new replacement can help.
    """
    shown = edits.apply(old.shown)
    if _always_shown(shown, profile) != shown:
        return None
    parsed = _run(shown, profile, tree)
    moved = {SyntaxFault(edits.map_span(f.span), f.expected) for f in old.faults or ()}
    found = _with_faults(Parsed(parsed, shown, data)) if parsed is not None else None
    return found if found is not None and moved.issuperset(found.faults or ()) else None


def _shown_anew(text: bytes, carried: bytes, profile: LanguageProfile) -> bytes:
    """Return some lines as the parser saw them before, if the search would find the same replacements."""
    plain = _always_shown(text, profile)
    if carried == plain:
        return plain
    lines = zip(carried.splitlines(), plain.splitlines(), strict=True)
    again = zip(lines, _all_shown(text, profile).splitlines(), strict=True)
    kept = all(was in (bare, helped) for (was, bare), helped in again)
    return carried if kept else plain


def helped_view(data: bytes, profile: LanguageProfile) -> bytes:
    """Return a content as the parser understands it best: with all macros replaced."""
    return _all_shown(plain_view(data), profile)


def is_faultless(shown: bytes, old: Parsed, profile: LanguageProfile) -> bool:
    """Return True if a view seems to parse without an error; stop at the first one.

    A view as long as the old one is parsed on from that one's tree, which costs little where few lines differ. The
    caller parses a view that it chooses once more, from scratch.
    """
    start = None
    if len(shown) == len(old.shown):
        start = old.tree.copy()
        _touch(start, old.shown, _changed_lines(old.shown, shown, 0))
    tree = _run(shown, profile, start, faultless=True)
    if tree is None or tree.root_node.has_error:
        return False
    return not overlooked(tree.root_node, shown, profile)


def plain_view(data: bytes) -> bytes:
    """Return a content with lone carriage returns as newlines."""
    if b"\r" not in data or data.count(b"\r") == data.count(b"\r\n"):
        return data
    return _LONE_CR.sub(b"\n", data)


def _all_shown(view: bytes, profile: LanguageProfile) -> bytes:
    """Return a view with all replacements made, one after the other; one listed twice may find two macros.

    No replacement is a word in capitals, so find the lines with such words only once.
    """
    capitals = cache(partial(loud_lines, view))
    done = b""
    for stand_in in profile.stand_ins:
        if stand_in.pattern.pattern == done:
            continue
        shown = stand_in.shown(view, capitals)
        done = stand_in.pattern.pattern if shown == view else b""
        view = shown
    return view


def _always_shown(view: bytes, profile: LanguageProfile) -> bytes:
    """Return a view with the replacements that are made before the parser fails."""
    for stand_in in profile.stand_ins:
        view = stand_in.shown(view) if stand_in.always else view
    return view


def _helped(parsed: Parsed, profile: LanguageProfile, known: frozenset[Span]) -> Parsed:
    """Parse again with replacements where the parser failed; the best result counts.

    `known` are faults that replacements were tried on before. One macro less may show the parser
    the next one, hence the rounds.
    """
    if not profile.stand_ins:
        return parsed
    best = parsed = _with_faults(parsed)
    for _ in range(1 if len(parsed.shown) <= _SMALL else _ROUNDS):
        spans = dict.fromkeys(fault.span for fault in parsed.faults or ())
        faults = [span for span in spans if span not in known]
        if not faults:
            break
        shown, changed = _shown_near(parsed.shown, faults, profile)
        if not changed:
            break
        start = parsed.tree.copy() if len(shown) > _SMALL else None
        _touch(start, parsed.shown, changed)
        tree = _run(shown, profile, start)
        if tree is None:
            break
        known |= frozenset(faults)
        parsed = _with_faults(Parsed(tree, shown, parsed.given))
        # Compare the numbers of places: sizes say little, since an error may contain definitions.
        best = min(best, parsed, key=lambda one: len(one.faults or ()))
    return best


def _with_faults(parsed: Parsed) -> Parsed:
    return replace(parsed, faults=faults_of(parsed.tree.root_node, len(parsed.given)))


def _shown_near(
    view: bytes, faults: list[Span], profile: LanguageProfile
) -> tuple[bytes, list[Span]]:
    """Return a view with replacements near faults, and the lines in which it differs.

    Search all areas as one text, separated by lines that no macro extends across.
    """
    areas = _areas(view, faults)
    together = _PARTED.join([area.of(view) for area in areas])
    helped = _all_shown(together, profile)
    if helped == together:
        return view, []
    shown = bytearray(view)
    changed: list[Span] = []
    at = 0
    for area in areas:
        end = at + len(area)
        changed += _changed_lines(together[at:end], helped[at:end], area.start)
        shown[area.start : area.end] = helped[at:end]
        at = end + len(_PARTED)
    return bytes(shown), changed


def _areas(data: bytes, faults: list[Span]) -> list[Span]:
    """Whole lines around the faults, joined where they touch; all of a file that is small."""
    if faults and len(data) <= _SMALL:
        return [Span(0, len(data))]
    areas: list[Span] = []
    for fault in faults:
        start = data.rfind(b"\n", 0, max(0, fault.start - _NEAR)) + 1
        end = data.find(b"\n", fault.end + _NEAR) + 1 or len(data)
        if areas and start <= areas[-1].end:
            last = areas.pop()
            start, end = last.start, max(end, last.end)
        areas.append(Span(start, end))
    return areas


def _changed_lines(plain: bytes, helped: bytes, at: int) -> list[Span]:
    """Return the lines that differ between two views of a text from `at` on."""
    if plain == helped:
        return []
    lines = plain.splitlines(True)
    ends = accumulate(map(len, lines), initial=at)
    differ = map(ne, lines, helped.splitlines(True))
    return [Span(start, end) for start, end in compress(pairwise(ends), differ)]


def _touch(tree: Tree | None, data: bytes, changed: list[Span]) -> None:
    """Mark in a tree of `data`, if there is one, that the parser will see these spans differently."""
    if tree is None:
        return
    points = _points(data, [offset for span in changed for offset in (span.start, span.end)])
    for number, span in enumerate(changed):
        start, end = points[2 * number : 2 * number + 2]
        tree.edit(span.start, span.end, span.end, start, end, end)


def _points(data: bytes, offsets: list[int]) -> list[Point]:
    """Rows and columns of offsets that do not decrease."""
    found, row, at = [], 0, 0
    for offset in offsets:
        row += data.count(b"\n", at, offset)
        at = offset
        found.append(Point(row, offset - (data.rfind(b"\n", 0, offset) + 1)))
    return found


def _run(
    shown: bytes, profile: LanguageProfile, old: Tree | None, *, faultless: bool = False
) -> Tree | None:
    """Parse with a bound on the work and on the time; None when it was exceeded.

    With `faultless`, also return None at the first error.
    """
    if Need.FINAL_NEWLINE in profile.needs and not shown.endswith(b"\n"):
        shown += b"\n"
    name, allowed = str(profile.grammar), current()
    if allowed is None:
        return _parsed(name, shown, old, faultless=faultless)
    with allowed.parsing() as is_over:
        if is_over():
            return None
        if not allowed.rehearses or len(shown) <= _SHORT:
            return _parsed(name, shown, old, is_over, faultless=faultless)
        try:
            return _parsed(name, shown, old, is_over, calm=True, faultless=faultless)
        except _UneasyError:
            if not allowed.can_parse(name, shown):
                return None
            return _parsed(name, shown, old, is_over, faultless=faultless)


class _UneasyError(Exception):
    """A parse behaves as if it might not come back."""


def try_parse(name: str, shown: bytes) -> bool:
    """Return True if a grammar parses a content; called in a process that may be killed."""
    return _parsed(name, shown, None) is not None


class _Lent(threading.local):
    """The byte array that the parser reads from in a thread."""

    def __init__(self) -> None:
        self.given = bytearray()


_lent = _Lent()


def _parsed(
    name: str,
    shown: bytes,
    old: Tree | None,
    is_over: Callable[[], bool] | None = None,
    *,
    calm: bool = False,
    faultless: bool = False,
) -> Tree | None:
    """Parse with a bound on the work; None when it was exceeded.

    With `faultless`, also return None when the parser reports that each reading of the content has an error,
    and reports it again further on: at the end of the content, a better reading may be done already.

    The binding (tree-sitter 0.26) never frees what a read callable returns: it would keep a copy of every
    file that was ever parsed. So all parses of a thread hand out one byte array, filled anew each time.
    Text that was read before is lent in small pieces: scanners that look ahead return to many places.

    Raises:
        _UneasyError: with `calm`, when the parse behaves as if it might not come back.
    """
    most = _STEPS + int(len(shown) * _STEPS_PER_BYTE)
    steps = seen = 0
    given = _lent.given
    in_error: int | None = None

    def read(offset: int, _: Point) -> bytearray:
        nonlocal seen
        given[:] = shown[offset : offset + (_READ_BYTES if offset >= seen else _AGAIN_BYTES)]
        seen = max(seen, offset + len(given))
        return given

    def progress(offset: int, has_error: bool) -> bool:
        nonlocal steps, in_error
        steps += 1
        if faultless and has_error:
            if in_error is not None and offset > in_error:
                return True
            in_error = offset if in_error is None else in_error
        if calm and steps > _CALM_STEPS + offset * _CALM_STEPS_PER_BYTE:
            raise _UneasyError
        return steps > most or (is_over is not None and not steps % _STEPS_A_LOOK and is_over())

    parser = Parser(grammar(name))
    try:
        if old is None:
            return parser.parse(read, progress_callback=progress)
        return parser.parse(read, old, progress_callback=progress)
    except ValueError:
        return None
    except SystemError as error:
        raise _interruption_in(error) or error from None
    finally:
        given.clear()


def _interruption_in(error: BaseException | None) -> Interruption | None:
    """Return the exception that interrupted a callable of the parser: the binding only fails at the next one."""
    while error is not None and not isinstance(error, Interruption):
        error = error.__cause__ or error.__context__
    return error


def faults_of(root: Node, size: int, within: Span | None = None) -> tuple[SyntaxFault, ...]:
    """Return the syntax errors in a content of `size` bytes, sorted; a last newline may be added."""
    found = {
        (min(node.start_byte, size), min(node.end_byte, size), node.type if node.is_missing else "")
        for node in faulty(root, within)
    }
    return tuple(SyntaxFault(Span(start, end), missing) for start, end, missing in sorted(found))


def overlooked(root: Node, shown: bytes, profile: LanguageProfile) -> tuple[SyntaxFault, ...]:
    """Return faults in a content that its grammar accepts, sorted.

    These are a comment that is never closed, which is no error to some grammars (Haskell, Scala), and the matches
    of patterns of the profile: an environment of LaTeX that ends with another name.
    """
    comment = None if root.has_error else _open_comment(root, shown, profile)
    found = [] if comment is None else [comment]
    refused = tuple(regex(text.encode(), re.DOTALL) for text in profile.overlooked.values())
    for part in queries(profile).overlooked.all if refused else ():
        for number, captures in QueryCursor(part.query, match_limit=MATCH_LIMIT).matches(root):
            span, *others = (
                span_of(captures[name][0]) for name in ("fault", "expected") if name in captures
            )
            text, wanted = span.of(shown), others[0].of(shown) if others else b""
            rejected = refused[part.numbers[number]]
            is_wrong = text != wanted if others else rejected.fullmatch(text) is not None
            if is_wrong:
                found.append(SyntaxFault(span, to_text(wanted)))
    return tuple(sorted(found))


def _open_comment(root: Node, shown: bytes, profile: LanguageProfile) -> SyntaxFault | None:
    """Return the fault of a comment that extends to the end of a content and is not closed."""
    end = text_end(shown, len(shown)) if profile.block_comments else 0
    node = root.descendant_for_byte_range(end - 1, end) if end else None
    while node is not None and node.type not in profile.nodes.comments:
        node = node.parent
    text = shown[node.start_byte : end] if node is not None else b""
    for opening, closing in profile.block_comments:
        sign, closer = opening.encode(), closing.encode()
        if node is not None and text.startswith(sign):
            # If comments nest, the last closer may belong to an inner one, begun on a line of its own.
            begun = re.findall(rb"^[ \t]*" + re.escape(sign), text, re.MULTILINE)
            is_closed = text.endswith(closer) and (
                len(begun) < 2 or text.count(sign) <= text.count(closer)
            )
            return None if is_closed else SyntaxFault(Span(node.start_byte, end), closing)
    return None


def faulty(root: Node, within: Span | None = None) -> Iterator[Node]:
    """Error and missing nodes; only nodes that have an error in them are entered."""
    stack = [root]
    while stack:
        node = stack.pop()
        if within is not None and not (
            node.start_byte <= within.end and within.start <= node.end_byte
        ):
            continue
        if node.is_error or node.is_missing:
            yield node
        if not node.is_missing:
            stack.extend(child for child in node.children if child.has_error or child.is_missing)
