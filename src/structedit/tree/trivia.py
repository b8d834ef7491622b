"""Trivia: what belongs to a definition without being part of its node, such as comments.

Wrappers (`export`) and decorators, which some languages call attributes, belong here, too. Comments
and decorators above a definition are found by `leading_of`. Not here: which of them an edit deletes or
moves along (`edits.block_reach`) or replaces (`edits.leading_trivia`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from tree_sitter import Node

from structedit.languages.config_files import read_table
from structedit.languages.profiles import Docs, LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import BLANKS, SPACE, line_start, text_end, text_start, width_at
from structedit.tree.code import Code
from structedit.tree.equations import is_alike, name_of
from structedit.tree.extents import (
    MAX_CLIMB,
    Captures,
    begins_with,
    blanks_before,
    encoded,
    first_of,
    span_of,
    without_blanks,
)
from structedit.tree.hidden_text import before_hidden

_COMMENT_MARK = regex(
    rb"(?:/[/*]+!?|#+|--+|;+|%+|<!--|\(\*+|\{-+|\"+|'+|!+)[ \t]*(?:[\r\n][ \t]*\*+[ \t]*)?"
)
"""What opens a comment, in any language."""

_HEAD = regex(rb"\s*(?:#![^\r\n]*)?\s*(?:<\?php)?\s*")
"""What may stand above the first comment of a file."""

_HEAD_BYTES = 200
"""How far down that is looked for. Chosen by judgement."""

_LICENCE = regex(
    rb"(?i)\b(?:copyright|licen[cs]ed?|all rights reserved|permission is hereby|public domain)\b"
    rb"|@(?:module|file|fileoverview|packageDocumentation)\b"
)
"""What the first comment of a file holds somewhere that is its licence, or documents the file."""

_TO_COMMENT = regex(rb"[ \t]*(?:(?:\r\n|\n|\r)[ \t]*)?")
"""What may stand between an item and documentation of it that comes behind."""

_FEW_ENDS = 2
"""Lines that end as code does which prose may have. Chosen by judgement."""


def wrapped(node: Node, profile: LanguageProfile) -> tuple[Node, Span | None]:
    """The outermost wrapper that holds nothing but this node and what leads it.

    Also returns the words of its own that a replacement may leave out, None if it has none.
    """
    prefix = None
    if not profile.nodes.wrappers:
        return node, prefix
    passing = (*profile.nodes.leading, *profile.nodes.comments, *profile.nodes.transparent)
    while (parent := node.parent) is not None and parent.type in profile.nodes.wrappers:
        if _holds_others(parent, node, passing) or _is_in_header(parent):
            break
        # With brackets of its own it holds any number: `const ( … )`.
        brackets = profile.nodes.wrappers[parent.type]
        if brackets and any(child.type in brackets for child in parent.children):
            break
        decorators = [c.end_byte for c in parent.children if c.type in profile.nodes.leading]
        words = [
            c.start_byte for c in parent.children if c.start_byte >= max(decorators, default=0)
        ]
        own = Span(min(words, default=node.start_byte), node.start_byte)
        prefix = own if len(own) else prefix
        node = parent
    return node, prefix


def _holds_others(parent: Node, node: Node, passing: tuple[str, ...]) -> bool:
    """Whether a wrapper holds more than one node; of thousands only the first ones are looked at."""
    children = (parent.named_child(at) for at in range(parent.named_child_count))
    return any(c.id != node.id and c.type not in passing for c in children)


def _is_in_header(node: Node) -> bool:
    """Whether a statement stands in another's header: `for (let f = () => 1; ; )`."""
    holder = node.parent
    body = holder.child_by_field_name("body") if holder is not None else None
    return body is not None and body.id != node.id


def inner_decorators(outer: Node, node: Node, profile: LanguageProfile) -> list[Span]:
    """The decorators that stand inside the wrapper or the node itself."""
    found: list[Span] = []
    if not profile.nodes.leading:
        return found
    for holder in {outer.id: outer, node.id: node}.values():
        for child in holder.children:
            inner = child.children if child.type in profile.nodes.transparent else [child]
            found += [span_of(part) for part in inner if part.type in profile.nodes.leading]
    return found


