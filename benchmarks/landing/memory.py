"""Distortions of what was said: comments, names, lines left out or invented, layout of calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.landing.blanks import leading, unit_of
from benchmarks.landing.material import Line, Script
from benchmarks.landing.tasks import Draft, inner, misremembered

_COMMENT_MARKS = {
    **dict.fromkeys("python ruby bash yaml toml r elixir julia hcl terraform perl".split(), ("#",)),
    **dict.fromkeys("cmake dockerfile gdscript graphql make nix powershell".split(), ("#",)),
    **dict.fromkeys("lua ada elm haskell purescript sql".split(), ("--",)),
    **dict.fromkeys("clojure commonlisp elisp fennel racket".split(), (";",)),
    **dict.fromkeys("erlang latex".split(), ("%",)),
    "fortran": ("!",),
    "ocaml": ("(*",),
    "markdown": ("<!--",),
    "php": ("//", "#", "*"),
    "json": (),
}
_SLASHES = ("//", "*", "/*")
ELISIONS = {
    "lua": ("-- ... existing code ...", "--- rest of the code", "..."),
    "clojure": (";; ... existing code ...", "..."),
    "erlang": ("%% ... existing code ...", "..."),
    "ocaml": ("(* ... existing code ... *)", "..."),
    "markdown": ("<!-- ... existing code ... -->", "..."),
    "json": ("// ... existing code ...", "..."),
    **dict.fromkeys(
        "python ruby bash yaml toml r elixir julia hcl".split(),
        ("# ... existing code ...", "# ...", "...", "# ... rest of the code unchanged ..."),
    ),
}
_SLASH_ELISIONS = (
    "// ... existing code ...",
    "// ...",
    "...",
    "/* ... */",
    "// rest of the code stays the same",
)
_WORD = re.compile(r"(?<![\w$])[A-Za-z_]+(?!\w)")
_SYNONYMS = {
    "get": "fetch",
    "gets": "fetches",
    "return": "give back",
    "returns": "gives back",
    "use": "make use of",
    "used": "employed",
    "check": "verify",
    "checks": "verifies",
    "make": "create",
    "create": "make",
    "creates": "makes",
    "set": "assign",
    "add": "append",
    "remove": "delete",
    "if": "when",
    "when": "if",
    "because": "since",
    "since": "because",
    "all": "every",
    "each": "every",
    "don't": "do not",
    "need": "require",
    "needs": "requires",
    "should": "must",
    "must": "has to",
    "first": "initial",
    "also": "as well",
    "error": "failure",
    "value": "result",
    "list": "sequence",
    "only": "just",
}
_DEFINES = re.compile(
    r"\b(def|defp|defmodule|defmacro|defn|deftest|class|func|fn|fun|function|struct|enum|trait|interface|module|"
    r"impl|type|object|protocol|extension|record|namespace|package|union|sub|macro|typedef)\b"
)
_CALLS_OPEN = re.compile(r"[\w)\]]\(")
_KEYED = frozenset("json yaml toml hcl".split())
_DECLARES = re.compile(r"\b(?:mod|local|val|var|const|static|final(?: [\w<>, ()?]+)?)\s+$")
REWRAPPED = frozenset("python javascript typescript tsx go rust c cpp java ruby".split())
"""Languages with a grammar in which a call may go over several lines."""


def comment_of(language: str, text: str) -> tuple[str, str] | None:
    """Part a line into its code with the comment's mark (`#'` in R, too), and the comment's words."""
    for mark in _COMMENT_MARKS.get(language, _SLASHES):
        found = re.match(rf"(\s*{re.escape(mark)}[{re.escape(mark[-1])}!:*']*\s+)(.*\w.*)$", text)
        if found:
            return found[1], found[2]
        found = re.match(rf"([^\"'`]*\S\s+{re.escape(mark)}\s+)(.*\w.*)$", text)
        if found and mark != "*":
            return found[1], found[2]
    return None


