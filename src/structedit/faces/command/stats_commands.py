"""The command `stats`: prints the statistics of edits, or writes them as a page."""

from __future__ import annotations

import click

from structedit.disk import files
from structedit.disk.file_change import write_apart
from structedit.disk.surroundings import setting
from structedit.extras.statistics import log
from structedit.extras.statistics.counts import Scope, get_edit_stats
from structedit.extras.statistics.report import MARK, page, stats_csv, stats_text, table_text
from structedit.faces.command import output
from structedit.faces.command.exit_codes import DONE
from structedit.faces.command.help_pages import Command
from structedit.faces.command.options import FILE
from structedit.text.errors import FileError, UsageError

_NOTES = (
    "Edits of files are counted on this machine, in your state folder: what kind of call, how it"
    " named its place and how it ended; never content, paths or names.",
    "A command is a session of its own, unless STRUCTEDIT_SESSION names one. That session is"
    " shown, or without it everything since the last reset.",
)


def build_stats(name: str, summary: str) -> click.Command:
    """Make the command."""
    params: list[click.Parameter] = [
        click.Option(
            ["--scope"],
            type=click.Choice([str(scope) for scope in Scope]),
            help="this session, since the last reset, or all time",
        ),
        click.Option(["--session"], metavar="NAME", help="the session of this name or listed id"),
        click.Option(["--sessions"], is_flag=True, help="list the sessions and when they ended"),
        click.Option(["--json", "as_json"], is_flag=True, help="print one JSON object"),
        click.Option(["--csv", "as_csv"], is_flag=True, help="print the tables as CSV"),
        click.Option(
            ["--html"], type=FILE, metavar="PATH", help="write a page with plots; - prints"
        ),
        click.Option(
            ["--reset"], is_flag=True, help="count from zero after this; all time is kept"
        ),
        click.Option(["--on/--off"], default=None, help="record calls from now on, or do not"),
    ]
    help = "\n\n".join((summary, *_NOTES))
    return Command(name, params=params, callback=_stats, help=help, short_help=summary)


def _stats(
    scope: str | None,
    session: str | None,
    sessions: bool,
    as_json: bool,
    as_csv: bool,
    html: str | None,
    reset: bool,
    on: bool | None,
) -> int:
    if as_json + as_csv + (html is not None) + (on is not None) > 1:
        raise UsageError(
            "--json, --csv, --html, --on and --off exclude each other", hint="pass one"
        )
    if on is not None:
        log.switch(on=on)
        words = "calls are recorded from now on" if on else "calls are no longer recorded"
        output.text(f"{words}\n")
        return DONE
    named = session is not None or bool(setting("STRUCTEDIT_SESSION"))
    chosen = scope or (Scope.SESSION if named else Scope.RESET)
    stats = get_edit_stats(chosen, reset, session=session)
    if as_json:
        output.json_object(stats.to_dict())
    elif as_csv:
        output.text(stats_csv(stats))
    elif html == "-":
        output.text(page(stats))
    elif html is not None:
        _write(html, page(stats))
        output.text(f"wrote {html}: {stats.summary}\n")
    elif sessions:
        output.text(table_text(stats.table("sessions")))
    else:
        output.text(stats_text(stats))
    return DONE


def _write(path: str, content: str) -> None:
    """Write the page to a new file, or over an older page.

    Raises:
        FileError: when another file exists there, or it cannot be written.
    """
    raw = content.encode()
    try:
        before = files.read_bytes(path)
    except FileError as error:
        if error.code != "missing_file":
            raise
        before = None
    if before is not None and MARK.encode() not in before[:200]:
        raise FileError(
            f"{path!r} is not a page of statistics", hint="name a new file", code="write_failed"
        )
    write_apart(path, before, raw)
