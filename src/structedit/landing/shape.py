"""How text lands in a block: parts, attachments, one-line suites, arms.

Each function takes a source, a block of it and a caller's text, and gives a `Draft`: edits and
what there is to say about them. Nothing here refuses for safety (`judging`) or looks for places
(`search`); a text that cannot be meant literally is a `Misfit`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from structedit.landing.indent import (
    Place,
    begins_line,
    ending_at,
    ends_line,
    indent_at,
    keep_alike,
    lay_out,
    lead,
    line_end,
    line_start,
    next_line,
    trim,
    unit_at,
)
from structedit.model.outcomes import Reason
from structedit.model.places import Attach, Part
from structedit.syntax import textblocks
from structedit.syntax.blocks import is_doc_comment
from structedit.syntax.nodes import Block, Layout
from structedit.syntax.source import Source
from structedit.text.document import Span, split_ending, split_lines, to_text
from structedit.text.edit import Edit, EditSet

ARM_KINDS = frozenset(("elif", "else", "catch", "finally", "case"))
"""Kinds that are one arm of a statement and mean nothing without it."""

_ELISION = re.compile(
    r"\s*(?:#|//|--|;+|/\*|<!--|%|\(\*)?\s*(?:\.\.\.|…)?\s*\(?\s*"
    r"(?:(?:the\s+)?(?:rest\s+of\s+)?(?:the\s+)?(?:existing|unchanged|remaining|previous|other)\s+"
    r"(?:code|methods?|functions?|lines?|content|imports?|implementation|fields?|tests?)\b[\w ]*"
    r"|rest\s+of\s+(?:the\s+)?\w+[\w ]*)"
    r"\s*\)?\s*(?:\.\.\.|…)?\s*(?:\*/|-->|\*\))?\s*",
    re.IGNORECASE,
)
_DOTS = re.compile(r"\s*(?:#|//|--|/\*|<!--)\s*(?:\.\.\.|…)\s*(?:\*/|-->)?\s*")
_LABEL = re.compile(rb"[ \t]*(?:public|protected|private|signals)(?:[ \t]+\w+)?[ \t]*:[ \t]*(?://.*)?\s*")
_WITH_LABELS = frozenset(("class", "struct", "union"))


@dataclass(frozen=True, slots=True)
class Draft:
    """Edits of one source, and what is to be said of them when they land."""

    edits: EditSet
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Misfit:
    """A text or a part that does not fit the block: the reason, a fact and a next step."""

    reason: Reason
    message: str
    fix: str = ""


def elision_line(text: str, old: str) -> str:
    """Give the first line of `text` that stands for omitted code and is not in `old`, or ''."""
    known = {line.strip() for line in old.splitlines()}
    for line in text.splitlines():
        says_so = _ELISION.fullmatch(line) and ("..." in line or "…" in line or _is_comment(line))
        if (says_so or _DOTS.fullmatch(line)) and line.strip() not in known:
            return line.strip()
    return ""


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//", "--", "/*", "<!--", ";", "%", "(*"))


def place_at(source: Source, at: int) -> Place:
    """Give how text looks that lands at the line of `at`, at that line's depth."""
    data = source.data
    return Place(indent_at(data, at), unit_at(source, at), ending_at(data, at))


def inner_place(source: Source, block: Block) -> Place:
    """Give how text looks inside a block's body: as its first line, else one unit deeper."""
    outer = place_at(source, block.core.start)
    if block.body is not None:
        first = _first_line_inside(source, block.body, labels=block.kind not in _WITH_LABELS)
        if first is not None:
            return Place(first, outer.unit, ending_at(source.data, block.header.end))
    return Place(outer.base + outer.unit, outer.unit, outer.ending)


def _first_line_inside(source: Source, body: Span, *, labels: bool) -> bytes | None:
    """Give the indentation of the first line that begins inside the body and is not blank.

    Without `labels`, lines such as `public:` are passed over.
    """
    data, at = source.data, body.start
    while (at := next_line(data, at)) < body.end and at > body.start:
        line = data[at : line_end(data, at)]
        if line.strip() and (labels or not is_label(line)):
            return lead(line) if at + len(lead(line)) < body.end else None
        if at >= len(data):
            break
    return None


def is_label(line: bytes) -> bool:
    """Tell an access label of a class: `public:`, `private slots:`."""
    return _LABEL.fullmatch(line) is not None


# Replacing


def replace_part(
    source: Source, block: Block, new: bytes, part: Part, attach: Attach, *, arm: bool = False
) -> Draft | Misfit:
    """Replace a part of a block. `arm` makes `whole` mean header and own body only."""
    match part:
        case Part.WHOLE:
            return _replace_arm(source, block, new) if arm else _replace_whole(source, block, new, attach)
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
    if misfit := _wrong_arm(source, block, text):
        return misfit
    text = _closed_as(source, block, text)
    brings = _attachments_of(source, text)
    if block.is_definition and brings.is_comment_alone and _decorators_stay(block, attach):
        return _replace_around_decorators(source, block, text, brings)
    start, kept, attached = _replaced_from(source, block, brings, attach)
    span = Span(start, block.span.end)
    lost = _lost_arms(source, block, text)
    warnings = (f"the new text has no {', '.join(lost)}: gone with the old one",) if lost else ()
    return Draft(_replacement(source, span, text), attached, kept, warnings)


