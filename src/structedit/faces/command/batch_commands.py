"""Commands on many files: apply, multi-edit, and history, undo, redo, show.

They are written by hand, not generated from the table of arguments: they take a text of edits and a root, and call
`structedit.app.transactions`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from structedit.app import transactions
from structedit.calls.batch_outcomes import BatchOutcome, FileOutcome
from structedit.calls.batch_report import batch_dict, batch_report
from structedit.calls.batches import FileRequest
from structedit.calls.formats import FORMATS
from structedit.calls.printable import json_text, printable
from structedit.calls.statuses import Status
from structedit.disk import limits, roots
from structedit.disk.configuration import VERIFY_SECONDS, CommandHook
from structedit.extras.reflection.outcomes import Verdict
from structedit.extras.reflection.reflecting import command_verdict, configured_check
from structedit.faces.command import output, picking
from structedit.faces.command.carrying_out import EXIT_CODES, batch_exit_code
from structedit.faces.command.exit_codes import DONE, NOT_LANDED
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import (
    FILE,
    allow_option,
    colour_option,
    flag,
    json_option,
    program_options,
    program_wish,
    quiet_option,
    showing_options,
    state_option,
    timeout_option,
    writing_options,
)
from structedit.faces.readings import entry_dict, entry_line
from structedit.text.diff import file_diff, line_changes
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet, raw_edits
from structedit.text.errors import UsageError
from structedit.text.values import replace

_FORMATS_NOTE = (
    "EDITS is a file with search/replace blocks, a unified or git diff, an apply_patch envelope,"
    " a JSON list of operations or whole files, or - for standard input. Prose around it is"
    " ignored."
)
_ALL_OR_NONE = (
    "All edits land, or nothing is written; --partial keeps those that can. Paths are relative to"
    " the root: --root, else the repository of the current folder, else that folder."
)


def build_batch(name: str, summary: str) -> click.Command:
    """Make a command."""
    if name in ("apply", "multi-edit"):
        return _applying(name, summary)
    params: list[click.Parameter] = [_root(), state_option(), json_option()]
    if name == "history":
        params += [
            click.Option(["-n", "most"], type=click.IntRange(1), metavar="N", help="the latest N"),
        ]
        return Command(name, params=params, callback=_history, help=summary)
    id = click.Argument(["id"], required=False, metavar="[ID]")
    callbacks: dict[str, Callable[..., int]] = {
        "undo": partial(_back, "undo"),
        "redo": partial(_back, "redo"),
        "show": _show,
    }
    if name != "show":
        of_file = click.Option(
            ["--path"], type=FILE, metavar="FILE", help="take the latest transaction of this file"
        )
        params += [of_file, allow_option(), *showing_options(), colour_option(), quiet_option()]
    return Command(name, params=[id, *params], callback=callbacks[name], help=summary)


def _applying(name: str, summary: str) -> click.Command:
    params: list[click.Parameter] = [
        click.Argument(["edits"], required=False, default="-", metavar="[EDITS]", type=FILE),
        click.Option(
            ["--edits", "text"], metavar="TEXT", help="the edits themselves, instead of a file"
        ),
        _root(),
        click.Option(
            ["--path"], type=FILE, metavar="FILE", help="the file for edits that name none"
        ),
        flag(["--partial"], help="keep the edits that can land even if others fail"),
        *writing_options(),
        flag(["-v", "--verbose"], help="a line for every edit"),
        colour_option(),
        timeout_option(),
        allow_option(),
        quiet_option(),
        json_option(),
        # `--format` is the format of the edits here.
        *program_options("formatter", ["--formatter"]),
        *program_options("checker", ["--checker"]),
    ]
    params[7:7] = [
        click.Option(
            ["--verify"],
            metavar="COMMAND",
            help="run this in the root afterwards; it must exit with 0; default: as your configuration says",
        ),
        flag(["--no-verify"], help="skip the check that your configuration names"),
        flag(["--rollback"], help="undo the edits if the check fails"),
        click.Option(
            ["--verify-seconds"],
            type=click.FloatRange(0, min_open=True),
            metavar="N",
            help=f"time limit of the check; {VERIFY_SECONDS:g}, or as your configuration says",
        ),
        flag(["-i", "--interactive"], help="ask about each edit, on a terminal"),
    ]
    note = "EDITS is a JSON file with a list of operations, or - for standard input."
    if name == "apply":
        choice = click.Choice(["auto", *(f.replace("_", "-") for f in FORMATS)])
        params.insert(1, click.Option(["--format"], type=choice, default="auto", help="its format"))
        note = _FORMATS_NOTE
    return Command(
        name,
        params=params,
        callback=partial(_apply, name),
        help="\n\n".join((summary, note, _ALL_OR_NONE)),
        short_help=summary,
    )


def _root() -> click.Option:
    return click.Option(
        ["--root"], type=FILE, metavar="DIR", help="the folder that paths are relative to"
    )


def _root_of(root: object) -> str:
    return str(root) if root is not None else roots.root_of(".")


# Applying


def _apply(name: str, **values: Any) -> int:
    _require_sense(values)
    edits, root = str(values["edits"]), _root_of(values["root"])
    format = "json" if name == "multi-edit" else str(values["format"])
    choices = transactions.Choices(
        partial=bool(values["partial"]),
        force=bool(values["force"]),
        dry_run=bool(values["dry_run"] or values["diff"] or values["check"]),
        backup=bool(values["backup"]),
        allow=tuple(values["allow"]),
        timeout=values["timeout"],
        formatter=program_wish("formatter", values),
        checker=program_wish("checker", values),
    )
    limits.end_when_stuck()
    operation = "apply_edits" if name == "apply" else "multi_edit"
    text = str(values["text"]) if values["text"] is not None else text_from(edits)
    if values["interactive"]:
        requests = transactions.parse_edits(text, format, path=values["path"])
        requests = _picked(operation, requests, root, choices)
        batch = transactions.run(operation, requests, root, choices, format=format)
    else:
        batch = transactions.apply_text(
            text, root, choices, operation=operation, format=format, path=values["path"]
        )
    if batch.landed and not choices.dry_run and (check := _check_of(values)) is not None:
        return _verified(batch, root, check, values)
    _print(batch, values)
    would_change = values["check"] and batch.landed and batch.files
    return 1 if would_change else batch_exit_code(batch)


def _require_sense(values: dict[str, Any]) -> None:
    """Refuse options that contradict each other."""
    if values["no_verify"] and values["verify"] is not None:
        raise UsageError("--no-verify contradicts --verify", hint="leave one out")
    if values["rollback"] and _check_of(values) is None:
        raise UsageError("--rollback needs a check", hint="pass --verify COMMAND")
    if values["rollback"] and not values["backup"]:
        raise UsageError("without a backup nothing can be undone", hint="leave one out")
    if values["interactive"] and (
        values["edits"] == "-" or sys.stdin is None or not sys.stdin.isatty()
    ):
        raise UsageError(
            "--interactive asks on a terminal", hint="pass the edits as a file, on a terminal"
        )


def _picked(
    operation: str,
    requests: tuple[FileRequest, ...],
    root: str,
    choices: transactions.Choices,
) -> tuple[FileRequest, ...]:
    """Ask about each edit on the terminal."""
    dry = replace(choices, dry_run=True, partial=True, checker=False)

    def planned(some: tuple[FileRequest, ...]) -> BatchOutcome:
        return transactions.run(operation, some, root, dry)

    return picking.picked(requests, planned, ask_on_terminal, show_on_terminal)


def ask_on_terminal(question: str) -> str:
    """Ask a question on the terminal, and return the answer."""
    return str(click.prompt(question, prompt_suffix="", default="?", show_default=False))


def show_on_terminal(text: str) -> None:
    """Show a diff or a help text for a question."""
    output.shown_diff(text, "auto")


def _check_of(values: dict[str, Any]) -> CommandHook | None:
    """Return the check after a batch: the caller's, else the one of the user's own configuration."""
    seconds = values["verify_seconds"]
    if values["verify"] is not None:
        return CommandHook(str(values["verify"]), float(seconds or VERIFY_SECONDS))
    check = None if values["no_verify"] else configured_check(_root_of(values["root"]))
    return check if check is None or seconds is None else replace(check, seconds=float(seconds))


def _verified(batch: BatchOutcome, root: str, check: CommandHook, values: dict[str, Any]) -> int:
    """Run the check after a batch that landed. With `--rollback`, undo the batch if the check fails."""
    verdict = command_verdict(check.command, root, check.seconds)
    undone: BatchOutcome | None = None
    if not verdict.passed and values["rollback"] and batch.undo_id is not None:
        undone = transactions.undo(batch.undo_id, root)
    back = undone is not None and undone.landed
    if values["as_json"]:
        found = batch_dict(batch)
        output.json_object({**found, "verdict": verdict.to_dict(), "taken_back": back})
    elif verdict.passed:
        _print(batch, values)
        if not values["quiet"]:
            output.text(f"{verdict.report()}\n")
    else:
        _print_failed(batch, verdict, undone)
    if verdict.passed:
        return batch_exit_code(batch)
    return EXIT_CODES[Status.REFUSED] if back else NOT_LANDED


def _print_failed(batch: BatchOutcome, verdict: Verdict, undone: BatchOutcome | None) -> None:
    output.error(printable(verdict.report()) + "\n")
    if undone is None:
        how = f"; undo with id {batch.undo_id}" if batch.undo_id is not None else ""
        output.error(f"the edits are kept{how}\n")
    elif undone.landed:
        output.error("the edits were undone\n")
    else:
        output.error(f"the edits could not be undone\n{batch_report(undone)}\n")


def _print(batch: BatchOutcome, values: dict[str, Any]) -> None:
    if values["as_json"]:
        output.json_object(batch_dict(batch))
        return
    report = batch_report(batch, verbose=bool(values.get("verbose"))) + "\n"
    if not batch.landed:
        output.error(report)
    elif values.get("diff") or values["quiet"]:
        if values.get("diff"):
            _print_diff(batch, values)
        output.warnings(batch.warnings)
    else:
        output.text(report)
        if batch.dry_run and not values.get("check"):
            output.shown_diff(batch.diff, str(values["color"]))


def _print_diff(batch: BatchOutcome, values: dict[str, Any]) -> None:
    """Print the diff of the files' bytes, so that it applies whatever their encoding."""
    diff = b"".join(raw_diff(file) for file in batch.files)
    output.diff(diff, str(values["color"]))


