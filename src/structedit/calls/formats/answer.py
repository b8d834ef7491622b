"""A model's answer as lines, with its fences and file names, and the result of parsing it.

A line of prose is never taken for a path. A path is alone on its line (in quotes or backticks, bold, as a heading,
in a tag, after `File:`), has no blanks unless it is quoted, and has a slash, an extension, or a name that is known
to have none.
"""

from __future__ import annotations

import re

from structedit.calls.batches import FileRequest
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_UNMISTAKABLE = frozenset(
    "makefile dockerfile containerfile gemfile rakefile procfile jenkinsfile vagrantfile justfile"
    " brewfile pipfile caddyfile podfile fastfile codeowners".split()
)
_SHOUTED = frozenset(
    "LICENSE LICENCE README COPYING CHANGELOG NOTICE AUTHORS BUILD WORKSPACE INSTALL".split()
)
"""Names without an extension; words that prose has as well only in capitals."""

_FENCE = regex(r"( {0,3})(`{3,}|~{3,})([^`\r]*)\r?")
_LEAD = regex(r"(?:#{1,6}|//|--|;|[-*+]|\d+[.)]|<!--|/\*)[ \t]+")
_LABEL = regex(r"(?:file|path|filename|file ?path|in file)[ \t]*:[ \t]*", re.IGNORECASE)
_TAGGED = regex(r"<(path|file_?path|file|filename|target_file)>\s*(.+?)\s*</\1>", re.IGNORECASE)
_TAG = regex(
    r"\s*</?[A-Za-z_][\w:-]*(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?\s*|\s*\]\]>\s*(?:</\w+>)?\s*"
)
_CITED = regex(r"(\d+):(\d+):(.+)")
_QUOTED = regex(r"(\*\*|__|`|\"|')(.+)\1")
_SUFFIX = regex(r"\.[A-Za-z0-9_+-]{1,12}\Z")
_FORBIDDEN = regex(r"[\x00-\x1f<>|*?\"`]|://")
_TITLE = regex(r"(?:title|file|filename|path)=(\"[^\"]+\"|'[^']+'|\S+)")
_MENTION = regex(r"[\w./\\-]*\w\.[A-Za-z][A-Za-z0-9]{0,4}\b(?![\w(./])")

_SENTENCE = 500
"""Letters of a line of prose that are searched for file names.

Chosen by judgement, so that a line of megabytes costs no more than another one.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """A text and its lines, without line feeds; a carriage return at a line's end stays."""

    text: str
    lines: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Answer:
        """Split a text at line feeds; a line feed at the end begins no line."""
        lines = text.removeprefix("\ufeff").split("\n")
        return cls(text, tuple(lines[:-1] if lines[-1] == "" else lines))


@dataclass(frozen=True, slots=True)
class Reading:
    """The edits that a format found in an answer; `used` are the indices of the lines that are not prose."""

    requests: tuple[FileRequest, ...]
    used: frozenset[int]


@dataclass(frozen=True, slots=True)
class Fence:
    """The line that opens or closes a fenced block: its marker and what follows it."""

    marker: str
    info: str

    def closes(self, opener: Fence) -> bool:
        """Return True if this line ends the block that another line opened."""
        same = self.marker[0] == opener.marker[0]
        return same and not self.info and len(self.marker) >= len(opener.marker)


def fence_of(line: str) -> Fence | None:
    """Parse a fence line; return None for any other line.

    >>> fence_of("```python src/a.py")
    Fence(marker='```', info='python src/a.py')
    """
    match = _FENCE.fullmatch(line)
    return Fence(match[2], match[3].strip()) if match else None


def path_in_fence(info: str) -> str | None:
    """Return the path in the line of a fence.

    >>> path_in_fence("python src/a.py"), path_in_fence("ts:b.ts"), path_in_fence("python")
    ('src/a.py', 'b.ts', None)
    """
    if match := _TITLE.search(info):
        return cleaned(match[1])
    if _CITED.fullmatch(info):
        return None
    language, _, rest = info.partition(":")
    if re.fullmatch(r"\w[\w+#-]+", language) and rest and path_alone(rest):
        return path_alone(rest)
    for part in (info, info.partition(" ")[2]):
        found = path_alone(part)
        if found is not None:
            return found
    return None


def cited_lines(info: str) -> tuple[str, str, str] | None:
    """Return the first line, the last line and the path of a fence that shows a part of a file.

    >>> cited_lines("12:15:src/a.py"), cited_lines("python src/a.py")
    (('12', '15', 'src/a.py'), None)
    """
    match = _CITED.fullmatch(info)
    return (match[1], match[2], match[3]) if match else None


def is_tag(line: str) -> bool:
    """Return True if a line consists of a tag, as around the arguments of a call in XML.

    >>> is_tag("<diff>"), is_tag("<content><![CDATA["), is_tag("<path>a.py</path>")
    (True, True, False)
    """
    return _TAG.fullmatch(line) is not None


def path_alone(line: str) -> str | None:
    """Return the path that a line consists of; None for prose.

    >>> path_alone("### `src/my file.py`:"), path_alone("Now in a.py we see"), path_alone("Done.")
    ('src/my file.py', None, None)
    >>> path_alone("<path>a.py</path>")
    'a.py'
    """
    tagged = _TAGGED.fullmatch(line.strip())
    text = tagged[2] if tagged else _bare(line.strip())
    match = _QUOTED.fullmatch(text)
    if match is not None:
        text = _bare(match[2])
        inner = _QUOTED.fullmatch(text)
        text = inner[2] if inner else text
    return text if _is_path(text, quoted=match is not None) else None


def _bare(text: str) -> str:
    """Remove what may surround a path: signs of a heading, list or comment, a label, a colon."""
    text = _LEAD.sub("", text, count=1) if _LEAD.match(text) else text
    text = text.removesuffix("-->").removesuffix("*/").strip()
    text = _LABEL.sub("", text, count=1) if _LABEL.match(text) else text
    return text.removesuffix(":").strip()


def _is_path(text: str, *, quoted: bool) -> bool:
    if not text or len(text) > 1024 or _FORBIDDEN.search(text) or text[-1] in ".,;:!?/\\ ":
        return False
    if any(blank in text for blank in " \t") and not quoted:
        return False
    name = re.split(r"[/\\]", text)[-1]
    has_letter = any(letter.isalpha() for letter in text)
    suffix = _SUFFIX.search(name)
    known = name.lower() in _UNMISTAKABLE or name in _SHOUTED
    named = suffix is not None or known or name.startswith(".")
    plain = re.fullmatch(r"[\w@./\\()\[\]$+-]+", text) is not None
    return has_letter and (named or (len(name) < len(text) and plain))


def cleaned(path: str) -> str:
    """Return a path from its own place in a format, without blanks and quotes around it."""
    text = path.strip()
    match = re.fullmatch(r"([`\"'])(.+)\1", text)
    return match[2] if match else text


def mentions(line: str) -> tuple[str, ...]:
    """Return the file names in a line of prose, as far as they look like file names."""
    return tuple(match[0] for match in _MENTION.finditer(line[:_SENTENCE]))
