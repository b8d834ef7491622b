"""How text lands in a block: parts, attachments, one-line suites, arms.

Each function takes a source, a block of it and a caller's text, and gives a `Draft`: edits and
what there is to say about them. Nothing here refuses for safety (`judging`) or looks for places
(`search`); a text that cannot be meant literally is a `Misfit`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from structedit.landing.arms import ARM_KINDS, first_word
from structedit.landing.drafts import Draft, Misfit, inner_place, place_at
from structedit.landing.indent import (
    Place,
    begins_line,
    ends_line,
    indent_at,
    keep_alike,
    lay_out,
    lead,
    line_end,
    line_start,
    next_line,
    trim,
)
from structedit.landing.items import fit_item, fit_items, fits_on_line, list_of
from structedit.landing.values import has_plain_value, opens_block, replace_value, with_marker
from structedit.lazily import lazily
from structedit.model.outcomes import Reason
from structedit.model.places import Attach, Part
from structedit.syntax.attachments import is_doc_comment
from structedit.syntax.nodes import Block, Layout
from structedit.syntax.source import Source
from structedit.text.document import Span, split_ending, split_lines, to_text
from structedit.text.edit import Edit, EditSet
from structedit.values import dataclass

if TYPE_CHECKING:
    from structedit.syntax import textblocks
else:
    textblocks = lazily("structedit.syntax.textblocks")

_EXPRESSION_BODIED = ("function", "method", "property", "lambda", "call")
"""Kinds whose body may be a bare expression, which they return."""


# Replacing


def replace_part(
    source: Source, block: Block, new: bytes, part: Part, attach: Attach, *, arm: bool = False
) -> Draft | Misfit:
    """Replace a part of a block. `arm` makes `whole` mean header and own body only."""
    match part:
        case Part.WHOLE:
            if arm and not block.is_definition:
                return _replace_arm(source, block, new)
            return _replace_whole(source, block, new, attach)
        case Part.STATEMENT:
            return _replace_whole(source, block, new, attach)
        case Part.ARM:
            return _replace_arm(source, block, new)
        case Part.BODY:
            return replace_body(source, block, new)
        case Part.HEADER:
            return _replace_header(source, block, new)
        case Part.CONDITION:
            return _replace_condition(source, block, new)
        case Part.DOC:
            return _replace_doc(source, block, new)


def _replace_whole(source: Source, block: Block, new: bytes, attach: Attach) -> Draft | Misfit:
    text = trim(new)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new text is empty", "use delete_block to delete")
    text = _without_closer(source, block, text)
    if block.kind in ARM_KINDS:
        text = _without_end(source, block, text)
    if misfit := _wrong_arm(source, block, text):
        return misfit
    text = with_marker(source, block, text)
    brings = _attachments_of(source, text)
    if block.is_definition and brings.is_comment_alone and _decorators_stay(block, attach):
        return _replace_around_decorators(source, block, text, brings)
    start, kept, attached = _replaced_from(source, block, brings, attach)
    span = Span(start, block.span.end)
    if block.end > block.span.end:
        comment = _first_line(source.data, _stripped(source.data, Span(span.end, block.end)))
        if _ends_in_comment(source, text):
            span, attached = Span(start, block.end), (*attached, comment)
        else:
            kept = (*kept, comment)
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is not None:
        span, text = fit_item(source, item, span, text)
    else:
        text = with_statement_end(source, block, text)
    lost = _lost_arms(source, block, text)
    warnings = (f"the new text has no {', '.join(lost)}: gone with the old one",) if lost else ()
    return Draft(_replacement(source, span, text), attached, kept, warnings)


def _ends_in_comment(source: Source, text: bytes) -> bool:
    """Tell whether a new text brings comments after its last statement, as the old one has."""
    piece = source.read_fragment(text)
    end = len(text.rstrip())
    return piece is not None and any(span.end >= end for span in piece.comments)


def _stripped(data: bytes, span: Span) -> Span:
    return Span(span.end - len(span.of(data).lstrip()), span.end)


def _decorators_stay(block: Block, attach: Attach) -> bool:
    return bool(block.decorators) and attach is not Attach.NONE


def _replace_around_decorators(
    source: Source, block: Block, text: bytes, brings: _Attachments
) -> Draft:
    """Replace the comments above decorators that stay, and the definition below them."""
    data = source.data
    decorators_end = max(span.end for span in block.decorators)
    rest = Span(_after(data, Span(decorators_end, decorators_end)), block.span.end)
    head, tail = text[: brings.at], with_statement_end(source, block, text[brings.at :])
    gives_way: list[Span] = []
    for span in reversed(block.attached):
        is_doc = is_doc_comment(span.of(data), source.profile)
        if not (brings.docs if is_doc else brings.comments):
            break
        gives_way.insert(0, span)
    if gives_way:
        above = _replacement(source, Span(gives_way[0].start, gives_way[-1].end), trim(head))
    else:
        place, at = place_at(source, block.span.start), line_start(data, block.span.start)
        laid = place.ending.join(lay_out(source, trim(head), place)) + place.ending
        above = EditSet.of([Edit(Span(at, at), laid)])
    stay = [s for s in block.attached if s not in gives_way] + list(block.decorators)
    return Draft(
        EditSet.of([*above.edits, *_replacement(source, rest, tail).edits]),
        tuple(_first_line(data, span) for span in gives_way),
        tuple(_first_line(data, span) for span in sorted(stay)),
    )


def _replace_arm(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    text = trim(new)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new text is empty", "use delete_block to delete")
    text = _without_end(source, block, _without_closer(source, block, text))
    if misfit := _wrong_arm(source, block, text):
        return misfit
    span = block.arm if block.arm != block.core else block.span
    item = source.tree.list_item(span) if source.tree is not None else None
    if item is not None:
        span, text = fit_item(source, item, span, text)
    elif span == block.span:
        text = with_statement_end(source, block, text)
    return Draft(_replacement(source, span, text))


def _without_closer(source: Source, block: Block, text: bytes) -> bytes:
    """Drop the closer of the arm before, where a text begins with it as the file's line does."""
    if block.kind not in ARM_KINDS:
        return text
    stripped = text.lstrip()
    closers = [word.encode() for word in source.profile.closers]
    closer = next((word for word in closers if stripped.startswith(word)), b"")
    if not closer or block.core.of(source.data).startswith(closer):
        return text
    return stripped[len(closer) :].lstrip()