def leading_of(code: Code, outer: Node) -> tuple[int, list[Span], tuple[Span, ...]]:
    """Walk upwards over decorators and comments that touch the node.

    Returns where the span starts (at the first decorator), the decorators, and the comments above.
    """
    above = _leading_siblings(code, outer) if code.profile.nodes.leading else []
    start = above[0].start_byte if above else outer.start_byte
    at = led = before_hidden(code, start)
    decorators = [span_of(node) for node in above]
    attached: list[Span] = []
    while (node := _touching(code, at)) is not None:
        at = node.start_byte
        if _leads(code, node, outer):
            decorators.insert(0, span_of(node))
            start, led, attached = at, at, []
        elif node.type in code.profile.nodes.signatures:
            break  # that of something else
        elif is_back_doc(code.data, at):
            attached = []  # with the lines in which it goes on
            break
        elif (named := named_by(span_of(node).of(code.data))) and named != name_of(
            code.data, outer
        ):
            break
        elif blanks_before(code.data, at) == blanks_before(code.data, led) and not _stands_apart(
            code, node
        ):
            attached.insert(0, without_blanks(code.data, node))
        else:
            break
    return start, decorators, joined_docs(code.data, code.profile, _without_licence(code, attached))


def _without_licence(code: Code, comments: list[Span]) -> list[Span]:
    """The comments above a node without the licence of the file: a comment that has an end of its own, or all lines."""
    openers = encoded(tuple(opener for opener, _ in code.profile.block_comments))
    for number in range(1, len(comments) + 1):
        is_block = code.data.startswith(openers, comments[number - 1].start)
        if _is_licence(code.data, Span(comments[0].start, comments[number - 1].end)):
            return _without_licence(code, comments[number:]) if is_block else []
    return comments


def _is_licence(data: bytes, comments: Span) -> bool:
    """Whether comments are the first of the file, and its licence or documentation."""
    if comments.start > _HEAD_BYTES or _HEAD.fullmatch(data, 0, comments.start) is None:
        return False
    return _LICENCE.search(data, comments.start, comments.end) is not None


def _leads(code: Code, node: Node, owner: Node | None = None) -> bool:
    """Whether a node is a decorator that leads.

    A signature leads its `owner`, which has its name.
    """
    if node.type not in code.profile.nodes.leading:
        return _is_read_as_expression(code, node)
    if (
        owner is not None
        and node.type in code.profile.nodes.signatures
        and not is_alike(code.data, node, owner)
    ):
        return False
    return begins_with(code.data, node, code.profile.nodes.leading[node.type])


def _is_read_as_expression(code: Code, node: Node) -> bool:
    """Whether a node is a decorator and its arguments, which the parser took for an expression of its own.

    Kotlin's grammar may read `@Suppress("x")` on a line above a function so.
    """
    if node.child_count != 2 or not code.profile.nodes.leading:
        return False
    decorator, arguments = node.children
    in_brackets = code.data[arguments.start_byte : arguments.start_byte + 1] == b"("
    closes = arguments.children and arguments.children[-1].type == ")"
    return decorator.type in code.profile.nodes.leading and in_brackets and bool(closes)


def decorators_of(code: Code, node: Node) -> tuple[Span, ...]:
    """The decorators above a block, where its language has such: `#[cfg(test)]` above a loop of Rust."""
    if not code.profile.nodes.leading:
        return ()
    while (parent := node.parent) is not None and parent.start_byte == node.start_byte:
        node = parent
    above = (
        one for one in _leading_siblings(code, node) if one.type not in code.profile.nodes.strings
    )
    return tuple(span_of(one) for one in above if _leads(code, one, node))


def _leading_siblings(code: Code, outer: Node) -> list[Node]:
    """The decorators before a node, in order; blank lines and comments may stand between them."""
    found: list[Node] = []
    sibling = outer.prev_sibling
    while sibling is not None and (
        _leads(code, sibling, outer) or sibling.type in code.profile.nodes.comments
    ):
        if _leads(code, sibling, outer):
            found.insert(0, sibling)
        sibling = sibling.prev_sibling
    return found


def is_detached(data: bytes, at: int, profile: LanguageProfile) -> bool:
    """Whether a comment is one that its language keeps for the file (`//!`, a shebang)."""
    return data.startswith(encoded(("#!", *profile.detached)), at)


def _stands_apart(code: Code, node: Node) -> bool:
    """Whether a comment is about something else than what stands right below it.

    That is the file, a region, or all that comes after a heading. A comment that holds code, or in
    which another begins, may have lost its end, and what it holds is not certain.
    """
    if is_detached(code.data, node.start_byte, code.profile):
        return True
    text = without_blanks(code.data, node).of(code.data)
    mark = _COMMENT_MARK.match(text)
    if mark is not None and _beginning("file", "part").match(text, mark.end()) is not None:
        return True
    return holds_code(text, code.profile)


