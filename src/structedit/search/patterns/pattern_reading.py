"""Read a pattern of code in a language: choose the first of several readings that parses.

A pattern need not be a whole file: it may be an expression, a member of a class, a key with its value. So it
is read alone, then inside each code of a language's ``[contexts]``, and the first reading without an
error wins. If all have one, it is read alone, with a warning.

Not here: the words of a pattern (`metavariables`), the files (`pattern_hits`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from structedit.calls.code_patterns import CodePattern, Reading
from structedit.languages.grammars import is_token
from structedit.languages.profiles import LanguageProfile
from structedit.search.patterns.metavariables import (
    NAME,
    Masked,
    is_for_statements,
    masked,
    metavariables,
)
from structedit.text.brackets import place, unmatched_words
from structedit.text.errors import ProfileError, UsageError
from structedit.text.values import dataclass, replace
from structedit.text.words import TEXT_TOKEN
from structedit.tree.pattern_matching import (
    Sought,
    folded,
    has_ascii_operators,
    joints_of,
    tokens_of,
    words_of,
)
from structedit.tree.pattern_nodes import (
    ERROR,
    Hole,
    PatternNode,
    ReadNodes,
    read_nodes,
    types_of,
)

Around = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Needed:
    """The texts without which a content has no match of a pattern.

    `words` are in each hit as they are; `tokens` are keywords, and operators, if the content spells those in
    ASCII; `joints` find a name with the text that may be between it and the bracket behind it.
    """

    words: tuple[bytes, ...] = ()
    tokens: tuple[bytes, ...] = ()
    joints: tuple[re.Pattern[bytes], ...] = ()

    def may_be_in(self, data: bytes) -> bool:
        """Return True if a content contains all of them."""
        if not all(word in data for word in self.words):
            return False
        if not all(joint.search(data) for joint in self.joints):
            return False
        if not self.tokens:
            return True
        low, is_plain = folded(data), has_ascii_operators(data)
        return all(token in low for token in self.tokens if is_plain or token.isalpha())


@dataclass(frozen=True, slots=True)
class PatternRead:
    """A pattern as a language reads it.

    `around` is the code around it while it is parsed, `names` are those that a template may use, `needed` are the
        texts in each hit. `warning` is about a fault of the reading; empty without any. `others` are different readings
        in other places, such as that of a type (`Optional[$T]`, `sizeof($T)`).
    """

    sought: Sought
    around: Around
    names: tuple[str, ...]
    needed: Needed
    is_broken: bool = False
    warning: str = ""
    others: tuple[PatternRead, ...] = ()

    @property
    def all(self) -> tuple[PatternRead, ...]:
        """The reading itself, and the others."""
        return (self, *self.others)

    def may_fit(self, data: bytes) -> bool:
        """Return True if a content contains the texts of one of the readings."""
        return any(one.needed.may_be_in(data) for one in self.all)


def read_pattern(pattern: CodePattern, profile: LanguageProfile) -> PatternRead:
    """Read a pattern in a language; results are cached.

    Raises:
        UsageError: when it is empty, or only a metavariable, or it cannot be read at all.
    """
    key = (pattern, profile.id, profile.grammar)
    if key not in _read:
        if len(_read) >= _MOST_KEPT:
            _read.clear()
        try:
            _read[key] = _reading(pattern, profile)
        except UsageError as error:  # kept too: a failed reading takes the longest
            _read[key] = error
    found = _read[key]
    if isinstance(found, UsageError):
        raise found.with_traceback(None)
    return found


_MOST_KEPT = 256
"""Readings that are kept; chosen by judgement: patterns of a run times languages of a repository."""

_read: dict[tuple[CodePattern, str, str | None], PatternRead | UsageError] = {}
_parsed_as: dict[tuple[str, Around, str, str | None], bool] = {}


def check_pattern(pattern: CodePattern) -> None:
    """Refuse a pattern that no language could read.

    Raises:
        UsageError: as `read_pattern`, with the place.
    """
    text = pattern.text.strip()
    if not text:
        raise UsageError("the pattern is empty", hint="write the code to find")
    alone = metavariables(text)
    if len(alone) == 1 and alone[0].text == text and pattern.node_type is None:
        raise UsageError(
            f"the pattern is only {text}, which matches everything",
            hint=f"write code around it, such as f({text}); a query finds nodes by kind: (identifier) @it",
        )
    if pattern.context is not None and pattern.text not in pattern.context:
        raise UsageError(
            f"the context {pattern.context!r} does not contain the pattern",
            hint="write the pattern unchanged in it",
        )


def names_of(pattern: CodePattern) -> tuple[str, ...]:
    """Return the names that a template may use, each as the pattern writes it."""
    found = metavariables(pattern.context or pattern.text) + metavariables(pattern.text)
    return tuple(dict.fromkeys(one.text for one in found if one.hole.name))


def _reading(pattern: CodePattern, profile: LanguageProfile) -> PatternRead:
    check_pattern(pattern)
    if profile.grammar is None:
        raise ProfileError(
            f"{profile.id} has no grammar to parse a pattern with", hint="search for text"
        )
    if pattern.node_type is not None and pattern.node_type not in types_of(profile):
        raise ProfileError(
            f"the {profile.id} grammar has no node {pattern.node_type!r}",
            hint="--debug-pattern shows the nodes of a pattern",
        )
    found = _best(pattern, profile)
    if found is None:
        raise ProfileError(
            f"the pattern cannot be parsed as {profile.id}: {pattern.text.strip()!r}",
            hint="pass code around it as context, or another language",
        )
    read = found.read
    if not any(map(_is_code, read.nodes)):
        raise ProfileError(
            f"the pattern has only metavariables: {pattern.text.strip()!r}",
            hint="add some code to them",
        )
    unread, bracket = _unread(read, found.mask), unmatched_words(pattern.text)
    corrected = _corrected(pattern, profile) if (read.errors and not bracket) or unread else ""
    warning = ""
    if read.errors or corrected:
        where = bracket or (f"write {corrected!r}" if corrected else "")
        if not where and (at := found.error_at):
            where = f"an error is at {place(pattern.text, at)}"
        warning = f"the pattern does not parse as {profile.id}: {pattern.text.strip()!r}"
        warning += f"; {where}" if where else ""
    elif bracket and read.missing:
        warning = f"the pattern is parsed as if its brackets were balanced, but {bracket}"
    elif unread:
        warning = f"{unread[0]} is inside a longer string or name, where it is not a metavariable"
    made = _made(pattern, profile, found)
    others = () if any(found.faults) else _others(pattern, profile, made)
    broken = read.errors > 0 or bool(corrected)
    return replace(made, is_broken=broken, warning=warning, others=others)


_BODIES = (" { $$$BODY }", ": $$$BODY", "\n$$$BODY\nend")
"""The end that a header may lack: a body in braces, behind a colon, or before an `end`."""


def _corrected(pattern: CodePattern, profile: LanguageProfile) -> str:
    """Return the pattern with a body, if it parses so; else empty.

    A last metavariable such as `$BODY` becomes that body: in `resource $TYPE $NAME $BODY` it is no node of its own.
    """
    text = pattern.text.strip()
    tried = [text + body for body in _BODIES]
    last = metavariables(text)[-1:]
    if last and text.endswith(last[0].text) and last[0].hole.name[:1] == "B":
        tried.insert(0, f"{text[: last[0].at]}{{ $$${last[0].hole.name} }}")
    for one in tried if pattern.context is None and pattern.node_type is None else ():
        found = _best(replace(pattern, text=one), profile)
        if found is not None and not any(found.faults):
            return one
    return ""


def _made(pattern: CodePattern, profile: LanguageProfile, tried: _Tried) -> PatternRead:
    sought = Sought(tried.read.nodes, pattern.strictness, pattern.backtrack)
    known = profile.support != "derived"
    tokens = tokens_of(sought) if known else ()
    joints = tuple(_joint(*one, profile) for one in joints_of(sought)) if known else ()
    needed = Needed(words_of(sought), tokens, joints)
    return PatternRead(sought, tried.around, names_of(pattern), needed)


_NO_COMMENT = b")]}([{,;:=.+*|^~!>@$\"'"
"""Signs that are neither blank nor the first of skipped text, comments apart. Chosen by judgement.

