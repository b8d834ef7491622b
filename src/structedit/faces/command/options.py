"""Arguments as options of a command line, and the conversion of options back to arguments.

`--old TEXT` is the text itself, never interpreted; `--old-file PATH` is the content of a file, `-` standard input,
which only one option may read. Landmarks have an `--after-occurrence`.

Not here: the arguments themselves (`calls.parameters`), and options for how a result is shown
(`faces.command.commands`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import click

from structedit.calls.parameters import (
    BACKTRACK,
    CODE,
    CONTEXT,
    NODE_TYPE,
    READING,
    STRICTNESS,
    Parameter,
)
from structedit.faces.command import completion
from structedit.faces.command.inputs import text_from
from structedit.text.errors import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from structedit.calls.shared_options import Wish

SPELLINGS = {
    "replace_all": ("--all", "--replace-all"),
    "whole_words": ("--whole-words/--no-whole-words",),
    "inclusive": ("--inclusive/--exclusive",),
    "backup": ("--backup/--no-backup",),
    "formatter": ("--format", "--formatter"),
    "kinds": ("--kind",),
    "globs": ("--glob",),
    "pattern": ("--pattern", "--old"),
    "node_type": ("--selector", "--node-type"),
    "language": ("--language", "-l"),
}
"""How an argument is written where it is not its name with dashes."""

POSITIONAL = frozenset({"path", "paths", "selector"})


class _Path(click.types.StringParamType):
    """A path as it is written: completed by the shell; the file is checked later."""

    name = "path"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete the path."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE = _Path()
"""The type of paths."""

flag = partial(click.Option, is_flag=True)
"""An option that takes no value."""

Values = Mapping[str, object]


def options_of(parameters: Mapping[str, Parameter]) -> list[click.Parameter]:
    """Make the options of an operation's arguments; positional ones are left out."""
    return [
        option
        for name, parameter in parameters.items()
        if name not in POSITIONAL
        for option in _options(name, parameter)
    ]


def pattern_options() -> list[click.Parameter]:
    """Make the options that say what a pattern of code is and how it is meant, for commands of their own."""
    parameters = (CODE, STRICTNESS, NODE_TYPE, CONTEXT, READING, BACKTRACK)
    return options_of({parameter.name: parameter for parameter in parameters})


def timeout_option() -> click.Option:
    """Make the option that says how long planning or reading may take."""
    return click.Option(
        ["--timeout"],
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="time limit; by default it depends on the size of the input",
    )


def allow_option() -> click.Option:
    """Make the option that names protected places which may be edited all the same."""
    return click.Option(
        ["--allow"],
        multiple=True,
        metavar="NAME",
        help="a protected place that may be edited, such as .vscode or .github/workflows; may be given several"
        " times",
    )


def quiet_option() -> click.Option:
    """Make the option that leaves out what went well."""
    return flag(["-q", "--quiet"], help="print nothing but failures and warnings")


def json_option() -> click.Option:
    """Make the option that asks for JSON."""
    return flag(["--json", "as_json"], help="print one JSON object")


def planners_option() -> click.Option:
    """Make the option that says how many processes look at files."""
    return jobs_option(
        None,
        "most processes to read files with; by default one per processor, where that is faster",
    )


def jobs_option(default: int | None, counted: str) -> click.Option:
    """Make the option -j: how many of `counted` work at once."""
    return click.Option(
        ["-j", "--jobs"], type=click.IntRange(1), default=default, metavar="N", help=counted
    )


def state_option() -> click.Option:
    """Make --state, the state folder of a fleet."""
    return click.Option(
        ["--state"],
        type=FILE,
        metavar="DIR",
        help="the state folder of a fleet, outside of every root; by default your own",
    )


def executor_options(jobs: click.Option) -> list[click.Parameter]:
    """Make the options for who does the work, for how many do it, and for repeating a run."""
    return [
        jobs,
        click.Option(
            ["--executor"],
            type=click.Choice(["processes", "dask"]),
            help="where the work runs: in processes of this machine, the default, or on a Dask cluster",
        ),
        click.Option(
            ["--scheduler"],
            metavar="ADDRESS",
            help="the Dask scheduler; by default a cluster on this machine",
        ),
        click.Option(
            ["--once"],
            metavar="NAME",
            help="do nothing in a root whose history has a run of this name",
        ),
    ]


