"""A scan: the findings of rules in many files, and their fixes as one transaction.

Files are scanned by any number of workers; findings come in the order of paths. Fixes are made like the edits of a
rewrite: the gate judges each file, and one undo undoes all of them.

Not here: one file (`file_scan`), the output of findings (`faces.command`).
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Unpack

from structedit.app import guards
from structedit.app.checked_calls import checked
from structedit.app.transactions import Choices
from structedit.calls.arguments import content
from structedit.calls.code_patterns import Reading
from structedit.calls.fields import word
from structedit.calls.printable import printable
from structedit.calls.statuses import JsonValue, Reason, Status
from structedit.disk import files, listing, roots
from structedit.extras.codemods import runs
from structedit.extras.codemods.executors import ALONE, Workers, planners_of
from structedit.extras.codemods.finishing import AS_IT_IS, Finish, finish_of
from structedit.extras.codemods.per_file import SCAN
from structedit.extras.codemods.rules import rule_folders, rule_tests
from structedit.extras.codemods.rules.file_scan import Asked, rules_of, scan_files
from structedit.extras.codemods.rules.findings import Finding, Stretch
from structedit.extras.codemods.rules.rule_files import CodeRule, Severity
from structedit.text.brackets import unmatched_words
from structedit.text.errors import UsageError
from structedit.text.linear_regex import linear
from structedit.text.values import dataclass, replace

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from structedit.extras.codemods.rules.file_scan import FileScan
    from structedit.extras.codemods.rules.rule_tests import TestResult

OnFindings = Callable[[tuple[Finding, ...]], object]
"""Called with the findings of a file, as soon as they are known."""


class ScanJobOptions(runs.WriteOptions, total=False):
    """What rules look for, whichever root it is in, and how their fixes are made."""

    inline_rules: str | None
    rule_ids: Iterable[str]
    filter: str | None
    severities: Iterable[str]
    language: str | None
    reading: str
    globs: Iterable[str]
    unused: bool
    selectors: bool
    drop_rest: bool


class ScanOptions(ScanJobOptions, total=False):
    """Options of `scan` besides the rules: what to look for, the executor, how fixes are made."""

    executor: Executor | None
    jobs: int | None
    root: files.AnyPath | None
    progress: runs.Progress | None
    on_findings: OnFindings | None


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """The findings of rules in files.

    `unused` are comments that silence nothing, by file, if requested. `failed` are files that were not scanned,
    each with the reason. `fixes` is the outcome of making the fixes, None if not requested.
    """

    findings: tuple[Finding, ...]
    searched: int
    rules: int
    unused: tuple[tuple[str, Stretch], ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    fixes: runs.RunOutcome | None = None
    notes: tuple[str, ...] = ()

    @property
    def fixed(self) -> frozenset[str]:
        """The files whose fixes are made, or would be in a dry run."""
        if self.fixes is None or self.fixes.status is not Status.APPLIED:
            return frozenset()
        return frozenset(file.path for file in self.fixes.files if file.failure is None)

    @property
    def barred(self) -> tuple[Finding, ...]:
        """The findings whose fixes were requested but not made, each with its `reason`."""
        return tuple(one for one in self.findings if self.fixes is not None and one.reason)

    @property
    def left(self) -> tuple[Finding, ...]:
        """The findings that no fix removed."""
        fixed = self.fixed
        return tuple(one for one in self.findings if one.edit is None or one.path not in fixed)

    @property
    def has_errors(self) -> bool:
        """True if a finding of the severity `error` remains."""
        return any(one.severity is Severity.ERROR for one in self.left)

    def report(self) -> str:
        """Return the outcome in a few lines: the number of findings, and the result of fixes."""
        counts = Counter(one.severity.value for one in self.findings)
        told = ", ".join(
            f"{counts[one.value]} {one.value}" for one in Severity if counts[one.value]
        )
        looked = f"{self.searched} file{'s' * (self.searched != 1)} searched with {self.rules} rule"
        lines = [f"{looked}{'s' * (self.rules != 1)}: {told or 'nothing found'}"]
        lines += [
            f"  {printable(path)}: not searched: {printable(why)}" for path, why in self.failed
        ]
        lines += [
            f"  {printable(one.path)}:{one.line_range.first}: {printable(one.rule_id)} is not fixed: "
            + printable(one.why_not())
            for one in self.barred
        ]
        if self.fixes is not None and self.fixes.searched:
            lines.append(self.fixes.batch.report())
        lines += [f"note: {printable(note)}" for note in self.notes]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the outcome as JSON values."""
        return {
            "findings": [one.to_dict() for one in self.findings],
            "searched": self.searched,
            "rules": self.rules,
            "unused": [{"file": path, **place.to_dict()} for path, place in self.unused],
            "failed": [{"file": path, "message": why} for path, why in self.failed],
            "fixes": self.fixes.to_dict() if self.fixes is not None else None,
            "notes": list(self.notes),
        }


