"""Choose the grammar of a known language: the pack's, or a newer one that is installed.

Some languages have a second profile, for the grammar of a wheel of its own (the extra `fresh`). It
is used if that wheel is installed, in the version its profile was made for or a later one that
fits it (`tree.probes`). Otherwise the pack's grammar is used, with its own profile; a language
without a profile for it is edited as text.

Not here: the list of these languages (`grammars_config/LANGUAGE/fresh`), and a project that prefers the
pack's grammars everywhere (`disk.configuration`): its documents carry that choice.
"""

from __future__ import annotations

import re
from functools import cache

from structedit.languages.known import fresh_languages, fresh_profile, profile
from structedit.languages.profiles import LanguageProfile
from structedit.text.values import replace


@cache
def profile_in_use(language: str) -> LanguageProfile:
    """Return the profile for documents of a language; its grammar may be loaded.

    Raises:
        ProfileError: when there is no such language.
    """
    if language not in fresh_languages():
        return profile(language)
    newer = fresh_profile(language)
    other = profile(language)
    why = _why_not(newer, other)
    return newer if why is None else replace(other, passed_over=why)


def _why_not(newer: LanguageProfile, other: LanguageProfile) -> str | None:
    """Return why a newer grammar is not used: empty if it is not installed, None if it is used."""
    from structedit.tree.probes import drift_of, versions_of

    versions = versions_of(newer)
    if versions is None or not versions.found:
        return ""
    why = drift_of(newer)
    if _ordered(versions.found) < _ordered(versions.made_for):
        why = f"the {newer.id} grammar is too old for its profile ({versions})"
    if why and other.grammar is not None:
        return f"parsed with the grammar of the language pack: {why}"
    return why or None


def _ordered(version: str) -> list[int]:
    """Return the numbers of a version, by which versions are ordered."""
    return [int(number) for number in re.findall(r"\d+", version)]
