"""Which names an import brings into a file, and which of them it has: however they are listed and laid out.

`from x import a`, `from x import (b, a)` and `from x import b, a` bring the same `a`. Each name is told as
the import of it alone, token by token, so that imports are compared and never understood.

    >>> from structedit.text.document import Document
    >>> source = Source.of(Document.from_text("from x import (\\n    a,\\n    b as c,\\n)\\n", path="a.py"))
    >>> _, missing = missing_names(source, b"from x import a")
    >>> [*missing]
    []
    >>> _, missing = missing_names(source, b"from x import b")
    >>> [*missing]
    [b'from x import b']

Not here: where an import is inserted (`edits.imports`).
"""

from __future__ import annotations

from collections.abc import Iterator

from structedit.text.document import Span
from structedit.text.words import TOKEN
from structedit.tree.source import Source
from structedit.tree.syntax_tree import SyntaxTree

_Words = tuple[bytes, ...]

_CLOSERS = {b"{": b"}", b"(": b")"}
_PATH_SIGNS = frozenset((b":", b"\\", b"."))
"""Signs before a `{` that lists the ends of a path: `a::{b, c}` is `a::b` and `a::c`."""


def missing_names(source: Source, text: bytes) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """The names of an import, each as the import of it alone, and those that no import of a file brings.

    Both are empty where the text is read as no import.
    """
    wanted = source.parse_fragment(_as_a_file(source, text))
    if wanted is None or source.tree is None:
        return frozenset(), frozenset()
    names = set(_names(wanted))
    known = set(_names(source.tree))
    every = frozenset(b" ".join(name) for name in names)
    return every, frozenset(b" ".join(name) for name in names - known)


def _as_a_file(source: Source, text: bytes) -> bytes:
    """Code as it is parsed: behind what opens code in a language that is markup else."""
    code = source.profile.contexts.code
    opening = code[0].encode() if code is not None else b""
    return text if opening.strip() in text else opening + text


def _names(tree: SyntaxTree) -> Iterator[_Words]:
    """What the imports of a file bring, name by name."""
    for span in tree.imports():
        for statement in _statements(tree, span):
            yield from _single(statement)


def _statements(tree: SyntaxTree, span: Span) -> Iterator[list[bytes]]:
    """The tokens of import statements: without comments, each line that is in no bracket a statement.

    Within brackets that hold no comma, lines part what is listed, as in Go.
    """
    data = bytearray(span.of(tree.data))
    for comment in tree.comments(span):
        start, end = comment.start - span.start, comment.end - span.start
        data[start:end] = b" " * (end - start)
    found: list[bytes] = []
    depth = 0
    for line in bytes(data).splitlines():
        words = [word.replace(b"'", b'"') for word in TOKEN.findall(line) if word != b";"]
        depth += sum((w in _CLOSERS) - (w in _CLOSERS.values()) for w in words)
        if found and depth and found[-1] not in (b",", *_CLOSERS) and b"," not in found:
            found.append(b",")
        found += words
        if not depth and found:
            yield found
            found = []
    if found:
        yield found


def _single(words: list[bytes]) -> Iterator[_Words]:
    """The imports of one name each that a statement stands for."""
    opener = next((at for at, word in enumerate(words) if word in _CLOSERS), None)
    if opener is None:
        yield from _bare(words)
        return
    closing = _CLOSERS[words[opener]]
    end = next((at for at in range(len(words) - 1, opener, -1) if words[at] == closing), len(words))
    before, inside, behind = words[:opener], words[opener + 1 : end], words[end + 1 :]
    if before and before[-1] == b",":  # `import d, {e} from "x"`
        yield (*before[:-1], *behind)
        before = before[:1]
    keeps = words[opener] == b"{" and not (before and before[-1] in _PATH_SIGNS)
    for item in _parted(inside):
        yield (*before, *((b"{", *item, b"}") if keeps else item), *behind)


def _bare(words: list[bytes]) -> Iterator[_Words]:
    """Those of names between commas, `from x import a, b`: what precedes the first name stands before each."""
    first, *others = _parted(words)
    yield first
    for item in others:
        yield from ((*first[:length], *item) for length in range(1, len(first)))


def _parted(words: list[bytes]) -> list[_Words]:
    """Tokens between the commas that are in no bracket."""
    parts: list[list[bytes]] = [[]]
    depth = 0
    for word in words:
        depth += (word in _CLOSERS) - (word in _CLOSERS.values())
        if word == b"," and not depth:
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts if part] or [()]
