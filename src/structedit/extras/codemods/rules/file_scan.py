"""The findings of rules in one file, computed by any process from a path to values.

All rules whose words the file has are matched in one pass. A file that no rule can match is not parsed. Embedded code
of another language is matched with the rules for that language.

Not here: which files (`scans`), and matching (`tree.rule_matching`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from structedit.calls.code_patterns import Reading
from structedit.calls.statuses import Reason
from structedit.disk import direct, files, limits
from structedit.disk.ignore_patterns import IgnorePatterns, read_patterns
from structedit.extras.codemods.per_file import Planned, Terms, Untouched, plan_fixes
from structedit.extras.codemods.rewriting import ends_in_separator, runs_of
from structedit.extras.codemods.rules.findings import Finding, FixEdit, MarkedPlace, Stretch
from structedit.extras.codemods.rules.ignore_comments import IgnoreComment, ignore_comments
from structedit.extras.codemods.rules.rule_files import (
    CodeRule,
    Fix,
    Glob,
    RuleText,
    Severity,
    read_rules,
)
from structedit.extras.codemods.rules.transforms import Transform, made_texts
from structedit.extras.codemods.templates import (
    Captured,
    Dialect,
    Laid,
    Piece,
    filled,
    pieces_of,
    text_of,
)
from structedit.extras.codemods.whole_hits import (
    Change,
    Decisions,
    change_of,
    excerpt,
    last_comment,
    made_whole,
)
from structedit.languages.detection import language_of
from structedit.languages.of_project import resolve
from structedit.languages.profiles import LanguageProfile
from structedit.search import embedded
from structedit.search.patterns.pattern_hits import sources
from structedit.text.document import Document, Span, to_bytes, to_text
from structedit.text.errors import FileError, UsageError
from structedit.text.lines import indent_at
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, replace
from structedit.tree.rule_matching import RuleFit
from structedit.tree.source import Source

_PASSED_OVER = frozenset(("not_text", "too_large", "outside_root", "protected"))
"""Codes of files that a walk over folders skips."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a scan looks for: rules as texts, and which of them; the same value for all files.

    `rule_ids` is None for all rules. `severities` override those of the rules.
    """

    texts: tuple[RuleText, ...]
    reading: Reading = Reading.AUTO
    language: str | None = None
    rule_ids: tuple[str, ...] | None = None
    severities: tuple[tuple[str, Severity], ...] = ()
    drop_rest: bool = False
    unused: bool = False
    selectors: bool = True
    languages: tuple[OwnLanguage, ...] = ()
    language_globs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FileScan:
    """The result for one file: findings, ignore comments that silence nothing; or why it was not scanned.

    `fixed` is the file with the fixes of the findings, None if there are none or none were requested.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    unused: tuple[Stretch, ...] = ()
    error: str = ""
    fixed: Planned | Untouched | None = None


@lru_cache(maxsize=4)  # follows from a process working on one scan at a time, and on its tests
def rules_of(asked: Asked) -> tuple[CodeRule, ...]:
    """Return the rules of a scan, parsed once per process.

    Raises:
        UsageError: when one is invalid.
    """

    def profile(language: str) -> LanguageProfile:
        name = resolve(asked.languages, language)
        return Source.of(replace(Document(b"", language=name), languages=asked.languages)).profile

    given = dict(asked.severities)
    only = profile(asked.language).id if asked.language is not None else None
    found: list[CodeRule] = []
    for rule in read_rules(asked.texts, profile, asked.reading):
        severity = given.get(rule.id, given.get("", rule.severity))
        is_wanted = asked.rule_ids is None or rule.id in asked.rule_ids
        if is_wanted and severity is not Severity.OFF and only in (None, rule.language):
            found.append(replace(rule, severity=severity))
    return tuple(found)


def scan_files(
    asked: Asked, root: str, timeout: float | None, terms: Terms | None, paths: Sequence[str]
) -> list[FileScan | None]:
    """Scan some files, in order, and plan the fixes with some terms; None for a file that is skipped."""
    top = direct.real(root)
    with direct.OpenFolder() as folder:
        return [_scan_file(asked, top, folder, timeout, terms, path) for path in paths]


