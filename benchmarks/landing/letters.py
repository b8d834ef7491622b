"""Distortions of letters: look-alikes, one level of escaping, line numbers copied along."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from benchmarks.landing.material import Line, Script
from benchmarks.landing.memory import comment_of
from benchmarks.landing.tasks import Draft, inner, misremembered, put, texts_of

_SMART = {"'": "’", '"': "”"}
_DASHES = {"-": "–", " ": "\u00a0", "...": "…"}


def _smart(text: str) -> str:
    text = re.sub(r"(?<![\w)\]])\"", "“", text)
    text = re.sub(r"(?<![\w)\]])'", "‘", text)
    return text.translate(str.maketrans(_SMART))


def smart_quotes(draft: Draft) -> Draft | None:
    """All of the caller's quotes are smart ones; those of added lines are meant.

    A comment that is added stays as the caller writes it. Added code would not parse, so its quotes are plain. Where a
    line replaces another one, it has smart quotes if the old line shows each of them with the word beside it.
    """
    old, new = texts_of(draft)
    if set("“”‘’") & set(old + new) or not set("\"'") & set(old):
        return None
    script = list(draft.script)
    for at, line in enumerate(draft.script):
        fancy = replace(line, theirs=tuple(map(_smart, line.theirs)))
        if line.kind != "+":
            script[at] = fancy
        elif draft.script[at - 1].kind == "-" and at and not _in_run(draft.script, at):
            quotes = [
                re.findall(r"\w*[\"']\w*", one.theirs[0]) for one in draft.script[at - 1 : at + 1]
            ]
            script[at] = fancy if set(quotes[1]) <= set(quotes[0]) else line
        elif _is_added(draft.script, at) and comment_of(draft.language, line.theirs[0]):
            script[at] = replace(fancy, ours=fancy.theirs)
    return replace(draft, script=tuple(script))


def _in_run(script: Script, at: int) -> bool:
    """Return True if a line is one of several that are added or removed side by side."""
    beside = (*script[max(0, at - 2) : max(0, at - 1)], *script[at + 1 : at + 2])
    return any(line.kind != " " for line in beside)


def _is_added(script: Script, at: int) -> bool:
    """Return True if a line is added, and none is removed beside it."""
    first = last = at
    while first and script[first - 1].kind == "+":
        first -= 1
    while last + 1 < len(script) and script[last + 1].kind == "+":
        last += 1
    return "-" not in [
        line.kind for line in (*script[max(0, first - 1) : first], *script[last + 1 : last + 2])
    ]


def smart_quotes_around(draft: Draft) -> Draft | None:
    """The caller's quotes are smart ones in lines that it leaves alone."""
    return _unchanged(draft, _smart)


def dashes_and_blanks(draft: Draft) -> Draft | None:
    """The caller has a long dash, a no-break space or an ellipsis in a line that it leaves alone."""
    plain, fancy = draft.random.choice(sorted(_DASHES.items()))
    return _unchanged(draft, lambda text: _once(text, plain, fancy))


def zero_width(draft: Draft) -> Draft | None:
    """The caller copied characters that show nothing along with a line that it leaves alone."""
    mark = draft.random.choice("\u200b\u2060\ufeff\u00ad")
    return _unchanged(draft, lambda text: _once(text, " ", mark + " "))


def decomposed(draft: Draft) -> Draft | None:
    """The caller's accents are letters of their own."""
    old, new = texts_of(draft)
    texts = unicodedata.normalize("NFD", old), unicodedata.normalize("NFD", new)
    composed = [unicodedata.normalize("NFC", text) for text in texts]
    added = "".join(t for line in draft.script if line.kind == "+" for t in line.theirs)
    if texts[0] == old or composed != [old, new] or not added.isascii():
        return None
    return replace(draft, texts=texts)


def look_alikes_in_file(draft: Draft) -> Draft | None:
    """The file has typographic characters in comments and prose, the caller plain ones."""

    def fancy(text: str) -> str:
        if draft.language != "markdown" and comment_of(draft.language, text) is None:
            return text
        text = re.sub(r"(?<=\w)'(?=\w)", "’", text)
        return re.sub(r"(?<=\w) - (?=\w)", " – ", text).replace("...", "…")

    found = [
        at
        for at in inner(draft.script)
        if fancy(draft.script[at].ours[0]) != draft.script[at].ours[0]
    ]
    for at in found:
        line = draft.script[at]
        draft = put(draft, at, Line(" ", (fancy(line.ours[0]),), line.theirs))
    return draft if found else None