@checked(ScanOptions)
def scan(
    paths: files.AnyPath | Iterable[files.AnyPath],
    rules: files.AnyPath | Iterable[files.AnyPath] = (),
    *,
    fix: bool = False,
    **options: Unpack[ScanOptions],
) -> ScanOutcome:
    """Look for what rules describe in files and folders, and make their fixes if asked to.

    Rules are YAML in the form of ast-grep's: see docs/rules.md. All rules look at a file in one pass. Where the
    fixes of two findings overlap, that of the first is made.

    Args:
        paths: files and folders; ignored files are left out.
        rules: rule files, folders of them, or a `sgconfig.yml`.
        inline_rules: rules as a text.
        rule_ids: only rules of these ids.
        filter: only rules whose id this regular expression finds.
        severities: other severities than the rules have, as `error` for all or `no-eval=off` for one.
        language: only rules for this language.
        reading: bare, to read patterns as whole files alone, as ast-grep does.
        globs: only files whose path below the root fits one of these, as in `.gitignore`; with `!` in
            front, those that fit are left out. The last one that fits a file counts.
        unused: whether comments that silence nothing are told.
        selectors: whether each finding has the selector of what it stands in, which takes about as long as the rest.
        fix: whether the first fix of each finding is made.
        drop_rest: make fixes too that drop what a rule's pattern says nothing of.
        imports: what each file whose fixes are made must import, as code; added where it does not.
        unimports: names or import statements that are deleted where the fixes leave them unused.
        formatter: a command that formats each file whose fixes are made, before it is written; see `rewrite`.
        executor: who looks, `jobs` processes if left out.
        jobs: how many processes look at most; they are started where they pay.
            None for one a processor. A script that lets them start must be safe to import.
        root: the folder that all files are below, else their repository or common folder.
        partial: write the files that can be, though others are refused.
        dry_run: plan the fixes and show them, write nothing.
        backup: whether what files were is kept, for undo.
        force: accept a critical risk.
        allow_errors: accept new syntax errors.
        progress: is called with the number of files looked at so far, and of all.
        on_findings: is called with the findings of each file that has some, in order.
        timeout: seconds that each file may take, instead of those that its size allows.

    Raises:
        UsageError: when a rule cannot be read, with its file and line, or none is left.
    """
    job = job_of(rules, options, fixing_of(options) if fix else None)
    named, root = files.each(paths), options.get("root")
    top = roots.folder_of(root) if root is not None else roots.common_root(named)
    with planners_of(options.get("executor"), options.get("jobs", 1)) as workers:
        return scanned(
            job, named, top, workers, options.get("progress"), options.get("on_findings")
        )


@dataclass(frozen=True, slots=True)
class Fixing:
    """How the first fix of each finding is made; `once` is the name of a run that is not repeated."""

    choices: Choices
    allow_errors: bool = False
    finish: Finish = AS_IT_IS
    once: str | None = None


@dataclass(frozen=True, slots=True)
class ScanJob:
    """What a scan looks for, in which files, and how fixes are made (None for no fixes)."""

    asked: Asked
    rule_ids: tuple[str, ...] = ()
    filter: str | None = None
    globs: tuple[str, ...] = ()
    timeout: float | None = None
    notes: tuple[str, ...] = ()
    fixing: Fixing | None = None

    def for_root(self, top: str) -> Asked:
        """Return what to look for in a root, with the root's languages.

        Raises:
            UsageError: when a rule is invalid, or none is left.
        """
        own = guards.guard_of(top, None).configuration.languages
        asked = replace(self.asked, languages=own)
        return replace(asked, rule_ids=_chosen(asked, self.rule_ids, self.filter))


def job_of(
    rules: files.AnyPath | Iterable[files.AnyPath],
    options: ScanJobOptions,
    fixing: Fixing | None = None,
) -> ScanJob:
    """Return what `scan` looks for, and how it makes fixes; see there.

    Raises:
        UsageError: when there are no rules.
        FileError: when a named path does not exist.
    """
    texts = rule_folders.rule_texts(files.each(rules), options.get("inline_rules"))
    asked = Asked(
        texts.texts,
        word(Reading, options.get("reading", "auto"), "reading"),
        options.get("language"),
        severities=tuple(map(_severity, options.get("severities", ()))),
        drop_rest=options.get("drop_rest", False),
        unused=options.get("unused", False),
        selectors=options.get("selectors", True),
        language_globs=texts.language_globs,
    )
    return ScanJob(
        asked,
        tuple(options.get("rule_ids", ())),
        options.get("filter"),
        tuple(options.get("globs", ())),
        options.get("timeout"),
        texts.notes,
        fixing,
    )


def fixing_of(options: runs.WriteOptions) -> Fixing:
    """Return how options want fixes to be made; defaults are as in `scan`."""
    finish = finish_of(
        options.get("imports", ()), options.get("formatter"), options.get("unimports", ())
    )
    return Fixing(runs.choices_of(options), options.get("allow_errors", False), finish)


