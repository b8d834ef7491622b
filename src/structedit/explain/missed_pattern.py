"""How a pattern of code was read, where that may not be what was meant, and what else it could be.

Not here: how a pattern is read (`search.patterns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from structedit.calls.code_patterns import CodePattern
from structedit.languages.profiles import LanguageProfile
from structedit.search.patterns.metavariables import metavariables
from structedit.search.patterns.pattern_reading import PatternRead, other_readings, read_pattern
from structedit.text.brackets import unmatched_words
from structedit.text.document import to_bytes
from structedit.text.errors import UsageError
from structedit.text.words import TEXT_TOKEN

_MOST_READINGS = 2
"""Other readings that are named; chosen by judgement."""


def remarks(
    pattern: CodePattern, profiles: Iterable[LanguageProfile], *, found: bool
) -> tuple[str, ...]:
    """What is said of a pattern that was looked for in files of some languages.

    Where it was found, only how it is misread; where it was not, what else it could be too.
    How it is misread in one of them is not said where another one reads it well: there it was meant.
    """
    by_name = {profile.id: profile for profile in profiles}
    rows = [(one, how) for one in by_name.values() if (how := _read(pattern, one)) is not None]
    is_meant = any(not how.warning for _, how in rows)
    said = [how.warning for _, how in rows if not is_meant and not how.is_broken]
    if found:
        return tuple(dict.fromkeys(said))
    bracket = unmatched_words(pattern.text)
    if bracket and not any(bracket in one for one in said):
        said.append(f"in the pattern, {bracket}")
    said += [other for one, how in rows for other in _others(pattern, one, how)]
    return tuple(dict.fromkeys(said))


def has_its_words(pattern: CodePattern, data: bytes) -> bool:
    """Return True if a content has every word and sign of a pattern, metavariables aside."""
    text = pattern.text
    for one in metavariables(text):
        text = text.replace(one.text, " ")
    return all(to_bytes(word) in data for word in TEXT_TOKEN.findall(text) if not word.isspace())


def passed_over(counts: Mapping[str, int]) -> tuple[str, ...]:
    """What is said of files with the words of a pattern, so many of each language that does not read it.

    Nothing else is said of them where other files are read.
    """
    return tuple(
        f"{count} {language} file{'s' * (count != 1)} with the words of the pattern"
        f" {'were' if count != 1 else 'was'} not searched: the pattern does not parse as {language}"
        for language, count in sorted(counts.items())
    )


def _read(pattern: CodePattern, profile: LanguageProfile) -> PatternRead | None:
    if profile.grammar is None:
        return None
    try:
        return read_pattern(pattern, profile)
    except UsageError:
        return None


def _others(pattern: CodePattern, profile: LanguageProfile, read: PatternRead) -> tuple[str, ...]:
    """What else a pattern could be in a language, as sentences."""
    try:
        others = () if read.is_broken else other_readings(pattern, profile)
    except UsageError:
        return ()
    said = []
    for type_, (before, behind) in others[:_MOST_READINGS]:
        around = (" ".join(before.split()), pattern.text.strip(), " ".join(behind.split()))
        context = " ".join(filter(None, around))
        said.append(
            f"the pattern is parsed as {read.sought.nodes[0].type} in {profile.id}; in the context"
            f" {context!r} it is parsed as {type_}"
        )
    return tuple(said)
