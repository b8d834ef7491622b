"""The command `trust`: shows what a repository's configuration would run, and lets the user allow it.

Not here: what is recorded and when a trust ends (`disk.trust`).
"""

from __future__ import annotations

import sys

import click

from structedit.calls.as_dict import JsonObject
from structedit.calls.printable import json_text, printable
from structedit.calls.statuses import JsonValue
from structedit.disk import configuration, roots, trust
from structedit.disk.surroundings import full_path
from structedit.disk.trust import Claim, Program, Standing
from structedit.faces.command import output
from structedit.faces.command.exit_codes import DONE, NOT_LANDED
from structedit.faces.command.help_pages import Command
from structedit.faces.command.options import FILE
from structedit.text.errors import StructEditError, UsageError

_HELP = (
    "A repository's structedit.toml (or the table tool.structedit of its pyproject.toml) may name"
    " commands and modules with grammars. None of it runs until you have looked at it here and said"
    " yes. The trust ends when the configuration changes, or a file that its commands name."
)
_WHEN = {
    "pre_edit": "before each edit, dry runs too",
    "post_edit": "after each edit",
    "verify": "after each batch",
}
_NOT_WATCHED = (
    "What {} from elsewhere is not watched. A command that runs the project's own code\n"
    "(its tests, its build) runs what edits have put there.\n"
)


def build_trust(name: str, summary: str) -> click.Command:
    """Make the command."""
    flag = click.Option
    return Command(
        name,
        params=[
            click.Argument(["path"], required=False, default=".", metavar="[FOLDER]", type=FILE),
            flag(["-y", "--yes"], is_flag=True, help="trust it without being asked"),
            flag(["--list", "listing"], is_flag=True, help="list the roots that are trusted"),
            flag(["--revoke"], is_flag=True, help="trust it no longer"),
            flag(["--json", "as_json"], is_flag=True, help="print one JSON object; ask nothing"),
        ],
        callback=_trust,
        help=f"{summary}\n\n{_HELP}",
        short_help=summary,
    )


def _trust(path: str, yes: bool, listing: bool, revoke: bool, as_json: bool) -> int:
    if yes + listing + revoke > 1:
        raise UsageError("these options exclude each other", hint="leave all but one out")
    if listing:
        return _list(as_json)
    if revoke:
        return _revoke(path, as_json)
    claim = configuration.claim_of(_root_of(path))
    hashes = trust.hashes(claim)
    standing = trust.standing_of(claim)
    if yes and claim.programs and not standing.trusted:
        trust.give(claim, hashes)
        standing = trust.standing_of(claim)
    if as_json:
        output.json_object(_described(claim, hashes, standing))
        return DONE if standing.trusted else NOT_LANDED
    output.text(_shown(claim, hashes, standing))
    if standing.trusted or trust.is_off():
        return DONE if standing.trusted else NOT_LANDED
    if not _confirmed(claim):
        return NOT_LANDED
    trust.give(claim, hashes)
    output.text(f"trusted: {printable(claim.root)}\n")
    return DONE


def _root_of(path: str) -> str:
    """The root that a folder or a file belongs to, where its configuration would be read."""
    folder = roots.folder_of(path) if path else roots.folder_of(".")
    return folder if configuration.claim_of(folder).file else roots.root_of(folder)


def _confirmed(claim: Claim) -> bool:
    """Ask on a terminal whether to trust, and return the answer; elsewhere print how to answer."""
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        output.text("Nothing was asked, for this is no terminal: to trust it, add --yes\n")
        return False
    return click.confirm("May all of this run?", default=False)


def _shown(claim: Claim, hashes: dict[str, str], standing: Standing) -> str:
    if not claim.file:
        return f"{printable(claim.root)} has no configuration: there is nothing to trust\n"
    if not claim.programs:
        return f"{printable(claim.file)} names nothing that runs: there is nothing to trust\n"
    lines = [f"{printable(claim.file)} would run, in its folder:", ""]
    lines += [f"  {_program_line(one)}" for one in claim.programs]
    lines.append("")
    if hashes:
        lines.append("These files belong to it. The trust ends when one of them changes:")
        lines += ["", *(f"  {digest[:12]}  {printable(name)}" for name, digest in hashes.items())]
        lines.append("")
    users = "these files use" if hashes else "it uses"
    text = "\n".join(lines) + "\n" + _NOT_WATCHED.format(users)
    if standing.trusted:
        return text + "\nIt is trusted.\n"
    return text + f"\nIt does not run: {printable(standing.why)}.\n"


def _program_line(program: Program) -> str:
    shown = printable(program.shown)
    if program.role == "grammar":
        return f"{program.role:10}{shown}   (imported for files of {printable(program.language)!r})"
    return f"{program.role:10}{shown}   ({_WHEN[program.role]}; {program.seconds:g} s at most)"


def _described(claim: Claim, hashes: dict[str, str], standing: Standing) -> JsonObject:
    programs: list[JsonValue] = [
        {
            "role": one.role,
            "command": json_text(one.command)
            if isinstance(one.command, str)
            else [json_text(word) for word in one.command],
            "seconds": one.seconds or None,
            "language": one.language or None,
        }
        for one in claim.programs
    ]
    return {
        "root": json_text(claim.root),
        "file": json_text(claim.file) or None,
        "programs": programs,
        "files": {json_text(name): digest for name, digest in hashes.items()},
        "trusted": standing.trusted,
        "why": json_text(standing.why) or None,
    }


def _list(as_json: bool) -> int:
    found = trust.records()
    rows = []
    for record in found:
        try:
            standing = trust.standing_of(configuration.claim_of(record.root))
        except StructEditError as error:
            standing = Standing(False, error.message)
        rows.append((record, standing))
    if as_json:
        described: list[JsonObject] = [
            {
                "root": json_text(record.root),
                "since": record.time,
                "trusted": standing.trusted,
                "why": json_text(standing.why) or None,
            }
            for record, standing in rows
        ]
        output.json_object(described)
        return DONE
    for record, standing in rows:
        state = "" if standing.trusted else f"   no longer: {printable(standing.why)}"
        output.text(f"{record.day}  {printable(record.root)}{state}\n")
    if not rows:
        output.text("no root is trusted\n")
    return DONE


def _revoke(path: str, as_json: bool) -> int:
    """End the trust of a root; its folder may be gone by now."""
    try:
        root = _root_of(path)
    except StructEditError:
        root = full_path(path)
    done = trust.revoke(root) or trust.revoke(full_path(path))
    if as_json:
        output.json_object({"root": json_text(root), "revoked": done})
    else:
        output.text(
            f"no longer trusted: {printable(root)}\n"
            if done
            else f"{printable(root)} was not trusted\n"
        )
    return DONE if done else NOT_LANDED