def writing_options() -> list[click.Option]:
    """Make the options for writing files and for keeping their old contents."""
    return [
        flag(["--force"], help="accept a critical risk: most of a file changes"),
        *showing_options(),
        flag(["--check"], help="exit with 1 if a file would change; write nothing"),
        click.Option(
            ["--backup/--no-backup"], default=True, help="keep the old content of files, for undo"
        ),
    ]


def showing_options() -> list[click.Option]:
    """Make the options that show what would be written, and write nothing."""
    return [
        flag(["--dry-run"], help="plan and show, write nothing"),
        flag(["--diff"], help="print only the diff, which git apply takes; write nothing"),
    ]


def finish_options() -> list[click.Option]:
    """Make the options for what happens to a changed file before it is written."""
    return [
        click.Option(
            ["--import", "imports"],
            multiple=True,
            metavar="TEXT",
            help="an import that each changed file needs, as code; added where it is missing;"
            " may be repeated",
        ),
        click.Option(
            ["--unimport", "unimports"],
            multiple=True,
            metavar="TEXT",
            help="an import, or an imported name, to delete where the change leaves it unused;"
            " may be repeated",
        ),
        click.Option(
            ["--format", "formatter"],
            metavar="CMD",
            help="a formatter for the files that change, before they are written: a command that reads"
            " text and prints it formatted; {path} in it is the path of the file",
        ),
    ]


def program_options(name: str, spellings: Sequence[str]) -> list[click.Parameter]:
    """Make the options that name a formatter or a checker, and that leave out the configured one."""
    command = click.Option(spellings, metavar="CMD", help=_PROGRAMS[name])
    no = [spelling.replace("--", "--no-", 1) for spelling in spellings if spelling != name]
    off = flag([*no, f"no_{name}"], help=f"do not run the configured {name}")
    return [command, off]


_PROGRAMS = {
    "formatter": "a formatter that reads the new text and prints it; {path} is its file; by default as configured",
    "checker": "a linter or compiler, to list new findings; by default as configured",
}
"""What the programs are for that a person may name on the command line."""


def colour_option() -> click.Option:
    """Make the option for colours in diffs."""
    return click.Option(
        ["--color"],
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="colour of diffs; auto: on a terminal, as NO_COLOR and FORCE_COLOR say",
    )


def arguments_of(values: Values, parameters: Mapping[str, Parameter]) -> dict[str, object]:
    """Read what was given into arguments of the library's function.

    Raises:
        UsageError: when two options exclude each other.
        FileError: when a file that holds a text cannot be read.
    """
    found = {name: _value(name, parameter, values) for name, parameter in parameters.items()}
    return {name: value for name, value in found.items() if value is not None}


def only_one(values: Values, names: Iterable[str]) -> str | None:
    """Return the option that is given, of some that exclude each other.

    Raises:
        UsageError: when two are given.
    """
    given = [name for name in names if values.get(name)]
    if len(given) > 1:
        first, second = (f"--{_dashed(name.removeprefix('as_'))}" for name in given[:2])
        raise UsageError(f"{first} and {second} cannot be combined", hint="pass one of them")
    return given[0] if given else None


def files_of(values: Values, parameters: Mapping[str, Parameter]) -> list[str]:
    """Name the files that texts are to be read from."""
    names = (values.get(f"{name}_file") for name in parameters)
    return [str(name) for name in names if name is not None]


def spelled(name: str, parameter: Parameter) -> str:
    """Return how an argument is written on the command line, for messages."""
    if name in POSITIONAL:
        return name.upper()
    option = SPELLINGS.get(name, (f"--{_dashed(name)}",))[0]
    if parameter.kind == "text":
        return f"{option} TEXT or {option}-file PATH"
    return option


def _two_texts(
    context: click.Context, option: click.Parameter, pair: tuple[str, str] | None
) -> tuple[str, str] | None:
    """Return a pair unchanged; refuse one that took the next option for its second text."""
    known = {name for other in context.command.params for name in other.opts}
    if pair is not None and pair[1] in known:
        raise click.BadParameter(
            f"two texts are needed, START and END; after {pair[0]!r} comes the option {pair[1]}",
            context,
            option,
        )
    return pair


