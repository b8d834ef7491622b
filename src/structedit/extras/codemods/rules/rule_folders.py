"""Where rules come from: files, folders of them, `sgconfig.yml`, and tests next to them.

If a folder has a `sgconfig.yml`, that names the folders with rules; otherwise every YAML file has rules. A document
with `valid` or `invalid` and without a `rule` is a test of the rule with its id.

Not here: parsing a rule (`rule_files`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from structedit.disk import files, listing, roots
from structedit.disk.ignore_patterns import fault_in
from structedit.extras.codemods.rules.rule_files import RuleText
from structedit.search.patterns.rule_reading import Place
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass, replace
from structedit.text.yaml_values import Value, documents

CONFIG_NAMES = ("sgconfig.yml", "sgconfig.yaml")
"""The names of a project's configuration, as ast-grep searches for it."""

_ENDINGS = (".yml", ".yaml")

MOST_RULE_FILES = 5_000
"""YAML files of one folder that are read as rules. Chosen by judgement: several times the largest collections."""

_CONFIG_KEYS = (
    *("ruleDirs", "utilDirs", "testConfigs", "languageGlobs"),
    *("customLanguages", "languageInjections"),
)
_NOT_LOADED = {
    "customLanguages": "customLanguages are ignored; see docs/adding-a-language.md",
    "languageInjections": "languageInjections are ignored; scripts in markup are searched without them",
}


@dataclass(frozen=True, slots=True)
class RuleTest:
    """Texts in which a rule finds nothing (`valid`) and something (`invalid`); `place` is where they are written."""

    rule_id: str
    place: str
    valid: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The named rule files, their tests, languages of files by glob, and what was skipped."""

    texts: tuple[RuleText, ...] = ()
    tests: tuple[RuleTest, ...] = ()
    language_globs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def rule_texts(named: Iterable[files.AnyPath], inline: str | None = None) -> RuleTexts:
    """Read the rules of files and folders, and those of a text.

    Raises:
        UsageError: when a configuration is invalid, or there are no rules at all.
        FileError: when a named path does not exist.
    """
    found = RuleTexts()
    for path in named:
        found = _joined(found, _of_path(files.os_path(path)))
    if inline is not None:
        found = _joined(found, _sorted_out("the inline rules", inline))
    if not found.texts:
        raise UsageError("there are no rules", hint="name a file or folder of rules in YAML")
    return replace(found, texts=tuple(dict.fromkeys(found.texts)))


def nearest_config() -> str | None:
    """Return the configuration of the current folder or of the nearest one above it."""
    return roots.nearest_above(CONFIG_NAMES)


def is_rules(path: files.AnyPath) -> bool:
    """Return True if a path may contain rules: a YAML file, or a folder that contains one."""
    text = files.os_path(path)
    if text.endswith(_ENDINGS):
        return True
    try:
        return any(each.endswith(_ENDINGS) for each in listing.walk([text]))
    except FileError:
        return False


def _of_path(path: str) -> RuleTexts:
    if path.endswith(CONFIG_NAMES):
        return _of_config(path)
    for config in CONFIG_NAMES:
        if not files.is_missing(roots.joined(path, config)):
            return _of_config(roots.joined(path, config))
    found = RuleTexts()
    for each in _yaml_files(path):
        found = _joined(found, _sorted_out(each, files.read(each).text))
    return found


def _sorted_out(name: str, text: str) -> RuleTexts:
    """Split a text's documents into rules and tests; a test has texts in the place of a rule."""
    tests: list[RuleTest] = []
    read = documents(text, name)
    for value in read:
        if (
            isinstance(value.of, Mapping)
            and "rule" not in value.of
            and {"valid", "invalid"} & value.of.keys()
        ):
            tests.append(_test(Place(name), value))
    if tests and len(tests) == len(read):
        return RuleTexts(tests=tuple(tests))
    return RuleTexts((RuleText(name, text),)) if read else RuleTexts()