def paraphrased_comment(draft: Draft) -> Draft | None:
    """The caller tells a comment in an unchanged line in its own words."""
    found = []
    for at in inner(draft.script):
        parts = comment_of(draft.language, draft.script[at].theirs[0])
        if parts is not None and len(parts[1].split()) > 2:
            found.append((at, parts[0] + _paraphrased(parts[1])))
    if not found:
        return None
    at, text = draft.random.choice(found)
    return misremembered(draft, at, text)


def _paraphrased(words: str) -> str:
    """Take other words where some are known, else leave out an article, a point, the last word."""
    said = [_SYNONYMS.get(word, _SYNONYMS.get(word.lower(), word)) for word in words.split(" ")]
    shorter = [word for word in said if word.lower() not in ("the", "a", "an", "this")]
    text = " ".join(shorter if len(shorter) > 1 else said).rstrip(".")
    return text if text != words else " ".join(words.split(" ")[:-1])


def misspelt_identifier(draft: Draft) -> Draft | None:
    """One or two letters of a name in an unchanged line are wrong; it is no definition's own.

    A word that its line defines is another name for another thing, and has to be refused.
    """
    found = [
        (at, match)
        for at in inner(draft.script)
        if not is_header(draft.script[at].theirs[0])
        for match in _WORD.finditer(_code_of(draft, at))
        if len(match[0]) > 4 and not is_defined(draft.language, _code_of(draft, at), match)
    ]
    draft.random.shuffle(found)
    everything = "\n".join(draft.edit.file)
    for at, match in found[:8]:
        word = _misspelt(draft, match[0])
        text = draft.script[at].theirs[0]
        if word not in everything and word != match[0]:
            return misremembered(draft, at, text[: match.start()] + word + text[match.end() :])
    return None


def _code_of(draft: Draft, at: int) -> str:
    text = draft.script[at].theirs[0]
    parts = comment_of(draft.language, text)
    return text if parts is None else parts[0]


def _misspelt(draft: Draft, word: str) -> str:
    at = draft.random.randrange(1, len(word) - 1)
    match draft.random.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + word[at] + word[at:]
        case 2:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case _:
            letter = draft.random.choice("aeiourstln")
            return word[:at] + (letter.upper() if word[at].isupper() else letter) + word[at + 1 :]


def is_header(text: str) -> bool:
    """Return True if a line may be the head of a definition."""
    opens = text.rstrip().endswith(("{", ")", "=", ":", "do", "->", "=>", "(")) and "(" in text
    control = re.match(
        r"\s*[})]*\s*(if|elif|else|for|while|switch|return|with|catch|case|match|unless|assert)\b",
        text,
    )
    return bool(_DEFINES.search(text)) or (opens and not control)


def is_defined(language: str, code: str, match: re.Match[str]) -> bool:
    """Return True if a word is the name that its line defines: a key, a module, a constant."""
    before, after = code[: match.start()], code[match.end() :]
    if language in _KEYED and re.match(r"[\w.-]*[\"']?\s*[:={]", after):
        return re.match(r"\s*(?:-\s+)?[\"']?[\w.-]*\Z", before) is not None
    if language == "hcl" and after.lstrip('"').strip() == "{":
        return True
    return _DECLARES.search(before) is not None


def letter_case(draft: Draft) -> Draft | None:
    """A name in an unchanged line is written in other letter case."""
    everything = "\n".join(draft.edit.file)
    found = [
        (at, match)
        for at in inner(draft.script)
        if not is_header(draft.script[at].theirs[0])
        for match in _WORD.finditer(_code_of(draft, at))
        if len(match[0]) > 3
    ]
    draft.random.shuffle(found)
    for at, match in found[:8]:
        word = match[0].lower() if match[0] != match[0].lower() else match[0].capitalize()
        text = draft.script[at].theirs[0]
        if word not in everything:
            return misremembered(draft, at, text[: match.start()] + word + text[match.end() :])
    return None


