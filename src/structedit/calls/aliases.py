"""Which argument a name means, where it is another name of one, and where it may mean several.

A name is accepted where it can mean one thing alone. What might mean two is an error which names
both: to take `content` for `new` in `str_replace` could write a whole file in the place of a line.

Not here: the names that are accepted, which each argument has with it (`calls.parameters`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from structedit.calls.parameters import Parameter


def _all(words: str, *names: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(words.split(), names)


MEANT: dict[str, tuple[str, ...]] = {
    **_all("target symbol symbol_name name name_path", "selector", "of", "within", "text"),
    **_all("selector anchor block node", "of", "within", "after"),
    **_all("scope inside in parent function", "within", "of"),
    **_all("body function_body", "part", "new"),
    **_all("code content contents snippet text", "new", "text", "anchor", "edits"),
    **_all("old match_text", "anchor", "expected"),
    **_all("pattern query search regex regexp find search_text", "text", "regex", "old", "anchor"),
    **_all("string needle term keyword", "text", "old"),
    **_all("context before_context after_context", "around", "within", "after"),
    **_all("lines line insert_line at_line line_number after_line", "lines", "near_line"),
    **_all("start_line end_line range view_range offset", "lines", "near_line"),
    **_all("where location place", "at"),
    **_all("after_symbol before_symbol", "of", "at"),
    **_all("count occurrences times", "expected_count", "occurrence"),
    **_all("root", "paths"),
    **_all("level levels", "depth"),
    **_all("type types symbols", "kinds"),
    **_all("input edit blocks search_replace", "edits"),
    **_all("atomic", "partial"),
    **_all("version", "expected_version", "id"),
    **_all("session since", "scope"),
}
"""What a name that is not accepted may have meant; the first two that the operation takes."""


def accepted(name: str, known: Mapping[str, Parameter]) -> str | None:
    """The argument that a name in snake_case means, among those of an operation.

    >>> from structedit.calls.operations import parameters_of
    >>> accepted("target", parameters_of("unwrap")), accepted("target", parameters_of("move_block"))
    ('selector', None)
    """
    if name in known:
        return name
    return next((other for other, p in known.items() if name in p.aliases), None)


def meant(name: str, known: Collection[str]) -> list[str]:
    """What a name that is not accepted may have meant, the likelier one first."""
    return [other for other in MEANT.get(name, ()) if other in known][:2]
