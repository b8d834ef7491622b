"""The language's own parser as a second check of syntax, besides tree-sitter.

tree-sitter builds a tree for every content and accepts some that the language does not: it misses one syntax error
in six. If the language has a parser that can be called here, it is asked as well.

Not here: when to ask, and what follows from the answer (`judge.gate`, `plan.reading`).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from structedit.text.document import to_text
from structedit.text.values import dataclass

MOST_BYTES = 200_000
"""Up to this size a whole file is parsed, above it the edited statement.

Chosen by judgement; `python -m benchmarks.speed --only edit` measures edits of files below and above it.
"""

_ONE_AT_A_TIME = Lock()
"""Python 3.11 counts the depth of syntax trees for all threads together, and raises an error if they parse at once."""

RELIABLE = frozenset({"compile", "tomllib"})
"""Parsers whose errors mean that the file is broken; JSON, for instance, is often written with comments."""

BY_STATEMENT = frozenset({"compile"})
"""Parsers that judge a top-level statement by itself as they judge it in its file."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error of a parser; `line` counts from 1, and is 0 if the parser names none."""

    message: str
    line: int

    def __str__(self) -> str:
        named = not self.line or "line" in self.message
        return self.message if named else f"{self.message} (line {self.line})"


def complaint_of(parser: str, data: bytes) -> Complaint | None:
    """Return the error of the parser with this name; None if it accepts the content or is not known."""
    parse = _PARSERS.get(parser)
    return parse(data) if parse is not None else None


def is_known(parser: str) -> bool:
    """Return True if there is a parser of this name."""
    return parser in _PARSERS


def accepts(parser: str, statements: Sequence[bytes]) -> bool:
    """Return True if a parser certainly accepts some statements, each with its own indentation.

    Then the file is as valid after an edit inside them as it was before.
    """
    assert parser in BY_STATEMENT, parser
    deep = [statement.startswith((b" ", b"\t")) for statement in statements]
    rows = zip(deep, statements, strict=True)
    from _ast import PyCF_ONLY_AST  # `ast` is a module twice as large

    read = _read(b"\n".join(_OPENING * is_deep + lines for is_deep, lines in rows), PyCF_ONLY_AST)
    if isinstance(read, Complaint) or len(read.body) != len(statements) or not statements:
        return False
    tops = zip(deep, read.body, strict=True)
    return all(len(top.body) == 1 for is_deep, top in tops if is_deep)


def accepts_member(parser: str, lines: bytes) -> bool:
    """Return True if a parser accepts the indented lines of a statement as a member of a type."""
    assert parser in BY_STATEMENT, parser
    return lines.startswith((b" ", b"\t")) and complaint_of(parser, _TYPE + lines) is None


_OPENING, _TYPE = b"if 1:\n", b"class _:\n"
"""Lines to put before an indented statement, and before a member of a type, so that it parses."""


@lru_cache(maxsize=8)  # in a row of edits, what one has written is what the next one begins with
def _compile(data: bytes, flags: int = 0) -> Complaint | None:
    """Compile a module without running it.

    Compiling also finds a `return` outside of a function and a late `from __future__`, which parsing accepts. It is
    faster than building the tree as Python objects.
    """
    read = _read(data, flags)
    return read if isinstance(read, Complaint) else None


_AWAITS = 0x2000
"""`ast.PyCF_ALLOW_TOP_LEVEL_AWAIT`, given by Python; importing `ast` takes long."""


def _compile_cell(data: bytes) -> Complaint | None:
    """Compile a cell of a notebook, where `await` is allowed outside of functions."""
    return _compile(data, _AWAITS)


def _read(data: bytes, flags: int) -> Any:
    """Return a compiled module or, depending on the flags, its tree; or the compiler's error."""
    try:
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(to_text(data), "<unknown>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 0
        return Complaint(getattr(error, "msg", None) or str(error), line)


def _json(data: bytes) -> Complaint | None:
    import json

    try:
        json.loads(to_text(data))
    except json.JSONDecodeError as error:
        return Complaint(str(error), error.lineno)
    except (ValueError, RecursionError) as error:
        return Complaint(str(error), 0)
    return None


def _toml(data: bytes) -> Complaint | None:
    import tomllib

    try:
        tomllib.loads(to_text(data))
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        return Complaint(str(error), int(line[1]) if line else 0)
    return None


_PARSERS: dict[str, Callable[[bytes], Complaint | None]] = {
    "compile": _compile,
    "compile_cell": _compile_cell,
    "json": _json,
    "tomllib": _toml,
}
