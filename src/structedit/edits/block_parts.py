"""Replacement of a block, or of its arm, header, condition or documentation.

Each function takes a source, a block and the caller's text, and returns a `Draft`: edits with notes about them.
A text that cannot replace the part is answered with a `Rejection`. Not here: finding the place (`search`) and
judging the result (`judge`).
"""

from __future__ import annotations

import re

from structedit.calls.places import Attach, Part
from structedit.calls.statuses import Reason
from structedit.edits.arms import arm_words, first_word, starts_with_keyword
from structedit.edits.block_extent import first_line
from structedit.edits.bodies import replace_body
from structedit.edits.data_values import is_bare_value, with_marker
from structedit.edits.leading_trivia import (
    Attachments,
    attachments_of,
    ends_in_comment,
    first_lines,
    is_comment,
    is_replaced_by_name,
    replaced_from,
    starts_with_word,
)
from structedit.edits.list_items import bare_item, comment_end, fit_item
from structedit.edits.new_text import Draft, Rejection, inner_place, place_at
from structedit.edits.span_replacement import line_or_span, replacement, with_statement_end
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Docs, Layout
from structedit.text.document import Span, split_ending, split_lines, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    SPACE,
    ends_line,
    indent_of,
    line_end,
    line_start,
    text_end,
    text_start,
)
from structedit.tree.layout.indent import lay_out, trim
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source
from structedit.tree.trivia import is_back_doc, is_doc_comment, named_by
from structedit.tree.without_grammar import text_blocks


def replace_part(
    source: Source, block: Block, new: bytes, part: Part, attach: Attach, *, arm: bool = False
) -> Draft | Rejection:
    """Replace a part of a block. With `arm`, `whole` means the header and its own body, without other arms."""
    match part:
        case Part.WHOLE:
            if arm and not block.is_definition:
                return _replace_arm(source, block, new)
            if is_bare_value(source, block, new):
                return replace_body(source, block, new)
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


def _replace_whole(source: Source, block: Block, new: bytes, attach: Attach) -> Draft | Rejection:
    text = trim(new)
    if not text:
        return Rejection(
            Reason.MALFORMED_EDIT, "the new text is empty", "use delete_block to delete"
        )
    text = _without_closer(source, block, text)
    if block.kind in ARMS:
        text = _without_end(source, block, text)
    if rejection := _check_first_word(source, block, text):
        return rejection
    text = with_marker(source, block, text)
    brings = attachments_of(source, text, block)
    stays = bool(block.decorators) and attach is not Attach.NONE
    if block.is_definition and brings.is_comment_alone and stays:
        return _replace_around_decorators(source, block, text, brings)
    start, kept, attached = replaced_from(source, block, text, brings, attach)
    span = Span(start, block.span.end)
    if block.end > block.span.end:
        comment = first_line(source.data, Span(span.end, block.end))
        if ends_in_comment(source, text):
            span, attached = Span(start, block.end), (*attached, comment)
        else:
            kept = (*kept, comment)
    if (below := _replaced_docstring(source, block, text)) is not None:
        span, attached = Span(start, below.end), (*attached, first_line(source.data, below))
    text, behind = _without_comment_behind(source, span.end, text)
    item, declared = source.list_item(block.span), source.declared_name(block)
    if declared is not None and (rejection := _check_lost_names(source, block, declared, text)):
        return rejection
    if item is not None:
        span, text = fit_item(source, item, span, text)
    elif declared is not None and declared.span == block.span:
        fitted, text = fit_item(source, declared, span, text.rstrip().removesuffix(b";"))
        span, kept = (
            _with_comment_beside(source, fitted, text, kept) if fitted == span else (fitted, kept)
        )
    else:
        text = with_statement_end(source, block, text)
        span, kept = _with_comment_beside(source, span, text, kept)
    lost = _lost_arms(source, block, text)
    closer = block.core.of(source.data).split()[-1]
    tail = source.data[block.core.end : block.span.end].strip(SPACE + b";)")
    if tail and not block.is_definition and text.rstrip().endswith(closer):
        lost = (*lost, f"`{to_text(tail.splitlines()[0])}`")
    warnings = (
        (f"the new text has no {', '.join(lost)}: deleted with the old text",) if lost else ()
    )
    edits = EditSet.of([*replacement(source, span, text).edits, *behind])
    draft = Draft(edits, attached, kept, warnings)
    return _with_comments_by_name(source, block, span, text, draft)


