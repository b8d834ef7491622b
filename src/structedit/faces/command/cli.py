"""The `structedit` command: its subcommands and exit codes, without any slow import.

Other modules are named here, but loaded when first used (`text.lazily`). So `--help` takes as long as loading click.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import click

from structedit.app import events
from structedit.calls import aliases, guesses
from structedit.calls import report as reports
from structedit.calls.operations import EDITING, READING
from structedit.disk import configuration, surroundings
from structedit.faces.command import (
    batch_commands,
    commands,
    completion,
    fleet_command,
    guessed,
    inputs,
    mcp_commands,
    output,
    run_commands,
    scan_command,
    shell_lines,
    stats_commands,
)
from structedit.faces.command.exit_codes import (
    DONE,
    INTERRUPTED,
    REFUSED,
    UNTOLD,
    WRONG,
)
from structedit.faces.command.help_pages import WithHelp, brief_option
from structedit.text.errors import (
    BrokenPatternError,
    FileError,
    StructEditError,
    TooSlowError,
    UsageError,
)
from structedit.text.lazily import regex

COMMANDS = {
    **{name.replace("_", "-"): operation.words for name, operation in EDITING.items()},
    "apply": "Apply edits to many files: all of them, or none.",
    "multi-edit": "Apply a list of operations, from JSON, as one transaction.",
    "rewrite": "Replace every match of a query in files and folders by a template.",
    "scan": "Find code by rules in YAML, and apply their fixes.",
    "run": "Run a script that edits syntax trees over files and folders.",
    "fleet": "Rewrite many repositories, each as a transaction of its own.",
    "undo": "Undo the latest transaction, or the one with this ID.",
    "redo": "Redo what was undone.",
    "history": "List the transactions, the latest first.",
    "show": "Show the latest transaction, or the one with this ID, with its diff.",
    **{name.replace("_", "-"): operation.words for name, operation in READING.items()},
    "stats": "Show how your edits end: hits, failures and their reasons.",
    "languages": "List the known languages.",
    "mcp": "Serve the tools to an agent over MCP; `mcp config` prints how to set an agent up.",
    "completion": "Print the completion script of a shell.",
    "help": "Explain a command, or a word such as selector or tier.",
}
"""The commands, those that edit first, with a line on each."""

_FORMER = {"completions": "completion"}
"""Former names of commands, which scripts may still use."""

_EPILOG = (
    "Exit codes: 0 done or nothing to do, 1 not found (or --check would change),"
    " 2 wrong usage or files, 3 ambiguous, 4 refused, 5 done, but the result could not be"
    " written to standard output."
)


_SHOWN_LETTERS = 300
"""Letters shown of a line that is executed instead. Chosen by judgement."""


_NEAR_FILE = regex(r"no file '([^']+)'\ndid you mean '([^']+)'\?$")
"""An error for a file that does not exist, with the one that is meant."""


class Commands(WithHelp, click.Group):
    """The commands by name; each is built when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, those that edit first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Build a command; `str_replace`, as the library writes it, is found as well."""
        name = _FORMER.get(cmd_name, cmd_name.replace("_", "-"))
        if name not in COMMANDS:
            return None
        summary = COMMANDS[name]
        match name:
            case "apply" | "multi-edit" | "history" | "undo" | "redo" | "show":
                return batch_commands.build_batch(name, summary)
            case "rewrite" | "run":
                return run_commands.build_run(name, summary)
            case "scan":
                return scan_command.build_scan(name, summary)
            case "fleet":
                return fleet_command.build_fleet(name, summary)
            case "mcp":
                return mcp_commands.build_mcp(name, summary)
            case "stats":
                return stats_commands.build_stats(name, summary)
        return commands.build(name, summary)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an error names a similar one."""
        if args[0].replace("_", "-") in (*COMMANDS, *_FORMER) or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        meant = guessed.command_of(args[0], [*COMMANDS])
        if meant is not None:
            raise click.UsageError(
                f"No such command {args[0]!r}; {meant!r} does that: structedit {meant} --help", ctx
            )
        near = aliases.nearest_name(args[0].replace("_", "-"), COMMANDS)
        hint = f" Did you mean {near!r}?" if near else ""
        raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without building them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from structedit import __version__

        output.text(f"structedit {__version__}\n")
        ctx.exit()