def _decorators_stay(block: Block, attach: Attach) -> bool:
    return bool(block.decorators) and attach is not Attach.NONE


def _replace_around_decorators(
    source: Source, block: Block, text: bytes, brings: _Attachments
) -> Draft:
    """Replace the comments above decorators that stay, and the definition below them."""
    data = source.data
    decorators_end = max(span.end for span in block.decorators)
    rest = Span(_after(data, Span(decorators_end, decorators_end)), block.span.end)
    head, tail = text[: brings.at], text[brings.at :]
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


def _closed_as(source: Source, block: Block, text: bytes) -> bytes:
    """Give a text the `;` or `,` that the old one ends with and the new one lacks."""
    end = source.profile.statement_end.encode() if block.is_definition else b""
    ends = tuple(mark for mark in (end, b"," if block.kind == "case" else b"") if mark)
    old = block.span.of(source.data).rstrip()
    new = textblocks.mask(text, source.profile).rstrip()
    if not ends or not old.endswith(ends) or new.endswith((*ends, b";", b",")) or len(new) < len(text):
        return text
    closed = (old[:-1].rstrip()[-1:] == b"}") == (new[-1:] == b"}")
    return text + old[-1:] if closed else text


def _replace_arm(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    text = trim(new)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new text is empty", "use delete_block to delete")
    return _wrong_arm(source, block, text) or Draft(_replacement(source, block.arm, text))


def _replacement(source: Source, span: Span, text: bytes) -> EditSet:
    """Lay `text` out in the place of `span`; lines that stay as they are keep their bytes."""
    data, place = source.data, place_at(source, span.start)
    lines = lay_out(source, text, place, data[line_start(data, span.start) : span.end])
    laid = place.ending.join(lines).removeprefix(place.base)
    prefix = data[line_start(data, span.start) : span.start]
    if not prefix.strip():
        old = prefix + span.of(data)
        kept = keep_alike(old, prefix + laid)
        return EditSet.of([Edit(Span(span.start - len(prefix), span.end), kept)]).refined(data)
    return EditSet.of([Edit(span, keep_alike(span.of(data), laid))]).refined(data)


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
            taken += list(block.decorators) if brings.decorators else []
        else:
            end = max(span.end for span in block.decorators)
            start = len(data) - len(data[end:].lstrip(b" \t\r\n\x0c")) if end < block.core.end else start
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
    return to_text(span.of(data)).split("\n", 1)[0].rstrip()


def first_word(text: bytes) -> bytes:
    """Give the word that a text begins with, closing braces aside."""
    match = re.match(rb"[\s}]*([A-Za-z_]+)", text)
    return match[1] if match else text.strip()[:1]


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
    return tuple(kind for kind in dict.fromkeys(outside) if outside.count(kind) > inside.count(kind))


def _is_arm_of(arm: Block, statement: Block) -> bool:
    after = arm.core.start >= statement.arm.end and statement.core.contains(arm.core)
    return arm.kind in ARM_KINDS and after


def replace_body(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    """Replace everything between header and end; a one-line body is expanded."""
    if block.body is None:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has no body",
            'replace it whole: part="whole"',
        )
    text = trim(_without_braces(source, block, new))
    if _is_expression_arm(source, block, block.body):
        blanks = len(block.body.of(source.data)) - len(block.body.of(source.data).lstrip())
        return _bare_body(source, block, Span(block.body.start + blanks, block.body.end), text.strip())
    match block.layout:
        case Layout.BRACE | Layout.END:
            return _body_between(source, block, block.body, text)
        case Layout.INDENT:
            return _body_below(source, block, block.body, text)
        case Layout.NONE:
            return _bare_body(source, block, block.body, text)


def _is_expression_arm(source: Source, block: Block, body: Span) -> bool:
    """Tell `0 => f(),` and `case 1 -> f();` from arms that hold statements."""
    if block.kind != "case" or block.layout is not Layout.INDENT:
        return False
    arrow = block.header.of(source.data).endswith((b"=>", b"->"))
    return arrow and source.profile.family is Layout.BRACE and not ends_line(source.data, body.start)


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
            return stripped[1:-1] if whole and block.is_definition else new
    return new


def _body_between(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    data = source.data
    outer, inner = place_at(source, block.core.start), inner_place(source, block)
    old = body.of(data)
    if not text:
        return Draft(EditSet.of([Edit(body, b"" if block.layout is Layout.BRACE else outer.ending + outer.base)]))
    lines = lay_out(source, text, inner, old)
    laid = outer.ending + outer.ending.join(lines) + outer.ending + _closing_indent(data, body, outer)
    head, tail = _kept_edges(old)
    if head is not None and tail is not None:
        laid = head + outer.ending.join(lines) + tail
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(data))


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


def _bare_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Misfit:
    """Give an expression or a lone statement its delimiters, unless one replaces another."""
    pair, data = source.profile.body_delimiters, source.data
    lines = text.count(b"\n") + text.count(b"\r")
    if source.profile.is_data or (not lines and _stays_bare(source, block, body, text)):
        return Draft(_replacement(source, body, _ended_as(source, body, text)))
    if pair is None:
        return _endless_body(source, block, body, text, lines)
    outer = place_at(source, block.core.start)
    inner = Place(outer.base + outer.unit, outer.unit, outer.ending)
    laid = outer.ending.join(lay_out(source, text, inner, b""))
    laid = pair[0].encode() + outer.ending + laid + outer.ending + outer.base + pair[1].encode()
    start = body.start
    if block.kind != "lambda" and block.kind != "case" and _braces_stand_alone(source, block):
        start, laid = len(data[:start].rstrip()), outer.ending + outer.base + laid
    elif begins_line(data, start):
        start, laid = len(data[:start].rstrip()), b" " + laid
    is_expression = block.kind in ("function", "method", "lambda", "field")
    warnings: tuple[str, ...] = ()
    if is_expression and b"return" not in text:
        warnings = ("the expression body became a block that returns nothing",)
    return Draft(EditSet.of([Edit(Span(start, body.end), laid)]), warnings=warnings)


def _stays_bare(source: Source, block: Block, body: Span, text: bytes) -> bool:
    """Tell whether a text of one line is an expression for an expression."""
    end = source.profile.statement_end.encode()
    if block.kind == "case" or source.profile.body_delimiters is None:
        return True
    is_statement = bool(end) and (body.of(source.data).endswith(end) or text.endswith(end))
    return not is_statement and re.match(rb"(?:return|throw)\b", text) is None


def _ended_as(source: Source, body: Span, text: bytes) -> bytes:
    """Give a text the statement end that the old one has and the new one lacks."""
    end = source.profile.statement_end.encode()
    lacks = end and body.of(source.data).endswith(end) and not text.endswith(end)
    return text + end if lacks else text.rstrip(b",")


def _endless_body(
    source: Source, block: Block, body: Span, text: bytes, lines: int
) -> Draft | Misfit:
    """Turn `def f = x` into a definition that a keyword ends, where the new body needs it."""
    header, words = block.header.of(source.data), source.profile.close_keywords
    if not lines:
        return Draft(_replacement(source, body, text))
    if not words or not header.endswith(b"="):
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is one expression and the new one is several lines",
            "replace it whole: part=\"whole\"",
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


def _replace_header(source: Source, block: Block, new: bytes) -> Draft | Misfit:
    text = trim(new)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new header is empty", "give the whole header")
    if misfit := _wrong_arm(source, block, text):
        return misfit
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
            Reason.NOT_A_BLOCK, f"this {block.kind} has no condition", 'name part "header" or "whole"'
        )
    span, text = block.condition, trim(new).strip()
    old = span.of(source.data)
    if old.startswith(b"(") and old.endswith(b")") and not (text.startswith(b"(") and text.endswith(b")")):
        span = Span(span.start + 1, span.end - 1)
    if not text:
        return Misfit(Reason.MALFORMED_EDIT, "the new condition is empty", "give the whole condition")
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
    return Draft(_replacement(source, span, text))


