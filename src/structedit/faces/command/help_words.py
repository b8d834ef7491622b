"""Texts of the command's help besides options: two examples per command, and explained words.

Not here: the layout of the help (`faces.command.help_pages`).
"""

from __future__ import annotations

from structedit.text.values import dataclass

EXAMPLES: dict[str, tuple[str, ...]] = {
    "str-replace": (
        "str-replace shop/cart.py --old 'MAX = 50' --new 'MAX = 75'",
        "str-replace shop/cart.py --old row --new r --within load_cart --all",
    ),
    "replace-all": (
        "replace-all shop/cart.py --pattern cart --new basket --diff",
        "replace-all shop/cart.py --regex --pattern 'MAX_(\\w+)' --new 'M_\\1'",
    ),
    "insert": (
        "insert shop/cart.py --at imports --text 'import json'",
        "insert shop/cart.py --at after --of load_cart --text 'A = 1'",
    ),
    "replace-block": (
        "replace-block shop/cart.py load_cart --part body --new 'return 1'",
        "replace-block shop/cart.py load_cart --new-file - < new.py",
    ),
    "replace-function-body": (
        "replace-function-body shop/cart.py load_cart --new 'return None'",
        "replace-function-body shop/cart.py load_cart --new-file - < new.py",
    ),
    "delete-block": (
        "delete-block shop/cart.py legacy_total",
        "delete-block shop/cart.py --anchor 'for row in rows:' --dry-run",
    ),
    "move-block": (
        "move-block shop/cart.py legacy_total --at before --of load_cart",
        "move-block shop/cart.py load_cart --at end --of Cart --dry-run",
    ),
    "wrap": (
        "wrap shop/cart.py 'load_cart > for' --header 'if rows:'",
        "wrap shop/cart.py --anchor 'for row in rows:' --header 'if rows:'",
    ),
    "unwrap": (
        "unwrap shop/cart.py 'load_cart > for' --dry-run",
        "unwrap shop/cart.py --anchor 'for row in rows:' --diff",
    ),
    "rename-local": (
        "rename-local shop/cart.py load_cart rows lines",
        "rename-local shop/cart.py load_cart --old cart --new basket --diff",
    ),
    "apply": (
        "apply changes.diff --dry-run",
        "apply --partial - < answer.md",
    ),
    "multi-edit": (
        "multi-edit edits.json",
        "multi-edit edits.json --verify 'pytest -q' --rollback",
    ),
    "rewrite": (
        "rewrite shop -p 'sum($A)' -r 'total($A)' --diff",
        "rewrite . --text cart -r basket --glob '*.py' --dry-run",
    ),
    "scan": (
        "scan rules shop",
        "scan rules shop --fix --diff",
    ),
    "run": (
        "run edit.py shop --dry-run",
        "run edit.py . --glob '*.py' --json-lines",
    ),
    "fleet": (
        "fleet roots.txt -- rewrite --text cart -r basket shop --dry-run",
        "fleet roots.txt -j 4 -- run edit.py shop",
    ),
    "undo": ("undo", "undo --json"),
    "redo": ("redo", "redo --quiet"),
    "history": ("history -n 5", "history --json"),
    "show": ("show ID", "show ID --json"),
    "outline": (
        "outline shop/cart.py --blocks",
        "outline shop --depth 1 --kind function",
    ),
    "get-region": (
        "get-region shop/cart.py Cart.remove --numbered",
        "get-region shop/cart.py --lines 4-9",
    ),
    "find": (
        "find shop --text load_cart",
        "find . -p 'sum($A)' --files-with-matches",
    ),
    "check": ("check shop", "check server/main.go --json"),
    "stats": ("stats --scope lifetime", "stats --html stats.html"),
    "languages": ("languages", "languages --json"),
    "mcp": ("mcp --root .", "mcp config --client claude-code"),
    "completion": ("completion bash > completion.sh", "completion powershell"),
    "help": ("help selector", "help replace-block"),
}
"""Calls to begin with, as they are typed behind the program's name."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the help: in a line, in full, and the arguments whose help has use for it."""

    line: str
    text: str
    arguments: frozenset[str] = frozenset()


def _term(line: str, text: str, arguments: str = "") -> Term:
    return Term(line, text, frozenset(arguments.split()))


