"""Shell completion: the scripts for shells, and the answers to their questions.

A script calls the command with the line in the environment; the answer is one word per line, each with its type:
`plain`, or `file` if the shell should complete a file name. Selectors are those of the file on the line, as
`outline` lists them.

Not here: completing file names, which the shell does.
"""

from __future__ import annotations

import re
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from structedit.disk.surroundings import setting

_VARIABLE = "_STRUCTEDIT_COMPLETE"

_BASH = r"""
%(complete_func)s() {
    local IFS=$'\n' response type value
    response=$(COMP_LINE="$COMP_LINE" COMP_POINT="$COMP_POINT" %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    while IFS=',' read -r type value; do
        if [[ $type == 'file' || $type == 'dir' ]]; then
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
        fi
    done <<< "$response"
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

_POWERSHELL = r"""
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $ast, $cursor)
    $words = $ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object {
        if ($null -ne $_.Value) { $_.Value } else { $_.Extent.Text }
    }
    $env:COMP_WORDS = $words -join "`n"
    $env:COMP_CWORD = $word.Trim("'").Replace("''", "'")
    $env:%(complete_var)s = 'powershell_complete'
    $found = & %(prog_name)s
    Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:%(complete_var)s -ErrorAction Ignore
    $found | Where-Object { $_.StartsWith('plain,') } | ForEach-Object {
        $text = $_.Substring(6)
        $written = if ($text -match '^[\w./:-]+$') { $text } else { "'" + $text.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($written, $text, 'ParameterValue', $text)
    }
}
"""

_BREAKS = re.compile(r"(?<!\\)[:=]")
"""Where bash splits a word, so that the completion must begin there too."""


class _Asked(ShellComplete):
    """Ignore an option without its value at the end of a line, from which click would read no file."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        self.ctx_args = {**self.ctx_args, "obj": args}
        return super().get_completions(args, incomplete)


class _Bash(_Asked, BashComplete):
    source_template: ClassVar[str] = _BASH
    _typed = _quote = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        if not setting("COMP_LINE"):  # a script that click made
            return super().get_completion_args()
        letters = setting("COMP_LINE").encode("utf-8", "surrogateescape")
        line = letters[: int(setting("COMP_POINT"))].decode("utf-8", "surrogateescape")
        self._typed, self._quote = _last_word(line)
        words = split_arg_string(line)
        incomplete = words.pop() if self._typed and words else ""
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        if item.type != "plain" or self._quote:
            return f"{item.type},{item.value}"
        typed = re.sub(r"^--[\w-]+=", "", self._typed)
        breaks = [found.end() for found in _BREAKS.finditer(typed)]
        written = re.sub(r"[^\w.,:/@%+=-]", r"\\\g<0>", item.value)
        return f"plain,{written[breaks[-1] if breaks else 0 :]}"


def _last_word(line: str) -> tuple[str, str]:
    """Return the word at the end of a shell line as typed, and the quote that is open in it.

    >>> _last_word("structedit get-region a.py 'f > i")
    ("'f > i", "'")
    """
    begin, quote, at = 0, "", 0
    while at < len(line):
        letter = line[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "\\":
            at += 1
        elif letter.isspace():
            begin = at + 1
        at += 1
    return line[begin:], quote


class _Zsh(_Asked, ZshComplete):
    pass


class _Fish(_Asked, FishComplete):
    # a selector may hold a comma
    source_template: ClassVar[str] = FishComplete.source_template.replace(
        'string split ","', 'string split -m 1 ","'
    )


class _PowerShell(_Asked):
    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        words = setting("COMP_WORDS").split("\n")[1:]
        incomplete = setting("COMP_CWORD")
        if incomplete and words and words[-1] == incomplete:
            words.pop()
        return words, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value}"


def register() -> None:
    """Register these shells with click."""
    for kind in (_Bash, _Zsh, _Fish, _PowerShell):
        add_completion_class(kind)


def script(program: click.Command, shell: str) -> str:
    """Return the script that a shell runs to complete lines of the command."""
    register()
    found = get_completion_class(shell)
    assert found is not None
    return found(program, {}, "structedit", _VARIABLE).source().strip() + "\n"


def selectors(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the selectors of the line's file that begin as typed; blocks after a `>`."""
    from structedit.app import library
    from structedit.disk import roots
    from structedit.text.errors import StructEditError

    path = ctx.params.get("path")
    path = path[0] if isinstance(path, tuple) and path else path
    if path is None:
        words = ctx.find_root().obj or []
        path = next((word for word in words[1:] if roots.is_there(".", word)), None)
    if not isinstance(path, str):
        return []
    try:
        outline = library.outline(path, blocks=">" in incomplete)
    except StructEditError:
        return []
    found, rest = [], [*outline.items]
    while rest:
        item = rest.pop(0)
        found.append(item.selector)
        rest[:0] = item.children
    fitting = [one for one in dict.fromkeys(found) if one.startswith(incomplete)]
    return [CompletionItem(one) for one in fitting]
