"""Comments that silence rules: `// structedit-ignore`, and `// ast-grep-ignore` as well.

A comment alone on its line is about the line below it, any other about its own line. One on the first line, with a
blank line below it, is about the whole file. `structedit-ignore: one, two` silences two rules, a comment without
names all of them.

Not here: the findings (`file_scan`).
"""

from __future__ import annotations

from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_start
from structedit.text.values import dataclass
from structedit.tree.source import Source

_IGNORE = regex(r"(?:ast-grep|structedit)-ignore(?![\w-])\s*(?::(?P<ids>[^\n]*))?")
_END_OF_COMMENT = regex(r"\s*(?:\*/|-->|[#%]>|-\}|\*\)|\}\})?\s*\Z")


@dataclass(frozen=True, slots=True)
class IgnoreComment:
    """A comment that silences rules on a line (None for the whole file); `ids` is None for all rules."""

    span: Span
    line: int | None
    ids: frozenset[str] | None

    def silences(self, rule_id: str, line: int) -> bool:
        """Return True if the comment silences findings of a rule that begin on a line."""
        return self.line in (None, line) and (self.ids is None or rule_id in self.ids)


def ignore_comments(source: Source) -> tuple[IgnoreComment, ...]:
    """Return the comments of a file, or of an embedded region, that silence rules."""
    data = source.data
    if b"-ignore" not in data or source.tree is None:
        return ()
    found: list[IgnoreComment] = []
    for whole in source.tree.comments(Span(0, len(data))):
        span = Span(whole.start, whole.start + len(whole.of(data).rstrip()))
        match = _IGNORE.search(to_text(span.of(data)))
        if match is None:
            continue
        ids = None
        if match["ids"] is not None:
            listed = _END_OF_COMMENT.sub("", match["ids"])
            ids = frozenset(one.strip() for one in listed.split(","))
        start = line_start(data, span.start)
        line = source.document.line_of(span.start)
        at: int | None = line
        if not data[start : span.start].strip():
            last = source.document.line_of(max(span.start, span.end - 1))
            at = last + 1
            document = source.document
            is_apart = at <= document.line_count and not document.line_text(at).strip()
            if line == 1 and is_apart:
                at = None  # the first line and a blank one: it is about the whole file
        found.append(IgnoreComment(span, at, ids))
    return tuple(found)