def _use_configuration(ctx: click.Context, parameter: click.Parameter, file: str | None) -> None:
    if file is not None and not ctx.resilient_parsing:
        ctx.with_resource(surroundings.with_users_file(file))


program = Commands(
    "structedit",
    help="Edit code by name or by text: on the right node, or not at all.",
    epilog=_EPILOG,
    context_settings={"help_option_names": ["--help"], "max_content_width": 100},
    params=[
        brief_option(),
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Show the version and exit.",
        ),
        click.Option(
            ["--config"],
            metavar="FILE",
            is_eager=True,
            expose_value=False,
            callback=_use_configuration,
            help="A configuration file to use instead of your own.",
        ),
    ],
)


def main() -> int:
    """Run the command on the process's arguments and return its exit code."""
    arguments = sys.argv[1:]
    if surroundings.setting("_STRUCTEDIT_COMPLETE"):
        completion.register()
    code = _run(arguments)
    if why := surroundings.lost_output():
        done = "; the command has taken effect" if code == DONE else ""
        output.error(f"error: standard output could not be written: {why}{done}\n")
        return UNTOLD if code == DONE else code
    return code


def _run(arguments: list[str]) -> int:
    before, arguments = _split_config_option(arguments)
    tried = [arguments]
    try:
        try:
            return _execute([*before, *arguments])
        except (click.UsageError, StructEditError) as error:
            meant = _meant(arguments, error)
            if meant is None:
                raise
            tried.append(meant)
            return _execute_instead(before, meant, error)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except SystemExit:  # click's, where nobody reads the help that it prints
        return DONE
    except click.ClickException as error:
        _count_wrong(arguments, error, _KINDS.get(type(error), "usage"))
        if not _wants_json(arguments):
            with suppress(OSError):
                error.show()
                _show_lines(arguments, tried, error)
            return WRONG
        return _fail(arguments, "usage", error.format_message(), "see --help")
    except TooSlowError as error:
        return _fail(arguments, error.code, error.message, error.hint, REFUSED)
    except StructEditError as error:
        if isinstance(error, UsageError):
            _count_wrong(arguments, error)
        code = _fail(arguments, error.code, error.message, error.hint)
        if _is_guess(error) and not _wants_json(arguments):
            _show_lines(arguments, tried, error)
        return code
    except OSError as error:
        if _is_of_the_help(error):
            surroundings.lose_output(error)
            return DONE
        return _fail(arguments, "io", str(error), "the edit may have been written: check the file")
    except Exception as error:
        import traceback

        traceback.print_exc()
        return _fail(arguments, "internal", f"{type(error).__name__}: {error}", "please report it")


def _count_wrong(arguments: list[str], error: Exception, reason: str = "") -> None:
    """Report a line that could not be executed to the statistics, if its command is known."""
    operations = guesses.operations_meant(arguments[0]) if arguments else ()
    if operations:
        events.wrongly_called(error, operations[0], reason=reason)


_KINDS: dict[type[click.ClickException], str] = {
    click.NoSuchOption: "unknown_argument",
    click.BadParameter: "bad_value",
    click.BadOptionUsage: "bad_value",
    click.MissingParameter: "missing_argument",
}
"""Words of the statistics for what click finds wrong with a line."""


def _execute(arguments: list[str]) -> int:
    result: Any = program.main(arguments, "structedit", standalone_mode=False)
    _, words = _split_config_option(arguments)
    if words and words[0].replace("-", "_") in (*READING, "languages"):
        output.warnings(configuration.noticed())  # outcomes of edits list these themselves
    return int(result or DONE)


