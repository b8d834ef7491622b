"""structedit: every edit lands on the right node, or the caller learns exactly why not.

The names below are loaded when they are first used, so that importing the package is cheap.
"""

# isort: skip_file
# (one import for each module below, not one for each name)

import sys

# `python -m structedit` looks for modules in the current folder first, which may be anybody's.
# That ends before a single other module is looked for.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path and "structedit" in sys.orig_argv:
    del sys.path[0]

from typing import TYPE_CHECKING

from structedit.app import logged_calls
from structedit.app.listeners import listeners
from structedit.extras.statistics import recording
from structedit.text.lazily import load

if TYPE_CHECKING:
    from structedit.app.library import *  # noqa: F403 - the operations
    from structedit.app.session import Session as Session
    from structedit.app.transactions import (
        apply_edits as apply_edits,
        history as history,
        multi_edit as multi_edit,
        parse_edits as parse_edits,
        redo as redo,
        show as show,
        undo as undo,
    )
    from structedit.calls.batch_outcomes import (
        BatchOutcome as BatchOutcome,
        EditOutcome as EditOutcome,
        FileOutcome as FileOutcome,
        Totals as Totals,
    )
    from structedit.calls.batches import (
        ApplyHunks as ApplyHunks,
        CreateFile as CreateFile,
        DeleteFile as DeleteFile,
        EditFile as EditFile,
        ExtendFile as ExtendFile,
        Hunk as Hunk,
        HunkLine as HunkLine,
        MoveFile as MoveFile,
    )
    from structedit.calls.diagnoses import Diagnosis as Diagnosis
    from structedit.calls.hooks import (
        Allow as Allow,
        Deny as Deny,
        Hooks as Hooks,
        Proposal as Proposal,
    )
    from structedit.calls.outcomes import Outcome as Outcome
    from structedit.calls.places import (
        Anchor as Anchor,
        AnchorRange as AnchorRange,
        Attach as Attach,
        Hints as Hints,
        Landmark as Landmark,
        Lines as Lines,
        Part as Part,
        Place as Place,
        Selector as Selector,
    )
    from structedit.calls.requests import *  # noqa: F403 - their requests
    from structedit.calls.statuses import (
        Action as Action,
        Fate as Fate,
        Reason as Reason,
        Risk as Risk,
        Status as Status,
    )
    from structedit.extras.codemods.fleet import (
        FleetOutcome as FleetOutcome,
        FleetRow as FleetRow,
        rewrite_fleet as rewrite_fleet,
        run_fleet as run_fleet,
        scan_fleet as scan_fleet,
        undo_fleet as undo_fleet,
    )
    from structedit.extras.codemods.rules.findings import Finding as Finding
    from structedit.extras.codemods.rules.scans import ScanOutcome as ScanOutcome, scan as scan
    from structedit.extras.codemods.runs import (
        RunOutcome as RunOutcome,
        parse as parse,
        rewrite as rewrite,
        run as run,
    )
    from structedit.extras.codemods.scripting import (
        BlockNode as BlockNode,
        QueryNode as QueryNode,
        ScriptEdit as ScriptEdit,
        ScriptTree as ScriptTree,
    )
    from structedit.extras.reflection.outcomes import (
        ReflectionOutcome as ReflectionOutcome,
        Round as Round,
        Verdict as Verdict,
    )
    from structedit.extras.reflection.reflecting import (
        apply_with_reflection as apply_with_reflection,
        apply_with_reflection_async as apply_with_reflection_async,
    )
    from structedit.extras.statistics.counts import (
        EditStats as EditStats,
        get_edit_stats as get_edit_stats,
    )
    from structedit.judge.risk import Thresholds as Thresholds
    from structedit.plan.reading import (
        Check as Check,
        Outline as Outline,
        OutlineItem as OutlineItem,
        Region as Region,
    )
    from structedit.text.document import Document as Document, LineRange as LineRange, Span as Span
    from structedit.text.edit import Edit as Edit, EditSet as EditSet
    from structedit.text.errors import (
        FileError as FileError,
        FormatError as FormatError,
        ProfileError as ProfileError,
        SelectorError as SelectorError,
        StructEditError as StructEditError,
        TooSlowError as TooSlowError,
        UsageError as UsageError,
    )
    from structedit.tree.source import Source as Source