def _options(name: str, parameter: Parameter) -> list[click.Parameter]:
    dashed = _dashed(name)
    known = ("--pattern", "-p") if parameter == CODE else SPELLINGS.get(name, (f"--{dashed}",))
    spellings = [*known, name]
    help = _with_default(name, parameter, known)
    match parameter.kind:
        case "text":
            files = [*(f"{s}-file" for s in known if s.startswith("--")), f"{name}_file"]
            file = click.Option(
                files, type=FILE, metavar="PATH", help="the same, from a file; - is stdin"
            )
            return [click.Option(spellings, metavar="TEXT", help=help), file]
        case "mark":
            return [click.Option(spellings, metavar="TEXT", help=help), _nth(name)]
        case "pair":
            option = click.Option(
                spellings, nargs=2, metavar="START END", help=help, callback=_two_texts
            )
            return [option, _nth(f"{name}_start"), _nth(f"{name}_end")]
        case "integer":
            least = parameter.least
            kind = click.INT if least is None else click.IntRange(least)
            return [click.Option(spellings, type=kind, metavar="N", help=help)]
        case "flag":
            return [click.Option(spellings, is_flag=True, default=None, help=help)]
        case "word":
            return [click.Option(spellings, type=click.Choice(parameter.words), help=help)]
        case "names":
            if parameter.words:
                words = click.Choice(parameter.words)
                return [click.Option(spellings, multiple=True, type=words, help=help)]
            return [click.Option(spellings, multiple=True, metavar="NAME", help=help)]
        case "lines":
            return [click.Option(spellings, metavar="N[-M]", help=help)]
        case "name" if name in _SELECTORS:
            return [
                click.Option(spellings, metavar="SELECTOR", help=help, shell_complete=selectors)
            ]
        case "program":
            return program_options(name, spellings)
        case "name" | "edits":
            return [click.Option(spellings, metavar="NAME", help=help)]


_LIBRARY_DEFAULTS = {"match": "fuzzy"}
"""Values of omitted words for which the library has a separate default."""


def _with_default(name: str, parameter: Parameter, spellings: tuple[str, ...]) -> str:
    """Return the help of an argument, with its default."""
    default = parameter.default or _LIBRARY_DEFAULTS.get(name)
    if not default or (parameter.kind == "flag" and "/" not in spellings[0]):
        return parameter.help
    shown_default = spellings[0].partition("/")[0] if parameter.kind == "flag" else default
    return f"{parameter.help} (default {shown_default})"


_SELECTORS = ("within", "of")
"""Options whose value is a selector."""


def selectors(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Return the completions of a selector."""
    return completion.selectors(ctx, parameter, incomplete)


def _nth(name: str) -> click.Option:
    spellings = [f"--{_dashed(name)}-occurrence", f"{name}_occurrence"]
    return click.Option(
        spellings, type=int, metavar="N", help="which hit of that text, -1 the last"
    )


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _value(name: str, parameter: Parameter, values: Values) -> object:
    value = values.get(name)
    match parameter.kind:
        case "text":
            return _text(name, value, values.get(f"{name}_file"))
        case "mark":
            return _mark(name, value, values)
        case "pair":
            if not isinstance(value, tuple):
                return _mark(f"{name}_start", None, values) or _mark(f"{name}_end", None, values)
            start, end = value
            return _mark(f"{name}_start", start, values), _mark(f"{name}_end", end, values)
        case "names":
            return value or None
        case "program":
            return program_wish(name, values)
    return value


def program_wish(name: str, values: Mapping[str, Any]) -> Wish:
    """Return what the options of `program_options` say about a program; None for the configured one.

    Raises:
        UsageError: when they contradict each other.
    """
    command, is_off = values.get(name), values.get(f"no_{name}")
    if command is not None and is_off:
        raise UsageError(
            f"the {name} is both named and left out", hint=f"drop --no-{name}, or the other"
        )
    return False if is_off else cast("str | None", command)


def _text(name: str, value: object, file: object) -> object:
    if file is None:
        return value
    dashed = _dashed(name)
    if value is not None:
        raise UsageError(f"--{dashed} and --{dashed}-file exclude each other", hint="pass one")
    return text_from(str(file))


def _mark(name: str, text: object, values: Values) -> object:
    occurrence = values.get(f"{name}_occurrence")
    if occurrence is None:
        return text
    if text is None:
        option = f"--{_dashed(name)}-occurrence"
        raise UsageError(f"{option} needs the text that it counts", hint="pass that too")
    return {"text": text, "occurrence": occurrence}
