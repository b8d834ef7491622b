"""Insertion of whole lines: at a line, next to an anchor's text, at the top or bottom of a file."""

from __future__ import annotations

import re
from bisect import bisect_left

from structedit.calls.statuses import Reason
from structedit.edits.adjacent import insert_adjacent, insert_item
from structedit.edits.arms import arm_words, first_word
from structedit.edits.blank_lines import brings_definition
from structedit.edits.body_insertion import ends_inside_line, insert_inside, insert_into_list
from structedit.edits.leading_trivia import is_comment, place_above
from structedit.edits.list_items import Listed, list_of
from structedit.edits.new_text import Draft, Rejection, inner_place, marked_column, place_at
from structedit.languages.kinds import CONTAINERS, FUNCTIONS
from structedit.languages.profiles import Indenting, Layout, LiteralRole
from structedit.search.embedded import region_at
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    indent_at,
    indent_of,
    line_end,
    line_start,
    next_line,
    text_end,
    text_start,
    trimmed,
)
from structedit.tree.layout.indent import Place, lay_out, margin_of, steps, trim
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source
from structedit.tree.trivia import is_detached, is_doc_comment
from structedit.tree.without_grammar import masking

_WORD = regex(rb"[\w\x80-\xff]")
_HEAD = regex(rb"#![^\r\n]*(?:\r\n|\n|\r|\Z)|[ \t]*#[^\r\n]*coding[:=][^\r\n]*(?:\r\n|\n|\r|\Z)")


def insert_at_line(
    source: Source,
    line_at: int,
    text: bytes,
    *,
    after: bool,
    base: bytes | None = None,
    anchor: bytes | None = None,
) -> Draft:
    """Insert lines before or after the line that contains `line_at`.

    Next to an `anchor`, as the caller wrote it, blank lines at both ends of the text are kept where there are none.
    """
    data, place = source.data, place_at(source, line_at)
    if base is not None:
        place = place.at(base)
    lines = place.ending.join(lay_out(source, trim(text), place))
    if anchor is not None:
        line = Span(line_start(data, line_at), line_end(data, line_at))
        above = line.of(data) if after else _line_above(data, line.start)
        below = _line_below(data, line.end) if after else line.of(data)
        is_joined = after and not anchor.endswith((b"\r", b"\n"))
        if above.strip() and _breaks(text[: -len(text.lstrip())]) > is_joined:
            lines = place.ending + lines
        if below.strip() and _breaks(text[len(text.rstrip()) :]) > 1:
            lines += place.ending
    if after:
        at = line_end(data, line_at)
        return Draft(EditSet.of([Edit(Span(at, at), place.ending + lines)]))
    at = line_start(data, line_at)
    return Draft(EditSet.of([Edit(Span(at, at), lines + place.ending)]))


def _breaks(blank: bytes) -> int:
    """Return the number of line breaks in white space."""
    return len((blank + b"x").splitlines()) - 1


def _beyond_blank_lines(data: bytes, at: int, anchor: bytes, *, after: bool) -> int:
    """Return the start of the furthest blank line that an anchor ends with or, for `before`, begins with.

    Return `at` if there is none.
    """
    blank = anchor[len(anchor.rstrip()) :] if after else anchor[: -len(anchor.lstrip())]
    for _ in range(_breaks(blank) - after):
        line = next_line(data, at) if after else line_start(data, max(0, line_start(data, at) - 1))
        is_edge = line >= len(data) if after else not line_start(data, at)
        if is_edge or Span(line, line_end(data, line)).of(data).strip():
            break
        at = line
    return at


def _line_above(data: bytes, start: int) -> bytes:
    return data[line_start(data, max(0, start - 1)) : start]


def _line_below(data: bytes, end: int) -> bytes:
    start = next_line(data, end)
    return data[start : line_end(data, start)]