def holds_code(comment: bytes, profile: LanguageProfile) -> bool:
    """Whether a comment of several lines holds lines of code, or the beginning of another comment.

    >>> from structedit.languages.known import profile
    >>> holds_code(b"/* lost\\nint f(void) {\\n  return 1;\\n}\\n/* f */", profile("c"))
    True
    >>> holds_code(b"/* Adds.\\n * It is { or ; here;\\n */", profile("c"))
    False
    """
    opening = next((a for a, _ in profile.block_comments if comment.startswith(a.encode())), "")
    first, *rows = re.split(rb"\r\n|\n|\r", comment)
    if not opening or not rows:
        return False
    again = re.compile(rb"(?:^|[;{})])[ \t]*" + re.escape(opening.encode()), re.MULTILINE)
    if again.search(comment, len(first)):
        return True
    filled = [row.strip() for row in rows if row.strip()]
    ends = [row for row in filled if row.endswith((b";", b"{", b"}")) and not row.startswith(b"*")]
    is_doc = is_doc_comment(comment, profile)
    return not is_doc and len(ends) > _FEW_ENDS and 2 * len(ends) > len(filled)


@cache
def _beginning(*about: str) -> re.Pattern[bytes]:
    """The pattern that matches how comments begin which are about the given rows of ``comments.toml``."""
    rows = read_table("comments.toml")
    patterns = [pattern for row in about for pattern in rows[row]]
    return re.compile(b"|".join(b"(?:%s)" % p.encode() for p in patterns))


def _touching(code: Code, at: int) -> Node | None:
    """The decorator or comment that ends right above `at`, with no blank line between; else None."""
    end = text_end(code.data, at)
    gap = code.data[end:at]
    if end == 0 or max(gap.count(b"\n"), gap.count(b"\r")) > 1:
        return None
    if end == at and at and code.data[at - 1] not in b")]/":
        return None
    if code.profile.is_data and not _may_be_comment(code, end):
        return None
    node, behind = code.root.descendant_for_byte_range(end - 1, end), text_start(code.data, at)
    for _ in range(MAX_CLIMB):
        if node is None or node.start_byte >= at or node.end_byte > behind:
            return None
        if node.type in code.profile.nodes.comments or _leads(code, node):
            return node if text_end(code.data, node.end_byte) == end else None
        node = node.parent
    return None


def _may_be_comment(code: Code, end: int) -> bool:
    """Return False if the line that ends at a place has no mark of a comment, which is found faster than its node."""
    marks = (*code.profile.line_comments, *(closer for _, closer in code.profile.block_comments))
    start = line_start(code.data, end)
    return any(code.data.find(mark, start, end) >= 0 for mark in encoded(marks))


def trailing_comments(data: bytes, start: int, end: int, outer_end: int) -> Span | None:
    """The comments that the node holds after its last token; None if there are none.

    Those on the same line are, and those on later lines that are indented deeper than the line
    on which the node starts; the others belong to what follows.
    """
    if end >= outer_end:
        return None
    rest = data[end:outer_end]
    lead = len(rest) - len(rest.lstrip(SPACE))
    depth = width_at(data, start)
    last = end
    for line in re.finditer(rb"[^\r\n]+", rest[lead:]):
        at = end + lead + line.start()
        fresh = line.start() or any(b in b"\r\n" for b in rest[:lead])
        text = line[0].rstrip(SPACE)
        if text and fresh and width_at(data, at) <= depth:
            break
        last = end + lead + line.start() + len(text) if text else last
    return Span(end + lead, last) if last > end + lead else None


def comment_beside(code: Code, end: int) -> Span | None:
    """The comment that ends the line on which a definition ends; None if there is none."""
    at = end + len(code.data[end : end + 1024]) - len(code.data[end : end + 1024].lstrip(BLANKS))
    if at >= len(code.data) or code.data[at] in b"\r\n,)]}":
        return None
    node = code.root.descendant_for_byte_range(at, at + 1)
    for _ in range(MAX_CLIMB):
        if node is None or node.start_byte != at:
            return None
        if node.type in code.profile.nodes.comments:
            comment = without_blanks(code.data, node)
            if holds_code(comment.of(code.data), code.profile):
                return None
            rest = code.data[comment.end : comment.end + 1024].lstrip(BLANKS)
            return None if rest and rest[0] not in b"\r\n" else comment
        node = node.parent
    return None


