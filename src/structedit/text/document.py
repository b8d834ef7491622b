"""A file's content in one internal form, and back without losing a byte.

Inside structedit every position is a byte offset into `Document.data`, the content as UTF-8
without its byte order mark (tree-sitter's own unit). `Document.encode` gives the file's bytes
again. Lines, as people count them, exist only at the borders, as `LineRange`.

Nothing is normalised: line endings, form feeds, NEL, invalid bytes stay what they are. A line
ends with ``\\n``, ``\\r\\n`` or ``\\r`` and with nothing else.

Not here: reading from disk (`disk.project_files`) and anything that knows a language.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

from structedit.text import notebook
from structedit.text.errors import FileError, UsageError, shown
from structedit.text.hashing import sha256
from structedit.text.lazily import regex
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, replace

VERSION_LENGTH = 16
"""Hex digits of a version: 64 bits of SHA-256 over the file's raw bytes.

Chosen by judgement: two contents of one file do not collide by chance, and a model can copy it.
"""

CONFLICT = b"<<<<<<<"
"""Start of the first line of a merge conflict."""

CONFLICT_MARKER = regex(rb"(<{7}|={7}|>{7}|\|{7})([ \r]|\Z)")
"""A line that a merge conflict adds at the left margin."""

_BLANKED = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
_SNIFF_BYTES = 8192
"""Bytes at the start of a file in which NULs are counted, to detect UTF-16. Chosen by judgement."""

VIEWED = ".ipynb"
"""Extension of files whose documents are views: notebooks."""

_DECLARATION = regex(rb"coding[:=][ \t]*([-\w.]+)|<\?xml[^>]*encoding=[\"']([-\w.]+)[\"']")
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of byte offsets, `start <= end`, both at least 0."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return True

    def contains(self, other: Span) -> bool:
        """Return True if `other` lies inside this span, edges included."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Return True if the two spans share at least one byte."""
        return self.start < other.end and other.start < self.end

    def intersect(self, other: Span) -> Span | None:
        """Return the shared part, which is empty if the spans only touch; None if they do not touch."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start <= end else None

    def shifted(self, by: int) -> Span:
        """Return the span moved by `by` bytes."""
        return Span(self.start + by, self.end + by)

    def of(self, data: bytes) -> bytes:
        """Cut this span out of `data`."""
        return data[self.start : self.end]


_COUNTS_BEFORE_INDEX = 24
"""An index of the lines costs as much as to count all of them so often. Chosen by judgement."""

_LINE = regex(rb"([^\r\n]*)(?:\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True, order=True)
class LineRange:
    """Lines as people write them: 1-based, both ends included, `first <= last`."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last:
            raise ValueError(f"not a line range: {self.first}-{self.last}")

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def said(self) -> str:
        """The range for a message: `line 2`, `lines 2-6`."""
        return f"line {self}" if self.first == self.last else f"lines {self}"

    def shifted(self, by: int) -> LineRange:
        """Return the range a number of lines further down."""
        return LineRange(self.first + by, self.last + by)