def omitted_line(draft: Draft) -> Draft | None:
    """The caller leaves out one unchanged line."""
    found = [
        at for at in inner(draft.script) if "".join(draft.script[at].theirs).strip(" \t{}()[];,")
    ]
    filled = sum(bool("".join(line.theirs).strip()) for line in draft.script if line.kind != "+")
    return misremembered(draft, draft.random.choice(found)) if found and filled > 3 else None


def added_line(draft: Draft) -> Draft | None:
    """The caller remembers a line too many, one that stands elsewhere in the file."""
    found = list(inner(draft.script))
    own = {line.strip() for line in draft.edit.file[draft.edit.first :][: len(draft.script)]}
    others = [
        line
        for line in draft.edit.file
        if len(line.strip()) > 8 and line.strip() not in own and not is_header(line)
    ]
    filled = sum(bool("".join(line.theirs).strip()) for line in draft.script if line.kind != "+")
    if not found or not others or filled < 3:
        return None
    at = draft.random.choice(found)
    text = draft.script[at].theirs[0]
    other = leading(text) + draft.random.choice(others).strip()
    return misremembered(draft, at, *draft.random.choice(((text, other), (other, text))))


# Layout of calls


def _arguments(text: str) -> tuple[int, int, list[str]] | None:
    """Find a call with several arguments on a line: where its brackets are, and what is between."""
    opened = _CALLS_OPEN.search(text)
    if opened is None or re.search(r"//|#|--|/\*|\\|\*\*|^\s*\*", text):
        return None
    if text[: opened.end()].count('"') % 2 or text[: opened.end()].count("'") % 2:
        return None
    start, depth, quote, parts, last = opened.end() - 1, 0, "", [], opened.end()
    for at in range(start, len(text)):
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'`":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if not depth:
                parts.append(text[last:at].strip())
                return (start, at, parts) if len(parts) > 1 and all(parts) else None
        elif letter == "," and depth == 1:
            parts.append(text[last:at].strip())
            last = at + 1
    return None


def is_in_comment(draft: Draft, at: int) -> bool:
    """Return True if a line is inside a comment of several lines: what looks like a call there is none."""
    lines = [text for line in draft.script[:at] if line.kind != "+" for text in line.ours]
    above = "\n".join((*draft.edit.file[: draft.edit.first], *lines))
    return above.rfind("/*") > above.rfind("*/")


def rewrapped_call(draft: Draft) -> Draft | None:
    """The caller writes a call of an unchanged line over several lines."""
    if draft.language not in REWRAPPED:
        return None
    found = [
        (at, parts)
        for at in inner(draft.script)
        if not is_header(draft.script[at].theirs[0])
        and not is_in_comment(draft, at)
        and (parts := _arguments(draft.script[at].theirs[0]))
    ]
    if not found:
        return None
    at, (start, end, parts) = draft.random.choice(found)
    text = draft.script[at].theirs[0]
    indent, unit = leading(text), unit_of(draft)
    comma = "," if draft.language == "go" else ""
    hanging = draft.random.random() < 0.5
    if hanging:
        lines = (
            text[: start + 1],
            *(indent + unit + part + "," for part in parts[:-1]),
            indent + unit + parts[-1] + comma,
            indent + text[end:],
        )
    else:
        beside = " " * (start + 1 - len(indent))
        rest = [indent + beside + part for part in parts[1:]]
        lines = (
            text[: start + 1] + parts[0] + ",",
            *(part + "," for part in rest[:-1]),
            rest[-1] + text[end:],
        )
    return misremembered(draft, at, *lines)


def joined_call(draft: Draft) -> Draft | None:
    """The caller writes a call, which the file has over several unchanged lines, on one line."""
    if draft.language not in REWRAPPED:
        return None
    held = set(inner(draft.script))
    for at in sorted(held):
        for count in range(2, 9):
            group = range(at, at + count)
            if not held.issuperset(group):
                break
            lines = [draft.script[i].theirs[0] for i in group]
            if _is_one_call(lines):
                text = leading(lines[0]) + _joined([line.strip() for line in lines])
                ours = tuple(lines)
                script = (*draft.script[:at], Line(" ", ours, (text,)), *draft.script[at + count :])
                return replace(draft, script=script)
    return None