Not among them: `\\`, `&` and `_`, which continue a line; `#`, `?`, `<` and a backquote, which begin directives and
markup.
"""


def _joint(name: bytes, bracket: bytes, profile: LanguageProfile) -> re.Pattern[bytes]:
    """Return a regex for a whole name before such a bracket: only comments may be between them.

    The lines below are not matched: a text that begins further above may be there.
    """
    openers = (*profile.line_comments, *(opening for opening, _ in profile.block_comments))
    skipped = {opening.encode()[:1] for opening in openers} | {bracket}
    others = bytes(sign for sign in _NO_COMMENT if bytes((sign,)) not in skipped)
    others = re.escape(others) + (b"" if any(map(bytes.isalpha, skipped)) else b"A-Za-z0-9")
    word = re.escape(name)
    # Behind the name, since a search for a text is quick only where the text comes first.
    before = rb"(?<![A-Za-z_]" + word + rb")" if name[:1].isalpha() else b""
    behind = rb"(?![A-Za-z0-9_])" if name[-1:].isalnum() else b""
    return re.compile(word + before + behind + rb"[ \t]*+(?![" + others + rb"])")


def _others(
    pattern: CodePattern, profile: LanguageProfile, plain: PatternRead
) -> tuple[PatternRead, ...]:
    """Return the readings of a pattern in other places, such as that of a type, that differ from the plain one.

    Only a pattern of more than a name, and with a word of its own, has them: `$A[$B]` is used as it is read.
    """
    is_plain = pattern.context is None and pattern.node_type is None
    rest = pattern.text.strip()
    if pattern.reading is Reading.BARE or not is_plain or rest.isidentifier():
        return ()
    for one in metavariables(pattern.text):
        rest = rest.replace(one.text, " ")
    if not any(word.isidentifier() for word in TEXT_TOKEN.findall(rest)):
        return ()
    found = {tuple(_tree_lines(plain)): plain}
    for other in profile.contexts.also:
        for tried in _tried_in(other, pattern, profile):
            made = _made(pattern, profile, tried)
            if len(tried.read.nodes) == 1:
                found.setdefault(tuple(_tree_lines(made)), made)
    return tuple(found.values())[1:]


def _tried_in(
    inside: tuple[str, str, str], pattern: CodePattern, profile: LanguageProfile
) -> Iterator[_Tried]:
    """Yield the readings without a fault in another place, with its word for each metavariable in turn."""
    *around, word = inside
    plain = _best(pattern, profile)
    words = plain.forms if plain is not None else ()
    for at in range(max(1, len(words))):
        is_name = words[at : at + 1] in ((), _forms(profile)[:1])
        forms = (*words[:at], word, *words[at + 1 :]) if is_name else words
        tried = _try(pattern, profile, (around[0], around[1]), forms)
        if tried is not None and not any(tried.faults):
            yield tried


@dataclass(frozen=True, slots=True)
class _Tried:
    """One reading: its nodes, the code around it, the words for metavariables in it and their forms."""

    read: ReadNodes
    around: Around
    mask: Masked
    misread: int
    forms: tuple[str, ...]

    @property
    def error_at(self) -> int:
        """The offset of the first error in the pattern's text; 0 if the error covers all of it."""
        return self.mask.place_of(self.read.error_at)

    @property
    def faults(self) -> tuple[int, int, int, int]:
        """The faults of the reading, the worst first."""
        unread = len(_unread(self.read, self.mask))
        return self.read.errors, unread, self.read.missing, self.misread