def insert_at_text(
    source: Source, span: Span, text: bytes, anchor: bytes, *, after: bool
) -> Draft | Rejection:
    """Insert lines before or after an anchor's text; `anchor` is that text as the caller wrote it.

    - If the anchor, or its line, ends by opening a block, the text goes inside, at the start of that block.
    - If the anchor is an item of a list, the text becomes an item.
    - If a string or comment begins behind the anchor and continues below its line (a heredoc), the text goes
      below that string or comment.
    """
    data = source.data
    core = trimmed(data, span)
    opened = _opened_list(source, core) if after else None
    if opened is not None:
        return insert_into_list(source, *opened, text, at_end=False)
    if after and (behind := _behind_bracket(source, core, text)) is not None:
        return behind
    item = _item_at(source, core) or (_last_of_opened(source, core) if after else None)
    if item is not None:
        return insert_item(source, item, text, after=after)
    if (drafted := _inside_line(source, core, text, after=after)) is not None:
        return drafted
    if not after:
        return _insert_above(source, core, anchor, text)
    form = _last_form(source, core)
    if form is not None:
        lead = data[line_start(data, form.start) : form.start]
        place = place_at(source, form.start).at(re.sub(rb"[^ \t]", b" ", lead))
        lines = place.ending.join(lay_out(source, trim(text), place))
        return Draft(EditSet.of([Edit(Span(form.end, form.end), place.ending + lines)]))
    last = _last_letter(source, core)
    line = trimmed(data, Span(core.start, line_end(data, last)))
    base = next((inside for end in (core, line) if (inside := _inside_of(source, end))), None)
    goes_on = line_end(data, last) > line_end(data, max(core.start, core.end - 1))
    base = place_at(source, core.start).base if goes_on else base
    base = base if base is not None else _indent_one_deeper(source, core.start, text)
    if base is None:
        level = _level_given(source, core.end - 1, anchor.rstrip(SPACE).splitlines(), text)
        block = _block_to_leave(source, core, level, text)
        if block is None and not indent_of(anchor):  # a key as deep as the one behind `- `
            relative = indent_at(data, core.start) + indent_of(trim(text))
            block = _block_to_leave(source, core, relative, text)
        block = block or _definition_to_leave(source, core, text)
        if block is not None:
            return insert_adjacent(source, block, text, after=True)
        base = _next_arm(source, core, text, level)
        is_below = level and level == indent_at(data, next_line(data, last))  # below `private:`
        if base is None and (is_below or _is_value_of(source, core, level)):
            base = level
    if base is None:
        base = _level_shown(source, core.end - 1, anchor.rstrip(SPACE).splitlines()[-1], text)
    base = base if base is not None else _statement_base(source, core, text)
    base = base if base is not None else place_at(source, last).base
    last = _beyond_blank_lines(data, last, anchor, after=True)
    return insert_at_line(source, last, text, after=True, base=base, anchor=anchor)


def _inside_line(
    source: Source, core: Span, text: bytes, *, after: bool
) -> Draft | Rejection | None:
    """Draft an insertion beside an anchor in a body on one line: `f() { a(); }`; None if there is no such body.

    A line above or below would be outside of the block. Markup is inserted on the line, where blanks are content.
    """
    data, at = source.data, core.end if after else core.start
    bodies = [
        (block, block.body)
        for block in _around_end(source, core)
        if block.body is not None
        and block.body.start <= at <= block.body.end
        and not (core.start <= block.core.start and trimmed(data, block.core).end <= at)
        and not marked_column(source, block.body.start)
        and block.layout in (Layout.BRACE, Layout.END, Layout.INDENT)
        and ends_inside_line(data, block)
    ]
    if not bodies:
        return None
    block, body = min(bodies, key=lambda one: one[1].end - one[1].start)
    if after and core.start <= block.core.start:
        definition = _definition_to_leave(source, core, text)
        if definition is not None:
            return insert_adjacent(source, definition, text, after=True)
    if data[body.start - 1 : body.start] == b">" and b"\n" not in text.strip():
        return Draft(EditSet.of([Edit(Span(at, at), text.strip())]))
    blanks = SPACE + b",;"
    named = core.of(data).rstrip(blanks)
    for member in source.tree.definitions(core) if source.tree is not None else ():
        is_anchor = member.span.start == core.start and member.span.of(data).rstrip(blanks) == named
        if is_anchor and block.layout is Layout.BRACE and source.profile.statement_end:
            return insert_adjacent(source, member, text, after=after)
    is_last, is_first = (
        not data[at : body.end].strip(blanks),
        not data[body.start : at].strip(blanks),
    )
    if block.layout is Layout.INDENT or not (is_last or is_first):
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"the anchor is inside the body of this {block.kind}, which is on one line",
            "to insert outside, give the whole line as the anchor; to insert inside, replace the body",
        )
    return insert_inside(source, block, text, at_end=is_last)