def _test(place: Place, value: Value) -> RuleTest:
    found = place.mapping(value, "a test", ("id", "valid", "invalid"))
    if "id" not in found:
        place.wrong(value, "'id' is missing", "write the id of a rule")
    texts = [place.texts(found[key], key) if key in found else () for key in ("valid", "invalid")]
    return RuleTest(place.text(found["id"], "id"), f"{place.name}:{value.line}", *texts)


def _of_config(path: str) -> RuleTexts:
    place = Place(path)
    read = documents(files.read(path).text, path)
    if len(read) != 1:
        raise UsageError(
            f"{path} is not a configuration", hint="write one document in it: `ruleDirs: [FOLDER]`"
        )
    found = place.mapping(read[0], "the configuration", _CONFIG_KEYS)
    if "ruleDirs" not in found:
        place.wrong(read[0], "'ruleDirs' is missing", "write ruleDirs: [FOLDER]")
    top = path.removesuffix(CONFIG_NAMES[0]).removesuffix(CONFIG_NAMES[1]) or "."
    whole = RuleTexts()
    for key in ("ruleDirs", "utilDirs"):
        for folder in place.texts(found[key], key) if key in found else ():
            _require_inside(place, found[key], top, folder)
            try:
                each = _of_folder(roots.joined(top, folder), is_utility=key == "utilDirs")
            except FileError as error:
                place.wrong(found[key], f"{folder!r} cannot be read: {error.message}", error.hint)
            whole = _joined(whole, each)
    for one in place.values(found["testConfigs"], "testConfigs") if "testConfigs" in found else ():
        inner = place.mapping(
            one, "a test configuration", ("testDir", "snapshotDir", "includeTestId")
        )
        if "testDir" in inner:
            given = place.text(inner["testDir"], "testDir")
            _require_inside(place, inner["testDir"], top, given)
            folder = roots.joined(top, given)
            tests = (
                _of_folder(folder, is_utility=False).tests if not files.is_missing(folder) else ()
            )
            whole = _joined(whole, RuleTexts(tests=tests))
    globs: list[tuple[str, str]] = []
    if "languageGlobs" in found:
        for language, one in place.mapping(found["languageGlobs"], "languageGlobs").items():
            texts = place.texts(one, language)
            if fault := fault_in(texts):
                place.wrong(one, f"languageGlobs: {fault}", "write it as a pattern of .gitignore")
            globs += [(glob, language) for glob in texts]
    notes = tuple(f"{path}: {_NOT_LOADED[key]}" for key in _NOT_LOADED if key in found)
    return _joined(whole, RuleTexts(language_globs=tuple(globs), notes=notes))


def _require_inside(place: Place, value: Value, top: str, folder: str) -> None:
    """Refuse a folder outside of the repository or, without one, outside of the configuration's own folder.

    A repository names the folders to read, so `/` would read the whole disk.
    """
    if not roots.is_inside(roots.root_of(top), roots.joined(top, folder)):
        place.wrong(value, f"{folder!r} is outside the repository", "name a folder inside it")


def _of_folder(folder: str, *, is_utility: bool) -> RuleTexts:
    found = RuleTexts()
    for path in _yaml_files(folder):
        if not path.endswith(_ENDINGS) or "__snapshots__" in path:
            continue
        text = files.read(path).text
        one = RuleTexts((RuleText(path, text, True),)) if is_utility else _sorted_out(path, text)
        found = _joined(found, one)
    return found


def _yaml_files(folder: str) -> list[str]:
    """Return the YAML files in a folder of rules, sorted.

    Raises:
        UsageError: when there are too many for a folder of rules.
    """
    found = [path for path in listing.walk([folder]) if path == folder or path.endswith(_ENDINGS)]
    if len(found) > MOST_RULE_FILES:
        raise UsageError(
            f"{folder!r} has more than {MOST_RULE_FILES} YAML files",
            hint="name a folder that contains only rules",
        )
    return sorted(found)


def _joined(one: RuleTexts, other: RuleTexts) -> RuleTexts:
    return RuleTexts(
        (*one.texts, *other.texts),
        (*one.tests, *other.tests),
        (*one.language_globs, *other.language_globs),
        (*one.notes, *other.notes),
    )