def _split_config_option(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Split `--config FILE` before the command from the words of the command."""
    if arguments and arguments[0].startswith("--config"):
        at = 1 if "=" in arguments[0] else 2
        return arguments[:at], arguments[at:]
    return [], arguments


def _execute_instead(before: list[str], meant: list[str], first: Exception) -> int:
    """Execute the call that was meant, and say so on standard error.

    Raises:
        Exception: the error of the call as written, if the one that was meant has the same error.
    """
    if meant[0] not in ("--help", "--version") and meant[-1] != "--help":
        line = reports.one_line(shell_lines.line(meant), _SHOWN_LETTERS)
        output.introduce(f"note: read as: {line}\n")
    try:
        return _execute([*before, *meant])
    except (click.UsageError, StructEditError) as error:
        if _words(error) == _words(first):
            output.withdraw_introduction()
            raise first from None
        raise
    finally:
        output.print_introduction()


def _words(error: Exception) -> str:
    return error.format_message() if isinstance(error, click.ClickException) else str(error)


def _meant(arguments: list[str], error: Exception) -> list[str] | None:
    """Return the line that a wrong call meant, if that is certain and another call."""
    if not _is_guess(error):
        return None
    line = guessed.read(arguments, [*COMMANDS], lambda: inputs.text_from("-")).certain
    return [*line] if line is not None and not _is_one_of([*line], [arguments]) else None


def _is_one_of(line: list[str], tried: list[list[str]]) -> bool:
    """Return True if a line is the same call as one of others, however its words are written and ordered."""
    if line in tried:
        return True
    values = _values(line)
    return values is not None and values in map(_values, tried)


def _values(line: list[str]) -> tuple[object, ...] | None:
    """Return the command of a line and its values; None for a line that cannot be parsed, or asks for help."""
    if {"-h", "--help", "--version"} & {*line}:  # click prints these while it reads
        return None
    try:
        name, command, rest = program.resolve_command(click.Context(program), [*line])
        if command is None:
            return None
        return (command.name, command.make_context(name, rest).params)
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        return None


def _is_guess(error: Exception) -> bool:
    """Return True if an error is about how a call is written, so that nothing has been done."""
    if isinstance(
        error, BrokenPatternError
    ):  # the pattern was understood as one: no other line is meant
        return False
    return isinstance(error, (click.UsageError, UsageError)) or (
        isinstance(error, FileError) and error.code in ("missing_file", "not_text")
    )


def _show_lines(arguments: list[str], tried: list[list[str]], error: Exception) -> None:
    """List the lines that a call may have meant, below its error; none that was tried."""
    reading = guessed.read(arguments, [*COMMANDS], lambda: "")
    lines = [[*line] for line in reading.lines or (tuple(arguments),)]
    if isinstance(error, FileError) and (
        near := _NEAR_FILE.search(f"{error.message}\n{error.hint}")
    ):
        there = f"{near[1].rpartition('/')[0]}/{near[2]}".lstrip("/")
        lines = [[there if word == near[1] else word for word in line] for line in lines]
    if isinstance(error, UsageError) and error.meant is not None:
        operation, given = error.meant
        lines = [[operation, *(word for name in given for word in (f"--{name}", given[name]))]]
    lines = [line for line in lines if not _is_one_of(line, tried)]
    output.error("".join(f"try: {shell_lines.line(line)}\n" for line in lines))


def _is_of_the_help(error: OSError) -> bool:
    """Return True if an error comes from click's own printing, which is only the help."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at is not None and at.tb_frame.f_globals.get("__name__") == "click.utils"


def _wants_json(arguments: list[str]) -> bool:
    """Return True if JSON was requested in a call that could not be parsed."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _fail(
    arguments: list[str],
    reason: str,
    message: str,
    hint: str,
    code: int = WRONG,
) -> int:
    """Report an error, on standard error or as JSON if that was requested; return the exit code."""
    if _wants_json(arguments):
        status = "refused" if code == REFUSED else "error"
        output.json_object({"status": status, "reason": reason, "message": message, "hint": hint})
        return code
    text = f"error: {message}\n" + (f"hint: {hint}\n" if hint else "")
    if "`" in text:
        text = shell_lines.in_shell_words(text, None)
    output.error(text)
    return code
