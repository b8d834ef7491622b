"""The command `mcp`: the server itself, and the configuration that clients need to start it."""

from __future__ import annotations

import click

from structedit.disk import roots
from structedit.disk.surroundings import full_path, own_command
from structedit.faces.command import output
from structedit.faces.command.exit_codes import DONE
from structedit.faces.command.help_pages import Command, Group
from structedit.faces.command.mcp_config import CLIENTS, config
from structedit.faces.command.options import FILE
from structedit.text.errors import UsageError

_HELP = (
    "Without a subcommand it serves standard input and output, which a client starts. Files below"
    " the roots may be read and edited, nothing else; relative paths are looked for in them."
)


def build_mcp(name: str, summary: str) -> click.Command:
    """Make the command with its subcommand `config`."""
    group = Group(
        name,
        params=[_roots(), _allow()],
        callback=_serve,
        invoke_without_command=True,
        help=f"{summary}\n\n{_HELP}",
        short_help=summary,
    )
    client = click.Option(
        ["--client"], type=click.Choice(list(CLIENTS)), required=True, help="the client"
    )
    group.add_command(
        Command(
            "config",
            params=[client, _roots(), _allow()],
            callback=_config,
            help="Print what a client wants in its configuration; where it goes, on stderr.",
        )
    )
    return group


def _roots() -> click.Option:
    return click.Option(
        ["--root", "roots"],
        multiple=True,
        type=FILE,
        metavar="DIR",
        help="folder of the files, may be given several times; left out, the repository of the"
        " current folder, else that folder",
    )


def _allow() -> click.Option:
    return click.Option(
        ["--allow"],
        multiple=True,
        metavar="NAME",
        help="a place that tools may edit though programs run what it says, as .github/workflows;"
        " may be given several times",
    )


def _folders(given: tuple[str, ...]) -> tuple[str, ...]:
    return given or (roots.root_of("."),)


def _serve(roots: tuple[str, ...], allow: tuple[str, ...]) -> int:
    context = click.get_current_context()
    if context.invoked_subcommand is not None:
        context.obj = roots, allow
        return DONE
    try:
        from structedit.faces.mcp_server import serve
    except ImportError as error:
        if error.name is not None and error.name.split(".")[0] == "structedit":
            raise
        raise UsageError(
            f"the server needs the package mcp, and there is no {error.name}",
            hint="pip install 'structedit[mcp]'",
        ) from error
    serve(_folders(roots), allow)
    return DONE


def _config(client: str, roots: tuple[str, ...], allow: tuple[str, ...]) -> int:
    before: tuple[tuple[str, ...], tuple[str, ...]] = click.get_current_context().obj or ((), ())
    command, arguments = own_command()
    folders = [full_path(folder) for folder in _folders(roots or before[0])]
    allowed = (word for name in allow or before[1] for word in ("--allow", name))
    output.text(config(client, command, (*arguments, "mcp", *allowed), folders))
    output.error(f"goes into {CLIENTS[client].file}\n")
    return DONE