def _scan_file(
    asked: Asked,
    top: str,
    folder: direct.OpenFolder,
    timeout: float | None,
    terms: Terms | None,
    path: str,
) -> FileScan | None:
    try:
        document = Document.from_bytes(files.bytes_in(folder, top, path), path)
    except FileError as error:
        return None if error.code in _PASSED_OVER else FileScan(path, error=error.message)
    globs = asked.language_globs  # a configuration may set languages by path
    named = next((name for glob, name in globs if _patterns(glob).verdict(path)), None)
    if not asked.languages and named is None and language_of(path, document.data) is None:
        return FileScan(path)  # what an unknown language looks like is not worked out for rules
    source = Source.of(replace(document, languages=asked.languages, language=named))
    rules = tuple(rule for rule in rules_of(asked) if is_for(rule, path))
    try:
        found = limits.limited(
            lambda: scan_source(
                source,
                rules,
                drop_rest=asked.drop_rest,
                unused=asked.unused,
                selectors=asked.selectors,
            ),
            source,
            timeout=timeout,
            name=path,
        )
    except FileError as error:
        return FileScan(path, error=error.message)
    edits = [edit for finding in found.findings if (edit := finding.edit) is not None]
    if terms is None or not edits:
        return found
    fixed, left_out = plan_fixes(source, edits, terms)
    findings = tuple(
        replace(one, reason=left_out[one.edit].reason, lost=left_out[one.edit].message)
        if one.edit in left_out
        else one
        for one in found.findings
    )
    return replace(found, findings=findings, fixed=fixed)


def scan_source(
    source: Source,
    rules: tuple[CodeRule, ...],
    *,
    drop_rest: bool = False,
    unused: bool = False,
    selectors: bool = False,
) -> FileScan:
    """Return the findings of rules in one file."""
    path = str(source.document.path)
    if source.profile.grammar is None:
        return FileScan(path)
    here = source.language
    may_hit = [
        rule
        for rule in rules
        if (rule.language == here or source.profile.embedded) and rule.needed.may_be_in(source.data)
    ]
    if not may_hit and not (unused and b"-ignore" in source.data):
        return FileScan(path)
    findings: list[Finding] = []
    left: list[Stretch] = []
    for one in sources(source, None):
        if one.tree is None:
            continue
        of_it = tuple(rule for rule in may_hit if rule.language == one.profile.id)
        comments = ignore_comments(one)
        used: set[IgnoreComment] = set()
        found = list(_found(source, one, of_it, drop_rest))
        for finding in _with_whole_fixes(source, one, found):
            line = finding.place.start[0] + 1
            by = [comment for comment in comments if comment.silences(finding.rule_id, line)]
            used.update(by)
            if not by:
                place = finding.place.span
                named = embedded.selector_at(source, place) if selectors else None
                findings.append(replace(finding, selector=named) if named else finding)
        left += [Stretch.of(source.document, c.span) for c in comments if c not in used]
    findings.sort(key=lambda one: (one.place.span.start, -one.place.span.end))
    return FileScan(path, _without_overlaps(findings), tuple(left) if unused else ())


_New = tuple[tuple[Laid, ...], ...]
"""The new text of each fix of a finding."""


def _found(
    whole: Source, source: Source, rules: tuple[CodeRule, ...], drop_rest: bool
) -> Iterator[tuple[Finding, _New]]:
    """Yield the findings in a file, or in one embedded region, each with the texts of its fixes."""
    tree = source.tree
    if tree is None or not rules:
        return
    faults = [fault.span for fault in tree.faults()]
    for number, fit in tree.rule_fits(tuple(rule.sought for rule in rules)):
        yield _finding(whole, source, rules[number], fit, faults, drop_rest)


def _finding(
    whole: Source, source: Source, rule: CodeRule, fit: RuleFit, faults: list[Span], drop_rest: bool
) -> tuple[Finding, _New]:
    document = whole.document
    texts = _Texts(source, rule, fit)
    own = Stretch.of(document, fit.span)
    new = tuple(texts.laid(fix, place) for fix, place in zip(rule.fixes, fit.places, strict=True))
    fixes = tuple(
        FixEdit(
            own if place == fit.span else Stretch.of(document, place),
            to_text(text_of(laid)),
            fix.title,
        )
        for laid, fix, place in zip(new, rule.fixes, fit.places, strict=True)
    )
    reason, lost = None, ""
    if fixes:
        place = fit.places[0]
        if any(place.contains(fault) or place.overlaps(fault) for fault in faults):
            reason = Reason.BROKEN_TARGET
        elif fit.rest and not drop_rest:
            reason, lost = Reason.UNMATCHED_REST, excerpt(fit.rest[0].of(source.data))
    lines = document.line_range(fit.span)
    shown = tuple(
        (
            name,
            tuple(Stretch.of(document, span) for span in spans if len(span))
            if name in rule.many
            else Stretch.of(document, _hull(spans)),
        )
        for name, spans in fit.captures
    )
    finding = Finding(
        str(document.path),
        rule.id,
        rule.severity,
        texts.put_in(rule.message),
        rule.language,
        own,
        to_text(document.lines_span(lines).of(document.data)).rstrip("\r\n"),
        None,
        rule.note,
        rule.url,
        rule.metadata,
        _labels(document, rule, fit, texts, own),
        shown,
        tuple(texts.made.items()),
        fixes,
        reason,
        lost,
    )
    return finding, new


