"""Whether rewrites keep hits and captures whole: each is compared with one in which all of them are in parentheses.

Pairs of a pattern and a template that tear operands apart (`$F($A)` -> `$A * 2`, `$A == $B` -> `!$A`) are rewritten
in real files (`corpus.py`, or those named). The reference puts each capture and each hit into parentheses, needed or
not. Both are parsed, nodes that are nothing but parentheses are taken out, and the trees are compared.

    python -m benchmarks.rewrites [LANGUAGE…] [--paths PATH…] [--files N] [--hits N] [--show K]

A hit is skipped where the reference does not parse, since nothing may be in parentheses there, where it is a whole
statement, and where `*args` or `label: x` is captured. Prints for each language the pairs, the hits, those refused
and those wrong, and ends with 1 if any is wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import corpus
from tree_sitter import Node, Parser

import structedit as se
from structedit.calls.code_patterns import code_pattern
from structedit.extras.codemods.rewriting import rewritten_hits
from structedit.languages.grammars import grammar
from structedit.search.patterns.pattern_hits import pattern_hits
from structedit.text.document import Span
from structedit.text.edit import Edit
from structedit.text.lines import begins_line
from structedit.tree.source import Source

LARGEST = 15_000
"""Bytes of a file that is taken: each hit parses it twice. Chosen by judgement."""

LABELLED = re.compile(rb"\*|\w+\s*:|[\w.]+\s*=(?![=>])")
"""Arguments that are no expressions, so that nothing of them may be in parentheses."""

_C_LIKE = (
    ("$F($A)", ("$A * 2", "!$A", "$A.name", "f($A)", "$A && other", "0 - $A", "[$A]")),
    ("$F($A, $B)", ("$A + $B", "$A - $B", "$B * $A", "$A || $B", "g($B, $A)")),
    ("$A == $B", ("!$A", "$A && $B", "f($A) + $B", "$A != $B")),
    ("$A + $B", ("$A * $B", "-$A", "$A - $B", "f($A, $B)")),
)
_WORDS = (
    ("$F($A)", ("$A * 2", "not $A", "$A.name", "f($A)", "$A and other", "0 - $A")),
    ("$F($A, $B)", ("$A + $B", "$A - $B", "$B * $A", "$A or $B", "g($B, $A)")),
    ("$A == $B", ("not $A", "$A and $B", "f($A) + $B")),
    ("$A + $B", ("$A * $B", "-$A", "$A - $B", "f($A, $B)")),
)
_INDEXED = tuple(
    (pattern, tuple(one for one in templates if one != "[$A]")) for pattern, templates in _C_LIKE
)
PAIRS: dict[str, Sequence[tuple[str, Sequence[str]]]] = {
    **dict.fromkeys(("javascript", "typescript", "tsx", "swift"), _C_LIKE),
    **dict.fromkeys(("go", "java", "csharp", "rust", "c", "cpp", "kotlin", "scala"), _INDEXED),
    **dict.fromkeys(("python", "lua", "ruby"), _WORDS),
    "php": (
        ("f($A)", ("$A * 2",)),
        ("count($A)", ("$A * 2", "!$A", "f($A)", "0 - $A")),
        ("$A . $B", ("$A * $B", "f($A, $B)", "$B . $A")),
    ),
    "elixir": _WORDS[1:],
    "julia": _INDEXED,
    "r": tuple((p, tuple(t for t in templates if "." not in t)) for p, templates in _INDEXED),
}


class Count:
    """What came of the pairs of one language."""

    def __init__(self) -> None:
        self.pairs = self.hits = self.refused = self.skipped = 0
        self.wrong: list[str] = []


def parser_of(source: Source) -> Parser:
    """A parser for the language of a file."""
    return Parser(grammar(str(source.profile.grammar)))


HEAD = re.compile(rb"\bfunction\s+\Z")
"""What stands before the head of a definition that looks like a call, and may not be in parentheses."""


def operand(root: Node) -> Node | None:
    """The operand of a sign without its parentheses: some grammars read `-(x)` as a call of `-`."""
    if root.child_count != 2 or root.text is None or root.text[:1] not in b"-+!~":
        return None
    sign, node = root.children
    if sign.end_byte - sign.start_byte != 1:
        return None
    while node.text is not None and node.text[:1] == b"(" and node.text[-1:] == b")":
        inside = [child for child in node.named_children if not child.is_extra]
        if len(inside) != 1:
            return None if sign.is_named and node.start_byte == sign.end_byte else node
        node = inside[0]
    while node.child_count == 1 and node.children[0].is_named:
        node = node.children[0]
    return node


def shape(data: bytes, root: Node, groups: frozenset[str]) -> Iterator[str]:
    """The types and texts of a tree's nodes, without those that are nothing but parentheses."""
    if (
        root.type in groups
        and len(inside := [c for c in root.named_children if not c.is_extra]) == 1
    ):
        yield from shape(data, inside[0], groups)
    elif (own := operand(root)) is not None:
        yield f"(sign {data[root.start_byte : root.start_byte + 1].decode()}"
        yield from shape(data, own, groups)
        yield ")"
    elif not root.child_count:
        if not root.is_extra and root.type not in ";\n":
            yield f"{root.type} {data[root.start_byte : root.end_byte].decode('utf-8', 'replace')}"
    elif not root.is_extra:
        yield f"({root.type}"
        for child in root.children:
            yield from shape(data, child, groups)
        yield ")"


