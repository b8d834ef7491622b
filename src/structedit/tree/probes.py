"""Check that a grammar is the one that its profile was made for.

Node shapes differ from one version of a grammar to the next, and a query for other
shapes finds nothing, or the wrong nodes, without an error. So each profile has a probe: a small
source that is parsed when the grammar is first used and must parse without errors into the node types
that the profile names. If the wheel is of another version than the profile was made for, its
queries must compile, too. A grammar that does not fit is not used: the language is edited as text.

Not here: profiles that are derived from a grammar; they cannot differ from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tree_sitter import Tree

from structedit.languages.grammars import grammar, installed_version, queries, wheel_of
from structedit.languages.known import wheel_versions
from structedit.languages.profiles import LanguageProfile
from structedit.text.errors import ProfileError
from structedit.text.values import dataclass
from structedit.tree.parsing import first_parse


@dataclass(frozen=True, slots=True)
class Versions:
    """The wheel of a grammar: the version its profile was made for, and the installed one.

    Either is empty if it is not known.
    """

    wheel: str
    made_for: str
    found: str

    @property
    def agree(self) -> bool:
        """The wheel is known to be the one that the profile was made for."""
        return bool(self.found) and self.found == self.made_for

    def __str__(self) -> str:
        made_for = f" {self.made_for}" if self.made_for else ""
        return f"made for {self.wheel}{made_for}, found {self.found or 'no version'}"


_Key = tuple[str | tuple[str, ...] | None, ...]

_drifts: dict[_Key, str] = {}


def drift_of(profile: LanguageProfile) -> str:
    """Return why a profile's grammar is not used; empty if it fits. The result is cached."""
    key: _Key = (profile.id, profile.grammar, profile.probe, profile.probe_nodes)
    key = (*key, profile.made_for, profile.symbols, profile.blocks, profile.bindings)
    if key not in _drifts:
        _drifts[key] = _drift_of(profile)
    return _drifts[key]


def versions_of(profile: LanguageProfile) -> Versions | None:
    """Return the versions of the wheel that a profile's grammar comes from; None without a grammar."""
    if profile.grammar is None:
        return None
    wheel = wheel_of(profile.grammar)
    made_for = profile.made_for or wheel_versions().get(wheel, "")
    return Versions(wheel.replace("_", "-"), made_for, _installed(wheel))


@cache
def _installed(wheel: str) -> str:
    return installed_version(wheel)


def _drift_of(profile: LanguageProfile) -> str:
    versions = versions_of(profile)
    if versions is None or profile.support == "derived":
        return ""
    trouble = _trouble(profile, versions)
    if not trouble:
        return ""
    return f"the {profile.id} grammar does not fit its profile ({versions}): {trouble}"


def _trouble(profile: LanguageProfile, versions: Versions) -> str:
    try:
        grammar(str(profile.grammar))
        if not versions.agree:
            known = queries(profile)
            _ = (
                known.symbols.all,
                known.blocks.all,
                known.bindings.all,
                known.rules.all,
                known.order.all,
            )
    except ProfileError as error:
        return error.message
    parsed = first_parse(profile.probe.encode(), profile)
    if parsed is None or parsed.tree.root_node.has_error:
        return "it cannot parse the sample code of the profile"
    missing = set(profile.probe_nodes).difference(_kinds(parsed.tree))
    if missing:
        return f"the tree of the sample code has no {', '.join(sorted(missing))}"
    return ""


def _kinds(tree: Tree) -> Iterator[str]:
    """Yield the types of all nodes, found without recursion."""
    nodes = [tree.root_node]
    while nodes:
        node = nodes.pop()
        yield node.type
        nodes += node.children
