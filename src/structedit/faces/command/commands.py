"""The commands: their options, and the conversion of values to one call.

A command is generated from the arguments of its operation (`calls.operations`), so that names here are those of the
library. `faces.command.carrying_out` runs the call and prints its result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import click

from structedit.calls.arguments import normalise
from structedit.calls.operations import READING, missing_from, parameters_of
from structedit.calls.parameters import Parameter
from structedit.faces.command import carrying_out, completion, help_words, output
from structedit.faces.command.harness_calls import Call, Hits, View, read_call
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import document_from_input
from structedit.faces.command.options import (
    FILE,
    Values,
    arguments_of,
    colour_option,
    files_of,
    flag,
    json_option,
    only_one,
    options_of,
    quiet_option,
    selectors,
    spelled,
    timeout_option,
)
from structedit.text.errors import UsageError

STANDARD_INPUT = "standard input"
"""The name of a file that is read from standard input as `-`."""

SHELLS = ("bash", "zsh", "fish", "powershell")

_NOTES = {
    "str_replace": "The text is found literally if possible, else ignoring white space,"
    " look-alikes and so on, down to small slips; --match says how far. Text that is in several places"
    " needs a hint, --occurrence or --all.",
    "insert": "The place: --after TEXT, --before TEXT, --at PLACE --of SELECTOR, --at PLACE"
    " --lines N, or --at top, bottom or imports.",
    "replace_function_body": "The new text is a bare body, or a whole definition.",
    "get_region": "Without a selector, the whole file. The text is printed as the file has it.",
    "find": "Hits are printed as path:line: selector: text. Ignored files are left out. The exit"
    " code is 1 without a hit. A pattern is code in which $A stands for a node, $$$A for any number"
    " of them; embedded code is searched too, with --language only code of that language.",
    "check": "The exit code is 1 when a file has errors.",
}
_TARGETS = (
    "The block is named by SELECTOR, --anchor, --start and --end, or --lines with --expected"
    " (or --expected-version)."
)


def build(name: str, summary: str) -> click.Command:
    """Make a command."""
    operation = name.replace("-", "_")
    if operation == "languages":
        return Command(name, params=[json_option()], callback=_languages, help=summary)
    if operation == "completion":
        shell = click.Argument(["shell"], type=click.Choice(SHELLS))
        return Command(name, params=[shell], callback=_completion, help=summary)
    if operation == "help":
        word = click.Argument(["word"], required=False, metavar="[WORD]")
        return Command(name, params=[word], callback=_help, help=f"{summary}\n\n{_words()}")
    parameters = parameters_of(operation)
    notes = [_TARGETS] if {"selector", "lines", "expected"} <= parameters.keys() else []
    return Command(
        name,
        params=[
            *_positional(operation, parameters),
            *options_of(parameters),
            *_view_options(operation),
        ],
        callback=_callback(operation, parameters),
        help="\n\n".join([summary, *notes, _NOTES.get(operation, "")]).strip(),
        short_help=summary,
        epilog="Text is taken literally: '\\n' is a backslash and an n.",
    )


def _callback(operation: str, parameters: dict[str, Parameter]) -> Callable[..., int]:
    def command(**values: object) -> int:
        return carrying_out.run(call_of(operation, parameters, values))

    return command


def call_of(operation: str, parameters: dict[str, Parameter], values: Values) -> Call:
    """Put a call together from options, positional arguments and, with `--call`, JSON.

    Raises:
        UsageError: when they contradict each other or something is missing.
    """
    values = _with_names(_shifted(values))
    _check_readers(values, parameters)
    arguments = arguments_of(values, parameters)
    if values["call"]:
        arguments |= _sent(operation, parameters, arguments)
    if values["timeout"] is not None:
        arguments["timeout"] = values["timeout"]
    view = View(
        as_json=bool(values["as_json"]),
        as_filter=values["stdin_filename"] is not None,
        diff=bool(values.get("diff")),
        check=bool(values.get("check")),
        quiet=bool(values.get("quiet")),
        color=str(values.get("color", "auto")),
        numbered=bool(values.get("numbered")),
        debug_pattern=bool(values.get("debug_pattern")),
        hits=_hits_shown(values),
    )
    subject = _subject(values, arguments, parameters)
    for name in missing_from(operation, arguments):
        raise UsageError(
            f"{operation.replace('_', '-')} needs {name!r}",
            hint=f"pass {spelled(name, parameters[name])}",
            fault="missing_argument",
        )
    return Call(operation, subject, arguments, view)


_HITS = {
    "as_json": Hits.ONE_OBJECT,
    "json_lines": Hits.OBJECTS,
    "files_with_matches": Hits.FILES,
    "count": Hits.COUNTS,
}
"""How hits are shown, by the option that asks for it."""


def _hits_shown(values: Values) -> Hits:
    """Return how hits are shown.

    Raises:
        UsageError: when two ways are requested.
    """
    given = only_one(values, _HITS)
    return _HITS[given] if given is not None else Hits.LINES


def _shifted(values: Values) -> Values:
    """Interpret `--stdin-filename NAME SELECTOR`: the first argument is no file then."""
    if values["stdin_filename"] is None or "path" not in values:
        return values
    if values.get("names"):
        names = (values["selector"], *cast("tuple[str, ...]", values["names"]))
        return {**values, "path": None, "selector": values["path"], "names": names}
    if values.get("selector") is not None or ("selector" not in values and values["path"]):
        raise UsageError(
            "FILE and --stdin-filename exclude each other", hint="the content comes from stdin"
        )
    return {**values, "path": None, "selector": values["path"]}


def _with_names(values: Values) -> Values:
    """Interpret `OLD NEW` after the selector; with `--stdin-filename` they come one place earlier."""
    given = cast("tuple[str, ...]", values.get("names", ()))
    if not given:
        return values
    if len(given) != 2 or values["old"] is not None or values["new"] is not None:
        raise UsageError("the names are given as OLD NEW, once", hint="or as --old and --new")
    return {**values, "old": given[0], "new": given[1]}


def _check_readers(values: Values, parameters: dict[str, Parameter]) -> None:
    """Refuse a call in which two options would read standard input."""
    readers = files_of(values, parameters).count("-") + bool(values["call"])
    if readers + (values["stdin_filename"] is not None) > 1:
        raise UsageError(
            "standard input can be read only once", hint="write all but one of them to files"
        )


def _sent(
    operation: str, parameters: dict[str, Parameter], given: dict[str, object]
) -> dict[str, object]:
    """Read a call from standard input."""
    sent = read_call(operation)
    named = normalise(sent, parameters)
    for name in named.keys() & given.keys():
        raise UsageError(
            f"{name!r} is given on the command line and in the call", hint="leave one out"
        )
    return named


def _subject(values: Values, arguments: dict[str, object], parameters: dict[str, Parameter]) -> Any:
    """Take the subject out of the arguments of a call: a document, a path, or paths."""
    name = next(iter(parameters))
    given = arguments.pop(name, None)
    if given in ("-", ("-",)):
        return document_from_input(STANDARD_INPUT)
    if isinstance(given, tuple) and "-" in given:
        raise UsageError(
            "standard input is read alone", hint="leave out the other paths; a file is ./-"
        )
    if values["stdin_filename"] is not None:
        if given is not None:
            raise UsageError(
                f"--stdin-filename and {name} exclude each other", hint="pass one of them"
            )
        return document_from_input(str(values["stdin_filename"]))
    if given is None:
        several = name == "paths"
        raise UsageError(
            f"{'PATH' if several else 'FILE'} is missing",
            hint=f"name a file{' or a folder' if several else ''}",
        )
    return given


# Options that are not arguments of the library


def _positional(operation: str, parameters: dict[str, Parameter]) -> list[click.Parameter]:
    if "paths" in parameters:
        return [click.Argument(["paths"], nargs=-1, metavar="PATH...", type=FILE)]
    if parameters["path"].kind == "names":
        return [click.Argument(["path"], nargs=-1, metavar="PATH...", type=FILE)]
    file = click.Argument(["path"], required=False, metavar="FILE", type=FILE)
    if "selector" not in parameters:
        return [file]
    selector = click.Argument(
        ["selector"], required=False, metavar="[SELECTOR]", shell_complete=selectors
    )
    if operation != "rename_local":
        return [file, selector]
    return [file, selector, click.Argument(["names"], nargs=-1, metavar="[OLD NEW]")]


def _view_options(operation: str) -> list[click.Parameter]:
    shown: list[click.Parameter] = []
    if operation == "get_region":
        shown.append(flag(["--numbered"], help="with line numbers"))
    if operation not in READING:
        shown += [
            flag(["--diff"], help="print only the diff, which git apply takes; write nothing"),
            flag(["--check"], help="exit with 1 if the file would change; write nothing"),
            colour_option(),
        ]
    if operation == "find":
        shown += [
            flag(["--debug-pattern"], help="print how the pattern is read, and stop"),
            flag(["--files-with-matches"], help="print the files with a hit, each once"),
            flag(["--count"], help="print how many hits each file has"),
            flag(["--json-lines"], help="print one JSON object per hit"),
        ]
    if operation not in ("outline", "get_region"):
        shown.append(quiet_option())
    return [
        *shown,
        timeout_option(),
        json_option(),
        flag(["--call"], help="read the arguments from stdin, as one JSON object"),
        click.Option(
            ["--stdin-filename"],
            metavar="NAME",
            help="work on stdin instead of a file; NAME determines the language",
        ),
    ]


def _languages(as_json: bool) -> int:
    return carrying_out.languages(as_json)


def _words() -> str:
    return f"WORD is a command, or one of {', '.join(help_words.TERMS)}."


def _help(word: str | None) -> int:
    top = click.get_current_context().find_root()
    told = help_words.explained(word) if word is not None else None
    if told is None:
        group = cast(click.Group, top.command)
        command = group if word is None else group.get_command(top, word)
        if command is None:
            raise UsageError(f"{word!r} is neither a command nor a word of the help", hint=_words())
        within = top if word is None else click.Context(command, top, command.name)
        told = command.get_help(within) + "\n"
    output.text(told)
    return 0


def _completion(shell: str) -> int:
    output.text(completion.script(click.get_current_context().find_root().command, shell))
    return 0
