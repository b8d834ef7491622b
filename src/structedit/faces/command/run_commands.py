"""The commands `rewrite` and `run`: one query or script over many files."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from structedit.calls.batch_report import batch_report
from structedit.calls.code_patterns import PATTERN_ARGUMENTS
from structedit.calls.outcomes import Outcome
from structedit.calls.printable import printable
from structedit.calls.statuses import Fate, Status
from structedit.disk import limits
from structedit.extras.codemods import executors, runs
from structedit.extras.codemods.finishing import finish_of
from structedit.faces.command import batch_commands, output, picking
from structedit.faces.command.carrying_out import batch_exit_code, pattern_tree
from structedit.faces.command.exit_codes import DONE, REFUSED
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import (
    FILE,
    colour_option,
    executor_options,
    finish_options,
    flag,
    json_option,
    only_one,
    pattern_options,
    planners_option,
    quiet_option,
    timeout_option,
    writing_options,
)
from structedit.faces.command.shell_lines import with_undo
from structedit.text.errors import UsageError
from structedit.text.values import replace

_NOTES = {
    "rewrite": (
        "A pattern is code in which $A stands for a node, $$$A for any number of them, also in"
        " its template, where all else is literal. A hit with code or comments that the"
        " pattern does not mention is left as it is and listed, unless --drop-rest. Files whose language"
        " the query or pattern does not fit are skipped."
    ),
    "run": (
        "SCRIPT is a Python file that defines edit(tree), which returns edits made by nodes of"
        " the tree: tree.find(SELECTOR), tree.definitions(), tree.blocks(), tree.query(QUERY)."
    ),
}
_ONE_UNDO = (
    "PATHS are files and folders, except ignored files. Each file is checked on its own; those"
    " that are refused are left as they are and listed, or with --all-or-none nothing is written."
    " One undo reverts the whole run."
)


_ONE_OUTPUT = ("files_with_matches", "count", "interactive", "as_json", "json_lines", "diff")

_SECONDS_A_LINE = 0.2
"""Seconds between two lines about progress. Chosen by judgement."""


def build_run(name: str, summary: str) -> click.Command:
    """Make a command."""
    params: list[click.Parameter] = [
        *_own_parameters(name),
        click.Argument(["paths"], nargs=-1, required=True, type=FILE, metavar="PATH..."),
        click.Option(["-l", "--language"], metavar="NAME", help="only code of this language"),
        click.Option(
            ["--root"], type=FILE, metavar="DIR", help="the folder that contains all files"
        ),
        *executor_options(planners_option()),
        click.Option(
            ["--glob", "globs"],
            multiple=True,
            metavar="GLOB",
            help="only files that match, as in .gitignore; !GLOB excludes files; may be repeated",
        ),
        flag(["--all-or-none"], help="write nothing if a file is refused"),
        flag(["--allow-errors"], help="accept new syntax errors"),
        *finish_options(),
        *writing_options(),
        flag(["--files-with-matches"], help="print the files that would change; write nothing"),
        flag(["--count"], help="print how many hits would change in each file; write nothing"),
        flag(["-i", "--interactive"], help="ask about each hit, on a terminal"),
        colour_option(),
        timeout_option(),
        quiet_option(),
        json_option(),
        flag(
            ["--json-lines"],
            help="print one JSON object per file as soon as it is planned, then a final one",
        ),
    ]
    return Command(
        name,
        params=params,
        callback=partial(_run, name),
        help="\n\n".join((summary, _NOTES[name], _ONE_UNDO)),
        short_help=summary,
    )


def _own_parameters(name: str) -> list[click.Parameter]:
    if name == "run":
        return [click.Argument(["script"], type=FILE, metavar="SCRIPT")]
    return [
        *pattern_options(),
        click.Option(
            ["--query"], metavar="QUERY", help="a tree-sitter query, instead of a pattern"
        ),
        click.Option(
            ["--query-file"], type=FILE, metavar="FILE", help="file that contains it; - is stdin"
        ),
        click.Option(["--text"], metavar="TEXT", help="text to find, instead of a pattern"),
        click.Option(
            ["--regex"], metavar="REGEX", help="a regular expression, instead of a pattern"
        ),
        click.Option(
            ["-r", "--template"], metavar="TEXT", help="what replaces a match; see: help template"
        ),
        click.Option(["--template-file"], type=FILE, metavar="FILE", help="file that contains it"),
        flag(
            ["--drop-rest"], help="delete code and comments in a hit that the pattern does not have"
        ),
        flag(["--debug-pattern"], help="print how the pattern is read, and stop"),
    ]


def _run(name: str, **values: Any) -> int:
    listing = bool(values["files_with_matches"] or values["count"])
    asked = only_one(values, _ONE_OUTPUT)
    if asked == "interactive" and (sys.stdin is None or not sys.stdin.isatty()):
        raise UsageError("--interactive asks on a terminal", hint="run it on one, or leave it out")
    dry_run = listing or bool(values["dry_run"] or values["diff"] or values["check"])
    paths = tuple(str(path) for path in values["paths"])
    limits.end_when_stuck()
    if values.get("debug_pattern"):
        output.text(pattern_tree(paths[0], values["language"], values))
        return 0
    if values["interactive"] and not dry_run:
        return _picked(name, paths, values)
    found = _found(name, paths, values, dry_run)
    if listing:
        refused = replace(found.batch, files=(), edits=found.batch.failed)
        lines = [*runs.passed_lines(found), *([batch_report(refused)] if refused.edits else [])]
        output.error("".join(f"{line}\n" for line in lines))
    else:
        _print(found, values)
    would_change = values["check"] and found.landed and found.files
    code = 1 if would_change else batch_exit_code(found.batch)
    return REFUSED if found.passed and code == DONE else code


def _picked(name: str, paths: tuple[str, ...], values: dict[str, Any]) -> int:
    """Ask about each hit, and apply those that are picked; imports are added for these alone."""
    only_one(values, ("once", "interactive"))
    # This fails before the first question.
    finish_of(values["imports"], values["formatter"], values["unimports"])
    unfinished = {"imports": (), "formatter": None, "unimports": ()}
    planned = _found(name, paths, values | unfinished, dry_run=True)
    chosen = _asked(planned)
    refused = planned.batch.failed
    for edit in refused:
        told = f"{edit.path}: {edit.reason or edit.outcome.status}: {edit.outcome.message}"
        output.error(f"left as it is: {printable(told)}\n")
    for line in runs.passed_lines(planned):
        output.error(f"{line}\n")
    if not chosen:
        output.error("nothing is changed\n")
        return REFUSED if refused or planned.passed else DONE
    settings = options_among(values, runs.WriteOptions)
    found = runs.rewrite_hits(chosen, paths, root=values["root"], operation=name, **settings)
    _print(found, values)
    code = batch_exit_code(found.batch)
    return REFUSED if (refused or planned.passed) and code == DONE else code


def _asked(found: runs.RunOutcome) -> dict[str, runs.ChosenHits]:
    """Return the edits of a dry run that the user picks, one by one."""
    chosen: dict[str, runs.ChosenHits] = {}
    picked = picking.picked_hits(
        found.files, batch_commands.ask_on_terminal, batch_commands.show_on_terminal
    )
    for path, edits in picked.items():
        before = next(file.before for file in found.files if file.path == path)
        assert before is not None
        chosen[path] = runs.ChosenHits(before.version, edits)
    return chosen


def _found(
    name: str, paths: tuple[str, ...], values: dict[str, Any], dry_run: bool
) -> runs.RunOutcome:
    settings = options_among(values, runs.RunOptions)
    settings |= {
        "dry_run": dry_run,
        "progress": Progress() if _watched(values) else None,
        "on_file": _line_of(values),
    }
    with executors.chosen(values["executor"], values["scheduler"], values["jobs"]) as executor:
        carry_out = runs.run if name == "run" else runs.rewrite
        work = arguments_of(name, values)
        return carry_out(paths=paths, executor=executor, **work, **settings)


def options_among(values: dict[str, Any], kind: type[object]) -> dict[str, Any]:
    """Return the values of a command that are options of one kind, as its library function takes them."""
    partial = not values["all_or_none"]
    return {n: v for n, v in values.items() if n in kind.__annotations__} | {"partial": partial}


def arguments_of(name: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the library for the command `run` or `rewrite`, without paths and output options."""
    if name == "run":
        return {"script": str(values["script"])}
    given: dict[str, Any] = {"text": values["text"], "regex": values["regex"]}
    given |= {"template": _text(values, "template"), "drop_rest": bool(values["drop_rest"])}
    given |= {name: values[name] for name in PATTERN_ARGUMENTS if values[name] is not None}
    for kind in ("query", "pattern", "context"):
        if values[kind] is not None or values[f"{kind}_file"] is not None:
            given[kind] = _text(values, kind)
    return given