def _with_whole_fixes(
    whole: Source, source: Source, found: list[tuple[Finding, _New]]
) -> list[Finding]:
    """Keep only fixes after which hits and captures are whole nodes; findings without a fix get the reason."""
    done = [finding for finding, _ in found]
    most = max((len(new) for _, new in found), default=0)
    for which in range(most):
        left = [
            number
            for number, (finding, new) in enumerate(found)
            if finding.reason is None and which < len(new)
        ]
        spans = {number: found[number][0].fixes[which].place.span for number in left}
        left.sort(key=lambda number: (spans[number].start, -spans[number].end))
        while left:  # fixes that overlap are alternatives
            some: list[int] = []
            for number in left:
                start = found[number][0].fixes[which].place.span.start
                if not some or start >= found[some[-1]][0].fixes[which].place.span.end:
                    some.append(number)
            left = [number for number in left if number not in set(some)]
            _make_whole(whole, source, found, done, which, some)
    return done


def _make_whole(
    whole: Source,
    source: Source,
    found: list[tuple[Finding, _New]],
    done: list[Finding],
    which: int,
    some: list[int],
) -> None:
    """Draft the fixes of some findings that do not overlap, and store them in `done`."""
    rows = {found[number][0].fixes[which].place.span: number for number in some}

    def build(decisions: Decisions) -> list[Change]:
        return [
            change_of(source, hit, found[number][1][which], decisions)
            for hit, number in rows.items()
            if not decisions.skips(hit)
        ]

    made = made_whole(build)
    for hit, edit in made.edits:
        finding = done[rows[hit]]
        fixes = list(finding.fixes)
        place = fixes[which].place
        if edit.span != place.span:
            place = Stretch.of(whole.document, edit.span)
        fixes[which] = replace(fixes[which], place=place, new=to_text(edit.new))
        done[rows[hit]] = replace(finding, fixes=tuple(fixes))
    for one in made.refused:
        if which == 0:
            finding = done[rows[one.hit]]
            done[rows[one.hit]] = replace(finding, reason=one.reason, lost=one.message)


def _labels(
    document: Document, rule: CodeRule, fit: RuleFit, texts: _Texts, own: Stretch
) -> tuple[MarkedPlace, ...]:
    captures = dict(fit.captures)
    if rule.labels:
        return tuple(
            MarkedPlace(
                Stretch.of(document, _hull(captures[label.name])),
                label.style,
                texts.put_in(label.message),
            )
            for label in rule.labels
            if label.name in captures
        )
    related = (MarkedPlace(Stretch.of(document, span), "secondary") for span in fit.related)
    return (MarkedPlace(own, "primary"), *related)


class _Texts:
    """The texts of one match: the values of its metavariables, and filled templates."""

    def __init__(self, source: Source, rule: CodeRule, fit: RuleFit) -> None:
        self._source = source
        self._rule = rule
        self._spans = {name: _hull(spans) for name, spans in fit.captures}
        self._nodes = dict(fit.captures)
        self.made = self._made(fit, rule.transforms)

    def put_in(self, text: str) -> str:
        """Replace metavariables in a text by their values; a name without a value stays."""

        def of(match: re.Match[str]) -> str:
            name = match["many"] or match["bare"]
            if name in self.made:
                return self.made[name]
            span = self._spans.get(name)
            return to_text(span.of(self._source.data)) if span is not None else match[0]

        return Dialect.RULE.value.sub(of, text)

    def laid(self, fix: Fix, place: Span) -> tuple[Laid, ...]:
        """Return a fix's template, laid out for a place."""
        return filled(self._source, place, _pieces(fix.template), self._captured)

    def _captured(self, name: str) -> Captured:
        if name in self.made:
            text = to_bytes(self.made[name])
            source = next(t.source for t in self._rule.transforms if t.name == name)
            at = self._spans.get(source, Span(0, 0)).start
            ends = text.rstrip().endswith((b",", b";")) and self._ends(source)
            lead = indent_at(self._source.data, at)
            return Captured(((text, True),) if text else (), lead, has_separator=ends)
        span = self._spans.get(name, Span(0, 0))
        runs = runs_of(self._source, span, ()) if len(span) else ()
        comment = last_comment(self._source, span) if len(span) else b""
        lead = indent_at(self._source.data, span.start)
        several = len(self._nodes.get(name, ())) > 1
        return Captured(runs, lead, span, False, several, comment, self._ends(name))

    def _ends(self, name: str) -> bool:
        return ends_in_separator(self._source, self._nodes.get(name, ()))

    def _made(self, fit: RuleFit, transforms: tuple[Transform, ...]) -> dict[str, str]:
        known = {name: to_text(span.of(self._source.data)) for name, span in self._spans.items()}
        joins = {one.name: one.join_by for one in transforms}
        for name, hits in fit.rewritten:
            source = next(one.source for one in transforms if one.name == name)
            if source in self._spans:
                known[name] = self._rewritten(self._spans[source], hits, joins[name])
        return made_texts(transforms, known)

    def _rewritten(
        self, whole: Span, hits: tuple[tuple[str, RuleFit], ...], join_by: str | None
    ) -> str:
        """Return a capture's text with the hits of rewriters in it replaced; or only those hits, joined."""
        new: list[tuple[Span, str]] = []
        assert self._rule.rewriters is not None
        for name, fit in hits:
            rewriter = self._rule.rewriters[name]
            inner = replace(
                self._rule, transforms=rewriter.transforms, fixes=rewriter.fixes, message=""
            )
            texts = _Texts(self._source, inner, fit)
            text = text_of(texts.laid(rewriter.fixes[0], fit.places[0]))
            new.append((fit.places[0], to_text(text)))
        if join_by is not None:
            return join_by.join(text for _, text in new)
        parts: list[str] = []
        at = whole.start
        for place, replacement in new:
            parts += [to_text(self._source.data[at : place.start]), replacement]
            at = place.end
        return "".join((*parts, to_text(self._source.data[at : whole.end])))


