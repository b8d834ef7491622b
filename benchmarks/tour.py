"""A tour through a dozen languages: four edits of a real file each, then one of a broken copy.

    python benchmarks/tour.py [LANGUAGE…]

The files are those of `benchmarks/corpus.py`: nobody here wrote them. Every diff is shown; nothing is
written to them. Ends with 1 if an edit did not land, or if the broken copy was not treated as it must
be: a neighbour of the break lands, the broken function is refused.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from corpus import corpus

import structedit as se
from structedit.search.addresses import selectors_of
from structedit.tree.nodes import Block

BODIES = {
    "python": "raise NotImplementedError",
    "javascript": 'throw new Error("later");',
    "typescript": 'throw new Error("later");',
    "tsx": 'throw new Error("later");',
    "go": 'panic("later")',
    "rust": 'unimplemented!("later")',
    "c": "abort();",
    "cpp": "std::abort();",
    "java": "throw new UnsupportedOperationException();",
    "ruby": "raise NotImplementedError",
}
DATA = {"json": '"added": true', "yaml": "added: true"}
NOTES = {"python": "# noted", "ruby": "# noted"}
LINES_SHOWN = 24


def main() -> int:
    wanted = sys.argv[1:] or [*BODIES, *DATA]
    failures = [f"{language}: {problem}" for language in wanted for problem in visit(language)]
    print(f"\n{len(wanted)} languages, {len(failures)} problems")
    print("\n".join(failures))
    return 1 if failures else 0


def visit(language: str) -> Iterator[str]:
    found = corpus(language)
    steps = data_steps if language in DATA else code_steps
    for path in found.files:
        chosen = steps(language, path)
        if chosen is not None:
            print(f"\n{'=' * 100}\n{language}: {'/'.join(path.parts[-3:])}")
            for title, step, wanted in chosen:
                yield from shown(title, step(), wanted)
            return
    print(f"\n{language}: no file here. {'; '.join(found.missing)}")


def shown(title: str, outcome: se.Outcome, wanted: str) -> Iterator[str]:
    print(f"\n--- {title}: {outcome.status}")
    text = outcome.diff if outcome.landed else outcome.report()
    lines = text.splitlines()
    print("\n".join(lines[:LINES_SHOWN]))
    if len(lines) > LINES_SHOWN:
        print(f"… {len(lines) - LINES_SHOWN} more lines")
    if outcome.status not in wanted.split("|"):
        yield f"{title}: {outcome.status} ({outcome.reason}), not {wanted}"


Step = tuple[str, Callable[[], se.Outcome], str]


def code_steps(language: str, path: Path) -> list[Step] | None:
    """The steps for a file that has what they need: a function with an `if`, a repeated line."""
    document = replace(se.Document.from_path(str(path)), path=path.name)
    source = se.Source.of(document)
    if source.tree is None or not source.tree.clean or source.language != language:
        return None
    functions = [b for b in source.tree.definitions() if is_function(b) and b.body is not None]
    with_if = [b for b in functions if lone_if(source, b) is not None]
    repeated = repeated_line(document.text)
    if len(functions) < 3 or not with_if or repeated is None:
        return None
    first = with_if[-1]
    before = [b for b in functions if b.core.end <= first.core.start]
    conditional, broken = lone_if(source, first), broken_copy(source, first)
    if conditional is None or broken is None or not before:
        return None
    selector, neighbour = selectors_of(source.tree, [first, before[-1]])
    anchor = document.line_text(document.line_of(first.body.start)).strip()
    body, note = BODIES[language], NOTES.get(language, "// noted")
    return [
        (
            "the body of a function",
            lambda: se.replace_function_body(document, selector, body),
            "applied",
        ),
        ("an if block, deleted", lambda: se.delete_block(document, conditional), "applied"),
        (
            "a line after an anchor",
            lambda: se.insert(document, note, after=anchor, occurrence=1, within=selector),
            "applied",
        ),
        (
            "one of a line that is repeated",
            lambda: se.str_replace(document, repeated, repeated + "\n" + note, occurrence=2),
            "applied",
        ),
        (
            "the broken function of a broken copy",
            lambda: se.replace_block(broken, selector, "x"),
            "refused|not_found",
        ),
        ("its neighbour", lambda: se.replace_function_body(broken, neighbour, body), "applied"),
    ]


def is_function(block: Block) -> bool:
    return block.kind in ("function", "method") and block.layout in ("brace", "indent", "end")


def lone_if(source: se.Source, function: Block) -> str | None:
    """The selector of an `if` without arms that is not all that its function holds."""
    assert source.tree is not None
    ifs = [b for b in source.tree.blocks(function.core) if b.kind == "if" and b.arm == b.core]
    inside = [
        b for b in ifs if function.core.contains(b.core) and b.layout in ("brace", "indent", "end")
    ]
    return selectors_of(source.tree, inside[:1])[0] if inside else None


def repeated_line(text: str) -> str | None:
    """A statement-like line that stands in the file at least twice."""
    counts = Counter(line.strip() for line in text.splitlines())
    ending = (";", ")", "nil", "None", "end")
    fit = [
        s
        for s, n in counts.items()
        if n == 2 and len(s) > 12 and s.endswith(ending) and s.count("(") == s.count(")")
    ]
    return next(
        (
            line
            for line in fit
            if text.count(line) == 2 and not line.startswith(("*", "/", "#", "}"))
        ),
        None,
    )


def broken_copy(source: se.Source, function: Block) -> se.Document | None:
    """The document with a parenthesis too many in the function's body."""
    assert function.body is not None
    at = function.body.start + len(function.body.of(source.data)) // 2
    while (at := source.data.find(b"(", at + 1, function.body.end)) >= 0:
        document = source.document.with_data(source.data[:at] + b"((" + source.data[at:])
        if se.Source.of(document).faults():
            return document
    return None


def data_steps(language: str, path: Path) -> list[Step] | None:
    document = replace(se.Document.from_path(str(path)), path=path.name)
    source = se.Source.of(document)
    if source.tree is None or not source.tree.clean:
        return None
    keys = [b for b in source.tree.definitions() if b.kind == "key" and b.body is not None]
    holders = [b for b in keys if any(k.path[:-1] == b.path for k in keys)]
    inner = [k for k in keys if holders and k.path[:-1] == holders[0].path]
    if len(inner) < 2:
        return None
    holder, first = selectors_of(source.tree, [holders[0], inner[0]])
    new = DATA[language]
    return [
        ("a value", lambda: se.replace_block(document, first, "42", part="body"), "applied"),
        ("a key, deleted", lambda: se.delete_block(document, first), "applied"),
        ("a key after another", lambda: se.insert(document, new, at="after", of=first), "applied"),
        ("a key at the end", lambda: se.insert(document, new, at="end", of=holder), "applied"),
    ]


if __name__ == "__main__":
    sys.exit(main())