def doc_below(code: Code, end: int) -> Span | None:
    """Documentation right below a definition, followed by a blank line or the end; None if none.

    Where something follows at once, the comment is the documentation of that.
    """
    if code.profile.docs is not Docs.BELOW:
        return None
    gap = re.compile(rb"[ \t]*(?:\r\n|\n|\r)[ \t]*").match(code.data, end)
    if gap is None or not is_doc_comment(code.data[gap.end() : gap.end() + 8], code.profile):
        return None
    comment = _comment_at(code, gap.end())
    if comment is None:
        return None
    rest = code.data[comment.end : comment.end + 1024].lstrip(BLANKS)
    line = re.match(rb"(?:\r\n|\n|\r)[ \t]*(.?)", rest)
    first = line[1] if line else rest[:1]
    closes = first in (b"\r", b"\n", b"") or code.data.startswith(
        encoded(tuple(code.profile.nodes.closers)),
        len(code.data) - len(code.data[comment.end :].lstrip()),
    )
    return comment if closes else None


def back_doc(code: Code, end: int) -> Span | None:
    """Documentation of what ends before it, on that line or right below, with the lines in which it goes on."""
    found: Span | None = None
    while (gap := _TO_COMMENT.match(code.data, end)) is not None:
        begins = found is None and is_back_doc(code.data, gap.end())
        comment = _comment_at(code, gap.end()) if begins or found is not None else None
        if comment is None or is_doc_comment(comment.of(code.data), code.profile) != begins:
            break
        found, end = Span(found.start if found else comment.start, comment.end), comment.end
    return found


def named_below(code: Code, end: int, name: bytes) -> Span | None:
    """The comments below a definition that name it and so are about it; None if there are none."""
    found: Span | None = None
    while _beginning("named").match(code.data, at := text_start(code.data, end)):
        comment = _comment_at(code, at)
        if comment is None or named_by(comment.of(code.data)) != name.strip(b"()` "):
            break
        found, end = Span(found.start if found else comment.start, comment.end), comment.end
    return found


def named_by(comment: bytes) -> bytes | None:
    """The name of what a comment says that it is about: `{-# INLINE add #-}`."""
    match = _beginning("named").match(comment)
    return match[match.lastindex or 0].strip(b"()` ") if match is not None else None


def _comment_at(code: Code, at: int) -> Span | None:
    """The comment that begins at a place; None if none does."""
    node = code.root.descendant_for_byte_range(at, at + 1)
    if node is None or node.type not in code.profile.nodes.comments or node.start_byte != at:
        return None
    return without_blanks(code.data, node)


def is_back_doc(data: bytes, at: int = 0) -> bool:
    """Return True if documentation of what stands before it begins at a place of a text."""
    return _beginning("behind").match(data, at) is not None


def doc_of(code: Code, captures: Captures, attached: tuple[Span, ...]) -> Span | None:
    """The documentation: a docstring in the body, else the doc comments right above; or None."""
    doc = first_of(captures, "doc")
    is_plain = doc is not None and doc.type in code.profile.nodes.comments
    if doc is not None and (
        not is_plain or is_doc_comment(span_of(doc).of(code.data), code.profile)
    ):
        return without_blanks(code.data, doc)
    if code.profile.docs is Docs.INSIDE and "body" in captures:
        body = captures["body"][0]
        inner = body.named_child(0) if body.named_child_count else None
        while inner is not None and inner.type in code.profile.nodes.comments:
            inner = inner.next_named_sibling
        if inner is not None and inner.type == "expression_statement":
            inner = inner.named_child(0) if inner.named_child_count else None
        if inner is not None and inner.type in code.profile.nodes.strings:
            return span_of(inner)
    docs = [s for s in attached if is_doc_comment(s.of(code.data), code.profile)]
    return Span(docs[0].start, docs[-1].end) if docs else None


def joined_docs(
    data: bytes, profile: LanguageProfile, comments: Iterable[Span]
) -> tuple[Span, ...]:
    """Comments, of which one that documentation goes on in is joined to it.

    It goes on in the comments right below where its mark is behind that of any comment:

        -- | Adds          one comment
        --   two numbers.
    """
    marks = encoded(profile.line_comments)
    behind = tuple(f"{mark} " for mark in profile.line_comments)
    begins = encoded(tuple(prefix for prefix in profile.doc_prefixes if prefix.startswith(behind)))
    found: list[Span] = []
    for comment in comments:
        last = found[-1] if begins and found else None
        goes_on = (
            last is not None
            and data.startswith(begins, last.start)
            and data.startswith(marks, comment.start)
            and not data.startswith(begins, comment.start)
            and _TO_COMMENT.fullmatch(data, last.end, comment.start)
        )
        if last is not None and goes_on:
            found[-1] = Span(last.start, comment.end)
        else:
            found.append(comment)
    return tuple(found)


def is_doc_comment(text: bytes, profile: LanguageProfile) -> bool:
    """Whether a comment is documentation, by how it begins."""
    return text.startswith(encoded(profile.doc_prefixes))
