"""A language that a project defines for itself, as its configuration declares it.

The value is stored in the documents of that project, so that all code that handles one knows the language.

Not here: the profile made of it (`languages.of_project`).
"""

from __future__ import annotations

from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class OwnLanguage:
    """The name of a language, which files are in it, and its profile as texts.

    `grammar` is a name of the language pack, a module, or `MODULE:FUNCTION`. `base` is a language whose profile has
    the defaults for this one; if it has the same name, it is a known language, with this grammar or else that of
    the language pack. `symbols`, `blocks` and `bindings` (of locals) are None if there is no such file. `withheld`
    is why its grammar may not be loaded, empty if it may.
    """

    name: str
    grammar: str = ""
    base: str = ""
    table: str = ""
    symbols: str | None = None
    blocks: str | None = None
    bindings: str | None = None
    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    withheld: str = ""

    def is_called(self, word: str) -> bool:
        """Return True if `word` is the name or an alias of this language, in any letter case."""
        return word.lower() in (self.name, *self.aliases)
