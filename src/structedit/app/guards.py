"""The rules between planning and writing: protected files, and hooks.

A hook before an edit may refuse it or replace the file's text; then that text is judged as an edit of the planned
one, so that it passes the same gate. Commands of the user's configuration run first, then callables. They run in dry
runs too, and the proposal says so; hooks after an edit do not. The first time that a command runs in a root, the
outcome says so, since the program it runs may be a file that an edit has changed.

A command reads a proposal as JSON. It denies with the exit code 2 (its standard error says why) or with
`{"decision": "deny", "reason": …}`, and changes the text with `{"text": …}`. Any other failure denies as well, since
the command's answer is unknown.

Not here: planning (`plan`), and writing (`disk`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.hooks import (
    NO_HOOKS,
    Allow,
    Decision,
    Deny,
    Hooks,
    PostHook,
    PreHook,
    Proposal,
)
from structedit.calls.outcomes import Outcome
from structedit.calls.requests import DEFAULTS, Options
from structedit.calls.statuses import Action, Reason, Status
from structedit.disk import configuration, programs, protected
from structedit.disk.configuration import NOTHING_SAID, CommandHook, Configuration
from structedit.languages.kinds import BODIED
from structedit.plan.one_request import judge
from structedit.plan.results import Planned
from structedit.text.diff import line_changes, line_totals, unified_diff
from structedit.text.document import Document, Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import FileError
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import FileOutcome


_DENIES = 2
_MOST_COMPLAINT = 2_000
"""Letters of a hook's output that a refusal repeats. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Guard:
    """The rules of a root, and the hooks of a caller.

    `tools` is True for an agent's tool, for which more places are protected; `allow` are protected places that it may
    edit all the same.
    """

    root: str
    configuration: Configuration = NOTHING_SAID
    hooks: Hooks = NO_HOOKS
    tools: bool = False
    allow: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """True if there is a hook to call before an edit."""
        return bool(self.configuration.commands.pre_edit or self.hooks.pre_edit)

    @property
    def before(self) -> tuple[PreHook, ...]:
        """All hooks that are called before an edit, in order."""
        commands = self.configuration.commands.pre_edit
        return (*(partial(_command_decision, hook) for hook in commands), *self.hooks.pre_edit)

    @property
    def behind(self) -> tuple[PostHook, ...]:
        """All hooks that are called after an edit, in order."""
        commands = self.configuration.commands.post_edit
        return (*(partial(_command_complaint, hook) for hook in commands), *self.hooks.post_edit)

    def notes(self) -> tuple[str, ...]:
        """Messages for an outcome whose hooks were called: ignored settings of the repository, new hooks."""
        commands = self.configuration.commands.pre_edit
        return (*filter(None, (self.configuration.ignored,)), *_new_here(commands, self.root))


def guard_of(
    root: str, hooks: Hooks | None = None, *, tools: bool = False, allow: tuple[str, ...] = ()
) -> Guard:
    """Read the rules of a root.

    Raises:
        UsageError: when its configuration is invalid.
        FileError: when the configuration is not a readable file.
    """
    said = configuration.load(root)
    return Guard(root, said, hooks or NO_HOOKS, tools, (*said.allow, *allow))


def protection_of(guard: Guard, path: str) -> FileError | None:
    """Return the error for a path below the root that may not be edited at all."""
    if guard.configuration.protects(path):
        return FileError(
            f"{path!r} is protected by the configuration",
            hint=f"it matches a `protect` pattern of {guard.configuration.file}",
            code="protected",
        )
    return protected.tools_refusal(path, guard.allow) if guard.tools else None


# Before an edit


def approved(
    guard: Guard, path: str, outcome: Outcome, options: Options = DEFAULTS, *, dry_run: bool
) -> Outcome:
    """Ask the hooks about a planned edit of one file; return it, possibly changed, or a refusal."""
    assert outcome.result is not None
    if configuration.changes_configuration(path, outcome.before.text, outcome.result.text):
        return _refusal(outcome, _own_configuration(path), Reason.PROTECTED)
    if guard.asks:
        outcome = _asked_about(guard, path, outcome, options, dry_run=dry_run)
    return replace(outcome, warnings=(*outcome.warnings, *guard.notes()))