def raw_diff(file: FileOutcome) -> bytes:
    """Return a file's change as a diff of its bytes, as git writes it."""
    before = None if file.before is None else file.before.encode()
    after = None if file.after is None else file.after.encode()
    if file.before is not None and file.after is not None:
        edits = raw_edits(file.before, file.after, file.edits)
    else:
        edits = EditSet.of([Edit(Span(0, len(before or b"")), after or b"")])
    changes = line_changes(before or b"", edits)
    return file_diff(before, after, changes, file.path, file.moved_from)


# History


def _history(**values: Any) -> int:
    root, state = _root_of(values["root"]), values["state"]
    entries = transactions.history(root, most=values["most"], state=state)
    undone = transactions.undone_ids(root, state)
    if values["as_json"]:
        output.json_object([entry_dict(entry, undone) for entry in entries])
    else:
        output.text("".join(f"{entry_line(entry, undone)}\n" for entry in entries))
        note = "" if entries else transactions.no_transaction(root)
        note = transactions.cut_off(root, state) or note
        output.error(f"{note}\n" if note else "")
    return DONE


def _back(name: str, **values: Any) -> int:
    run = transactions.undo if name == "undo" else transactions.redo
    batch = run(
        values["id"],
        values["root"],
        path=values["path"],
        dry_run=bool(values["dry_run"] or values["diff"]),
        allow=values["allow"],
        state=values["state"],
    )
    _print(batch, values)
    return batch_exit_code(batch)


def _show(**values: Any) -> int:
    root, id, state = _root_of(values["root"]), values["id"], values["state"]
    if id is None:
        latest = transactions.history(root, most=1, state=state)
        if not latest:
            error = transactions.no_transaction(root)
            raise UsageError(
                error, hint="every edit that is written makes one; --root names its root"
            )
        id = latest[0].id
    if not id.strip():
        raise UsageError("the id is empty", hint="see history")
    entry, diff = transactions.show(id, root, state=state)
    undone = transactions.undone_ids(root, state)
    if values["as_json"]:
        output.json_object({**entry_dict(entry, undone), "diff": json_text(diff)})
    else:
        output.text(f"{entry_line(entry, undone)}\n")
        output.shown_diff(diff, "auto")
    return DONE