def _without_end(source: Source, block: Block, text: bytes) -> bytes:
    """Drop the word that closes a whole statement from a text for one of its arms.

    `if a … end` in the place of an `if` arm whose `else` stays: the statement has its `end`.
    """
    if block.kind not in ARM_KINDS and block.arm == block.core:
        return text
    words = [word.encode() for word in source.profile.close_keywords]
    lines = split_lines(text)
    closes = len(lines) > 1 and lines[-1].strip() in words and lead(lines[-1]) == lead(lines[0])
    if not closes or block.arm.of(source.data).rstrip().endswith(lines[-1].strip()):
        return text
    return split_ending(b"".join(lines[:-1]))[0]


def with_statement_end(source: Source, block: Block, text: bytes) -> bytes:
    """Give a text the `;` that the old statement ends with and it lacks."""
    end = source.profile.statement_end.encode()
    old = block.span.of(source.data).rstrip()
    if block.kind == "case" and old.endswith(b","):
        end = b","
    if not end or not old.endswith(end):
        return text
    bare = textblocks.mask(text, source.profile).rstrip(b" \t\r\n")
    if len(bare) < len(text.rstrip()) or bare.endswith(end) or not bare:
        return text
    closes_alike = old[: -len(end)].rstrip().endswith(b"}") and block.layout is Layout.BRACE
    if bare.endswith(b"}") and not closes_alike and not _is_assigned(source, text):
        return text
    return text.rstrip() + end


