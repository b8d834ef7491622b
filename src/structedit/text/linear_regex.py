r"""Regular expressions of Rust's dialect, matched in time linear in the text.

The engine is RE2, from which Rust's dialect is derived. Differences between the two are translated (`\d`, `\w` and
`\s` are of all scripts) or refused: nested classes, differences of classes, `\Q` and `\C`. One remains: `\b` only
knows ASCII letters.

Not here: regular expressions of other operations, which are Python's (`search.regexes`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.yaml_values import INSTALL

_PART = regex(r"\\[pP]\{[^}]*\}|\\.|\[:\^?\w+:\]|[\[\]]|&&|--|~~|.", re.DOTALL)

_CLASSES = {
    "d": r"\p{Nd}",
    "w": r"\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}",
    "s": r"\t\n\x0b\f\r\x85\p{Z}",
}
"""What Rust's classes hold; given by Unicode's annex 18, but for letters that are symbols (`ⓐ`)."""


@lru_cache(maxsize=512)  # chosen by judgement: regexes of a folder of rules
def linear(pattern: str) -> Any:
    """Compile a regular expression; the result has `search` and `sub`, as those of `re`.

    Raises:
        UsageError: when it does not compile, or the engine is not installed.
    """
    try:
        import re2  # type: ignore[import-untyped]
    except ImportError:
        raise UsageError(
            "the regular expressions of rules need the package google-re2", hint=INSTALL
        ) from None
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(translated(pattern), options)
    except re2.error as error:
        said = error.args[0] if error.args else error
        said = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
        raise UsageError(
            f"the regular expression {pattern!r} does not compile: {said}",
            hint="write it in Rust's dialect: no lookaround, no backreferences",
        ) from None


def translated(pattern: str) -> str:
    r"""Translate a regular expression of Rust's dialect to RE2.

    >>> translated(r"^\d[\w-]\[$")
    '^[\\p{Nd}][\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}-]\\[$'

    Raises:
        UsageError: for what RE2 would read as something else.
    """
    found: list[str] = []
    begins: int | None = None  # of the class at hand
    for match in _PART.finditer(pattern):
        part, at = match[0], match.start()
        first = begins is not None and pattern[begins + 1 : at] in ("", "^")
        if part[0] == "\\" and part[1:] in ("Q", "E", "C"):
            raise _other(pattern, part)
        if part[0] == "\\" and part[1:2].lower() in _CLASSES and len(part) == 2:
            held = _CLASSES[part[1].lower()]
            if begins is None:
                part = f"[{'^' * part[1].isupper()}{held}]"
            elif part[1].islower():
                part = held
        elif part == "[" and begins is None:
            begins = at
        elif begins is not None and part in ("[", "&&", "--", "~~"):
            raise _other(pattern, part)
        elif part == "]" and begins is not None and not first:
            begins = None
        found.append(part)
    return "".join(found)


def _other(pattern: str, part: str) -> UsageError:
    return UsageError(
        f"{part!r} in the regular expression {pattern!r} is not supported",
        hint="write the characters of the class one by one; escape what is meant literally",
    )


def literals(pattern: str) -> tuple[str, ...]:
    r"""Return texts that every match contains; empty if none can be found.

    >>> literals(r"^style=\{\{"), literals("^(log|debug)$"), literals("(?i)select")
    (('style={{',), (), ())
    """
    if "[[" in pattern or "[:" in pattern:  # read otherwise by the parser at hand
        return ()
    try:
        from re import _parser  # type: ignore[attr-defined]

        parsed = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return ()
    if parsed.state.flags & (re.IGNORECASE | re.VERBOSE):
        return ()
    runs, run = list[str](), ""
    for kind, value in parsed:
        if str(kind) == "LITERAL":
            run += chr(value)
        elif str(kind) != "AT":
            runs.append(run)
            run = ""
    return tuple(text for text in (*runs, run) if text)