def _replaced_docstring(source: Source, block: Block, text: bytes) -> Span | None:
    """Return the string below a variable that documents it, if the new text contains another one."""
    if block.doc is None or source.profile.docs is not Docs.INSIDE:
        return None
    between = source.data[block.span.end : block.doc.start]
    if block.doc.start < block.span.end or between.strip():
        return None
    piece = source.read_fragment(text)
    brought = piece is not None and any(d.doc and d.doc.start >= d.end for d in piece.definitions)
    return block.doc if brought else None


def _with_comments_by_name(
    source: Source, block: Block, replaced: Span, text: bytes, draft: Draft
) -> Draft:
    """Add what happens to comments outside of the replaced span that name the block they are about.

    Such a comment is replaced by one in the new text; if it names something that the new text does not define, a
    warning tells the caller.
    """
    if source.tree is None:
        return draft
    behind = source.tree.comments(block.trailing) if block.trailing is not None else ()
    piece = source.read_fragment(text)
    defined = [d.name.of(text).strip(b"()` ") for d in piece.definitions if d.name] if piece else []
    edits, attached = list(draft.edits.edits), draft.attached
    kept, warnings = draft.kept, draft.warnings
    for comment in (*block.attached, *behind):
        name = named_by(comment.of(source.data))
        if name is None or replaced.contains(comment):
            continue
        first = first_line(source.data, comment)
        kept = tuple(line for line in kept if line != first)
        if is_replaced_by_name(source, comment, text):
            is_behind = comment.start >= replaced.end
            start = text_end(source.data, comment.start) if is_behind else comment.start
            end = comment.end if is_behind else text_start(source.data, comment.end)
            edits.append(Edit(Span(start, end), b""))
            attached = (*attached, first)
            continue
        kept = (*kept, first)
        if defined and name not in defined:
            note = f"`{first}` names {to_text(name)!r}, which the new text does not define"
            warnings = (*warnings, note)
    return Draft(EditSet.of(edits), attached, kept, warnings)


def _check_lost_names(
    source: Source, block: Block, declared: ListItem, text: bytes
) -> Rejection | None:
    """Reject a text that lacks one of the other names that the block's statement defines."""
    others = [] if declared.span == block.span or source.tree is None else [*declared.items]
    for part in (span for span in others if span != declared.span):
        held = source.tree.definitions(part) if source.tree is not None else ()
        name = next((d.name.of(source.data) for d in held if d.core == part and d.name), b"")
        if name and not re.search(rb"\b" + re.escape(name) + rb"\b", text):
            return Rejection(
                Reason.NOT_A_BLOCK,
                f"the statement of this {block.kind} also defines `{to_text(name)}`, which the new text lacks",
                f'keep `{to_text(name)}` in the new text, or replace part="body"',
            )
    return None


def _without_comment_behind(
    source: Source, end: int, text: bytes
) -> tuple[bytes, tuple[Edit, ...]]:
    """Split off the separator and comment at the end of a text, if the file has both behind `end`.

    Return the text without them, and the edit that replaces the file's comment.
    """
    data, code = source.data, bare_item(source, text, b"")
    at = text_start(data, end, b" \t")
    sign, last = data[at : at + 1], comment_end(source, at + 1)
    is_parted = sign in (b";", b",") and last > at + 1 and code[0].endswith(sign)
    if not is_parted or not code[1] or b"\n" in code[1]:
        return text, ()
    comment = Span(text_start(data, at + 1, b" \t"), last)
    return code[0][:-1].rstrip(), (Edit(comment, code[1].strip()),)


