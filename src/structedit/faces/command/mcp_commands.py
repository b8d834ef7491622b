"""The command `mcp`: the server, and what it prints for clients and agents."""

from __future__ import annotations

import click

from structedit.disk import roots
from structedit.disk.surroundings import full_path, own_command
from structedit.faces.command import output
from structedit.faces.command.exit_codes import DONE
from structedit.faces.command.help_pages import Command, Group
from structedit.faces.command.mcp_pages import CLIENTS, FORMS, UVX, config, instructions
from structedit.faces.command.options import FILE, allow_option
from structedit.text.errors import UsageError

_HELP = (
    "Without a subcommand, this is the server, on standard input and output; a client starts it. Only"
    " files in the roots can be read and edited; relative paths are searched for in them."
)


def build_mcp(name: str, summary: str) -> click.Command:
    """Make the command with its subcommands."""
    group = Group(
        name,
        params=[_roots(), allow_option()],
        callback=_serve,
        invoke_without_command=True,
        help=f"{summary}\n\n{_HELP}",
        short_help=summary,
    )
    client = click.Option(
        ["--client"], type=click.Choice(list(CLIENTS)), required=True, help="the client"
    )
    uvx = click.Option(
        ["--uvx"], is_flag=True, help="start it with uvx, which fetches structedit when needed"
    )
    group.add_command(
        Command(
            "config",
            params=[client, uvx, _roots(), allow_option()],
            callback=_config,
            help="Print the configuration for a client; where it belongs, on stderr.",
        )
    )
    form = click.Option(
        ["--form"],
        type=click.Choice(FORMS),
        default=FORMS[0],
        help="for AGENTS.md, or SKILL.md of a folder `structedit` among an agent's skills",
    )
    group.add_command(
        Command(
            "instructions",
            params=[form],
            callback=_instructions,
            help="Print a short page for agents: how to call structedit, and what to know.",
        )
    )
    return group


def _roots() -> click.Option:
    return click.Option(
        ["--root", "roots"],
        multiple=True,
        type=FILE,
        metavar="DIR",
        help="folder of the files, may be repeated; by default the repository of the"
        " current folder, else that folder",
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


def _config(client: str, uvx: bool, roots: tuple[str, ...], allow: tuple[str, ...]) -> int:
    before: tuple[tuple[str, ...], tuple[str, ...]] = click.get_current_context().obj or ((), ())
    command, arguments = UVX if uvx else own_command()
    folders = [full_path(folder) for folder in _folders(roots or before[0])]
    allowed = (word for name in allow or before[1] for word in ("--allow", name))
    output.text(config(client, command, (*arguments, "mcp", *allowed), folders))
    output.error(f"goes into {CLIENTS[client].file}\n")
    return DONE


def _instructions(form: str) -> int:
    output.text(instructions(form))
    page = "AGENTS.md" if form == FORMS[0] else "structedit/SKILL.md among the agent's skills"
    output.error(f"goes into {page}\n")
    return DONE
