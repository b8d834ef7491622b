"""Check a search term before any file is read: a mistake in it is reported at once, however many files there are.

Not here: checking a term against the language of one file, if the caller names none (`plan.reading`).
"""

from __future__ import annotations

from structedit.calls.arguments import content
from structedit.calls.search_terms import SearchTerm
from structedit.languages.grammars import check_query, compile_query
from structedit.search import regexes
from structedit.search.patterns.pattern_reading import check_pattern, read_pattern
from structedit.text.brackets import unmatched_words
from structedit.text.errors import BrokenPatternError
from structedit.tree.newer_grammars import profile_in_use


def check_term(term: SearchTerm, language: str | None = None, *, broken: bool = False) -> None:
    """Refuse a query, a pattern or a regular expression that is wrong in every language.

    A bracket without a partner in a pattern is nearly always a mistake: it is accepted if the caller names the
    `language` in which it parses, or the code around it, or says that it may be `broken`.

    Raises:
        UsageError: naming the place.
    """
    if term.query is not None:
        check_query(content("query", term.query))
    if term.pattern is not None:
        check_pattern(term.pattern)
        bracket = unmatched_words(term.pattern.text)
        if bracket and language is None and term.pattern.context is None and not broken:
            raise BrokenPatternError(
                f"the pattern is incomplete: {bracket}",
                hint="complete it; or pass the language in which it is complete, or the code around it as context",
            )
    if term.regex is not None:
        regexes.compiled(content("regex", term.regex))


def check_term_in(term: SearchTerm, language: str, *, broken: bool = True) -> None:
    """Refuse a query or a pattern that cannot be used in a language, and a pattern that does not parse unless `broken`.

    Raises:
        ProfileError: naming what the grammar does not know.
    """
    profile = profile_in_use(language)
    if profile.grammar is None:
        return  # a file of this language is not parsed, which its own error explains better
    if term.query is not None:
        compile_query(profile, term.query)
    if term.pattern is not None and not (term.pattern.node_type and profile.embedded):
        read = read_pattern(term.pattern, profile)
        if read.is_broken and not broken:
            raise BrokenPatternError(read.warning, hint="pass the code around it as context")