def placed_lines(source: Source, span: Span, old: bytes, new: bytes) -> bytes:
    """Give `new` with its later lines indented to where `old` stands, if they are written bare.

    A text of one line, copied without its indentation, is often replaced by several lines that
    are indented relative to it. Lines that have the place's indentation already are meant as
    they are.
    """
    data = source.data
    base = indent_at(data, span.start)
    lines = split_lines(new)
    is_bare = b"\n" not in old and begins_line(data, span.start) and not lead(old)
    if not base or not is_bare or len(lines) < 2 or lead(lines[0]) or not lines[0].strip():
        return new
    later = [line for line in lines[1:] if line.strip()]
    if not later or all(lead(line).startswith(base) for line in later):
        return new
    place = place_at(source, span.start)
    laid = place.ending.join(lay_out(source, new, place)).removeprefix(base)
    return laid + place.ending if split_ending(new)[1] else laid


# Whole definitions given for a body


def brought_header(source: Source, block: Block, new: bytes) -> bytes | None:
    """Give the header of the whole definition that a text is; None for a bare body."""
    text = trim(new)
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return None
    first = piece.definitions[0]
    lead_in = text[: first.whole.start]
    covers = not lead_in.strip() and not text[first.whole.end :].strip(b" \t\r\n\x0c;,")
    if not covers or first.body is None or not _same_sort(first, block):
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
