"""The names of definitions: qualifiers, keys, operators, labels.

Not here: the comparison of a selector with a name (`search.selectors`).
"""

from __future__ import annotations

import re

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.tree.code import Code
from structedit.tree.extents import Captures, span_of, text_of
from structedit.tree.sections import heading_name, key_parts

_GENERIC = regex(r"<.*>\Z", re.DOTALL)
_OPERATOR = regex(r"\boperator\b")
_NUMBER = regex(r"\[\d+\]")
_CLOSERS = {"[": "]"}
_PLAIN_KEY = regex(rb"""(["']?)([^\s"'\\{}\[\]:,&*!?|>#]+)\1""")
"""A key without escapes, with or without quotes around it."""


def own_path(
    code: Code,
    kind: str,
    captures: Captures,
    outer: tuple[str, ...],
    numbers: ItemNumbers,
) -> tuple[str, ...]:
    """Return the components that a definition adds to the path `outer` of the definition around it."""
    names = captures.get("name", ())
    # Most have a name of one word and no other capture for the path.
    has_more = "path" in captures or "qualifier" in captures
    if len(names) == 1 and not has_more and kind != "section":
        text = text_of(code.data, names[0])
        if not code.profile.sections.list:
            if code.profile.is_data:
                return (_key(text),)
            if text.isidentifier():
                return (text,)
    if code.profile.sections.list:
        return (code.profile.sections.list,)
    if "path" in captures and code.profile.is_data:
        return tuple(_key(part) for part in key_parts(text_of(code.data, captures["path"][0])))
    if "path" in captures:
        text = text_of(code.data, captures["path"][0])
        if text.startswith('"') or '."' in text:
            return tuple(_component(part) for part in key_parts(text))
        return _components(text)
    if kind == "section" and "name" in captures:
        return (heading_name(text_of(code.data, captures["name"][0])),)
    qualifier = tuple(
        part
        for node in captures.get("qualifier", ())
        for part in _components(text_of(code.data, node))
    )
    if outer and qualifier == outer[-len(qualifier) :]:
        qualifier = ()
    if "name" in captures:
        # A name may have several words, `operator` and `+`; a blank separates only two words.
        nodes = sorted(captures["name"], key=lambda node: node.start_byte)
        text, *words = [text_of(code.data, node) for node in nodes]
        for word in words:
            text += " " + word if text[-1:].isalnum() and word[:1].isalnum() else word
        return (*qualifier, _key(text) if code.profile.is_data else _component(text))
    return (*qualifier, f"[{numbers.of(captures['node'][0])}]")


def label_of(data: bytes, node: Node) -> str:
    """Return the text of a label without its quotes."""
    text = text_of(data, node)
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return text[1:-1] if quoted else text


def aliases_of(code: Code, header: Span) -> tuple[str, ...]:
    """Return the aliases in the header of a definition, each with its sign: `#main`, `.card`."""
    if not code.profile.aliases:
        return ()
    found: list[str] = []
    for sign, pattern in code.profile.aliases.items():
        match = pattern.search(code.data, header.start, header.end)
        words = to_text(match[match.lastindex or 0]).split() if match else []
        found += [sign + word + _CLOSERS.get(sign[-1:], "") for word in words]
    return tuple(dict.fromkeys(found))


class ItemNumbers:
    """The numbers that name items of lists: how many items are before them."""

    __slots__ = ("_known", "_profile")

    def __init__(self, profile: LanguageProfile) -> None:
        self._profile = profile
        self._known: dict[int, dict[int, int]] = {}

    def of(self, node: Node) -> int:
        """Return the number of items before this one; all items of its list are counted once."""
        holder = node.parent
        if holder is None:
            return 0
        if holder.id not in self._known:
            items = (c for c in holder.named_children if c.type not in self._profile.nodes.comments)
            self._known[holder.id] = {item.id: number for number, item in enumerate(items)}
        return self._known[holder.id].get(node.id, 0)


def has_path_alone(code: Code, path: tuple[str, ...], place: Span) -> bool:
    """Return True if no other key or element of clean data can have the path of this one.

    Compare only the siblings of the node and of its ancestors, which costs less than to list the file.
    Return False if that is not certain: keys with escapes, or a grammar that does not mark keys.
    """
    expected = [part for part in path if not _NUMBER.match(part)]
    node = code.root.descendant_for_byte_range(place.start, place.end)
    passed: list[Node] = []
    while node is not None and (holder := node.parent) is not None:
        key = node.child_by_field_name("key")
        if key is not None:
            is_within_key = bool(passed) and passed[-1].id == key.id and span_of(key) != place
            found = _PLAIN_KEY.fullmatch(code.data, key.start_byte, key.end_byte)
            if found is None or is_within_key or not expected:
                return False
            if to_text(found[2]) != expected.pop() or not _is_sole_key(code, node, found[2]):
                return False
        passed, node = [node], holder
    return not expected


