"""Standard output and standard error: text, bytes or JSON, in colour or not."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from structedit.calls.printable import coloured, printable, printable_json, printable_lines
from structedit.disk.surroundings import setting, write_error, write_output
from structedit.text.document import to_text

_introduction: list[str] = []


def introduce(content: str) -> None:
    """Schedule a text to be printed to standard error before the next output, unless it is withdrawn."""
    _introduction.append(content)


def withdraw_introduction() -> None:
    """Cancel the scheduled text."""
    _introduction.clear()


def print_introduction() -> None:
    """Print the scheduled text, if it is not printed yet."""
    while _introduction:
        write_error(printable_lines(_introduction.pop(0)))


def text(content: str) -> None:
    """Print text to standard output, with invisible letters as escapes."""
    in_colours(printable_lines(content))


def in_colours(content: str) -> None:
    """Print text with colours to standard output unchanged: its author has escaped the rest."""
    print_introduction()
    write_output(content.encode("utf-8", "surrogateescape"))


def raw(content: bytes) -> None:
    """Print bytes to standard output: unchanged, but on a terminal with escapes for invisible characters."""
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
    """Print a diff that is only read, for example after a dry run."""
    if in_colour(choice):
        in_colours(coloured(content))
    else:
        text(content)


def error(content: str) -> None:
    """Print text to standard error, with invisible letters as escapes."""
    print_introduction()
    write_error(printable_lines(content))


def progress(content: str) -> None:
    """Print a line about the progress of work in place of the last one, on a terminal."""
    write_error(f"\r\x1b[K{printable_lines(content)}")


def warnings(messages: Sequence[str]) -> None:
    """Print warnings to standard error, for results whose report has none."""
    for warning in messages:
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

    An invisible letter becomes its `\\u` escape, and so does a lone surrogate, which stands for a byte that is not
    UTF-8.
    """
    import json

    written = "".join(json.dumps(v, ensure_ascii=False, indent=indent) + "\n" for v in values)
    print_introduction()
    write_output(printable_json(written).encode("utf-8", "backslashreplace"))


def in_colour(choice: str) -> bool:
    """Return True if standard output should be coloured: by the option, the environment, or for a terminal.

    NO_COLOR and FORCE_COLOR count when they are not empty (no-color.org, force-color.org).
    """
    if choice != "auto":
        return choice == "always"
    if setting("NO_COLOR"):
        return False
    if setting("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty() and setting("TERM") != "dumb"
