"""The commands `rewrite` and `run`: one query or script over many files."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import click

from structedit.calls.batch_report import batch_report
from structedit.calls.printable import coloured
from structedit.disk import limits
from structedit.extras.codemods import runs
from structedit.faces.command import output
from structedit.faces.command.batch_commands import exit_code, raw_diff
from structedit.faces.command.carrying_out import PATTERN_ARGUMENTS, pattern_tree
from structedit.faces.command.exit_codes import DONE, REFUSED
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import (
    FILE,
    colour_option,
    flag,
    json_option,
    pattern_options,
    quiet_option,
    timeout_option,
    writing_options,
)
from structedit.text.document import to_text
from structedit.text.errors import UsageError

_NOTES = {
    "rewrite": (
        "A pattern is code in which $A stands for a node, $$$A for any number of them; so they do in"
        " its template, where all else is literal. A hit that holds code or comments of which the"
        " pattern says nothing is left as it is and listed, unless --drop-rest. A match of a query"
        " is replaced from its capture @target, else from the capture that holds all others; in its"
        " template $name is a capture's text and $$ a dollar sign. Files whose language the query"
        " or pattern does not fit are passed over."
    ),
    "run": (
        "SCRIPT is a Python file that defines edit(tree) and gives the edits that the tree's nodes"
        " make: tree.find(SELECTOR), tree.definitions(), tree.blocks(), tree.query(QUERY)."
    ),
}
_ONE_UNDO = (
    "PATHS are files and folders, ignored files left out. Each file is checked on its own; those"
    " that are refused are left as they are and listed, or with --all-or-none nothing is written."
    " One undo takes back the whole run."
)


def build_run(name: str, summary: str) -> click.Command:
    """Make a command."""
    params: list[click.Parameter] = [
        *_own_parameters(name),
        click.Argument(["paths"], nargs=-1, required=True, type=FILE, metavar="PATH..."),
        click.Option(["-l", "--language"], metavar="NAME", help="only code of this language"),
        click.Option(["--root"], type=FILE, metavar="DIR", help="the folder all files are below"),
        click.Option(
            ["-j", "--jobs"],
            type=click.IntRange(1),
            default=1,
            metavar="N",
            help="processes that plan; what comes of it is the same",
        ),
        flag(["--all-or-none"], help="write nothing if a file is refused"),
        flag(["--allow-errors"], help="accept new syntax errors"),
        *writing_options(),
        colour_option(),
        timeout_option(),
        quiet_option(),
        json_option(),
    ]
    return click.Command(
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
        click.Option(["--query-file"], type=FILE, metavar="FILE", help="where it is; - is stdin"),
        click.Option(["-r", "--template"], metavar="TEXT", help="what a match is replaced by"),
        click.Option(["--template-file"], type=FILE, metavar="FILE", help="where it is"),
        flag(["--drop-rest"], help="drop what a hit holds and the pattern says nothing of"),
        flag(["--debug-pattern"], help="print how the pattern is read, and stop"),
    ]


def _run(name: str, **values: Any) -> int:
    dry_run = bool(values["dry_run"] or values["diff"] or values["check"])
    paths = tuple(str(path) for path in values["paths"])
    limits.end_when_stuck()
    if values.get("debug_pattern"):
        given = {key: values[key] for key in PATTERN_ARGUMENTS if values[key] is not None}
        output.text(pattern_tree(paths[0], values["language"], given))
        return 0
    found = _found(name, paths, values, dry_run)
    _print(found, values)
    would_change = values["check"] and found.landed and found.files
    code = 1 if would_change else exit_code(found.batch)
    return REFUSED if found.passed and code == DONE else code


def _found(
    name: str, paths: tuple[str, ...], values: dict[str, Any], dry_run: bool
) -> runs.RunOutcome:
    common: dict[str, Any] = {
        "language": values["language"],
        "jobs": values["jobs"],
        "root": values["root"],
        "partial": not values["all_or_none"],
        "dry_run": dry_run,
        "backup": values["backup"],
        "force": values["force"],
        "allow_errors": values["allow_errors"],
        "timeout": values["timeout"],
        "progress": _progress if _watched(values) else None,
    }
    if name == "run":
        return runs.run(str(values["script"]), paths, **common)
    template = _text(values, "template")
    if values["pattern"] is None and values["pattern_file"] is None:
        query = _text(values, "query")
        return runs.rewrite(paths, query=query, template=template, **common)
    options = ("strictness", "node_type", "reading", "backtrack")
    given = {name: values[name] for name in options if values[name] is not None}
    if values["context"] is not None or values["context_file"] is not None:
        given["context"] = _text(values, "context")
    return runs.rewrite(
        paths,
        query=_text(values, "query") if values["query"] or values["query_file"] else None,
        pattern=_text(values, "pattern"),
        template=template,
        drop_rest=bool(values["drop_rest"]),
        **given,
        **common,
    )


def _text(values: dict[str, Any], name: str) -> str:
    """A text, or that of a file, whose last line end is none of it."""
    text, file = values[name], values[f"{name}_file"]
    if (text is None) == (file is None):
        raise UsageError(f"pass either --{name} or --{name}-file", hint="see --help")
    return str(text) if text is not None else text_from(str(file)).removesuffix("\n")


def _watched(values: dict[str, Any]) -> bool:
    return bool(sys.stderr.isatty()) and not values["quiet"] and not values["as_json"]


def _progress(done: int, total: int) -> None:
    """Keep one line on the terminal up to date."""
    step = max(1, total // 100)
    if done == total:
        output.error("\r\x1b[K")
    elif done % step == 0:
        output.error(f"\r{done} of {total} files")


def _print(found: runs.RunOutcome, values: dict[str, Any]) -> None:
    if values["as_json"]:
        output.json_object(found.to_dict())
        return
    head = "\n".join(runs.summary_lines(found)) + "\n"
    report = batch_report(found.batch) + "\n"
    if not found.landed:
        output.error(head + report)
    elif not values["quiet"] and not values["diff"]:
        output.text(head + report)
    else:
        output.warnings(found.batch.warnings)
    if values["diff"] or (values["dry_run"] and not values["quiet"]):
        diff = b"".join(raw_diff(f) for f in found.files if f.failure is None)
        if output.in_colour(str(values["color"])):
            output.text(coloured(to_text(diff)))
        else:
            output.raw(diff)