def _line_of(values: dict[str, Any]) -> Callable[[Outcome], None] | None:
    """Return a function that prints the line of a file as soon as it is planned."""

    def line(outcome: Outcome) -> None:
        changes = outcome.status is Status.APPLIED
        if values["json_lines"]:
            reason = outcome.reason.value if outcome.reason is not None else None
            output.json_line(
                {
                    "path": outcome.path,
                    "language": outcome.language,
                    "status": (Fate.WOULD_APPLY if changes else outcome.status).value,
                    "reason": reason,
                    "message": outcome.message,
                    "edits": outcome.replacements if changes else 0,
                }
            )
        elif changes:
            count = f":{outcome.replacements}" if values["count"] else ""
            output.text(f"{printable(str(outcome.path))}{count}\n")

    wanted = values["json_lines"] or values["count"] or values["files_with_matches"]
    return line if wanted else None


def _text(values: dict[str, Any], name: str) -> str:
    """Return a text, or that of a file without its last line break."""
    text, file = values[name], values[f"{name}_file"]
    if (text is None) == (file is None):
        hint = "see --help"
        if name == "template":
            hint = "-r says what each hit becomes, -r '' deletes it; `find` only looks for hits"
        raise UsageError(f"pass either --{name} or --{name}-file", hint=hint)
    return str(text) if text is not None else text_from(str(file)).removesuffix("\n")


