"""structedit: every edit lands on the right node, or the caller learns exactly why not.

The names below are loaded when they are first used, so that importing the package is cheap.
"""

from __future__ import annotations

from importlib import import_module

_HOMES = {
    "structedit.api": (
        "check delete_block find get_region insert move_block outline replace_all replace_block"
        " replace_function_body str_replace unwrap wrap"
    ),
    "structedit.errors": "FileError ProfileError SelectorError StructEditError UsageError",
    "structedit.model.outcomes": "Diagnosis Outcome Reason Risk Status",
    "structedit.model.places": "Anchor AnchorRange Attach Hints Landmark Lines Part Place Selector",
    "structedit.model.requests": (
        "DeleteBlock Insert Match MoveBlock Options ReplaceAll ReplaceBlock ReplaceFunctionBody"
        " StrReplace Unwrap Wrap"
    ),
    "structedit.reading": "Check Outline OutlineItem Region",
    "structedit.syntax.source": "Source",
    "structedit.text.document": "Document LineRange Span",
    "structedit.text.edit": "Edit EditSet",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__version__ = "0.1.0"
__all__ = sorted(_HOME_OF)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