def _is_assigned(source: Source, text: bytes) -> bool:
    """Tell whether a text gives a name its value, which is a statement that ends with a `;`."""
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions or piece.definitions[0].name is None:
        return False
    first = piece.definitions[0]
    assert first.name is not None
    return re.match(rb"\s*(?::[^={]*)?=(?![=>])", text[first.name.end :]) is not None


def _replacement(source: Source, span: Span, text: bytes) -> EditSet:
    """Lay `text` out in the place of `span`; lines that stay as they are keep their bytes."""
    data, place = source.data, place_at(source, span.start)
    span = _from_first_word(data, span)
    lines = lay_out(source, text, place, data[line_start(data, span.start) : span.end])
    laid = place.ending.join(lines).removeprefix(place.base)
    prefix = data[line_start(data, span.start) : span.start]
    if not prefix.strip():
        old = prefix + span.of(data)
        kept = keep_alike(old, prefix + laid)
        return EditSet.of([Edit(Span(span.start - len(prefix), span.end), kept)]).refined(data)
    return EditSet.of([Edit(span, keep_alike(span.of(data), laid))]).refined(data)


def _from_first_word(data: bytes, span: Span) -> Span:
    """Leave the indentation of a span's first line out of it, where that line is not blank."""
    blanks = len(lead(data[span.start : span.end]))
    if not begins_line(data, span.start) or ends_line(data, span.start + blanks):
        return span
    return Span(span.start + blanks, span.end)