def _is_one_call(lines: list[str]) -> bool:
    if re.search(r"[\"'`#]|//|/\*|\\|--", "".join(lines)) or not _CALLS_OPEN.search(lines[0]):
        return False
    depth, depths = 0, []
    for line in lines:
        depth += sum(line.count(letter) for letter in "([") - sum(
            line.count(letter) for letter in ")]"
        )
        depths.append(depth)
    braces = any(letter in line for line in lines for letter in "{}")
    ends = all(line.rstrip().endswith((",", "(", "[")) or line is lines[-2] for line in lines[:-1])
    return not braces and all(depths[:-1]) and not depths[-1] and ends


def _joined(lines: list[str]) -> str:
    text = " ".join(lines)
    return re.sub(r",? ([)\]])", r"\1", re.sub(r"([(\[]) ", r"\1", text))


# Elision


def elided_middle(draft: Draft) -> Draft | None:
    """The caller leaves out lines between unchanged ones, and says so in a line."""
    found = [(a, b) for a, b in _runs(draft) if b - a >= 4]
    draft.random.shuffle(found)
    everything = [line.strip() for line in draft.edit.file]
    for first, last in found:
        head = draft.random.choice((1, 2)) if last - first > 5 else 1
        gap = range(first + head, last - head)
        parts = draft.script[: gap.start], draft.script[gap.stop :]
        if _is_whole(draft.script, gap) and all(_stands_once(part, everything) for part in parts):
            style = draft.random.choice(ELISIONS.get(draft.language, _SLASH_ELISIONS))
            text = min(_indents(draft.script, gap), key=len) + style
            ours = tuple(text for i in gap for text in draft.script[i].ours)
            line = Line(" ", ours, (text,))
            return replace(draft, script=(*parts[0], line, *parts[1]))
    return None


def _indents(script: Script, gap: range) -> list[str]:
    """Return the indentations in a gap: the line for it stands as deep as the outermost of it."""
    return [leading(text) for i in gap for text in script[i].theirs if text.strip()] or [""]


def _is_whole(script: Script, gap: range) -> bool:
    """Return True if lines are whole statements: brackets balanced, none less deep than around."""
    lines = [text for i in gap for text in script[i].theirs if text.strip()]
    text = "".join(lines)
    balanced = all(
        text.count(opened) == text.count(closed) for opened, closed in ("()", "[]", "{}")
    )
    around = (*script[gap.start - 1].theirs, *script[gap.stop].theirs)
    least = min(len(leading(line)) for line in around)
    return balanced and all(len(leading(line)) >= least for line in lines)


def _runs(draft: Draft) -> Iterator[tuple[int, int]]:
    """Yield the runs of unchanged lines, from one that is not blank to one that is not."""
    at = 0
    script = draft.script
    while at < len(script):
        end = at
        while (
            end < len(script) and script[end].kind == " " and script[end].ours == script[end].theirs
        ):
            end += 1
        while end > at and not script[at].theirs[0].strip():
            at += 1
        last = end
        while last > at and not script[last - 1].theirs[0].strip():
            last -= 1
        if last > at:
            yield at, last
        at = end + 1


def _stands_once(part: tuple[Line, ...], file: list[str]) -> bool:
    """Return True if the old lines before or after a gap stand in the file once, blank lines aside."""
    lines = [
        text.strip() for line in part if line.kind != "+" for text in line.ours if text.strip()
    ]
    filled = [line for line in file if line]
    starts = (i for i, line in enumerate(filled) if lines and line == lines[0])
    return sum(filled[i : i + len(lines)] == lines for i in starts) == 1
