"""A parsed content as those ask it who read its nodes: its bytes, its language, the root of its tree.

Not here: any question. They are in the modules around (`parts`, `trivia`, `naming`, …), which take
this value and a node.
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile


class Code:
    """One content, with the ends of nodes that are known already.

    Nodes that end together ask for the same end; each is looked for once.
    """

    __slots__ = ("data", "ends", "profile", "root")

    def __init__(self, data: bytes, profile: LanguageProfile, root: Node) -> None:
        self.data, self.profile, self.root = data, profile, root
        self.ends: dict[int, int] = {}
        """Ends without what grammars include too much, by the ids of nodes."""