def _best(pattern: CodePattern, profile: LanguageProfile) -> _Tried | None:
    """Return the first reading without a fault; else the one with the least.

    First all metavariables are plain names, or statements if a `$$$` is one. Then the other forms are tried for
    metavariables in another place, such as a member of a class, one after the
    other, as long as that helps.
    """
    forms = _forms(profile)
    different = {one.key: one for one in reversed(metavariables(pattern.text))}
    in_order = sorted(different.values(), key=lambda one: one.at)
    count = len(in_order)
    names = (forms[0],) * max(1, count)
    ended = tuple(
        forms[0] + profile.statement_end * is_for_statements(pattern.text, one) for one in in_order
    )
    first = (names,) if pattern.reading is Reading.BARE else dict.fromkeys((names, ended or names))
    best: _Tried | None = None
    plain = [(around, names) for around in _arounds(pattern, profile)]
    for around, chosen in ((around, chosen) for around, _ in plain for chosen in first):
        found = _try(pattern, profile, around, chosen)
        if found is not None and not any(found.faults):
            return found
        best = _better(best, found)
    if pattern.reading is Reading.BARE:
        # In data a name cannot be in the place of a value.
        forms = tuple(filter(_is_word, forms)) if profile.is_data else forms[:1]
    alike = [(around, (form,) * max(1, count)) for around, _ in plain for form in forms]
    for around, chosen in alike:
        found = _try(pattern, profile, around, chosen)
        if found is not None and not any(found.faults):
            return found
        for _ in range(count):
            near = [
                (*chosen[:at], form, *chosen[at + 1 :])
                for at in range(count)
                for form in forms
                if form != chosen[at]
            ]
            tried = [(_try(pattern, profile, around, one), one) for one in near]
            rows = [
                (one.faults, number) for number, (one, _) in enumerate(tried) if one is not None
            ]
            if not rows or (found is not None and min(rows)[0] >= found.faults):
                break
            found, chosen = tried[min(rows)[1]]
            if found is not None and not any(found.faults):
                return found
        best = _better(best, found)
    return best


def _better(one: _Tried | None, other: _Tried | None) -> _Tried | None:
    if one is None or other is None:
        return one or other
    return other if other.faults < one.faults else one


def _forms(profile: LanguageProfile) -> tuple[str, ...]:
    """Return the words that may replace a metavariable: as an expression, a statement, or in a form of the language."""
    known = profile.contexts.placeholders
    statement = (known[0] + profile.statement_end,) if profile.statement_end else ()
    return tuple(dict.fromkeys((known[0], *statement, *known[1:])))


