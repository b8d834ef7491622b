"""What goes to standard output and standard error, as text, bytes or JSON, in colour or not."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from structedit.calls.printable import coloured, printable, printable_json, printable_lines
from structedit.disk.surroundings import setting, write_error, write_output
from structedit.text.document import to_text

_introduction: list[str] = []


def introduce(content: str) -> None:
    """Have text printed to standard error before what is printed next, unless it is withdrawn till then."""
    _introduction.append(content)


def withdraw_introduction() -> None:
    """Forget a text that was to come before all that is printed."""
    _introduction.clear()


def print_introduction() -> None:
    """Print the text that is to come first, if it is not printed yet."""
    while _introduction:
        write_error(printable_lines(_introduction.pop(0)))


def text(content: str) -> None:
    """Print text to standard output, with letters that cannot be seen as escapes."""
    in_colours(printable_lines(content))


def in_colours(content: str) -> None:
    """Print text that holds colours to standard output as it is: whoever made it has escaped the rest."""
    print_introduction()
    write_output(content.encode("utf-8", "surrogateescape"))


def raw(content: bytes) -> None:
    """Print bytes to standard output: exact, but on a terminal with escapes for what cannot be seen."""
    if sys.stdout is not None and sys.stdout.isatty():
        text(to_text(content).replace("\r\n", "\n"))
        return
    print_introduction()
    write_output(content)


def diff(content: bytes, choice: str, *, exact: bool = True) -> None:
    """Print a diff: `exact`, so that it applies, but to a terminal coloured and with escapes."""
    if in_colour(choice) or not exact:
        shown_diff(to_text(content), choice)
    else:
        raw(content)


def shown_diff(content: str, choice: str) -> None:
    """Print a diff that is to be looked at and not to be applied, as that of a dry run."""
    if in_colour(choice):
        in_colours(coloured(content))
    else:
        text(content)


def error(content: str) -> None:
    """Print text to standard error, with letters that cannot be seen as escapes."""
    print_introduction()
    write_error(printable_lines(content))


def progress(content: str) -> None:
    """Print a line that shows how far work has come in the place of the last one, on a terminal."""
    write_error(f"\r\x1b[K{printable_lines(content)}")


def warnings(told: Sequence[str]) -> None:
    """Print warnings to standard error, for results whose report holds none."""
    for warning in told:
        error(f"warning: {printable(warning)}\n")


def json_line(*values: Mapping[str, object]) -> None:
    """Print JSON values, each on a line of its own, so that more can follow."""
    _print_json(values, None)


def json_object(value: Mapping[str, object] | Sequence[object]) -> None:
    """Print one JSON value, laid out for people, and a line end."""
    _print_json((value,), 2)


def _print_json(
    values: Sequence[Mapping[str, object] | Sequence[object]], indent: int | None
) -> None:
    """Print JSON values, each with a line end.

    A letter that cannot be seen becomes its `\\u` escape, and so does a lone surrogate, which stands for a
    byte that is not UTF-8.
    """
    import json

    written = "".join(json.dumps(v, ensure_ascii=False, indent=indent) + "\n" for v in values)
    print_introduction()
    write_output(printable_json(written).encode("utf-8", "backslashreplace"))


def in_colour(choice: str) -> bool:
    """Whether to colour standard output: by the option, else the environment, else for a terminal.

    NO_COLOR and FORCE_COLOR count when they are not empty (no-color.org, force-color.org).
    """
    if choice != "auto":
        return choice == "always"
    if setting("NO_COLOR"):
        return False
    if setting("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and setting("TERM") != "dumb"