_HOMES = {
    "structedit.text.errors": (
        "FileError FormatError ProfileError SelectorError StructEditError TooSlowError UsageError"
    ),
    "structedit.judge.risk": "Thresholds",
    "structedit.calls.batch_outcomes": "Action BatchOutcome EditOutcome Fate FileOutcome Totals",
    "structedit.calls.batches": (
        "ApplyHunks CreateFile DeleteFile EditFile ExtendFile Hunk HunkLine MoveFile"
    ),
    "structedit.extras.statistics.counts": "EditStats get_edit_stats",
    "structedit.calls.outcomes": "Diagnosis Outcome Reason Risk Status",
    "structedit.calls.places": "Anchor AnchorRange Attach Hints Landmark Lines Part Place Selector",
    "structedit.calls.requests": "Match Options",
    "structedit.plan.reading": "Check Outline OutlineItem Region",
    "structedit.calls.hooks": "Allow Deny Hooks Proposal",
    "structedit.extras.reflection.reflecting": "apply_with_reflection apply_with_reflection_async",
    "structedit.extras.reflection.outcomes": "ReflectionOutcome Round Verdict",
    "structedit.extras.codemods.fleet": "FleetOutcome FleetRow rewrite_fleet run_fleet scan_fleet undo_fleet",
    "structedit.extras.codemods.runs": "RunOutcome parse rewrite run",
    "structedit.extras.codemods.rules.findings": "Finding",
    "structedit.extras.codemods.rules.scans": "ScanOutcome scan",
    "structedit.extras.codemods.scripting": "BlockNode QueryNode ScriptEdit ScriptTree",
    "structedit.app.session": "Session",
    "structedit.tree.source": "Source",
    "structedit.disk.project_files": "Document",
    "structedit.text.document": "LineRange Span",
    "structedit.text.edit": "Edit EditSet",
    "structedit.app.transactions": "apply_edits history multi_edit parse_edits redo show undo",
}
"""Where each name is; `project_files` is what lets a `Document` read files.

Those of the operations and of their requests come from the declarations, when they are asked for.
"""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__version__ = "0.1.0"

listeners += (recording, logged_calls)


def _homes() -> dict[str, str]:
    from structedit.calls.operations import OPERATIONS
    from structedit.calls.requests import REQUESTS

    kinds = (kind.__name__ for kind in REQUESTS)
    return {
        **_HOME_OF,
        **dict.fromkeys(OPERATIONS, "structedit.app.library"),
        **dict.fromkeys(kinds, "structedit.calls.requests"),
    }


def _named(name: str) -> object:
    if name == "__all__":
        value: object = sorted(_homes())
    elif name == "aio":
        value = load(f"{__name__}.aio")
    else:
        home = _HOME_OF.get(name) or (None if name.startswith("_") else _homes().get(name))
        if home is None:
            return _guess(name)
        value = getattr(load(home), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # a type checker knows the names, and is to miss what is none
    __getattr__ = _named


def _guess(name: str) -> object:
    """What answers a call of a name that is not there with the call that it may mean.

    Raises:
        AttributeError: for a name that means nothing, or that a module of the package has.
    """
    from importlib.util import find_spec

    from structedit.calls.guesses import names_meant

    meant = names_meant(name)
    if not meant or find_spec(f"{__name__}.{name}") is not None:
        # Python adds a sentence of its own, which is not to stand in the last of these lines.
        tries = "".join(f"\ntry: structedit.{one}" for one in meant) + "\n" * bool(meant)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{tries}")
    from structedit.app.guessed_calls import Guess

    return Guess(name)


def __dir__() -> list[str]:
    return [*_homes(), "__version__"]
