"""Why a pattern of code may have found nothing: how it was read, and what else it could be.

Not here: how a pattern is read (`search.patterns`).
"""

from __future__ import annotations

from collections.abc import Iterable

from structedit.calls.code_patterns import CodePattern
from structedit.languages.profiles import LanguageProfile
from structedit.search.patterns.pattern_reading import other_readings, read_pattern
from structedit.text.errors import UsageError

_MOST_READINGS = 2
"""Other readings that are named; chosen by judgement."""


def remarks(pattern: CodePattern, profiles: Iterable[LanguageProfile]) -> tuple[str, ...]:
    """What is said where a pattern was found in none of the files, which are in these languages."""
    by_name = {profile.id: profile for profile in profiles}
    return tuple(dict.fromkeys(said for one in by_name.values() for said in reasons(pattern, one)))


def reasons(pattern: CodePattern, profile: LanguageProfile) -> tuple[str, ...]:
    """What may have kept a pattern from being found in a language, as sentences."""
    if profile.grammar is None:
        return ()
    try:
        read = read_pattern(pattern, profile)
        others = () if read.is_broken else other_readings(pattern, profile)
    except UsageError:
        return ()
    said = [read.warning] if read.warning and not read.is_broken else []
    for type_, (before, behind) in others[:_MOST_READINGS]:
        around = (" ".join(before.split()), pattern.text.strip(), " ".join(behind.split()))
        context = " ".join(filter(None, around))
        said.append(
            f"{profile.id} reads the pattern as {read.sought.nodes[0].type}; as {type_} it is read in"
            f" the context {context!r}"
        )
    return tuple(said)