def _with_comment_beside(
    source: Source, span: Span, text: bytes, kept: tuple[str, ...]
) -> tuple[Span, tuple[str, ...]]:
    """Extend a span by the comment on its last line if the text brings one; otherwise note that the comment stays."""
    end = comment_end(source, span.end)
    if end == span.end:
        return span, kept
    if bare_item(source, text, b"")[1]:
        return Span(span.start, end), kept
    return span, (*kept, first_line(source.data, Span(span.end, end)))


def _replace_around_decorators(
    source: Source, block: Block, text: bytes, brings: Attachments
) -> Draft:
    """Replace the comments above decorators that stay, and the definition below the decorators."""
    data = source.data
    decorators_end = max(span.end for span in block.decorators)
    rest = Span(text_start(data, decorators_end), block.span.end)
    head, tail = text[: brings.at], with_statement_end(source, block, text[brings.at :])
    gives_way: list[Span] = []
    for span in reversed(block.attached):
        is_doc = is_doc_comment(span.of(data), source.profile)
        if not (brings.docs if is_doc else brings.comments):
            break
        gives_way.insert(0, span)
    if gives_way:
        above = replacement(source, Span(gives_way[0].start, gives_way[-1].end), trim(head))
    else:
        place, at = place_at(source, block.span.start), line_start(data, block.span.start)
        laid = place.ending.join(lay_out(source, trim(head), place)) + place.ending
        above = EditSet.of([Edit(Span(at, at), laid)])
    stay = [s for s in block.attached if s not in gives_way] + list(block.decorators)
    return Draft(
        EditSet.of([*above.edits, *replacement(source, rest, tail).edits]),
        tuple(first_line(data, span) for span in gives_way),
        tuple(first_line(data, span) for span in sorted(stay)),
    )


def _replace_arm(source: Source, block: Block, new: bytes) -> Draft | Rejection:
    text = trim(new)
    if not text:
        return Rejection(
            Reason.MALFORMED_EDIT, "the new text is empty", "use delete_block to delete"
        )
    text = _without_end(source, block, _without_closer(source, block, text))
    if rejection := _check_first_word(source, block, text):
        return rejection
    span = block.arm
    kept: tuple[str, ...] = ()
    if block.arm == block.core:
        brings = attachments_of(source, text, block)
        start, kept, _ = replaced_from(source, block, text, brings, Attach.WHOLE)
        span = Span(start, block.span.end)
    item = source.list_item(span)
    if item is not None:
        span, text = fit_item(source, item, span, text)
    elif span.end == block.span.end:
        text = with_statement_end(source, block, text)
    return Draft(replacement(source, span, text), kept=kept)


def _without_closer(source: Source, block: Block, text: bytes) -> bytes:
    """Remove the closing brace of the previous arm from a text, if the file has it in front of the arm too."""
    if block.kind not in ARMS:
        return text
    stripped = text.lstrip()
    closers = [word.encode() for word in source.profile.nodes.closers]
    closer = next((word for word in closers if stripped.startswith(word)), b"")
    if not closer or block.core.of(source.data).startswith(closer):
        return text
    return stripped[len(closer) :].lstrip()


def _without_end(source: Source, block: Block, text: bytes) -> bytes:
    """Remove the keyword that closes the whole statement from a text for one arm.

    `if a … end` replaces an `if` arm whose `else` stays: the statement has its `end` already.
    """
    if block.kind not in ARMS and block.arm == block.core:
        return text
    if source.profile.family is Layout.INDENT:
        return text  # what a word closes there is a value (`begin … end`), all of the arm
    words = [word.encode() for word in source.profile.close_keywords]
    lines = split_lines(text)
    closes = (
        len(lines) > 1
        and lines[-1].strip() in words
        and indent_of(lines[-1]) == indent_of(lines[0])
    )
    if not closes or block.arm.of(source.data).rstrip().endswith(lines[-1].strip()):
        return text
    return split_ending(b"".join(lines[:-1]))[0]