def _replaced_from(
    source: Source, block: Block, brings: _Attachments, attach: Attach
) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Find where the replaced text starts: an attachment gives way only to its like.

    Gives the start, the attachments that stay, and the ones that are replaced.
    """
    data = source.data
    if not block.is_definition:
        return block.span.start, (), ()
    start = block.span.start
    kept: list[Span] = []
    taken: list[Span] = []
    if block.prefix is not None and not _starts_with_word(brings.rest, block.prefix.of(data)):
        start = block.prefix.end
        kept.append(Span(block.prefix.start, start))
    if block.decorators and start == block.span.start:
        if brings.decorators or attach is Attach.NONE:
            taken += block.decorators
        else:
            end = max(span.end for span in block.decorators)
            start = (
                len(data) - len(data[end:].lstrip(b" \t\r\n\x0c"))
                if end < block.core.end
                else start
            )
            kept += block.decorators
    elif block.decorators:
        kept += [span for span in block.decorators if span.end <= start]
    for span in reversed(block.attached):
        is_doc = is_doc_comment(span.of(data), source.profile)
        gives_way = (brings.docs if is_doc else brings.comments) and start == _after(data, span)
        if gives_way:
            start = span.start
            taken.append(span)
        else:
            kept.append(span)
    return start, _first_lines(data, kept), _first_lines(data, taken)


def _first_lines(data: bytes, spans: list[Span]) -> tuple[str, ...]:
    """Give the first line of each span, in the order of the file."""
    return tuple(_first_line(data, span) for span in sorted(spans))


def _after(data: bytes, span: Span) -> int:
    """Give the offset of the first thing after a span."""
    return len(data) - len(data[span.end :].lstrip(b" \t\r\n\x0c"))


@dataclass(frozen=True, slots=True)
class _Attachments:
    """What a new text brings above its definition, and where the definition starts in it."""

    docs: bool
    comments: bool
    decorators: bool
    rest: bytes
    at: int = 0

    @property
    def is_comment_alone(self) -> bool:
        """Tell a text that brings comments and no decorators."""
        return (self.docs or self.comments) and not self.decorators


def _attachments_of(source: Source, text: bytes) -> _Attachments:
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return _Attachments(False, False, False, text.lstrip())
    first = piece.definitions[0]
    above = [s for s in piece.comments if s.end <= first.core.start]
    docs = any(is_doc_comment(s.of(text), source.profile) for s in above)
    comments = any(not is_doc_comment(s.of(text), source.profile) for s in above)
    at = max([first.span.start, *(s.end for s in first.decorators if s.end <= first.core.start)])
    return _Attachments(
        docs, comments, bool(first.decorators), text[at:].lstrip(), line_start(text, at)
    )


def _starts_with_word(text: bytes, prefix: bytes) -> bool:
    words = re.findall(rb"\w+", prefix)
    return bool(words) and re.match(re.escape(words[0]) + rb"\b", text) is not None


def _first_line(data: bytes, span: Span) -> str:
    return to_text(span.of(data)).strip().split("\n", 1)[0].rstrip()


def _wrong_arm(source: Source, block: Block, text: bytes) -> Misfit | None:
    """Refuse a text for an arm that does not begin as the arm does: it would change meaning."""
    if block.kind not in ARM_KINDS:
        return None
    old, new = first_word(block.core.of(source.data)), first_word(text)
    if old == new or {old, new} <= {b"case", b"default", b"_"}:
        return None
    return Misfit(
        Reason.MALFORMED_EDIT,
        f"the arm begins with {to_text(old)!r} and the new text with {to_text(new)!r}",
        f"begin the new text with {to_text(old)!r}, or replace the statement that holds the arm",
    )


def _lost_arms(source: Source, block: Block, text: bytes) -> tuple[str, ...]:
    """Name the arms of the old statement that the new text lacks."""
    if block.is_definition or block.arm == block.core or source.tree is None:
        return ()
    piece = source.read_fragment(text)
    if piece is None:
        return ()
    outside = [b.kind for b in source.tree.blocks(block.core) if _is_arm_of(b, block)]
    top = next(iter(piece.blocks), None)
    inside = [b.kind for b in piece.blocks if top is not None and _is_arm_of(b, top)]
    return tuple(
        kind for kind in dict.fromkeys(outside) if outside.count(kind) > inside.count(kind)
    )


def _is_arm_of(arm: Block, statement: Block) -> bool:
    after = arm.core.start >= statement.arm.end and statement.core.contains(arm.core)
    return arm.kind in ARM_KINDS and after


def replace_body(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    """Replace everything between header and end; a one-line body is expanded."""
    if has_plain_value(source, block):
        return replace_value(source, block, new)
    if block.body is None:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has no body",
            'replace it whole: part="whole"',
        )
    listed = list_of(source, block)
    if listed is not None:
        if opens_block(source, new) and not fits_on_line(source, new):
            value = Span(block.header.end, listed.span.end)
            return replace_value(source, replace(block, body=value, layout=Layout.INDENT), new)
        fitted = fit_items(source, block, listed, new)
        if not isinstance(fitted, bytes):
            return fitted
        new = fitted
    text = trim(_without_braces(source, block, new))
    if _is_expression_arm(source, block, block.body):
        blanks = len(block.body.of(source.data)) - len(block.body.of(source.data).lstrip())
        return _arm_of_expression(
            source, block, Span(block.body.start + blanks, block.body.end), text.strip()
        )
    match block.layout:
        case Layout.BRACE | Layout.END:
            return _body_between(source, block, block.body, text)
        case Layout.INDENT:
            return _body_below(source, block, block.body, text)
        case Layout.SECTION:
            return _body_of_section(source, block, block.body, text)
        case Layout.NONE:
            return _bare_body(source, block, block.body, text)


def _is_expression_arm(source: Source, block: Block, body: Span) -> bool:
    """Tell `0 => f(),` and `case 1 -> f();` from arms that hold statements."""
    if block.kind != "case" or block.layout not in (Layout.INDENT, Layout.NONE):
        return False
    arrow = block.header.of(source.data).endswith((b"=>", b"->"))
    return (
        arrow and source.profile.family is Layout.BRACE and not ends_line(source.data, body.start)
    )


def _arm_of_expression(source: Source, block: Block, body: Span, text: bytes) -> Draft | Misfit:
    """Put an expression in the place of an arm's, or several statements in braces."""
    if b"\n" in text or b"\r" in text:
        return _bare_body(source, block, body, text)
    end = source.profile.statement_end.encode()
    if end and body.of(source.data).endswith(end) and not text.endswith(end):
        text += end
    return Draft(_replacement(source, body, text.rstrip(b",")))