def _insert_above(source: Source, core: Span, anchor: bytes, text: bytes) -> Draft | Rejection:
    """Insert on lines of its own above an anchor's text.

    A text that the caller indented as deep as the block or line above it goes to the end of what is there; so does a
    text above the line that closes a block.
    """
    data, own = source.data, indent_at(source.data, core.start)
    if (block := _definition_below(source, core.start, text)) is not None:
        return insert_adjacent(source, block, text, after=False)
    above = Span(0, text_end(data, line_start(data, core.start)))
    level = _level_given(source, core.start, trim(anchor).splitlines()[:1], text)
    base = _level_shown(source, core.start, (trim(anchor).splitlines() or [b""])[0], text)
    if above and level is not None and len(level) > len(own):
        if (
            block := _block_to_leave(source, Span(above.end - 1, above.end), level, text)
        ) is not None:
            return insert_adjacent(source, block, text, after=True)
        is_as_deep = level == indent_at(data, above.end - 1)
        if is_as_deep or base is None:
            return insert_at_line(
                source, core.start, text, after=False, base=level if is_as_deep else None
            )
    closed = _closed_at(source, core.start) if not indent_of(trim(text)) else None
    if base is None:
        base = (
            inner_place(source, closed) if closed is not None else place_at(source, core.start)
        ).base
    at = _beyond_blank_lines(data, core.start, anchor, after=False)
    return insert_at_line(source, at, text, after=False, base=base, anchor=anchor)


def _closed_at(source: Source, at: int) -> Block | None:
    """Return the block of several lines whose closing bracket, tag or keyword begins at an offset and its line."""
    data, tree = source.data, source.tree
    if tree is None or not begins_line(data, at):
        return None
    here = Span(at, at + 1)
    for block in reversed([*tree.definitions(here), *tree.blocks(here)]):
        if block.body is None or block.layout not in (Layout.BRACE, Layout.END):
            continue
        if text_start(data, block.body.end) == at == max(at, block.body.start) and at < block.end:
            return block
    return None


def _definition_below(source: Source, at: int, text: bytes) -> Block | None:
    """Return the definition of which lines above `at` are a part, where a text must not come between them.

    These lines are decorators, comments, or first words as in `static` above `int go(void)`. A text that belongs to the
    definition, or whose last line does, is meant for `at` itself; so is another clause or overload.
    """
    data, profile, tree = source.data, source.profile, source.tree
    for block in tree.definitions(Span(at, at + 1)) if tree is not None else ():
        starts = [block.core.start, block.span.start, *(one.start for one in block.decorators)]
        if block.name is not None and begins_line(data, at) and at <= block.name.start:
            starts += [at] if line_end(data, at) >= block.name.start else []
        if at not in starts or line_start(data, block.whole.start) >= line_start(data, at):
            continue
        is_divided = line_start(data, block.span.start) < line_start(data, at)
        docs = (is_doc_comment(comment.of(data), profile) for comment in block.attached)
        if not is_divided and block.kind in profile.demoted and not any(docs):
            continue
        bare = trim(text).rstrip()
        last = bare.rpartition(b"\n")[2]
        is_comment_last = is_comment(source, last)
        if any(place_above(source, block, b) for b in (text, *([] if is_comment_last else [last]))):
            return None
        piece = source.read_fragment(bare)
        names = {one.path[-1] for one in piece.definitions} if piece is not None else set()
        is_overload = block.path[-1] in names and (not is_divided or bool(profile.nodes.clauses))
        return None if is_overload else block
    return None