def in_parentheses(
    data: bytes, span: Span, hits: dict[Span, dict[str, Span]], template: str
) -> bytes:
    """The text at a span, in which every hit is written as the template has it, all in parentheses."""

    def put(match: re.Match[str]) -> str:
        place = hits[span][match[1]]
        text = in_parentheses(data, place, hits, template).decode()
        return text if re.fullmatch(r"[^\W\d]\w*([.]\w+)*", text) else f"({text})"

    if span in hits:
        return f"({re.sub(r'[$]([A-Z])', put, template)})".encode()
    inside = [one for one in hits if span.contains(one) and one != span]
    parts, at = list[bytes](), span.start
    for one in sorted(inside, key=lambda one: (one.start, -one.end)):
        if one.start >= at:
            parts += [data[at : one.start], in_parentheses(data, one, hits, template)]
            at = one.end
    return b"".join((*parts, data[at : span.end]))


def measure(path: Path, pattern: str, template: str, most: int, count: Count) -> None:
    """Rewrite the first hits of a file, each alone, and compare each with its reference."""
    source = Source.of(se.Document(path.read_bytes(), path=str(path)))
    if source.tree is None or not source.tree.clean:
        return
    asked = code_pattern(pattern)
    found: dict[Span, dict[str, Span]] = {}
    unfit: list[Span] = []
    for hit in pattern_hits(source, asked).hits:
        captures = {name: Span(spans[0].start, spans[-1].end) for name, spans in hit.fit.captures}
        is_labelled = any(LABELLED.match(span.of(source.data)) for span in captures.values())
        if is_labelled or hit.fit.rest or hit.source is not source:
            unfit.append(hit.span)
        else:
            found[hit.span] = captures
    if not found:
        return
    made = rewritten_hits(source, asked, template)
    refused = {one.text for one in made.passed if one.reason in ("read_back", "new_syntax_error")}
    count.refused += sum(one.reason in ("read_back", "new_syntax_error") for one in made.passed)
    parser, groups = parser_of(source), frozenset(source.profile.nodes.groups)
    for edit in made.edits[:most]:
        if any(edit.span.contains(one) for one in unfit):
            continue
        hits = {one: names for one, names in found.items() if edit.span.contains(one)}
        outer = max(hits, key=len, default=None)
        if outer is None or any(
            " ".join(one.of(source.data).decode().split()) in refused for one in hits
        ):
            continue
        if edit.new.strip()[:1] == b"{" and template[:1] != "{":
            continue  # a block around a statement has no counterpart in the reference
        if HEAD.search(source.data, 0, edit.span.start):
            continue
        if any(
            begins_line(source.data, hit.start) or source.tree.grown(hit) != hit for hit in hits
        ):
            continue  # a statement in parentheses may go on in the line above
        texts = []
        for one in (edit, Edit(outer, in_parentheses(source.data, outer, hits, template))):
            data = source.data[: one.span.start] + one.new + source.data[one.span.end :]
            root = parser.parse(data).root_node
            texts.append(None if root.has_error else list(shape(data, root, groups)))
        if texts[0] is None:
            count.refused += 1  # the whole file is, when its edits are judged
            continue
        if texts[1] is None:
            count.skipped += 1
            continue
        count.hits += 1
        if texts[0] != texts[1]:
            line = source.document.line_of(edit.span.start)
            old, new = edit.span.of(source.data).decode(), edit.new.decode()
            count.wrong.append(f"{path}:{line}: {pattern} -> {template}: {old!r} -> {new!r}")


def main() -> int:
    """Measure the languages that are named, or all."""
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("languages", nargs="*")
    asked.add_argument(
        "--paths", nargs="*", type=Path, default=[], help="files, instead of the corpus"
    )
    asked.add_argument("--files", type=int, default=12, help="files of a language")
    asked.add_argument("--hits", type=int, default=4, help="hits of a pair in one file")
    asked.add_argument("--show", type=int, default=5, help="wrong ones that are shown")
    given = asked.parse_args()
    pairs = hits = wrong = 0
    for language in given.languages or PAIRS:
        files = given.paths or corpus.corpus(language).files
        some = [file for file in files if file.stat().st_size <= LARGEST][: given.files]
        count = Count()
        for pattern, templates in PAIRS[language]:
            for template in templates:
                count.pairs += 1
                for file in some:
                    measure(file, pattern, template, given.hits, count)
        print(
            f"{language:12} {count.pairs:4} pairs {count.hits:6} hits {len(count.wrong):4} wrong"
            f" {count.refused:5} refused {count.skipped:5} skipped",
            flush=True,
        )
        for one in count.wrong[: given.show]:
            print("   ", one)
        pairs, hits, wrong = pairs + count.pairs, hits + count.hits, wrong + len(count.wrong)
    print(f"{pairs} pairs, {hits} hits, {wrong} wrong")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