def _asked_about(
    guard: Guard, path: str, outcome: Outcome, options: Options, *, dry_run: bool
) -> Outcome:
    """Ask the hooks about a planned edit in turn, each about the text that the previous one left."""
    proposal = _edit_proposal(guard, path, outcome, dry_run=dry_run)
    for hook in guard.before:
        found = hook(proposal)
        if isinstance(found, Deny):
            return _refusal(outcome, _denial(found, hook), Reason.HOOK_DENIED)
        if found is None or found.text is None or found.text == proposal.text_after:
            continue
        outcome = with_text(outcome, found.text, options, _HOOK)
        if outcome.status is Status.APPLIED:
            outcome = replace(outcome, warnings=(*outcome.warnings, f"{_HOOK} changed the text"))
        if not outcome.landed or outcome.result is None:
            return outcome
        proposal = replace(proposal, text_after=outcome.result.text, diff=outcome.diff)
    return outcome


def _edit_proposal(guard: Guard, path: str, outcome: Outcome, *, dry_run: bool) -> Proposal:
    """Return what an edit does to its file, as hooks see it."""
    data = outcome.before.data
    diff = outcome.diff or to_text(unified_diff(data, line_changes(data, outcome.edits), path))
    return Proposal(
        "pre_edit",
        outcome.operation,
        guard.root,
        path,
        Action.EDITED.value,
        outcome.language,
        outcome.before.text,
        outcome.text,
        diff,
        outcome.risk.value,
        dry_run,
    )


def approved_file(guard: Guard, operation: str, file: FileOutcome, *, dry_run: bool) -> FileOutcome:
    """Ask the hooks about one file of a batch; a refusal becomes the file's `failure`."""
    old = file.before.text if file.before is not None else None
    new = file.after.text if file.after is not None else None
    names = {file.path, file.moved_from or file.path}
    moved = file.moved_from is not None
    if any(configuration.changes_configuration(n, old, None if moved else new) for n in names):
        return _refused_file(file, operation, _own_configuration(file.path), Reason.PROTECTED)
    if not guard.before:
        return file
    proposal = proposal_of(guard, operation, file, dry_run=dry_run)
    for hook in guard.before:
        found = hook(proposal)
        if isinstance(found, Deny):
            return _refused_file(file, operation, _denial(found, hook), Reason.HOOK_DENIED)
        if found is None or found.text is None or found.text == proposal.text_after:
            continue
        file = file_with_text(file, operation, found.text, _HOOK)
        if file.failure is not None:
            return file
        file = replace(file, warnings=(*file.warnings, f"{_HOOK} changed the text"))
        proposal = proposal_of(guard, operation, file, dry_run=dry_run)
    return file


def proposal_of(guard: Guard, operation: str, file: FileOutcome, *, dry_run: bool) -> Proposal:
    """Return what happens to a file of a batch, as hooks see it."""
    shown = file.after or file.before
    return Proposal(
        "pre_edit",
        operation,
        guard.root,
        file.path,
        file.action.value,
        Source.of(shown).language if shown is not None else None,
        file.before.text if file.before is not None else None,
        file.after.text if file.after is not None else None,
        file.diff,
        file.risk.value,
        dry_run,
        file.moved_from,
    )


def with_text(outcome: Outcome, text: str, options: Options, by: str) -> Outcome:
    """Replace the planned text of an outcome by another one, judged as an edit of the planned text.

    `by` is the author of the text, as a part of sentences.
    """
    assert outcome.result is not None
    source = Source.of(outcome.before)
    planned = source.edited(outcome.edits)
    change = _change(planned.data, text)
    hull = outcome.edits.new_hull() if outcome.edits else Span(0, len(planned.data))
    found = _judged(planned, change, hull, outcome.operation, options, by)
    if not found.landed:
        said = (
            found.message
            if by in found.message
            else f"with the text that {by} returned, {found.message}"
        )
        return replace(found, before=outcome.before, language=outcome.language, message=said)
    whole = outcome.edits.then(change).refined(source.data)
    if not whole:
        return replace(
            outcome,
            status=Status.UNCHANGED,
            reason=Reason.NO_CHANGE,
            message=f"{by} restored the old text: the file stays as it is",
            result=outcome.before,
            edits=whole,
            spans=(),
            diff="",
            region=None,
            lines_added=0,
            lines_removed=0,
        )
    span = Span(0, len(source.data))
    described = judge(
        source,
        outcome.operation,
        replace(options, force=True, expected_version=None),
        Planned(
            whole,
            span,
            outcome.tier,
            replacements=outcome.replacements,
            alike=outcome.replacements,
        ),
    )
    return replace(
        described,
        method=outcome.method,
        selector=outcome.selector,
        attached=outcome.attached,
        kept=outcome.kept,
        request=outcome.request,
        warnings=outcome.warnings,
    )


