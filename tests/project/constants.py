"""The numbers of structedit, and whether the reason of each is written beside it.

A number that somebody chose (a limit, a threshold, a weight) is a constant of a module, named in
capitals, or the default of a field, other than 0 and 1. It says what chose it: a command of
`benchmarks/`, a figure of RESULTS.md, data that it was fitted on, something that it is given by or
follows from, or judgement.
The reason stands in a comment on its line, in the string below it or in the comment above it; these
two hold for all constants that stand line by line. That of a field may stand in its class, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT

SOURCE = ROOT / "src" / "structedit"
REASON = re.compile(
    r"judgement|benchmarks|RESULTS\.md|fitted on|given by|follows from", re.IGNORECASE
)
"""What a reason names; one that says only what the number is does not say why it is this one."""

Assigned = ast.Assign | ast.AnnAssign
_ARITHMETIC = (
    *(ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp),
    *(ast.operator, ast.unaryop, ast.expr_context),
)


class Constant(NamedTuple):
    """A number of a module, and what is written beside it."""

    path: Path
    line: int
    name: str
    said: str

    @property
    def has_reason(self) -> bool:
        return REASON.search(self.said) is not None


def constants_of(path: Path) -> Iterator[Constant]:
    """The numbers that a module gives names in capitals, and those that its fields have by default."""
    text = path.read_text(encoding="utf-8")
    lines, module = text.splitlines(), ast.parse(text)
    for node, said, body in _assigned(module):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        name = ast.unparse(target).strip("()")
        of_class = body is not module.body
        if _is_number(node.value) and (not _is_plain(node.value) if of_class else name.isupper()):
            below = _below(body[body.index(node) :])
            said = " ".join(
                (said, below, _comment(lines[node.end_lineno - 1]), _above(lines, node))
            )
            yield Constant(path, node.lineno, name, " ".join(said.split()))


def _assigned(module: ast.Module) -> Iterator[tuple[Assigned, str, list[ast.stmt]]]:
    """The assignments of a module and of its classes, with what the class says and what is beside."""
    for part in (module, *(node for node in module.body if isinstance(node, ast.ClassDef))):
        said = (ast.get_docstring(part) or "") if isinstance(part, ast.ClassDef) else ""
        for node in part.body:
            if isinstance(node, ast.AnnAssign if part is not module else Assigned):
                yield node, said, part.body


def _is_plain(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value in (0, 1)


def _is_number(value: ast.expr | None) -> bool:
    """Return True if a value is a number, some, or a table of them; arithmetic counts, a call does not."""
    if isinstance(value, ast.Dict):
        return bool(value.values) and all(map(_is_number, value.values))
    parts = list(ast.walk(value)) if value is not None else []
    numbers = [n for n in parts if isinstance(n, ast.Constant) and type(n.value) in (int, float)]
    return bool(numbers) and all(isinstance(part, _ARITHMETIC) for part in parts)


def _below(body: list[ast.stmt]) -> str:
    """The string below a constant and those beside it."""
    for node, after in pairwise(body):
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            return str(after.value.value)
        if after.lineno != (node.end_lineno or 0) + 1:
            return ""
    return ""


def _above(lines: list[str], node: ast.stmt) -> str:
    """The comment above a constant and those beside it."""
    at = node.lineno - 2
    while at >= 0 and re.match(r" *[A-Za-z_]\w* *[:=]", lines[at]):
        at -= 1
    found: list[str] = []
    while at >= 0 and lines[at].lstrip().startswith("#"):
        found.insert(0, lines[at].lstrip("# "))
        at -= 1
    return " ".join(found)


def _comment(line: str) -> str:
    return line.partition("#")[2]