def _without_braces(source: Source, block: Block, new: bytes) -> bytes:
    """Drop the braces around a body when a text brings its own."""
    text = trim(new)
    pair = source.profile.body_delimiters
    if pair is None or block.layout not in (Layout.BRACE, Layout.NONE):
        return new
    opening, closing = pair[0].encode(), pair[1].encode()
    stripped = text.strip()
    if not (stripped.startswith(opening) and stripped.endswith(closing)):
        return new
    masked = textblocks.mask(stripped, source.profile)
    depth = 0
    for index, byte in enumerate(masked):
        depth += (byte == opening[0]) - (byte == closing[0])
        if depth == 0:
            whole = index == len(masked) - 1
            inner = stripped[1:-1].rstrip()
            bare = inner if b"\n" in stripped else inner.lstrip()
            return bare if whole and block.is_definition else new
    return new


def _body_between(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    data = source.data
    outer, inner = place_at(source, block.core.start), inner_place(source, block)
    old = body.of(data)
    if not text:
        return Draft(
            EditSet.of(
                [Edit(body, b"" if block.layout is Layout.BRACE else outer.ending + outer.base)]
            )
        )
    if _is_text_on_a_line(source, block, old, text):
        blanks = len(old) - len(old.lstrip()), len(old.rstrip())
        return Draft(EditSet.of([Edit(body, old[: blanks[0]] + text.strip() + old[blanks[1] :])]))
    lines = lay_out(source, text, inner, old)
    laid = (
        outer.ending + outer.ending.join(lines) + outer.ending + _closing_indent(data, body, outer)
    )
    head, tail = _kept_edges(old)
    if head is not None and tail is not None:
        laid = head + outer.ending.join(lines) + tail
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(data))


def _is_text_on_a_line(source: Source, block: Block, old: bytes, text: bytes) -> bool:
    """Tell what stands between two tags on their line, where a line break would be content."""
    markup = block.layout is Layout.END and source.profile.family is Layout.BRACE
    return markup and bool(old.strip()) and not re.search(rb"[\r\n]", old + text)


def _kept_edges(old: bytes) -> tuple[bytes | None, bytes | None]:
    """Give the blanks around a body that begins and ends on lines of its own."""
    lead_match = re.match(rb"[ \t]*(?:\r\n|\n|\r)", old)
    tail_match = re.search(rb"(?:\r\n|\n|\r)[ \t]*\Z", old)
    if lead_match is None or tail_match is None or tail_match.start() < lead_match.end():
        return None, None
    return lead_match[0], tail_match[0]


def _closing_indent(data: bytes, body: Span, outer: Place) -> bytes:
    return indent_at(data, body.end) if begins_line(data, body.end) else outer.base


def _body_below(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    data = source.data
    inner = inner_place(source, block)
    if not text:
        text = source.profile.empty_body.encode()
    old = body.of(data)
    laid = inner.ending + inner.ending.join(lay_out(source, text, inner, old))
    match = re.match(rb"[ \t]*(?:#[^\r\n]*)?(?=\r\n|\n|\r)", old)
    if match and not match[0].strip():
        laid = match[0] + laid
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(data))


def _body_of_section(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    """Replace what stands below a heading, at its depth; blank lines below the heading stay."""
    place, old = place_at(source, block.core.start), body.of(source.data)
    if not text:
        return Draft(EditSet.of([Edit(body, b"")]))
    gap = old[: len(old) - len(old.lstrip(b" \t\r\n"))]
    head = gap[: len(gap) - len(lead(gap[::-1]))] or place.ending * (
        1 + source.profile.blank_member
    )
    laid = head + place.ending.join(lay_out(source, text, place, old))
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(source.data))