def _once(text: str, plain: str, fancy: str) -> str:
    at = text.find(plain, len(text) - len(text.lstrip()))
    return text if at < 0 else text[:at] + fancy + text[at + len(plain) :]


def _unchanged(draft: Draft, change: Callable[[str], str]) -> Draft | None:
    """Change unchanged lines between others, one or several."""
    found = [
        at
        for at in inner(draft.script)
        if change(draft.script[at].theirs[0]) != draft.script[at].theirs[0]
    ]
    for at in found:
        draft = misremembered(draft, at, change(draft.script[at].theirs[0]))
    return draft if found else None


# One level of escaping


def _escaping(
    doc: str, escape: Callable[[str], str], back: Callable[[str], str]
) -> Callable[[Draft], Draft | None]:
    """Escape both texts; left out where undoing it would not give what the caller means."""

    def change(draft: Draft) -> Draft | None:
        old, new = texts_of(draft)
        texts = escape(old), escape(new)
        if texts[0] == old or (back(texts[0]), back(texts[1])) != (old, new):
            return None
        return replace(draft, texts=texts)

    change.__doc__ = doc
    return change


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _no_entities(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _slashes(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _no_slashes(text: str) -> str:
    return re.sub(r"\\([\\\"])", r"\1", text)


def _letters(text: str) -> str:
    return re.sub(r"[^\x00-\x7f]", lambda m: json.dumps(m[0])[1:-1], text)


def _no_letters(text: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), text)


escaped_quotes = _escaping(
    "The caller's double quotes are escaped.",
    lambda text: text.replace('"', '\\"'),
    lambda text: text.replace('\\"', '"'),
)
escaped_quotes_and_slashes = _escaping(
    "The caller's double quotes and backslashes are escaped, as in a JSON string.",
    _slashes,
    _no_slashes,
)
escaped_lines = _escaping(
    "The caller sends the text as the inside of a JSON string, on one line.",
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: json.loads(f'"{text}"'),
)
escaped_letters = _escaping(
    "The caller writes letters beyond ASCII as escapes.", _letters, _no_letters
)
escaped_entities = _escaping("The caller's `<`, `>` and `&` are entities.", _entities, _no_entities)


def unescaped_quotes(draft: Draft) -> Draft | None:
    """The file's double quotes are escaped throughout, the caller's are plain."""
    old, new = texts_of(draft)
    texts = old.replace('\\"', '"'), new.replace('\\"', '"')
    again = tuple(text.replace('"', '\\"') for text in texts)
    return replace(draft, texts=texts) if texts[0] != old and again == (old, new) else None


def unescaped_lines(draft: Draft) -> Draft | None:
    r"""A `\n` at the end of a string is sent as a line break, in both texts."""
    old, new = texts_of(draft)
    texts = tuple(re.sub(r"(?<=[^\\])\\n(?=[\"'])", "\n", text) for text in (old, new))
    return replace(draft, texts=texts) if texts[0] != old else None


# Line numbers


def _gutter(form: str, *, numbered: str) -> Callable[[Draft], Draft | None]:
    """Number the caller's lines; of the new text `all` lines, the `kept` ones, or `none`."""

    def change(draft: Draft) -> Draft | None:
        first = draft.edit.first + 1
        old, new = texts_of(draft)
        numbers = {"all": range(first, first + 10_000), "kept": _kept(draft), "none": ()}[numbered]
        rows = zip(new.split("\n"), [*numbers, *[0] * 10_000], strict=False)
        end = "\n" if old.endswith("\n") else ""
        lines = [
            form.format(first + i) + text
            for i, text in enumerate(old.removesuffix("\n").split("\n"))
        ]
        shown = [form.format(number) + text if number else text for text, number in rows]
        if end and new.endswith("\n"):
            shown[-1] = ""
        return replace(draft, texts=("\n".join(lines) + end, "\n".join(shown)))

    change.__doc__ = (
        f"The caller copied line numbers along; of the new text {numbered} lines have them."
    )
    return change


def _kept(draft: Draft) -> list[int]:
    found, number = [], draft.edit.first
    for line in draft.script:
        number += len(line.theirs) if line.kind != "+" else 0
        if line.kind != "-":
            found += [number if line.kind == " " else 0] * len(line.theirs)
    return found


gutter_bar = _gutter("{}| ", numbered="all")
gutter_bar_old = _gutter("{}| ", numbered="none")
gutter_colon = _gutter("{:>4}: ", numbered="all")
gutter_arrow = _gutter("{:>6}→", numbered="kept")
gutter_tab = _gutter("{}\t", numbered="all")
gutter_cat = _gutter("{:>6}\t", numbered="kept")