_HOOK = "a pre_edit hook"


def _judged(
    planned: Source, change: EditSet, hull: Span, operation: str, options: Options, by: str
) -> Outcome:
    """Judge a hook's or formatter's text as an edit of the planned text: it may do no damage.

    Hooks format and complete. One that drops a definition, or half of a file, has failed.
    """
    after = planned.edited(change)
    lost = sorted(_names(planned) - _names(after))
    if lost:
        message = f"the text that {by} returned no longer has {lost[0]}"
        diagnosis = Diagnosis(message, f"mend {by.removeprefix('a pre_edit ')}")
        reason = Reason.LOST_DEFINITION
        return Outcome(
            Status.REFUSED, operation, planned.document, reason, message, diagnosis=diagnosis
        )
    halved = len(after.data) < len(planned.data) / 2
    return judge(planned, operation, options, Planned(change, hull, by_text=halved))


def _names(source: Source) -> set[str]:
    tree = source.tree
    found = tree.definitions() if tree is not None else ()
    return {".".join(block.path) for block in found if block.kind in BODIED}


def _change(data: bytes, text: str) -> EditSet:
    whole = EditSet.of([Edit(Span(0, len(data)), to_bytes(text))])
    return whole.refined(data) if to_bytes(text) != data else EditSet()


def file_with_text(file: FileOutcome, operation: str, text: str, by: str) -> FileOutcome:
    """Replace the planned text of a file in a batch, judged as in `with_text`."""
    if file.after is None:
        return _refused_file(
            file,
            operation,
            (f"{by} returned text for a file that is deleted", "deny it instead"),
            Reason.HOOK_DENIED,
        )
    planned = Source.of(file.after)
    change = _change(planned.data, text)
    hull = file.edits.new_hull() if file.edits else Span(0, len(planned.data))
    found = _judged(planned, change, hull, operation, DEFAULTS, by)
    if not found.landed:
        return replace(file, failure=found)
    after = file.after.with_data(to_bytes(text))
    if file.before is None:
        edits = EditSet.of([Edit(Span(0, 0), after.data)] if after.data else [])
    else:
        edits = file.edits.then(change).refined(file.before.data)
    old = file.before.data if file.before is not None else None
    changes = line_changes(old or b"", edits)
    added, removed = line_totals(old or b"", changes)
    return replace(
        file,
        after=after,
        edits=edits,
        lines_added=added,
        lines_removed=removed,
    )


# Refusals

_Words = tuple[str, str]
"""A message and a fix."""


def _own_configuration(path: str) -> _Words:
    return (
        f"{path!r} holds the configuration of structedit, which protects other files",
        "change it by hand",
    )


def _denial(deny: Deny, hook: PreHook) -> _Words:
    said = deny.reason.strip() or "it gave no reason"
    return (
        f"the pre_edit hook {_name(hook)} denied the edit: {said}",
        "follow it, then send the edit again",
    )


def _name(hook: Callable[[Proposal], object]) -> str:
    if isinstance(hook, partial):
        return f"`{programs.shown(hook.args[0].command)}`"
    return str(getattr(hook, "__name__", hook))


def _refusal(outcome: Outcome, words: _Words, reason: Reason) -> Outcome:
    message, fix = words
    return Outcome(
        Status.REFUSED,
        outcome.operation,
        outcome.before,
        reason,
        message,
        language=outcome.language,
        diagnosis=Diagnosis(message, fix),
        request=outcome.request,
    )