def _is_word(form: str) -> bool:
    """Return True if a form is a name or a value alone, and no statement."""
    return form.strip('"').removeprefix("$").replace(NAME, "x").isidentifier()


def _try(
    pattern: CodePattern, profile: LanguageProfile, around: Around, forms: tuple[str, ...]
) -> _Tried | None:
    mask = masked(pattern.text, forms)
    before, behind = (masked(part, forms[:1]).text for part in around)
    opening = profile.contexts.code[0].encode() if profile.contexts.code is not None else b""
    if opening.strip() not in before + mask.text:
        before = opening + before
    read = read_nodes(profile, (before, behind), mask.text, mask, pattern.node_type)
    return None if read is None else _Tried(read, around, mask, _misread(read, profile), forms)


def other_readings(
    pattern: CodePattern, profile: LanguageProfile
) -> tuple[tuple[str, Around], ...]:
    """Return another reading of a pattern without a fault: the type of its node, and the code around it.

    A token behind it, such as the `;` of a member, does not count.
    """
    chosen, known = read_pattern(pattern, profile), dict[str, Around]()
    for around in _arounds(pattern, profile):
        tried = _try(pattern, profile, around, _forms(profile)[:1])
        if tried is not None and not any(tried.faults):
            nodes = [node for node in tried.read.nodes if not node.is_token]
            if len(nodes) == 1:
                known.setdefault(nodes[0].type, around)
    types = {node.type for node in chosen.sought.nodes}
    return tuple((type_, around) for type_, around in known.items() if type_ not in types)


def _misread(read: ReadNodes, profile: LanguageProfile) -> int:
    """Return the number of keywords that were read as names, where a keyword is not allowed."""
    leaves = (n for top in read.nodes for n in _nodes(top) if n.named and n.text.isalpha())
    return sum(is_token(profile, leaf.text.decode("ascii", "replace")) for leaf in leaves)


def _arounds(pattern: CodePattern, profile: LanguageProfile) -> tuple[Around, ...]:
    """Return the code to read a pattern inside of, in the order in which it is tried."""
    if pattern.context is not None:
        before, _, behind = pattern.context.partition(pattern.text)
        return ((before, behind),)
    if pattern.reading is Reading.BARE:
        return (("", ""),)
    contexts = profile.contexts
    known = (*contexts.fragments, contexts.members, contexts.items)
    bare = () if ("", "") in contexts.fragments else (("", ""),)
    return (*bare, *(around for around in known if around is not None))


def _is_code(top: PatternNode) -> bool:
    """Return True if a node has any text beside metavariables."""
    return top.hole is None and (
        top.kind != ERROR or any(node.text for node in _nodes(top) if node.hole is None)
    )


def _unread(read: ReadNodes, mask: Masked) -> list[str]:
    """Metavariables that are no node of their own, as in the middle of a name."""
    nodes = [node for top in read.nodes for node in _nodes(top)]
    holes = {id(node.inside.hole if node.inside else node.hole) for node in nodes}
    return [one.text for one in mask.words.values() if id(one.hole) not in holes]


def _nodes(node: PatternNode) -> Iterator[PatternNode]:
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def tree_text(read: PatternRead) -> str:
    """Return a pattern's tree as indented lines, for people; all of its readings."""
    found: list[str] = []
    for one in read.all:
        before, behind = (" ".join(part.split()) for part in one.around)
        inside = (
            f"parsed inside {before} … {behind}".rstrip() if before + behind else "parsed alone"
        )
        found += [inside, *_tree_lines(one)]
    return "\n".join(found) + "\n"


def _tree_lines(read: PatternRead) -> list[str]:
    lines: list[str] = []
    stack = [(node, 0) for node in reversed(read.sought.nodes)]
    while stack:
        node, depth = stack.pop()
        lines.append("  " * depth + _line(node))
        stack.extend((child, depth + 1) for child in reversed(node.children))
    return lines


def _line(node: PatternNode) -> str:
    if node.hole is not None:
        return _sign(node.hole)
    inside = node.inside
    if inside is not None:
        around = (part.decode("utf-8", "replace") for part in (inside.before, inside.behind))
        return f"{node.type} {_sign(inside.hole).join(around)!r}"
    text = node.text.decode("utf-8", "replace")
    if not node.named:
        return repr(text)
    gaps = "".join(f" {gap.decode('utf-8', 'replace')!r}" for gap in node.gaps)
    return f"{node.type}{gaps}" if node.children else f"{node.type} {text!r}"


def _sign(hole: Hole) -> str:
    sign = "$$$" if hole.many else "$" if hole.named else "$$"
    return f"{sign}{hole.name or ('' if hole.many else '_')}"
