"""Language rules that no grammar checks: an edit that breaks one is refused.

A string must end on its line, `break` needs a loop around it, imports must precede other code. The rules are data
(``rules.scm`` of a language); `tree.breaches` finds the nodes that break them. This module decides whether the edit
is the cause, and writes the refusal.
"""

from __future__ import annotations

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.tree.breaches import Breach
from structedit.tree.source import Source

_NEAR = 400
"""Bytes between two edits that are checked as one place, as in `judge.change`.

Chosen by judgement: two places cost more than the text between them.
"""

_SHOWN = 60
"""Characters of a line that a message shows. Chosen by judgement."""


def broken_rule(before: Source, after: Source, edits: EditSet) -> Refusal | None:
    """Refuse an edit that breaks a rule of the language where the old content kept it."""
    if before.tree is None or after.tree is None or not after.profile.verify.rules:
        return None
    stretches = edits.stretches(_NEAR)
    found = after.tree.breaches([*(new for _, new in stretches), *after.tree.changed])
    near = before.tree.breaches([old for old, _ in stretches]) if found else []
    kept = {(breach.rule, edits.map_span(breach.node)) for breach in near}
    found = [breach for breach in found if (breach.rule, breach.node) not in kept]
    if not found:
        return None
    # What is near an edit may look out of order where the order of the whole file allows it.
    certain = {(breach.rule, breach.node) for breach in after.tree.breaches()}
    known = before.tree.breaches()
    kept = {(breach.rule, edits.map_span(breach.node)) for breach in known}
    for breach in found:
        if (breach.rule, breach.node) in kept or (breach.rule, breach.node) not in certain:
            continue
        # Rewritten lines that broke the rule before may go on breaking it.
        was_broken = any(
            new.overlaps(breach.node)
            and any(old.overlaps(one.node) and one.rule == breach.rule for one in known)
            for old, new in stretches
        )
        if not was_broken:
            return _refusal(after, breach)
    return None


def _refusal(after: Source, breach: Breach) -> Refusal:
    document = after.document
    kind, _, detail = breach.rule.partition(".")
    words = detail.replace("_", " ")
    line = document.line_of(breach.at.start)
    if kind == "one_line":
        message = (
            f"the string that begins at line {document.line_of(breach.node.start)} of the result contains a line break,"
            f" but must end on its line: {_shown(after, breach.node)!r}"
        )
        fix = "keep the string on one line"
        if detail != "verbatim":
            fix = "write the line break as an escape (\\n), or " + fix
    elif kind == "needs":
        article = "an" if words[0] in "aeiou" else "a"
        message = f"{_shown(after, breach.at)!r} at line {line} of the result needs {article} {words} around it"
        fix = f"keep it inside {article} {words}, or remove it in the same edit"
    elif kind == "order":
        assert breach.above is not None
        message = (
            f"{_shown(after, breach.at)!r} at line {line} of the result must be above"
            f" {_shown(after, breach.above)!r} at line {document.line_of(breach.above.start)}"
        )
        fix = "put the new text below it, or move it in the same edit"
    else:
        message = f"{words}: {_shown(after, breach.at)!r} at line {line} of the result"
        fix = "correct the new text"
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        message,
        f"{fix}, or pass allow_errors to write it anyway",
        breach.at,
    )


def _shown(source: Source, span: Span) -> str:
    """Return the first line of a span, shortened."""
    text = span.of(source.data).decode("utf-8", "replace").strip()
    first = text.splitlines()[0].strip() if text else ""
    return first if len(first) <= _SHOWN else first[: _SHOWN - 1] + "…"
