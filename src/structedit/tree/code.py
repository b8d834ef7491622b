"""A parsed content for the functions that read its nodes: its bytes, its language, the root of its tree.

Not here: any questions about it. They are in modules of their own (`parts`, `trivia`, `naming`, …), which take
this value and a node.
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile


class Code:
    """One content, with the ends of nodes that are known already.

    Nodes that end together ask for the same end; each is looked for once.
    """

    __slots__ = ("beside", "data", "ends", "is_plain_data", "profile", "root")

    def __init__(self, data: bytes, profile: LanguageProfile, root: Node) -> None:
        self.data, self.profile, self.root = data, profile, root
        self.beside = frozenset((*profile.nodes.comments, *profile.nodes.directives))
        """Types of nodes that are not counted as the last one of another."""
        self.ends: dict[int, int] = {}
        """Ends of nodes, without the text that grammars wrongly include, by the ids of the nodes."""
        self.is_plain_data = _is_plain_data(profile) and not root.has_error
        """The content parses, and its definitions are nothing but keys, elements and comments above them."""


def _is_plain_data(profile: LanguageProfile) -> bool:
    nodes = profile.nodes
    more = (nodes.wrappers, nodes.following, nodes.leading, nodes.clauses, profile.bodies)
    more_words = (
        profile.statement_ends,
        profile.close_keywords,
        profile.stand_ins,
        profile.aliases,
    )
    return profile.is_data and not any((*more, *more_words, profile.sections.headings))
