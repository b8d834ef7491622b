"""Texts compared without their comments, for calls that allow comments to differ.

Walked through: `old` is ``a()\\n# once\\nb()``, the file has ``a()  # why\\nb()``. Without comments
both are ``a()`` and ``b()``, so that is the place, and the file's comments stay. What `new` has of the
comments of `old` is dropped as well; a comment that only `new` has is one that the caller adds.

Not here: whether the change leaves the file's comments alone (`search.alignment.merge_comments`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from structedit.languages.profiles import LanguageProfile, LiteralRole
from structedit.search.alignment.folding import BLANKS
from structedit.search.alignment.token_alignment import Laid, laid_out
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source
from structedit.tree.without_grammar import masking

VARIANT = "comments"
"""What a hit is called that stands there but for comments."""


_BLANKED = bytes(byte if byte in b"\r\n" else 32 for byte in range(256))
"""What each byte of a comment becomes where comments are blanks."""


def laid_out_bare(source: Source, needle: bytes) -> Iterator[Laid]:
    """Each place with the same tokens as the needle, comments left out on both sides."""
    wanted = without(needle, comments_of(needle, source.profile))
    if source.tree is not None:
        yield from laid_out(blanked(source), wanted)


def blanked(source: Source) -> Source:
    """The file with blanks in the place of comments, so that offsets stay."""
    assert source.tree is not None
    spans = source.tree.comments(Span(0, len(source.data)))
    return source.edited(
        EditSet.of([Edit(span, span.of(source.data).translate(_BLANKED)) for span in spans])
    )


def comments_of(text: bytes, profile: LanguageProfile) -> tuple[Span, ...]:
    """The comments of a text, recognised by the signs that they begin with outside of strings."""
    tokens = masking.scan(text, profile).tokens
    return tuple(
        Span(token.start, token.start + len(text[token.start : token.end].rstrip()))
        for token in tokens
        if token.kind is LiteralRole.COMMENT
    )


def without(text: bytes, spans: Sequence[Span]) -> bytes:
    r"""A text without some spans, and without their lines if nothing else is on them.

    >>> without(b"a()\n# why\nb()  # so\n", [Span(4, 9), Span(15, 19)])
    b'a()\nb()\n'
    """
    parts, at = [], 0
    for span in spans:
        end = text.find(b"\n", span.end)
        line, end = text.rfind(b"\n", 0, span.start) + 1, len(text) if end < 0 else end
        before = text[max(at, line) : span.start]
        if text[span.end : end].strip():
            parts += [text[at : span.start], b" "]
            at = span.end
        elif before.strip(BLANKS):
            parts.append(text[at : span.start].rstrip(BLANKS))
            at = end
        else:
            parts.append(text[at : max(at, line)])
            at = min(end + 1, len(text))
    return b"".join((*parts, text[at:]))


def told_bare(old: bytes, new: bytes, profile: LanguageProfile) -> tuple[bytes, bytes] | None:
    """Both texts without the comments of `old`; None where `new` lacks one of them."""
    base, theirs = comments_of(old, profile), comments_of(new, profile)
    left = [span.of(old) for span in base]
    gone = []
    for span in theirs:
        if left and span.of(new) == left[0]:
            left.pop(0)
            gone.append(span)
    return None if left else (without(old, base), without(new, gone))
