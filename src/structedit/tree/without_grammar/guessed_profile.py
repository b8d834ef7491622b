"""A profile for a file in no known language, found by the table in ``unknown.toml``."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from structedit.languages.config_files import read_table
from structedit.languages.profiles import LanguageProfile, Layout, LiteralRole, StringStyle

_HEAD = 200_000
"""Bytes that are looked at: a language shows itself early. Chosen by judgement."""


@cache
def _table() -> dict[str, Any]:
    return read_table("unknown.toml")


def guess_profile(data: bytes) -> LanguageProfile:
    r"""Guess how a file in no known language sets off blocks, strings and comments.

    >>> guess_profile(b"task a {\n  // b\n}\n").line_comments
    ('//',)
    """
    head = data[:_HEAD].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    table = _table()

    def times(pattern: str) -> int:
        return len(re.findall(pattern.encode(), head, re.MULTILINE))

    layout = max(table["layouts"], key=lambda row: times(row["found"]))
    if not times(layout["found"]):
        layout = {"family": Layout.INDENT}
    family = Layout(layout["family"])
    return LanguageProfile(
        id="text",
        family=family,
        support="text",
        line_comments=tuple(row["open"] for row in table["line_comments"] if times(row["found"])),
        block_comments=tuple(
            (row["open"], row["close"])
            for row in table["block_comments"]
            if (
                opened := re.search(
                    rb"^[ \t]*" + re.escape(row["open"].encode()), head, re.MULTILINE
                )
            )
            and head.find(row["close"].encode(), opened.end()) >= 0
        ),
        string_styles=_string_styles(table["strings"], head, family),
        words={"verbatim_text": table["verbatim_text"]},
        open_keywords=tuple(layout.get("open", ())),
        middle_keywords=tuple(layout.get("middle", ())),
        close_keywords=tuple(layout.get("close", ())),
    )


def _string_styles(strings: dict[str, Any], head: bytes, family: Layout) -> tuple[StringStyle, ...]:
    def matched(pattern: str, role: LiteralRole) -> StringStyle:
        return StringStyle("", "", pattern=pattern, role=role)

    long, count = strings["long"], head.count(strings["long"].encode())
    return (
        matched(strings["apostrophe"], LiteralRole.CODE),
        *([matched(strings["heredoc"], LiteralRole.HEREDOC)] if family is Layout.END else []),
        *([StringStyle(long, long, multiline=True)] if count and count % 2 == 0 else []),
        *(StringStyle(quote, quote) for quote in strings["quotes"]),
    )
