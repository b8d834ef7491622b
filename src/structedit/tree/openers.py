"""Pairs of brackets by the tokens of a tree: strings, comments and other literals open nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.tree.walking import tokens

_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}
_OPENERS = {closer: opener for opener, closer in _CLOSERS.items()}

_SIGNS = regex(rb"[^\s\w\"'`]+\Z")
"""A token of punctuation alone: `{`, but also `${`, `((`, `|}`."""


def left_open(root: Node, profile: LanguageProfile, data: bytes, text: Span) -> tuple[Span, ...]:
    """Return the pairs of brackets that a text opens and does not close, in order, from opener to closer."""
    opened: list[int] = []
    for sign, at in _brackets(root, profile, data, text):
        if sign in _CLOSERS:
            opened.append(at)
        elif opened and data[opened[-1] : opened[-1] + 1] == _OPENERS[sign]:
            opened.pop()
    ends = ((at, _end_of(root, profile, data, at)) for at in opened)
    return tuple(Span(at, end) for at, end in ends if end is not None and end > text.end)


def _end_of(root: Node, profile: LanguageProfile, data: bytes, at: int) -> int | None:
    """Return the end of the pair that a bracket opens; None if nothing closes it."""
    opener = data[at : at + 1]
    node = root.descendant_for_byte_range(at, at + 1)
    beside = node.next_sibling if node is not None and node.child_count == 0 else None
    while beside is not None:
        # The closer is a sibling of the opener, wherever the grammar knows both.
        if not beside.is_named and data[beside.start_byte : beside.end_byte] == _CLOSERS[opener]:
            return int(beside.end_byte)
        beside = beside.next_sibling
    depth = 0
    for sign, place in _brackets(root, profile, data, Span(at, len(data))):
        depth += 1 if sign in _CLOSERS else -1
        if depth == 0:
            return place + 1 if sign == _CLOSERS[opener] else None
    return None


def _brackets(
    root: Node, profile: LanguageProfile, data: bytes, within: Span
) -> Iterator[tuple[bytes, int]]:
    """Each bracket of a span, with its offset."""
    skipped = {**profile.nodes.strings, **profile.nodes.comments}
    for kind, span in tokens(root, within, skipped):
        if kind in skipped or not _SIGNS.match(span.of(data)):
            continue
        for at in range(max(span.start, within.start), min(span.end, within.end)):
            sign = data[at : at + 1]
            if sign in _CLOSERS or sign in _OPENERS:
                yield sign, at