def _level_given(source: Source, at: int, anchor: list[bytes], text: bytes) -> bytes | None:
    """Return the indentation that a text has in the file, from the indentation of the text and of an anchor's lines.

    The last of these is the line at `at`. A text beside an anchor of one line, without its indentation, counts as
    indented as in the file. None where nothing follows from the indentation.
    """
    own, given, of_anchor = indent_at(source.data, at), indent_of(trim(text)), indent_of(anchor[-1])
    unit = place_at(source, at).unit
    if given and own and unit and given[:1] != own[:1]:
        # Tabs in a file of spaces, or spaces in a file of tabs.
        step = b"\t" if given[:1] == b"\t" else steps(text) or b"    "
        given = unit * (len(given) // len(step))
    if not own.endswith(of_anchor) or (of_anchor and not given):
        return None
    if given and not of_anchor and len(anchor) == 1:
        return given
    return own[: len(own) - len(of_anchor)] + given


def _level_shown(source: Source, at: int, anchor: bytes, text: bytes) -> bytes | None:
    """Return the indentation of a text, if the caller shows that of the anchor's line as the file has it.

    Then the text is written as it is. Below a line without indentation that is so where blanks are content.
    """
    own, given = indent_at(source.data, at), indent_of(trim(text))
    is_alike = given[:1] == own[:1]  # both in tabs or both in spaces
    is_content = not own and source.profile.family is Layout.SECTION
    if not (given and (is_alike or is_content) and indent_of(anchor) == own):
        return None
    return margin_of(source, trim(text))


def _block_to_leave(source: Source, core: Span, level: bytes | None, text: bytes) -> Block | None:
    r"""Return the block that ends with an anchor, if a text goes behind the block.

    It does where the text is as deep as the block, and where the anchor is the whole block:

        after "    for row in rows:\n        show(row)" insert "    done()"
    """
    data = source.data
    if level == indent_at(data, core.end - 1):
        return None
    ended = [b for b in _around_end(source, core) if _ends_with(source, b.whole.end, core)]
    as_deep = (block for block in ended if place_at(source, block.core.start).base == level)
    marker = source.profile.item_marker.encode()
    is_item = bool(marker) and text.lstrip().startswith(marker)
    # What is no item itself, such as another key, does not go after an item.
    is_value = _is_value_of(source, core, level)
    is_all = (
        block
        for block in ended
        if block.core.start == core.start
        if not (is_value and block.body is None)
        if is_item or not marker or not block.core.of(data).startswith(marker)
    )
    return next(as_deep, None) or next(is_all, None)


def _is_value_of(source: Source, core: Span, level: bytes | None) -> bool:
    """Return True if a text is deeper than a key without a value, so that it becomes the value."""
    own = indent_at(source.data, core.start)
    if not source.profile.is_data or level is None or not level.startswith(own) or level == own:
        return False
    return any(b.is_definition and b.body is None for b in _around_end(source, core))


def _ends_with(source: Source, end: int, core: Span) -> bool:
    """Return True if the code that ends at an offset is the last one of an anchor or its line; comments may follow."""
    data = source.data
    rest = data[end : core.end].lstrip(SPACE + b",;")
    return end <= line_end(data, core.end) and is_comment(source, rest)


def _definition_to_leave(source: Source, core: Span, text: bytes) -> Block | None:
    """Return the definition that ends with an anchor, if a text goes behind it because it is one like it.

    A function at the left margin is never meant as the last statement of another one: it goes behind that function, a
    class behind that class.
    """
    given = indent_of(trim(text))
    around = [b for b in _around_end(source, core) if b.is_definition]
    ended = [b for b in around if _ends_with(source, b.whole.end, core)]
    piece = source.read_fragment(trim(text)) if ended and brings_definition(source, text) else None
    if piece is None or trim(text)[: piece.definitions[0].whole.start].strip():
        return None
    if given:
        own = indent_at(source.data, core.end - 1)
        return next(
            (b for b in ended if indent_at(source.data, b.core.start) == own == given), None
        )
    kind = piece.definitions[0].kind
    kindred = next((kinds for kinds in (FUNCTIONS, CONTAINERS) if kind in kinds), (kind,))
    functions = [b for b in ended if b.kind in FUNCTIONS]
    alike = [b for b in ended if b.kind in kindred] or functions
    return max(alike, key=lambda block: block.core.start, default=None)


def _next_arm(source: Source, core: Span, text: bytes, level: bytes | None) -> bytes | None:
    """Return the indentation of a text that is the next arm (`elif x:`) of a statement of which an anchor ends an arm.

    That is the statement as deep as the text or, if the text is as deep as the anchor, the only one that may be meant.
    """
    if first_word(text) not in arm_words(source.profile):
        return None
    data, end = source.data, line_end(source.data, core.end)
    level = indent_at(data, core.end - 1) if level is None else level
    ends = {
        block: text_end(data, block.body.end)
        if block.layout is Layout.END and block.body is not None
        else block.arm.end
        for block in _around_end(source, core)
        if not block.is_definition
    }
    depths = {
        indent_at(data, block.core.start): _ends_with(source, at, core)
        for block, at in ends.items()
        if at <= end
    }
    here = [depth for depth, ends_here in depths.items() if ends_here]
    is_only = level == indent_at(data, core.end - 1) and len(here) == 1
    return level if level in depths else here[0] if is_only else None


def _statement_base(source: Source, core: Span, text: bytes) -> bytes | None:
    r"""Return the indentation of a statement whose last line is the anchor, if brackets or backslashes join its lines.

    `m = 0` after `'b')` of `x = f('a',\n    'b')` is indented as `x` is. Return None if the text could be a part of
    the statement.
    """
    inside = region_at(source, core)
    tree, data = (inside.source if inside is not None else source).tree, source.data
    if tree is not None and source.profile.indenting is Indenting.ALIGNED:
        form = tree.top_level(Span(core.end - 1, core.end))
        return b"" if form is not None and form.end <= line_end(data, core.end) else None
    if tree is None or not _WORD.match(text.lstrip()):
        return None
    first, last = line_start(data, core.end - 1), line_end(data, core.end)
    around = (tree.statement_lines(core), tree.statement_around(core))
    whole = min(filter(None, around), key=len, default=None)
    if whole is None or whole.start >= first or whole.end > last:
        return None
    continues = data[:first].rstrip(b"\r\n").endswith(b"\\")
    is_inside = continues or bool(tree.left_open(Span(whole.start, first)))
    return indent_at(data, whole.start) if is_inside else None


def _indent_one_deeper(source: Source, at: int, text: bytes) -> bytes | None:
    """Return the indentation of a text that begins with a line break and is one level deeper than the line at `at`."""
    if source.profile.family is not Layout.BRACE or text[:1] not in (b"\n", b"\r"):
        return None
    place = place_at(source, at)
    given = indent_of(trim(text))
    return given if place.unit and given == place.deeper().base else None


def _last_letter(source: Source, core: Span) -> int:
    """Return the offset of the anchor's last letter, or of the end of a string or comment that continues below it."""
    data, last = source.data, max(core.start, core.end - 1)
    near = Span(core.end, line_end(data, next_line(data, last)))
    if source.tree is not None and not source.tree.opaque(near):
        return last
    tokens = masking.scan(data, source.profile).tokens
    for token in tokens[bisect_left(tokens, core.end, key=lambda token: token.start) :]:
        below = next_line(data, last)
        if token.start > below or (token.start == below and token.kind is not LiteralRole.HEREDOC):
            break
        last = max(last, token.end - 1) if token.end > below else last
    return last


def _last_form(source: Source, core: Span) -> Span | None:
    """Return the Lisp form that an anchor is or begins, if the closing brackets of outer forms follow on its line.

    Text on the next line would be outside of the form that contains the anchor `(foo x)`:

        (defn f [x]
          (foo x))
    """
    data, tree = source.data, source.tree
    if tree is None or source.profile.indenting is not Indenting.ALIGNED:
        return None
    inner = max((pair.start + 1 for pair in tree.left_open(core)), default=core.start)
    first = text_start(data, line_start(data, core.start))
    whole = tree.statement_from(first, core)
    own = trimmed(data, Span(inner, core.end))
    for form in (whole, own if tree.is_node(own) else None):
        if form is None:
            continue
        rest = Span(form.end, line_end(data, form.end))
        end = min((comment.start for comment in tree.comments(rest)), default=rest.end)
        behind = data[form.end : end].strip()
        if behind and not behind.strip(b")]}"):
            return form
    return None


def _item_at(source: Source, core: Span) -> ListItem | None:
    """Return the list item whose text is the anchor; a separator at its end is ignored."""
    if source.tree is None or not source.profile.lists:
        return None
    bare = core.of(source.data).rstrip(SPACE + b",;")
    return source.tree.list_item(Span(core.start, core.start + len(bare))) if bare else None


def _last_of_opened(source: Source, core: Span) -> ListItem | None:
    """Return the item that an anchor ends with, in a list literal that the anchor opens: `x = [[1], [2]`.

    Arguments do not count: an anchor that ends in one may be the first half of a header or a statement.
    """
    if source.tree is None or not source.profile.lists or ends_line(source.data, core.end):
        return None
    item = source.tree.item_ending(core)
    is_literal = (
        item is not None and source.data[item.parent.start : item.parent.start + 1] in b"[{"
    )
    return item if is_literal else None


def _around_end(source: Source, core: Span) -> list[Block]:
    """Return the definitions, then the blocks, that contain the last character of a text."""
    end = Span(max(core.start, core.end - 1), core.end)
    tree = source.tree
    return [*tree.definitions(end), *tree.blocks(end)] if tree is not None else []


def _opened_list(source: Source, core: Span) -> tuple[Block, Listed] | None:
    """Return the block and the list whose opening bracket is the last character of the anchor."""
    for block in _around_end(source, core):
        if block.body is not None and block.body.start == core.end:
            listed = list_of(source, block)
            if listed is not None:
                return block, listed
    return None


def _behind_bracket(source: Source, core: Span, text: bytes) -> Draft | None:
    """Draft an insertion behind a bracket that ends the anchor and its line but opens no block: `listOf(`, `b: {`.

    The text becomes the first item or, if these are no items, the first line inside.
    """
    data, tree = source.data, source.tree
    pairs = tree.left_open(core) if tree is not None and ends_line(data, core.end) else ()
    if tree is None or not pairs or pairs[-1].start != core.end - 1:
        return None
    pair = pairs[-1]
    if any(b.body and b.body.start in (pair.start, core.end) for b in _around_end(source, core)):
        return None
    listed = tree.items_of(pair)
    item = (
        tree.list_item(listed[2][0]) if listed and listed[1].end == pair.end and listed[2] else None
    )
    if item is not None and text_end(data, item.span.start) == core.end:
        return insert_item(source, item, text, after=False)
    first = text_start(data, core.end)
    if first >= pair.end - 1:
        return None
    base = indent_of(data[line_start(data, first) :])
    return insert_at_line(source, core.end - 1, text, after=True, base=base)


def _inside_of(source: Source, core: Span) -> bytes | None:
    """Return the indentation inside the block that the end of the text opens."""
    opening = [
        b
        for b in _around_end(source, core)
        if b.body is not None
        and b.header.start < core.end <= b.body.start + 1
        and b.body.start <= core.end
    ]
    if not opening or ends_inside_line(source.data, opening[-1]):
        return None
    return inner_place(source, opening[-1]).base


def head_end(data: bytes) -> int:
    """Return the end of the lines that must come first: a shebang, a line that names the encoding."""
    at = 0
    for _ in range(2):
        match = _HEAD.match(data, at)
        at = match.end() if match else at
    return at


def insert_at_top(source: Source, text: bytes) -> Draft:
    """Insert at the top of the file, below a shebang and comments about the whole file."""
    data, at = source.data, head_end(source.data)
    bare = trim(text)
    if not is_detached(bare, 0, source.profile):
        while at < len(data) and is_detached(data, at, source.profile):
            at = next_line(data, at)
    place = place_at(source, 0).at(b"")
    lines = place.ending.join(lay_out(source, bare, place))
    head = source.head_above(bare)
    if head > at:
        # `package a`, `"use strict"`, `from __future__ import …` stay above code.
        end, gap = line_end(data, head), _top_gap(source, text)
        is_apart = not data[next_line(data, end) : line_end(data, next_line(data, end))].strip(
            SPACE
        )
        behind = b"" if is_apart else place.ending * gap
        edit = Edit(Span(end, end), place.ending * (1 + max(1, gap)) + lines + behind)
        return Draft(EditSet.of([edit]))
    gap = _top_gap(source, text) or _comment_gap(source, bare, at)
    following = data[at : line_end(data, at)]
    if at and data[at:] and not following.strip(SPACE):
        return Draft(
            EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines + place.ending)])
        )
    return Draft(
        EditSet.of([Edit(Span(at, at), lines + place.ending * (1 + gap if data[at:] else 1))])
    )