def place_of_path(code: Code, path: tuple[str, ...]) -> Span | None:
    """Return where the definition with a path of keys and numbers seems to begin.

    The caller checks which definition begins there: this walk does not know which nodes the grammar calls items.
    """
    passed = (*code.profile.nodes.comments, *code.profile.nodes.referred)
    node: Node | None = code.root
    for part in path:
        number = int(part[1:-1]) if _NUMBER.match(part) else None
        found: Node | None = None
        while node is not None and found is None:
            node = node.child_by_field_name("value") or node
            children = [child for child in node.named_children if child.type not in passed]
            keys = [child.child_by_field_name("key") for child in children[:1]]
            if number is None and any(keys):
                found = next((one for one in children if _is_plain_key(code, one, part)), None)
                if found is None:
                    return None
            elif number is not None and number < len(children) > 1:
                found = children[number]
            node = children[0] if len(children) == 1 else None
        node = found
    return Span(node.start_byte, node.start_byte) if node is not None else None


def _is_plain_key(code: Code, pair: Node, word: str) -> bool:
    key = pair.child_by_field_name("key")
    found = _PLAIN_KEY.fullmatch(code.data, key.start_byte, key.end_byte) if key else None
    return found is not None and to_text(found[2]) == word


def _is_sole_key(code: Code, pair: Node, word: bytes) -> bool:
    """Return True if no other key in the map of a pair equals a word; False also if a key has escapes."""
    data, holder = code.data, pair.parent
    assert holder is not None
    start, end = holder.start_byte, holder.end_byte
    if data.count(word, start, end) == 1 and data.find(b"\\", start, end) < 0:
        return True
    for child in holder.named_children:
        if child.id != pair.id and child.type not in code.profile.nodes.comments:
            key = span_of(child.child_by_field_name("key") or child)
            text = key.of(data)
            if word not in text and b"\\" not in text:
                continue
            plain = _PLAIN_KEY.fullmatch(text)
            if plain is None or plain[2] == word:
                return False
    return True


def _components(text: str) -> tuple[str, ...]:
    """Split a qualified name, without its generic arguments.

    >>> _components("ns::Stack<std::pair<A, B>>::push")
    ('ns', 'Stack', 'push')
    """
    parts, depth, current = [], 0, ""
    text, operator = _split_operator(text)
    for piece in re.split(r"(::|[.:#<>])", text):
        if piece == "<":
            depth += 1
        elif piece == ">" and depth:
            depth -= 1
        elif piece in ("::", ".", ":", "#") and not depth:
            parts.append(current.strip())
            current = ""
        elif not depth:
            current += piece
    return tuple(part for part in (*parts, current.strip(), operator) if part)


def _split_operator(text: str) -> tuple[str, str]:
    """Split off the name of an operator, which may contain any punctuation.

    >>> _split_operator("A::operator std::string() const"), _split_operator("operator ()")
    (('A::', 'operator std::string'), ('', 'operator()'))
    """
    found = _OPERATOR.search(text)
    if found is None:
        return text, ""
    symbol = " ".join(text[found.end() :].split())
    if symbol[:1].isalpha() or symbol[:1] == "_":
        return text[: found.start()], "operator " + symbol.partition("(")[0].strip()
    return text[: found.start()], "operator" + symbol


def _component(text: str) -> str:
    """Remove quotes and generic arguments from one name."""
    text = " ".join(text.split())
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        return text[1:-1]
    before, operator = _split_operator(text)
    if operator and not before:
        return operator
    return _GENERIC.sub("", text).strip() or text


def _key(text: str) -> str:
    r"""Return the key that a piece of JSON or YAML means.

    >>> _key('"caf\\u00e9"'), _key("'it''s'"), _key("a b"), _key('"<x>"')
    ('café', "it's", 'a b', '<x>')
    """
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        if "\\" not in text:
            return text[1:-1]
        import json

        try:
            decoded = str(json.loads(text, strict=False))
            decoded.encode("utf-8", "surrogateescape")
        except ValueError:
            return text[1:-1]
        return decoded
    return text