def _refused_file(file: FileOutcome, operation: str, words: _Words, reason: Reason) -> FileOutcome:
    document = file.before or file.after or Document(b"", file.path)
    message, fix = words
    failure = Outcome(
        Status.REFUSED, operation, document, reason, message, diagnosis=Diagnosis(message, fix)
    )
    return replace(file, failure=failure)


# After an edit


def call_post_hooks(guard: Guard, proposals: Iterable[Proposal]) -> tuple[str, ...]:
    """Run the hooks after an edit; return their complaints, which undo nothing."""
    complaints: list[str] = []
    for proposal in proposals:
        after = replace(proposal, event="post_edit", dry_run=False)
        for hook in guard.behind:
            said = hook(after)
            if isinstance(hook, partial) and isinstance(said, str):
                complaints.append(f"{after.path}: the post_edit hook {_name(hook)} {said}")
    return (*complaints, *_new_here(guard.configuration.commands.post_edit, guard.root))


def posted(guard: Guard, path: str, outcome: Outcome) -> Outcome:
    """Run the hooks after a written edit of one file."""
    if not guard.behind:
        return outcome
    proposal = _edit_proposal(guard, path, outcome, dry_run=False)
    return replace(outcome, warnings=(*outcome.warnings, *call_post_hooks(guard, [proposal])))


# Commands


def _new_here(commands: Iterable[CommandHook], root: str) -> Iterator[str]:
    """Yield messages on commands that have run in a root for the first time."""
    for hook in commands:
        if programs.is_first(root, hook.command):
            yield (
                "a hook of your configuration ran in this root for the first time; files of the root that"
                f" it uses are as edits have left them: `{programs.shown(hook.command)}`"
            )


def _command_decision(hook: CommandHook, proposal: Proposal) -> Decision:
    ran = _ran(hook, proposal)
    if isinstance(ran, str):
        return Deny(ran)
    if ran.code == _DENIES:
        return Deny(_shortened(ran.errors) or _shortened(ran.output) or "exit code 2")
    if ran.code != 0:
        return Deny(f"it {_failure(hook, ran)}, so its decision is not known")
    return _decision(ran.output)


def _command_complaint(hook: CommandHook, proposal: Proposal) -> str | None:
    ran = _ran(hook, proposal)
    if isinstance(ran, str):
        return ran
    return None if ran.code == 0 else _failure(hook, ran)


def _ran(hook: CommandHook, proposal: Proposal) -> programs.Ran | str:
    import json

    given = json.dumps(proposal.to_dict())
    try:
        return programs.run(hook.command, proposal.root, hook.seconds, given=given, exact=True)
    except FileError as error:
        return error.message


def _failure(hook: CommandHook, ran: programs.Ran) -> str:
    if ran.code is None:
        return f"took longer than {hook.seconds:g} s"
    said = _shortened(ran.errors) or _shortened(ran.output)
    return f"failed with exit code {ran.code}" + (f": {said}" if said else "")


def _shortened(text: str) -> str:
    return text.strip()[:_MOST_COMPLAINT]


def _decision(output: str) -> Decision:
    """Parse the decision that a command printed: nothing, or one JSON object."""
    if not output.strip():
        return None
    import json

    try:
        found = json.loads(output)
    except ValueError:
        return Deny(f"its output is not a decision: {_shortened(output)[:200]!r}")
    if not isinstance(found, dict) or set(found) - {"decision", "reason", "text"}:
        return Deny("its JSON is not an object with `decision`, `reason` and `text`")
    decision, reason, text = (found.get(key) for key in ("decision", "reason", "text"))
    if decision == "deny":
        return Deny(str(reason or ""))
    if decision not in (None, "allow") or not isinstance(text, str | None):
        return Deny("its decision is neither `allow` nor `deny`, or its `text` is not a string")
    if text is not None and not _can_be_written(text):
        return Deny("its `text` has half of a surrogate pair")
    return Allow(text)


def _can_be_written(text: str) -> bool:
    try:
        to_bytes(text)
    except UnicodeEncodeError:
        return False
    return True
