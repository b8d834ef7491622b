"""A profile for a file in no known language, guessed from its content.

The guess is cautious: strings stay on one line, a comment style counts only where a line begins
with it, and shell keywords only come with a shell's own closers.
"""

from __future__ import annotations

import re

from structedit.languages.profiles import LanguageProfile, Layout, StringStyle
from structedit.text.lazily import regex

_HEAD = 200_000
"""Bytes that are looked at: a language shows itself early. Chosen by judgement."""

_SHELL_OPENERS = ("if", "for", "while", "until", "case", "select", "do")
_SHELL_MIDDLES = ("else", "elif")
_SHELL_CLOSERS = ("fi", "done", "esac")
_OPENERS = tuple(
    "function def class module if unless while until for case begin do repeat macro struct let try"
    " switch fn".split()
)
_MIDDLES = ("else", "elsif", "elseif", "elif", "rescue", "ensure", "catch", "finally", "when")
_LINE_COMMENTS = {
    "#": rb"#(?:[ \t#!]|$)",
    "//": rb"//",
    "--": rb"--(?:[ \t-]|$)",
    ";": rb";+(?:[ \t]|$)",
    "%": rb"%+(?:[ \t]|$)",
}
_BLOCK_COMMENTS = (("/*", "*/"), ("--[[", "]]"), ("{-", "-}"), ("(*", "*)"), ("<!--", "-->"))
_END_LINE = regex(rb"^[ \t]*end[ \t]*[;,)]*[ \t]*\r?$", re.MULTILINE)
_SHELL_LINE = regex(rb"^[ \t]*(?:fi|done|esac)\b[^\w=(.]*\r?$", re.MULTILINE)
_JOINED_LINE = regex(rb"^[ \t]*(end[ \t]?[a-z]+)\b", re.MULTILINE)
_OPENER_LINE = regex(rb"^[ \t]*(?:local[ \t]+)?(%s)\b" % "|".join(_OPENERS).encode(), re.MULTILINE)
_BRACE_LINE = regex(rb"\{[ \t]*\r?$", re.MULTILINE)


def guess_profile(path: str | None, data: bytes) -> LanguageProfile:
    r"""Guess how a file in no known language sets off blocks, strings and comments.

    >>> guess_profile("a.zz", b"task a {\n  // b\n}\n").line_comments
    ('//',)
    """
    head = data[:_HEAD].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    family, openers, middles, closers = _family(path, head)
    return LanguageProfile(
        id="text",
        family=family,
        support="text",
        line_comments=_line_comments(head),
        block_comments=_block_comments(head),
        string_styles=_string_styles(head),
        open_keywords=openers,
        middle_keywords=middles,
        close_keywords=closers,
    )


Words = tuple[str, ...]


def _family(path: str | None, head: bytes) -> tuple[Layout, Words, Words, Words]:
    if _SHELL_LINE.search(head) or (path or "").endswith((".sh", ".bash", ".zsh", ".ksh")):
        return Layout.END, _SHELL_OPENERS, _SHELL_MIDDLES, _SHELL_CLOSERS
    braces = len(_BRACE_LINE.findall(head))
    # Closers such as `endif` and `end if`, where the rest is a word that opens.
    found = {match.decode() for match in _JOINED_LINE.findall(head)}
    joined = tuple(sorted(word for word in found if word[3:].strip() in _OPENERS))
    ends = len(_END_LINE.findall(head)) + len(joined)
    if ends > braces and _OPENER_LINE.search(head):
        until = ("until",) if re.search(rb"^[ \t]*repeat\b", head, re.MULTILINE) else ()
        closers = ("end", *joined, *until)
        openers = tuple(word for word in _OPENERS if word not in closers)
        return Layout.END, openers, _MIDDLES, closers
    return (Layout.BRACE if braces else Layout.INDENT), (), (), ()


def _line_comments(head: bytes) -> Words:
    found = [
        style
        for style, pattern in _LINE_COMMENTS.items()
        if re.search(rb"^[ \t]*" + pattern, head, re.MULTILINE)
    ]
    return tuple(found)


def _block_comments(head: bytes) -> tuple[tuple[str, str], ...]:
    """The styles of block comments that open at a line's start and are closed further on."""
    found = []
    for start, end in _BLOCK_COMMENTS:
        opened = re.search(rb"^[ \t]*" + re.escape(start.encode()), head, re.MULTILINE)
        if opened and head.find(end.encode(), opened.end()) >= 0:
            found.append((start, end))
    return tuple(found)


def _string_styles(head: bytes) -> tuple[StringStyle, ...]:
    triple = head.count(b'"""')
    long = (StringStyle('"""', '"""', multiline=True),) if triple and triple % 2 == 0 else ()
    return (*long, *(StringStyle(quote, quote) for quote in "\"'`"))