def _comment_gap(source: Source, text: bytes, at: int) -> int:
    """Return how many blank lines to put below a new comment, so that it does not join a comment about what follows."""
    last = text.split(b"\n")[-1].strip()
    ends = tuple(pair[1].encode() for pair in source.profile.block_comments)
    starts = tuple(mark.encode() for mark in source.profile.line_comments)
    is_comment = (bool(starts) and last.startswith(starts)) or (bool(ends) and last.endswith(ends))
    if not is_comment or source.tree is None or is_detached(text, 0, source.profile):
        return 0
    below = source.tree.comments(Span(at, line_end(source.data, at)))
    return 1 if below and below[0].start == at else 0


def insert_at_bottom(source: Source, text: bytes) -> Draft:
    """Insert after the last code of the file; whether the file ends with a line break stays as it was."""
    data = source.data
    end = source.tree.code_end() if source.tree is not None else len(data)
    body = text_end(data, end)
    place = Place(b"", place_at(source, body).unit, place_at(source, max(0, body - 1)).ending)
    lines = place.ending.join(lay_out(source, trim(text), place))
    if not body:
        return Draft(EditSet.of([Edit(Span(0, end), lines + place.ending)]))
    gap = _top_gap(source, text)
    return Draft(EditSet.of([Edit(Span(body, body), place.ending * (1 + gap) + lines)]))


def _top_gap(source: Source, text: bytes) -> int:
    return source.profile.blank_lines[0] if brings_definition(source, text) else 0
