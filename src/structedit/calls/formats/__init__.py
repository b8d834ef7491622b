"""Text formats in which models write edits, one module each; a text is parsed into requests.

| format | module |
|---|---|
| `search_replace` | blocks of text to find and its replacement |
| `unified` | diffs of `diff -u` and git |
| `v4a` | the `apply_patch` envelope |
| `json` | lists of operations |
| `whole_file` | whole files in fences |

Not here: finding the text (`search`) and files (`disk`).
"""

from __future__ import annotations

from structedit.calls.arguments import content
from structedit.calls.batches import FileRequest
from structedit.calls.formats.answer import Answer
from structedit.text.errors import FormatError, UsageError, shown
from structedit.text.lazily import lazily
from structedit.text.values import dataclass

__getattr__ = lazily(__name__)

FORMATS = ("search_replace", "unified", "v4a", "json", "whole_file")
"""The names of the formats, in the order in which they are tried."""

_OTHER_NAMES = {
    **dict.fromkeys(("diff", "git", "patch"), "unified"),
    "apply_patch": "v4a",
    "blocks": "search_replace",
}


@dataclass(frozen=True, slots=True)
class Parsed:
    """The edits of a text, and the name of its format."""

    format: str
    requests: tuple[FileRequest, ...]


def parse_edits(
    text: str, format: str = "auto", *, path: str | None = None
) -> tuple[FileRequest, ...]:
    """Parse a text of edits; `path` is the file for edits that name none. See `parsed`.

    >>> parse_edits("*** Begin Patch\\n*** Delete File: a.py\\n*** End Patch")
    (DeleteFile(path='a.py', expected=None, line=2),)
    """
    return parsed(text, format, path=path).requests


def parsed(text: str, format: str = "auto", *, path: str | None = None) -> Parsed:
    """Parse a text of edits and name its format.

    Raises:
        FormatError: with the line, and what was expected there. A text is never parsed in part.
        UsageError: when there is no such format.
    """
    answer = Answer.of(content("edits", text))
    from structedit.calls.formats import (
        detect,
        json_edits,
        search_replace,
        unified,
        v4a,
        whole_file,
    )

    modules: tuple[detect.Format, ...] = (search_replace, unified, v4a, json_edits, whole_file)
    formats = dict(zip(FORMATS, modules, strict=True))
    name = "" if format == "auto" else _name_of(format)
    if name == "v4a":
        answer = v4a.outdented(answer)
    try:
        name = name or detect.format_of(answer, path, formats)
    except FormatError:  # an envelope that is indented is one where there is nothing else
        answer = v4a.outdented(answer)
        name = detect.format_of(answer, path, formats)
    reading = formats[name].parse(answer, path)
    if not reading.requests:
        raise FormatError(
            f"the text has no edit in the format {name!r}",
            line=1,
            hint="expected a whole edit: see the grammar of the format",
        )
    detect.refuse_strays(answer, reading, formats.values())
    return Parsed(name, reading.requests)


def require_format(format: str) -> None:
    """Raise if there is no format of this name, before a text is there."""
    if format != "auto":
        _name_of(format)


def _name_of(format: str) -> str:
    plain = content("format", format).replace("-", "_")
    name = _OTHER_NAMES.get(plain, plain)
    if name not in FORMATS:
        raise UsageError(
            f"there is no format {shown(format)}", hint=f"there are: auto, {', '.join(FORMATS)}"
        )
    return name