def _watched(values: dict[str, Any]) -> bool:
    return bool(sys.stderr.isatty()) and not (
        values["quiet"] or values["as_json"] or values["json_lines"]
    )


class Progress:
    """A line on the terminal with the number of files done and the estimated time left."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = self._began

    def __call__(self, done: int, total: int) -> None:
        """Update the line, a few times a second; clear it at the end."""
        now = time.monotonic()
        if done == total:
            output.progress("")
        elif now - self._shown >= _SECONDS_A_LINE:
            self._shown = now
            left = (now - self._began) * (total - done) / done
            output.progress(f"{done} of {total} files, about {left:.0f} s left")


def _print(found: runs.RunOutcome, values: dict[str, Any]) -> None:
    if values["as_json"]:
        output.json_object(found.to_dict())
        return
    if values["json_lines"]:  # a file that has its own line is not reported again
        result = found.to_dict()
        output.json_line(
            {key: result[key] for key in result if key not in ("edits", "files", "diff")}
        )
        return
    head = "\n".join(runs.summary_lines(found)) + "\n"
    report = with_undo(batch_report(found.batch)) + "\n"
    if not found.landed:
        output.error(head + report)
    elif not values["quiet"] and not values["diff"]:
        output.text(head + report)
    else:
        output.warnings((*found.batch.warnings, *found.notes))
    if values["diff"] or (values["dry_run"] and not values["quiet"]):
        for file in found.files:  # one by one: all diffs at once may be large
            if file.failure is None:
                exact = bool(values["diff"])
                output.diff(batch_commands.raw_diff(file), str(values["color"]), exact=exact)
