"""The command `fleet`: a rewrite, a script or rules in many roots, each a transaction of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from structedit.disk import limits
from structedit.extras.codemods import executors, fleet, runs
from structedit.faces.command import output, scan_command
from structedit.faces.command.exit_codes import DONE, NOT_LANDED, REFUSED, WRONG
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import FILE, executor_options, jobs_option, state_option
from structedit.faces.command.run_commands import arguments_of, build_run, options_among
from structedit.text.errors import UsageError

_WORDS = """\
ROOTS is a file with the path of a root on each line; - is standard input. After -- comes the command:
`rewrite`, `run` or `scan` with its options (its PATHs are relative to each root and may be left out), or `undo`, which
reverts the run that --once names, else the latest edit of each root.

As soon as a root is done, its result is printed as a JSON line: status, files, hits, refused, undo_id, seconds,
findings. A root that fails is such a line too. The same command again does only what is missing.
Locks, history and old contents are kept in your state folder. Machines of a cluster need one that all of them see
under the same path: --state DIR, and again for `undo`."""

_FLEETS: dict[str, Callable[..., fleet.FleetOutcome]] = {
    "rewrite": fleet.rewrite_fleet,
    "run": fleet.run_fleet,
    "scan": fleet.scan_fleet,
    "undo": fleet.undo_fleet,
}
_OF_THE_FLEET = ("jobs", "executor", "scheduler", "once", "state")
_NOT_OF_A_ROOT = frozenset(
    "backup as_json json_lines interactive diff check files_with_matches count debug_pattern sarif github test"
    " unused_ignores root".split()
)
"""Options of `rewrite`, `run` and `scan` that say nothing about one root among many."""


def build_fleet(name: str, summary: str) -> click.Command:
    """Make the command."""
    return Command(
        name,
        params=[
            click.Argument(["roots"], type=FILE, metavar="ROOTS"),
            click.Argument(["command"], nargs=-1, required=True, metavar="-- COMMAND..."),
            *executor_options(jobs_option(1, "roots to work on at a time")),
            state_option(),
        ],
        callback=_run,
        help="\n\n".join((summary, _WORDS)),
        short_help=summary,
    )


def _run(
    roots: str,
    command: tuple[str, ...],
    jobs: int,
    executor: str | None,
    scheduler: str | None,
    once: str | None,
    state: str | None,
) -> int:
    folders = [line for line in text_from(roots).splitlines() if line.strip()]
    folders = [line for line in folders if not line.startswith("#")]
    if not folders:
        raise UsageError(f"{roots!r} names no root", hint="write the path of a root on each line")
    name, *rest = command
    if name == "undo":
        if rest:
            raise UsageError("undo takes no arguments here", hint="name the run with --once")
        arguments: dict[str, Any] = {}
    elif name in _FLEETS:
        arguments = _arguments(name, rest)
    else:
        raise UsageError(f"a fleet cannot {name!r}", hint="it can rewrite, run, scan and undo")
    limits.end_when_stuck()
    counts: Counter[str] = Counter()

    def report_row(row: fleet.FleetRow) -> None:
        counts["done before" if row.again else row.status] += 1
        output.json_line(row.to_dict())

    arguments |= {"once": once, "state": state, "jobs": jobs, "on_row": report_row}
    with executors.chosen(executor, scheduler, jobs) as chosen:
        found = _FLEETS[name](folders, executor=chosen, **arguments)
    rows = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    findings = sum(row.found for row in found.rows)
    if findings:
        rows += f"; {findings} finding{'s' * (findings != 1)}"
    named = f" of the run {found.name}" if found.name else ""
    output.error(f"{len(found.rows)} root{'s' * (len(found.rows) != 1)}{named}: {rows}\n")
    if any(row.status in ("error", "lost") for row in found.rows):
        return WRONG
    if not found.landed:
        return REFUSED
    return NOT_LANDED if any(row.errors for row in found.rows) else DONE


def _arguments(name: str, rest: list[str]) -> dict[str, Any]:
    """Return the arguments for each root, from the words of the command behind the dashes."""
    command = scan_command.build_scan(name, "") if name == "scan" else build_run(name, "")
    for parameter in command.params:
        if parameter.name == "paths":
            parameter.required = False
    context = command.make_context(f"fleet -- {name}", rest)
    values = context.params
    for parameter in command.params:
        option = str(parameter.name)
        if context.get_parameter_source(option) is not ParameterSource.COMMANDLINE:
            continue
        if option in _OF_THE_FLEET:
            hint = "pass it to fleet, before --"
        elif option in _NOT_OF_A_ROOT:
            hint = "leave it out: each root gives a line of JSON, and its backup identifies the run"
        else:
            continue
        names = "/".join((*parameter.opts, *parameter.secondary_opts))
        raise UsageError(f"a fleet does not take {names} after --", hint=hint)
    if name == "scan":
        rules, paths = scan_command.split_rules_and_paths(values)
        return {**scan_command.arguments_of(values), "rules": rules, "paths": paths}
    return {
        **arguments_of(name, values),
        **options_among(values, runs.JobOptions),
        "paths": values["paths"],
        "dry_run": bool(values["dry_run"]),
    }