@lru_cache(maxsize=256)  # chosen by judgement: fixes of a folder of rules
def _pieces(template: str) -> tuple[Piece, ...]:
    return pieces_of(template, Dialect.RULE)


def _without_overlaps(findings: list[Finding]) -> tuple[Finding, ...]:
    """Mark the findings whose fix overlaps with one that comes before."""
    done: dict[int, Finding] = {}
    last: tuple[int, str] = (-1, "")
    rows = [(one.edit.span, number) for number, one in enumerate(findings) if one.edit is not None]
    for span, number in sorted(rows, key=lambda row: (row[0].start, -row[0].end, row[1])):
        if span.start < last[0]:
            done[number] = replace(findings[number], reason=Reason.MERGE_CONFLICT, lost=last[1])
        else:
            last = span.end, findings[number].rule_id
    return tuple(done.get(number, one) for number, one in enumerate(findings))


def _hull(spans: tuple[Span, ...]) -> Span:
    return Span(spans[0].start, spans[-1].end)


# Which rules are for a file


@lru_cache(maxsize=512)  # chosen by judgement, as for globs of rules
def _patterns(glob: str) -> IgnorePatterns:
    return read_patterns([glob])


def is_for(rule: CodeRule, path: str) -> bool:
    """Return True if a rule applies to a file: the path matches none of `ignores` and, if any, one of `files`."""
    if any(_fits(glob, path) for glob in rule.ignores):
        return False
    return rule.files is None or any(_fits(glob, path) for glob in rule.files)


def _fits(glob: Glob, path: str) -> bool:
    return _glob(glob).fullmatch(path) is not None


@lru_cache(maxsize=512)  # chosen by judgement: globs of a folder of rules
def _glob(glob: Glob) -> re.Pattern[str]:
    """Compile a rule's glob as ast-grep reads it: `*` is any text, including slashes; `**/` is any folders or none."""
    parts: list[str] = []
    depth = 0
    text = glob.text.removeprefix("./")
    for match in re.finditer(r"\*\*/|\*+|\?|\[!?\]?[^\]]*\]|\\.|[{},]|.", text, re.DOTALL):
        part = match[0]
        if part == "**/":
            part = "(?:.*/)?"
        elif part[0] == "*":
            part = ".*"
        elif part == "?":
            part = "."
        elif part[0] == "[" and len(part) > 1:
            part = (
                "[" + ("^" if part[1] == "!" else "") + part[1:].lstrip("!").replace("\\", "\\\\")
            )
        elif part == "{":
            part, depth = "(?:", depth + 1
        elif part == "}" and depth:
            part, depth = ")", depth - 1
        elif part == "," and depth:
            part = "|"
        else:
            part = re.escape(part.removeprefix("\\") or part)
        parts.append(part)
    try:
        flags = re.DOTALL | (re.IGNORECASE if glob.ignores_case else 0)
        return re.compile("".join(parts), flags)
    except re.error as error:
        raise UsageError(
            f"the glob {glob.text!r} cannot be read: {error}",
            hint="close its brackets; write a literal `[` as `\\\\[`",
        ) from None