def _bare_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Misfit:
    """Give an expression or a lone statement its delimiters."""
    pair = source.profile.body_delimiters
    is_value = block.is_definition and block.kind not in _EXPRESSION_BODIED
    if pair is None and not source.profile.is_data and re.search(rb"[\r\n]", text):
        return _endless_body(source, block, body, text)
    if pair is None or source.profile.is_data or is_value:
        return Draft(_replacement(source, body, text))
    is_expression = block.kind in _EXPRESSION_BODIED
    if is_expression and (drafted := _as_expression(source, block, body, text)) is not None:
        return drafted
    outer, inner = place_at(source, block.core.start), inner_place(source, block)
    inner = Place(outer.base + outer.unit, inner.unit, inner.ending)
    lines = outer.ending.join(lay_out(source, text, inner, b""))
    between = outer.ending + lines + outer.ending + outer.base if text else b""
    laid = pair[0].encode() + between + pair[1].encode()
    data, start, end = source.data, body.start, body.end
    if block.is_definition and (mark := _value_mark(source, block)) is not None:
        lone = _braces_stand_alone(source, block)
        start, laid = mark, (outer.ending + outer.base if lone else b" ") + laid
        end = _behind_statement_end(source, block, end)
    elif not is_expression and block.kind != "case" and _braces_stand_alone(source, block):
        start, laid = len(data[:start].rstrip()), outer.ending + outer.base + laid
    elif begins_line(data, start):
        start, laid = len(data[:start].rstrip()), b" " + laid
    warnings: tuple[str, ...] = ()
    if is_expression and b"return" not in text and not source.profile.last_value:
        warnings = ("the expression body became a block that returns nothing",)
    return Draft(EditSet.of([Edit(Span(start, end), laid)]), warnings=warnings)


def _value_mark(source: Source, block: Block) -> int | None:
    """Give where the `=` or `=>` begins that says that the body is an expression, blanks included."""
    header = block.header.of(source.data)
    for mark in source.profile.value_marks:
        if header.endswith(mark.encode()):
            return block.header.start + len(header.removesuffix(mark.encode()).rstrip())
    return None


def _behind_statement_end(source: Source, block: Block, end: int) -> int:
    """Give the end of a body with the `;` behind it that a body in braces does not have."""
    token = source.profile.statement_end.encode()
    rest = source.data[end : block.span.end]
    return block.span.end if token and rest.strip() == token else end


def _endless_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Misfit:
    """Turn `def f = x` into a definition that a keyword ends, where the new body needs it."""
    header, words = block.header.of(source.data), source.profile.close_keywords
    if not words or not header.endswith(b"="):
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is one expression and the new one is several lines",
            'replace it whole: part="whole"',
        )
    outer = place_at(source, block.core.start)
    inner = Place(outer.base + outer.unit, outer.unit, outer.ending)
    laid = (*lay_out(source, text, inner), outer.base + words[0].encode())
    start = block.header.start + len(header[:-1].rstrip())
    return Draft(EditSet.of([Edit(Span(start, body.end), outer.ending.join((b"", *laid)))]))


def _braces_stand_alone(source: Source, block: Block) -> bool:
    """Tell whether the nearest block opens on a line of its own: in the definition, else at all."""
    if source.tree is None:
        return False
    around = [b for b in source.tree.definitions(block.core) if b.core.contains(block.core)]
    whole = Span(0, len(source.data))
    for area in (min((b.core for b in around), key=len, default=whole), whole):
        opened = [
            (abs(b.core.start - block.core.start), b.body.start - 1)
            for b in source.tree.blocks(area)
            if b.layout is Layout.BRACE and b.body is not None and b.kind != "lambda"
        ]
        if opened:
            return begins_line(source.data, min(opened)[1])
    return False