def _check_first_word(source: Source, block: Block, text: bytes) -> Rejection | None:
    """Reject a text for an arm that begins with another keyword than the arm: that changes the arm's meaning."""
    if block.kind not in ARMS:
        return None
    bare = text_blocks.mask(text, source.profile)  # skip the comments above it
    old, new = first_word(block.core.of(source.data)), first_word(bare)
    if old == new or {old, new} <= {b"case", b"default", b"_"}:
        return None
    if not starts_with_keyword(source, block.core.start) and new not in arm_words(source.profile):
        return None  # a pattern, `Nothing -> x`, may be replaced by another one
    return Rejection(
        Reason.MALFORMED_EDIT,
        f"the arm begins with {to_text(old)!r}, but the new text with {to_text(new)!r}",
        f"begin the new text with {to_text(old)!r}, or replace the statement around the arm",
    )


def _lost_arms(source: Source, block: Block, text: bytes) -> tuple[str, ...]:
    """Return the kinds of arms that the old statement has and the new text lacks."""
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
    return arm.kind in ARMS and after


def _replace_header(source: Source, block: Block, new: bytes) -> Draft | Rejection:
    text = trim(new)
    if not text:
        return Rejection(Reason.MALFORMED_EDIT, "the new header is empty", "write the whole header")
    if rejection := _check_first_word(source, block, text):
        return rejection
    text = _without_closer(source, block, text)
    if block.layout is Layout.BRACE and text.endswith(b"{"):
        text = text[:-1].rstrip()
    opens = block.layout is Layout.INDENT and block.header.of(source.data).endswith(b":")
    if opens and not text_blocks.mask(text, source.profile).rstrip().endswith(b":"):
        text = text.rstrip() + b":"
    start = block.header.start
    if block.prefix is not None and starts_with_word(text.lstrip(), block.prefix.of(source.data)):
        start = block.prefix.start
    inner = [s for s in block.decorators if block.header.contains(s)]
    if inner and text.lstrip()[:1] != inner[0].of(source.data)[:1]:
        kept = first_lines(source.data, inner)
        after = text_start(source.data, max(span.end for span in inner))
        rest = Span(after, block.header.end)
        return Draft(replacement(source, rest, text.lstrip()), kept=kept)
    return Draft(replacement(source, Span(start, block.header.end), text))


def _replace_condition(source: Source, block: Block, new: bytes) -> Draft | Rejection:
    if block.condition is None:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has no condition",
            'pass part="header" or part="whole"',
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
        return Rejection(
            Reason.MALFORMED_EDIT, "the new condition is empty", "write the whole condition"
        )
    return Draft(replacement(source, span, text))


def _replace_doc(source: Source, block: Block, new: bytes) -> Draft | Rejection:
    text = trim(new)
    if block.doc is not None:
        if not text:
            return Draft(EditSet.of([Edit(line_or_span(source.data, block.doc), b"")]))
        return Draft(replacement(source, block.doc, text))
    if not text:
        return Rejection(Reason.NO_CHANGE, "there is no documentation to delete", "")
    if is_back_doc(text):  # it documents the code before it, so it goes to the end of the line
        if len(text.splitlines()) > 1 or not ends_line(source.data, block.end):
            return Rejection(
                Reason.MALFORMED_EDIT,
                f"this documentation does not fit after this {block.kind}",
                "replace the whole block, with its documentation after it",
            )
        return Draft(EditSet.of([Edit(Span(block.end, block.end), b" " + text)]))
    if source.profile.docs is Docs.INSIDE and block.body is not None:
        inner = inner_place(source, block)
        lines = inner.ending.join(lay_out(source, text, inner))
        if not ends_line(source.data, block.body.start):
            one_line = lay_out(source, trim(block.body.of(source.data)).strip(), inner)
            laid = inner.ending + lines + inner.ending + inner.ending.join(one_line)
            return Draft(EditSet.of([Edit(block.body, laid)]))
        at = line_end(source.data, block.body.start)
        return Draft(EditSet.of([Edit(Span(at, at), inner.ending + lines)]))
    place = place_at(source, block.span.start)
    laid = place.ending.join(lay_out(source, text, place))
    if source.profile.docs is Docs.INSIDE and not is_comment(source, text):
        # A variable has no body: the string that documents it is the line below.
        at = line_end(source.data, block.end)
        return Draft(EditSet.of([Edit(Span(at, at), place.ending + laid)]))
    at = line_start(source.data, block.span.start)
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending)]))
