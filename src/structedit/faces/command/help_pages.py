"""Layout of the help: what a command does, examples, the words it uses, its options in groups.

Not here: the examples and words themselves (`faces.command.help_words`, loaded when help is printed).
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from structedit.faces.command import help_words

_GROUPS = {
    "Where": "within after before between near_line radius occurrence version",
    "How it is found": "match whole_words strictness node_type context reading backtrack"
    " language globs around",
    "What may happen": "dry_run diff check interactive expected_count expected_version attach"
    " allow_errors force accept all_or_none partial backup drop_rest formatter no_formatter checker"
    " no_checker",
    "Output": "as_json json_lines sarif github color quiet verbose numbered files_with_matches count"
    " debug_pattern as_csv html",
    "Input and work": "call stdin_filename timeout jobs executor scheduler once root",
}
"""Headings of options, and the arguments below each; all others are the call's own."""

_COMPANIONS = {
    "_file": "the same, from a file; - is stdin",
    "_occurrence": "which hit of that text, -1 the last",
}
"""Ends of names of options that go with another one: they share a line."""


_BRIEF_WIDTH = 80
"""Letters of a line of the short help. Follows from a terminal."""


def brief(command: click.Command, ctx: click.Context) -> str:
    """Return the help of a command on one screen: what it does, examples, the names of its options."""
    summary = click.wrap_text(command.get_short_help_str(200), _BRIEF_WIDTH, "  ", "  ")
    lines = [command.get_usage(ctx), "", *summary.splitlines()]
    if examples := help_words.EXAMPLES.get(str(command.name)):
        lines += ["", *(f"  structedit {line}" for line in examples)]
    names = (
        f"{max(one.opts, key=len)} {one.make_metavar(ctx) if not one.is_flag else ''}".strip()
        for one in command.get_params(ctx)
        if isinstance(one, click.Option) and not one.hidden
    )
    lines += ["", *_wrapped("Options", names)]
    if isinstance(command, click.Group):
        lines += ["", *_wrapped("Commands", command.list_commands(ctx))]
    return "\n".join((*lines, "", f"{ctx.command_path} --help explains everything.\n"))


def _wrapped(title: str, words: Iterable[str]) -> list[str]:
    """Wrap words after a title, separated by commas, to the width of a terminal."""
    lines = [f"{title}:"]
    for word in words:
        lines[-1] += "," * (lines[-1][-1] != ":")
        if len(lines[-1]) + len(word) + 2 > _BRIEF_WIDTH:
            lines.append("   ")
        lines[-1] += f" {word}"
    return lines


def _print_brief(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(brief(ctx.command, ctx), nl=False)
        ctx.exit()


def brief_option() -> click.Option:
    """Make -h, which prints the help on one screen."""
    return click.Option(
        ["-h", "brief"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_brief,
        help="Show this in short and exit.",
    )


def _print_help(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class WithHelp(click.Command):
    """A command with a --help of its own: for click's, Python looks for translations in the file system."""

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return --help; one option for all commands, since click compares it by identity."""
        return _HELP


_HELP = click.Option(
    ["--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_help,
    help="Show this message and exit.",
)


class _Helped(WithHelp):
    """A command whose help has examples, explained words and grouped options."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with -h and --help."""
        *own, helps = super().get_params(ctx)
        return [*own, brief_option(), helps]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what it does, how it is called, and what its words mean."""
        super().format_help_text(ctx, formatter)
        if examples := help_words.EXAMPLES.get(str(self.name)):
            with formatter.section("Examples"):
                for line in examples:
                    formatter.write(f"{'':{formatter.current_indent}}structedit {line}\n")
        names = {parameter.name for parameter in self.params}
        terms = [
            (word, term.line) for word, term in help_words.TERMS.items() if names & term.arguments
        ]
        if terms:
            with formatter.section("Words (more: structedit help WORD)"):
                formatter.write_dl(terms)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options below headings; options that belong together share a line."""
        heading_of = {name: head for head, names in _GROUPS.items() for name in names.split()}
        parameters = self.get_params(ctx)
        names = {parameter.name for parameter in parameters}
        rows: dict[str, list[tuple[str, str]]] = {"Options": [], **{head: [] for head in _GROUPS}}
        together: dict[tuple[str, str], list[str]] = {}
        for parameter in parameters:
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue
            name = str(parameter.name)
            end = next((end for end in _COMPANIONS if name.endswith(end)), "")
            base = name.removesuffix(end)
            mark = base.removesuffix("_start").removesuffix("_end")
            if end and {base, mark} & names:
                heading = heading_of.get(mark, "Options")
                together.setdefault((heading, end), []).append(record[0])
            else:
                rows[heading_of.get(name, "Options")].append(record)
        for (heading, end), written in together.items():
            for line in _joined(written):
                rows[heading].append((line, _COMPANIONS[end]))
        for heading, records in rows.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class Command(_Helped):
    """A command with a help page in this layout."""


class Group(_Helped, click.Group):
    """A command with subcommands and a help page in this layout."""


_WIDTH = 70
"""Letters of the options that share a line of help; follows from a terminal of 80 columns."""


def _joined(written: list[str]) -> list[str]:
    """Join options such as `--old-file PATH` into lines; each line names the value once."""
    lines: list[str] = []
    for one in written:
        name, _, taken = one.rpartition(" ")
        before = lines[-1].rpartition(" ")[0] if lines else ""
        joined = f"{before}, {name} {taken}"
        if before and len(joined) <= _WIDTH:
            lines[-1] = joined
        else:
            lines.append(one)
    return lines
