"""Other names of arguments, as data: those that are accepted, and those that are only pointed at.

A name is accepted where it can mean one thing alone. What might mean two is an error which names
both: to take `content` for `new` in `str_replace` could write a whole file in the place of a line.
"""

from __future__ import annotations

from collections.abc import Collection


def _all(words: str, *names: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(words.split(), names)


ALIASES: dict[str, tuple[str, ...]] = {
    **_all("path file file_path filename filepath file_name target_file old_path", "path", "paths"),
    **_all("dir directory folder", "paths"),
    **_all("content contents file_text file_content insert_text text_to_insert", "text"),
    **_all("patch unified_diff", "diff", "edits"),
    **_all("diff", "diff", "edits"),
    **_all("patches changes operations", "edits"),
    **_all("new_path move_to to_path destination", "to"),
    **_all("old old_str old_string old_text search", "old", "pattern"),
    **_all("old_content old_code old_value original original_text", "old", "pattern"),
    **_all("search_text search_string find_text", "old", "pattern"),
    **_all("new new_str new_string new_text replace", "new", "text"),
    **_all("new_content new_code new_value", "new", "text"),
    **_all("replacement replacement_text replace_text replace_with", "new"),
    **_all("new_body", "new"),
    **_all("after_content after_hint after_string after_text", "after"),
    **_all("before_content before_hint before_string before_text", "before"),
    **_all("start_content start_text", "start"),
    **_all("end_content end_text", "end"),
    **_all("function_hint in_function", "within"),
    **_all("function function_name method method_name class_name", "selector", "within"),
    **_all("between_hint", "between"),
    **_all("line_hint", "near_line"),
    **_all("line line_range line_numbers", "lines"),
    **_all("position", "at"),
    **_all("expected_replacements expected_occurrences", "expected_count"),
    **_all("all replace_every", "replace_all"),
    **_all("fuzzy_whitespace", "match"),
    **_all("limit max_results head_limit max_hits", "most"),
    **_all("context_lines lines_of_context", "around"),
    **_all("max_depth", "depth"),
    **_all("kind", "kinds"),
    **_all("undo_id transaction transaction_id", "id"),
}
"""Other names, in snake_case, and what they mean: the first that the operation takes."""

OF_BLOCKS: dict[str, tuple[str, ...]] = {
    **_all("target symbol symbol_name name name_path block node definition", "selector"),
    **_all("content contents code text", "new"),
}
"""Further ones where an operation is about one block and no text or second block is named."""

OF_BODIES: dict[str, tuple[str, ...]] = {**OF_BLOCKS, **_all("body function_body", "new")}
"""The same where it is about its body and no other part."""

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
    **_all("preview simulate", "dry_run"),
    **_all("glob include file_pattern root", "paths"),
    **_all("level levels", "depth"),
    **_all("type types symbols", "kinds"),
    **_all("input edit blocks search_replace", "edits"),
    **_all("atomic", "partial"),
    **_all("version", "expected_version", "id"),
    **_all("session since", "scope"),
}
"""What a name that is not accepted may have meant; the first two that the operation takes."""


def accepted(name: str, known: Collection[str]) -> str | None:
    """Give the argument that a name in snake_case means, among those of an operation.

    >>> accepted("target", ("path", "selector", "new", "part")), accepted("target", ("old", "new"))
    ('selector', None)
    """
    names = (name, *ALIASES.get(name, ()), *_further(known).get(name, ()))
    return next((other for other in names if other in known), None)


def _further(known: Collection[str]) -> dict[str, tuple[str, ...]]:
    if "selector" not in known or "old" in known or "of" in known:
        return {}
    return OF_BLOCKS if "part" in known else OF_BODIES


def meant(name: str, known: Collection[str]) -> list[str]:
    """Give what a name that is not accepted may have meant, the likelier one first."""
    return [other for other in MEANT.get(name, ()) if other in known][:2]