def scanned(
    job: ScanJob,
    named: list[files.AnyPath],
    top: str,
    workers: Workers = ALONE,
    progress: runs.Progress | None = None,
    on_findings: OnFindings | None = None,
) -> ScanOutcome:
    """Scan the files of a root, and make the fixes if the job has any."""
    asked = job.for_root(top)
    is_chosen = listing.chosen_by(job.globs)
    guard = guards.guard_of(top, None)
    paths = [path for path in runs.files_below(guard, named) if is_chosen(path)]
    done: list[FileScan] = []
    fixing = job.fixing
    start = runs.begun(SCAN, top, fixing.choices, fixing.once) if fixing is not None else None
    terms = None
    if fixing is not None and isinstance(start, guards.Guard):
        terms = runs.terms_of(
            start, fixing.choices, allow_errors=fixing.allow_errors, finish=fixing.finish
        )
    look = functools.partial(scan_files, asked, top, job.timeout, terms)
    results: Iterator[FileScan] = runs.results_of(look, paths, workers, progress)
    for one in results:
        if on_findings is not None and one.findings:
            on_findings(one.findings)
        done.append(one)
    rules = rules_of(asked)
    outcome = ScanOutcome(
        tuple(finding for one in done for finding in one.findings),
        len(done),
        len(rules),
        tuple((one.path, place) for one in done for place in one.unused),
        tuple((one.path, one.error) for one in done if one.error),
        notes=(*job.notes, *(said for rule in rules for said in rule.warnings)),
    )
    if fixing is None or start is None:
        ignored = guard.configuration.ignored
        return replace(outcome, notes=(*outcome.notes, *filter(None, (ignored,))))
    fixes = start if isinstance(start, runs.RunOutcome) else _written(fixing, start, done)
    reasons = {edit.reason for edit in fixes.batch.failed}
    said = _open_fixes(rules) if Reason.NEW_SYNTAX_ERROR in reasons else ()
    return replace(outcome, fixes=fixes, notes=(*outcome.notes, *said))


def _open_fixes(rules: tuple[CodeRule, ...]) -> tuple[str, ...]:
    """Return sentences on first fixes that have a bracket without a partner."""
    firsts = ((rule.id, unmatched_words(rule.fixes[0].template)) for rule in rules if rule.fixes)
    return tuple(f"in the fix of {name}, {bracket}" for name, bracket in firsts if bracket)


def _written(fixing: Fixing, guard: guards.Guard, done: list[FileScan]) -> runs.RunOutcome:
    """Write the first fix of each finding, as one transaction."""
    looked = runs.Looked()
    for one in done:
        if one.fixed is not None:
            looked.add(one.fixed)
    return runs.written(SCAN, guard, looked, fixing.choices, fixing.once)


@checked()
def test_rules(
    rules: files.AnyPath | Iterable[files.AnyPath],
    *,
    inline_rules: str | None = None,
    rule_ids: Iterable[str] = (),
    filter: str | None = None,
    language: str | None = None,
    reading: str = "auto",
) -> tuple[TestResult, ...]:
    """Run the tests of rules: each rule's own `valid` and `invalid` texts, and those in test files.

    Args:
        rules: rule files, folders of them, or a `sgconfig.yml`.
        inline_rules: rules as a text.
        rule_ids: only rules of these ids.
        filter: only rules whose id this regular expression finds.
        language: only rules for this language.
        reading: bare, to read patterns as whole files alone, as ast-grep does.

    Raises:
        UsageError: when a rule cannot be read, or a test is of a rule that is not there.
    """
    texts = rule_folders.rule_texts(files.each(rules), inline_rules)
    asked = Asked(texts.texts, word(Reading, reading, "reading"), language)
    known = rules_of(asked)
    asked = replace(asked, rule_ids=_chosen(asked, tuple(rule_ids), filter))
    return rule_tests.results(rules_of(asked), texts.tests, {rule.id for rule in known})


def _chosen(asked: Asked, rule_ids: tuple[str, ...], pattern: str | None) -> tuple[str, ...] | None:
    """Return the ids of the selected rules; None for all.

    Raises:
        UsageError: when a named rule does not exist, or none is left.
    """
    every = [rule.id for rule in rules_of(asked)]
    for name in rule_ids:
        if name not in every:
            from structedit.search.patterns.rule_reading import nearest

            raise UsageError(f"no rule has the id {name!r}", hint=nearest(name, every))
    search = linear(content("filter", pattern)).search if pattern is not None else None
    chosen = tuple(
        name
        for name in every
        if (not rule_ids or name in rule_ids) and (search is None or search(name) is not None)
    )
    if not chosen:
        raise UsageError(
            "no rule is selected", hint="select a rule that is not off and is for these languages"
        )
    return None if len(chosen) == len(every) else chosen


_SEVERITY = re.compile(r"(?:(?P<rule>.+)=)?(?P<severity>[a-z]+)")


def _severity(text: str) -> tuple[str, Severity]:
    match = _SEVERITY.fullmatch(content("severities", text))
    if match is None:
        raise UsageError(f"{text!r} is not a severity", hint="write error, or RULE=error")
    return match["rule"] or "", word(Severity, match["severity"], "severities")