def _as_expression(source: Source, block: Block, body: Span, text: bytes) -> Draft | Misfit | None:
    """Put an expression in the place of one; None for a text that is none.

    Whether it is one, the result tells: it parses, and the function's body is just that text.
    """
    if source.tree is None or not text or not source.tree.clean:
        return None
    edits = _replacement(source, body, text.strip() if b"\n" not in text else text)
    after = source.edited(edits)
    start = body.start
    if after.tree is None or not after.tree.clean:
        return None
    area = Span(start, start + 1)
    inside = [*after.tree.definitions(area), *after.tree.blocks(area)]
    size = len(body) + len(after.data) - len(source.data)
    landed = [b for b in inside if b.body == Span(start, start + size) and b.layout is Layout.NONE]
    if not any(b.core.start == block.core.start for b in landed):
        return None
    if _holds_lambda(after, Span(start, start + size)) and not _holds_lambda(source, body):
        return Misfit(
            Reason.MALFORMED_EDIT,
            "the new text is a whole function, and it would become what this one returns",
            "give the body alone, or the whole definition with its name",
        )
    return Draft(edits)


def _holds_lambda(source: Source, span: Span) -> bool:
    assert source.tree is not None
    return any(b.core == span for b in source.tree.blocks(span) if b.kind == "lambda")