class _Counted:
    """Count the lines of one content: first from the last place on, later with an index."""

    __slots__ = ("data", "last", "left", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.last = (0, 1)
        self.left = 0 if b"\r" in data else _COUNTS_BEFORE_INDEX * len(data)
        self.starts: tuple[int, ...] | None = None

    def line_of(self, offset: int) -> int:
        if self.starts is None and self.left <= 0:
            self.starts = line_starts(self.data)
        if self.starts is not None:
            return bisect_right(self.starts, offset)
        at, line = self.last
        self.left -= abs(offset - at)
        if offset < at:
            line -= self.data.count(b"\n", offset, at)
        else:
            line += self.data.count(b"\n", at, offset)
        self.last = (offset, line)
        return line


_counted = lru_cache(maxsize=16)(_Counted)
_recent: dict[str, tuple[bytes, _Counted]] = {}
"""The last content asked for. Comparing another object with the same bytes would take long."""


def line_number(data: bytes, offset: int) -> int:
    """Return the 1-based number of the line that contains the byte at an offset."""
    found = _recent.get("last")  # read once, since another thread may replace it
    if found is None or found[0] is not data:
        found = _recent["last"] = data, _counted(data)
    return found[1].line_of(offset)


@lru_cache(maxsize=16)
def line_starts(data: bytes) -> tuple[int, ...]:
    """Return the offset of the first byte of each line; a file always has a first line.

    >>> line_starts(b"a\\r\\nb\\rc\\n")
    (0, 3, 5, 7)
    """
    ends = accumulate(map(len, split_lines(data)))
    starts = (0, *ends)
    return starts if data.endswith((b"\n", b"\r")) else starts[: max(1, len(starts) - 1)]


def split_lines(data: bytes) -> list[bytes]:
    """Split into lines with their line breaks; no empty line after a final one.

    >>> split_lines(b"a\\x0cb\\r\\n\\nc")
    [b'a\\x0cb\\r\\n', b'\\n', b'c']
    """
    return data.splitlines(keepends=True)  # on bytes, this splits at these three endings only


def blanked(data: bytes) -> bytes:
    """Replace every byte by a blank, except for line ends.

    >>> blanked(b"a = 1\\r\\n")
    b'     \\r\\n'
    """
    return data.translate(_BLANKED)


def split_ending(line: bytes) -> tuple[bytes, bytes]:
    """Split a line from its line break, which may be empty.

    >>> split_ending(b"x = 1\\r\\n")
    (b'x = 1', b'\\r\\n')
    """
    for ending in (b"\r\n", b"\n", b"\r"):
        if line.endswith(ending):
            return line[: -len(ending)], ending
    return line, b""


def read_with(reader: Callable[[str], Document]) -> None:
    """Set the function that reads files for `Document.from_path`; this module reads none itself."""
    _reader[:] = [reader]


def _no_reader(path: str) -> Document:
    raise RuntimeError("nothing reads files yet: take Document from structedit")


_reader: list[Callable[[str], Document]] = [_no_reader]


def to_bytes(text: str) -> bytes:
    """Encode a caller's text into the internal form; lone surrogates become the bytes that they stand for."""
    return text.encode("utf-8", "surrogateescape")


def to_text(data: bytes) -> str:
    """Decode internal bytes for people; invalid bytes become lone surrogates, reversibly."""
    return data.decode("utf-8", "surrogateescape")


class Frame(Protocol):
    """A file of which a document shows a part, such as the cells of a notebook."""

    @property
    def language(self) -> str:
        """The language of the code in the view; empty if the file names none."""

    def packed(self, view: bytes) -> bytes:
        """Return the file's text with an edited view.

        Raises:
            FileError: `unencodable`, when the file cannot represent it.
        """

    def adds(self, view: bytes, start: int, end: int) -> bool:
        """Return True if a text of the view is in no part of the file."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file's content, its path for messages and language, and how to write it back.

    Invariant: `encode()` of an unchanged document is the file, byte for byte.
    """

    data: bytes
    path: str | None = None
    language: str | None = None
    encoding: str = "utf-8"
    bom: bytes = b""
    languages: tuple[OwnLanguage, ...] = ()
    """Languages that the file's project brings along."""
    frame: Frame | None = None
    """The file that `data` is a view of; None where it is the file's own text."""

    def __post_init__(self) -> None:
        if not isinstance(self.data, bytes):
            raise UsageError(
                f"the data of a document must be bytes, not {shown(self.data)}",
                hint="for a string call Document.from_text, for a file Document.from_path",
            )

    @classmethod
    def from_text(cls, text: str, path: str | None = None, language: str | None = None) -> Document:
        """Make a document from a string, to be written as UTF-8.

        Raises:
            UsageError: when it is no text, or one that UTF-8 cannot represent.
        """
        if not isinstance(text, str):
            raise UsageError(f"{shown(text)} is not a string", hint="pass a str, or use from_bytes")
        try:
            return cls(to_bytes(text), path, language)
        except UnicodeEncodeError:
            raise UsageError(
                "the text contains half of a surrogate pair", hint="pass the whole character"
            ) from None

    @classmethod
    def from_bytes(
        cls, raw: bytes, path: str | None = None, language: str | None = None
    ) -> Document:
        """Make a document from a file's bytes; that of a notebook is a view of its cells.

        Raises:
            FileError: `not_text`, when the bytes contain NULs and no encoding explains them.
            UsageError: when these are no bytes.
        """
        if not isinstance(raw, bytes):
            raise UsageError(f"{shown(raw)} is not bytes", hint="pass bytes, or use from_text")
        encoding, bom, data = _decode(raw, path)
        found = cls(data, path, language, encoding, bom)
        if language is not None or not (path or "").lower().endswith(VIEWED):
            return found
        view = notebook.opened(data)
        return found if isinstance(view, str) else replace(found, data=view[0], frame=view[1])

    @classmethod
    def from_path(cls, path: str, language: str | None = None) -> Document:
        """Read a file. See `structedit.disk.files.read` for what is refused."""
        return replace(_reader[0](path), language=language)

    @property
    def text(self) -> str:
        """The content for people; see `to_text`."""
        return to_text(self.data)

    @property
    def version(self) -> str:
        """Hash of the file's raw bytes; equal versions mean equal files."""
        return version_of(self.encode())

    @property
    def line_count(self) -> int:
        """Number of lines; a final newline does not begin another one."""
        past = self.data.endswith((b"\n", b"\r"))
        return self.line_of(len(self.data)) - past

    def encode(self, data: bytes | None = None) -> bytes:
        """Return the file's bytes for `data`, by default the document's own content.

        Raises:
            FileError: `unencodable`, naming the character that the encoding lacks.
        """
        data = self.data if data is None else data
        if self.frame is not None:
            data = self.frame.packed(data)
        if self.encoding == "utf-8":
            return self.bom + data
        try:
            return self.bom + _encode(data, self.encoding)
        except UnicodeEncodeError as error:
            bad = error.object[error.start : error.start + 1]
            raise FileError(
                f"the file is {self.encoding} and cannot contain {bad!r}",
                hint="use characters of that encoding or convert the file first",
                code="unencodable",
            ) from error

    def with_data(self, data: bytes) -> Document:
        """Return the same file with `data` as its content."""
        return replace(self, data=data)

    def adds(self, span: Span) -> bool:
        """Return True if a text is not in the file but in a line that the view of a notebook adds."""
        return self.frame is not None and self.frame.adds(self.data, span.start, span.end)

    def as_file(self) -> Document:
        """Return the document with the file's own text, if it is a view of that."""
        if self.frame is None:
            return self
        return replace(self, data=self.frame.packed(self.data), frame=None)

    def read_again(self) -> Document:
        """Return the document as it will be read after writing: the cells of a view are numbered anew."""
        if self.frame is None:
            return self
        found = Document.from_bytes(self.encode(), self.path)
        return replace(found, languages=self.languages)

    def line_of(self, offset: int) -> int:
        """Return the 1-based number of the line that contains the byte at `offset`."""
        return line_number(self.data, offset)

    def line_start(self, offset: int) -> int:
        """Return the offset of the first byte of the line that contains `offset`."""
        if b"\r" in self.data:
            return line_starts(self.data)[self.line_of(offset) - 1]
        return self.data.rfind(b"\n", 0, offset) + 1

    def texts_from(self, start: int, count: int) -> tuple[str, ...]:
        """Return up to `count` lines, beginning at `start`, decoded and without line breaks."""
        found: list[str] = []
        while len(found) < count and (match := _LINE.match(self.data, start)) is not None:
            found.append(to_text(match[1]))
            start = match.end()
        return tuple(found)

    def line_span(self, line: int) -> Span:
        """Return the span of the line with this 1-based number, including its line break."""
        starts = line_starts(self.data)
        end = starts[line] if line < len(starts) else len(self.data)
        return Span(starts[line - 1], end)

    def lines_span(self, lines: LineRange) -> Span:
        """Return the span of a line range, including the last line's line break."""
        return Span(self.line_span(lines.first).start, self.line_span(lines.last).end)

    def line_range(self, span: Span) -> LineRange:
        """Return the lines that a span touches; a span that ends where a line begins does not touch that line."""
        first = line_number(self.data, span.start)
        last = line_number(self.data, span.end - 1) if span.end - 1 > span.start else first
        return LineRange(first, last)

    def line_ranges(self) -> Callable[[Span], LineRange]:
        """Return `line_range` for many spans, which looks their lines up in an index."""
        starts = line_starts(self.data)

        def line_range(span: Span) -> LineRange:
            first = bisect_right(starts, span.start)
            end = span.end - 1
            return LineRange(first, bisect_right(starts, end) if end > span.start else first)

        return line_range

    def line_text(self, line: int) -> str:
        """Return the text of the line with this 1-based number, decoded and without its line break."""
        return to_text(split_ending(self.line_span(line).of(self.data))[0])


@lru_cache(maxsize=16)  # a call names the version that it works on several times
def version_of(raw: bytes) -> str:
    """Hash a file's raw bytes into a version."""
    return sha256(raw)[:VERSION_LENGTH]


def _decode(raw: bytes, path: str | None) -> tuple[str, bytes, bytes]:
    """Return encoding, byte order mark and internal form: the first decoding that loses nothing."""
    for bom, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(bom):
            body = raw[len(bom) :]
            internal = body if encoding == "utf-8" else _internal(body, encoding)
            if internal is not None:
                return encoding, bom, internal
    if b"\0" in raw[:_SNIFF_BYTES] or b"\0" in raw:
        return _decode_with_nuls(raw, path)
    declared = _declared_encoding(raw)
    if declared not in (None, "utf-8"):
        internal = _internal(raw, str(declared))
        if internal is not None:
            return str(declared), b"", internal
    if _is_utf8(raw) or _has_multibyte(raw):
        return "utf-8", b"", raw
    return "latin-1", b"", raw.decode("latin-1").encode("utf-8")


def _decode_with_nuls(raw: bytes, path: str | None) -> tuple[str, bytes, bytes]:
    head = raw[:_SNIFF_BYTES]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = max(1, len(head) // 2)
    for encoding, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many > 0.4 * half and few < 0.05 * half:
            internal = _internal(raw, encoding)
            if internal is not None and b"\0" not in internal:
                return encoding, b"", internal
    raise FileError(
        f"{path or 'the content'} contains NUL bytes: a binary file",
        hint="structedit edits text files only",
        code="not_text",
    )


def is_ascii_readable(raw: bytes, path: str) -> bool:
    """Return True if each ASCII character of a file is that byte in it, so that the bytes can be searched undecoded.

    That is true of UTF-8 and eight-bit encodings, but not of UTF-16, some declared encodings, and notebooks.
    """
    if path.lower().endswith(VIEWED):
        return False
    return b"\0" not in raw and _declared_encoding(raw) in (None, "utf-8")


def _declared_encoding(raw: bytes) -> str | None:
    """Return the encoding of a PEP 263 or XML declaration in the first two lines."""
    head = raw[:512]
    if b"coding" not in head:
        return None
    head = b"\n".join(head.split(b"\n", 2)[:2])
    match = _DECLARATION.search(head)
    if match is None:
        return None
    try:
        return codecs.lookup((match[1] or match[2]).decode("ascii")).name
    except LookupError:
        return None


def _internal(raw: bytes, encoding: str) -> bytes | None:
    """Transcode into UTF-8; return None if that would not give the same bytes back."""
    errors = "surrogatepass" if encoding.startswith("utf-") else "strict"
    try:
        data = raw.decode(encoding, errors).encode("utf-8", "surrogatepass")
        return data if _encode(data, encoding) == raw else None
    except (UnicodeError, LookupError):
        return None


def _encode(data: bytes, encoding: str) -> bytes:
    errors = "surrogatepass" if encoding.startswith("utf-") else "strict"
    return data.decode("utf-8", "surrogatepass").encode(encoding, errors)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _has_multibyte(raw: bytes) -> bool:
    """Return True if a file that is not valid UTF-8 still has some letters in UTF-8.

    Such a file is UTF-8 with a few bad bytes; one without any is in an eight-bit encoding.
    """
    return any(
        ord(letter) > 0x7F and not 0xDC80 <= ord(letter) <= 0xDCFF for letter in to_text(raw)
    )
