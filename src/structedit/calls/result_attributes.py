"""Suggestions for attributes that results lack, but that callers of other libraries expect.

A missing attribute is always an error; the error names the attribute that is meant.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar

Result = TypeVar("Result")


def _all(words: str, *paths: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(words.split(), paths)


MEANT: dict[str, tuple[str, ...]] = {
    **_all("ok success succeeded successful applied changed done is_ok", "landed"),
    **_all("line lineno line_number start_line first_line start begin", "lines.first"),
    **_all("end_line last_line end", "lines.last"),
    **_all("content contents new_text new_content updated result_text body code source", "text"),
    **_all("error errors exception failure failures reasons", "failed", "diagnosis", "message"),
    **_all("explanation summary msg", "message", "report"),
    **_all("count replaced replacement_count num_replacements", "replacements"),
    **_all("file filename file_path filepath", "path"),
    **_all("symbols definitions functions classes nodes entries", "items", "children"),
    **_all("title label identifier", "name"),
    **_all("type symbol_type node_type", "kind"),
    **_all("id transaction transaction_id undo revert rollback", "undo_id", "selector"),
    **_all("json as_dict dict model_dump asdict", "to_dict"),
    **_all("patch changes", "diff"),
}
"""What names of attributes mean; of several, the first that a result has. Chosen by judgement."""


def suggesting_attributes(result: type[Result]) -> type[Result]:
    """Make the values of a class suggest the right attribute for a wrong one.

    >>> @suggesting_attributes
    ... class Value:
    ...     landed = True
    >>> Value().ok
    Traceback (most recent call last):
    AttributeError: 'Value' object has no 'ok'; did you mean 'landed'?
    """
    result.__getattr__ = _missing  # type: ignore[attr-defined]
    return result


def _missing(value: object, name: str) -> NoReturn:
    kind = type(value)
    ours = [path for path in MEANT.get(name, ()) if hasattr(kind, path.partition(".")[0])]
    if not ours and not name.startswith("_"):
        import difflib

        public = [known for known in dir(kind) if not known.startswith("_")]
        ours = difflib.get_close_matches(name, public, n=1, cutoff=0.7)
    found = next(iter(ours), None)
    hint = f"; did you mean {found!r}?" if found is not None else ""
    raise AttributeError(f"{kind.__name__!r} object has no {name!r}{hint}")