TERMS = {
    "selector": _term(
        "a block as outline prints it: Cart.total, 'f > if[2]', :42-60",
        """\
Cart.total              a definition; ::, # and / are read like the dot
function:f, method:f    the same, by its kind
f[2], f[-1], f@42       the second of that name, the last, the one at line 42
f > if[2] > else        a block inside f: if elif else for while try catch ...
describe("a") > it("b") a call with a label and a body
a.b[0].c                a value in JSON, YAML or TOML
# Title > Part          a section of Markdown
:42, :42-60             a line, a range of lines

`structedit outline FILE --blocks` lists the selectors of a file.""",
        "selector of within",
    ),
    "anchor": _term(
        "text that opens a block: 'if (x) {'",
        """\
--anchor 'for row in rows:' names the block that this text opens, to its
end; for an if this is one arm, --part statement takes all arms. The text
is found like any other: see `structedit help ladder`.""",
        "anchor",
    ),
    "hint": _term(
        "narrows a search: --within, --after, --between, --near-line",
        """\
--within SELECTOR       only inside the node of this selector
--after, --before TEXT  only after this text, only before it
--between START END     only between two texts
--near-line N           only within --radius lines of this line
--occurrence N          the Nth of several hits; --all: every hit

Hints can be combined. A hint that cannot be met is an error.""",
        "within near_line",
    ),
    "ladder": _term(
        "the tiers in which text is found, from exact to fuzzy",
        "",
        "match",
    ),
    "pattern": _term(
        "code in which $A stands for a node, $$$A for any number of nodes",
        """\
foo($A, $$$REST)   a call with one argument or more
$A == $A           the same code on both sides
$_                 any node

It is found by its syntax tree: white space does not matter. A template
uses the same names. --debug-pattern prints how a pattern is read.""",
        "strictness",
    ),
    "template": _term(
        "what replaces a hit, with $A and $$$A in it",
        """\
of a pattern             the code that $A, $$$A matched; all else is literal
of a query               $name is a capture's text, $$ a dollar sign; the
                         capture @target is replaced, else the one that
                         contains all others
of text                  as it is
of a regular expression  $1 and ${name} are groups""",
        "template",
    ),
    "risk": _term(
        "how much of a file an edit changes; critical needs --force",
        """\
The share of the file's old lines that an edit changes or removes: medium
from 20 %, high from 75 %, critical from 90 %, or 100 hits. Medium and high
are reported; critical is refused without --force. Files under 10 lines are
exempt.""",
    ),
    "transaction": _term(
        "what one call wrote, in one file or many: all of it, or nothing",
        """\
`structedit history` lists them, `show ID` prints one, `undo` reverts
the latest, `undo ID` that one, `redo` applies it again.""",
    ),
}
"""Words that the help of commands uses."""

SYNONYMS = {
    "tier": "ladder",
    "tiers": "ladder",
    "match": "ladder",
    "hints": "hint",
    "undo_id": "transaction",
}
SYNONYMS |= {"selectors": "selector", "anchors": "anchor", "patterns": "pattern", "within": "hint"}


def explained(word: str) -> str | None:
    """Return the full explanation of a word."""
    name = SYNONYMS.get(word.lower(), word.lower())
    if name not in TERMS:
        return None
    text = _ladder() if name == "ladder" else TERMS[name].text
    rows = "\n".join(f"  {line}".rstrip() for line in text.split("\n"))
    return f"{name}: {TERMS[name].line}\n\n{rows}\n"


def _ladder() -> str:
    """Return the tiers and the differences that each allows, from the table that defines them."""
    import textwrap

    from structedit.calls.tiers import TIERS

    rows: list[str] = []
    before: frozenset[str] = frozenset()
    for name, facts in TIERS.items():
        new = sorted(kind.value for kind in facts.differences - before)
        said = "; ".join(new) if facts.differences else "nothing differs"
        rows += textwrap.wrap(f"{name:<15} {said}", 76, subsequent_indent=" " * 16)
        before = before | facts.differences
    return "\n".join(
        (
            "Text is found at the first tier that has a hit. What each also ignores:",
            "",
            *rows,
            "",
            "--match exact stops after newline, whitespace after escape, syntax after",
            "elision; fuzzy, the default, goes to the end. A result names its tier.",
        )
    )