def _replace_header(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    text = trim(new)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new header is empty", "give the whole header")
    if misfit := _wrong_arm(source, block, text):
        return misfit
    text = _without_closer(source, block, text)
    if block.layout is Layout.BRACE and text.endswith(b"{"):
        text = text[:-1].rstrip()
    start = block.header.start
    if block.prefix is not None and _starts_with_word(text.lstrip(), block.prefix.of(source.data)):
        start = block.prefix.start
    inner = [s for s in block.decorators if block.header.contains(s)]
    if inner and text.lstrip()[:1] != inner[0].of(source.data)[:1]:
        end = max(span.end for span in inner)
        kept = _first_lines(source.data, inner)
        rest = Span(_after(source.data, Span(end, end)), block.header.end)
        return Draft(_replacement(source, rest, text.lstrip()), kept=kept)
    return Draft(_replacement(source, Span(start, block.header.end), text))


def _replace_condition(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    if block.condition is None:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has no condition",
            'name part "header" or "whole"',
        )
    span, text = block.condition, trim(new).strip()
    old = span.of(source.data)
    if (
        old.startswith(b"(")
        and old.endswith(b")")
        and not (text.startswith(b"(") and text.endswith(b")"))
    ):
        span = Span(span.start + 1, span.end - 1)
    if not text:
        return Misfit(
            Reason.MALFORMED_EDIT, "the new condition is empty", "give the whole condition"
        )
    return Draft(_replacement(source, span, text))


def _replace_doc(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    text = trim(new)
    if block.doc is not None:
        if not text:
            return Draft(EditSet.of([Edit(_line_or_span(source.data, block.doc), b"")]))
        return Draft(_replacement(source, block.doc, text))
    if not text:
        return Misfit(Reason.NO_CHANGE, "there is no documentation to delete", "")
    if source.profile.docstring and block.body is not None:
        inner = inner_place(source, block)
        lines = inner.ending.join(lay_out(source, text, inner))
        if not ends_line(source.data, block.body.start):
            one_line = lay_out(source, trim(block.body.of(source.data)).strip(), inner)
            laid = inner.ending + lines + inner.ending + inner.ending.join(one_line)
            return Draft(EditSet.of([Edit(block.body, laid)]))
        at = line_end(source.data, block.body.start)
        return Draft(EditSet.of([Edit(Span(at, at), inner.ending + lines)]))
    place = place_at(source, block.span.start)
    laid = place.ending.join(lay_out(source, text, place)) + place.ending
    at = line_start(source.data, block.span.start)
    return Draft(EditSet.of([Edit(Span(at, at), laid)]))


def _line_or_span(data: bytes, span: Span) -> Span:
    """Give the whole lines of a span where nothing else stands on them, else the span."""
    if begins_line(data, span.start) and ends_line(data, span.end):
        return Span(line_start(data, span.start), next_line(data, span.end))
    return span


def replace_span(source: Source, span: Span, new: bytes) -> Draft | Misfit:
    """Replace text that is no block; an empty text deletes it."""
    text = trim(new)
    if not text:
        return Draft(EditSet.of([Edit(_line_or_span(source.data, span), b"")]))
    data, at = source.data, span.start
    if len(span) == 0 and begins_line(data, at) and not ends_line(data, at):
        return Draft(_line_before(source, span.start, text))
    return Draft(_replacement(source, span, text))


def _line_before(source: Source, at: int, text: bytes) -> EditSet:
    """Give lines of their own to a text that takes the place of nothing, above the line of `at`."""
    place = place_at(source, at)
    laid = place.ending.join(lay_out(source, text, place)) + place.ending
    return EditSet.of([Edit(Span(at, at), laid)])


def placed_lines(source: Source, span: Span, old: bytes, new: bytes) -> bytes:
    """Give `new` with its later lines indented to where `old` stands, if they are written bare.

    A text of one line, copied without its indentation or with a part of it, is often replaced by
    several lines that are indented relative to it. Lines that have the place's indentation already
    are meant as they are.
    """
    data = source.data
    base = indent_at(data, span.start)
    lines, own = split_lines(new), lead(old)
    is_one = b"\n" not in split_ending(old)[0] and begins_line(data, span.start)
    if not is_one or not base.endswith(own) or base == own or len(lines) < 2:
        return new
    later = [line for line in lines[1:] if line.strip()]
    if not later or all(lead(line).startswith(base) for line in later):
        return new
    if own:
        return _deeper(lines, own, base) if lead(lines[0]) == own else new
    if lead(lines[0]) or not lines[0].strip():
        return new
    place = place_at(source, span.start)
    laid = place.ending.join(lay_out(source, new, place)).removeprefix(base)
    return laid + place.ending if split_ending(new)[1] else laid


def _deeper(lines: list[bytes], own: bytes, base: bytes) -> bytes:
    """Add what the first line lacks of its place's indentation to the lines after it."""
    missing = base[: len(base) - len(own)]
    if not all(line.startswith(own) for line in lines if line.strip()):
        return b"".join(lines)
    return lines[0] + b"".join(missing + line if line.strip() else line for line in lines[1:])


# Whole definitions given for a body


def brought_header(source: Source, block: Block, new: bytes) -> bytes | None:
    """Give the header of the whole definition that a text is; None for a bare body."""
    text = trim(new)
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return None
    if piece.is_item and (source.tree is None or source.tree.list_item(block.span) is None):
        return None
    first = piece.definitions[0]
    lead_in = text[: first.whole.start]
    covers = not lead_in.strip() and not text[first.whole.end :].strip(b" \t\r\n\x0c;,")
    if not covers or first.body is None or not _same_sort(first, block):
        return None
    holds_keys = source.profile.is_data and block.layout is not Layout.NONE
    if holds_keys and first.path[-1] != block.path[-1]:
        return None
    return _bare_header(text, first)


def _bare_header(data: bytes, block: Block) -> bytes:
    """Give a header without the decorators that stand inside it."""
    ends = [s.end for s in block.decorators if block.header.contains(s)]
    return Span(max([block.header.start, *ends]), block.header.end).of(data).strip()


def _same_sort(one: Block, other: Block) -> bool:
    functions = ("function", "method", "constructor", "property")
    return one.kind == other.kind or (one.kind in functions and other.kind in functions)


def with_signature_note(source: Source, block: Block, header: bytes, draft: Draft) -> Draft:
    """Say that the signature changed, when it did by more than blanks."""
    own = _bare_header(source.data, block)
    if b"".join(own.split()) == b"".join(header.split()):
        return draft
    before = " ".join(to_text(own).split())
    note = f"the signature changed: {before!r} became {' '.join(to_text(header).split())!r}"
    return replace(draft, warnings=(*draft.warnings, note))
