"""structedit: every edit lands on the right node, or the caller learns exactly why not.

The names below are loaded when they are first used, so that importing the package is cheap.
"""

import sys

# `python -m structedit` looks for modules in the current folder first, which may be anybody's.
# That ends before a single other module is looked for.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path and "structedit" in sys.orig_argv:
    del sys.path[0]

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from structedit.api import check as check
    from structedit.api import delete_block as delete_block
    from structedit.api import find as find
    from structedit.api import get_region as get_region
    from structedit.api import insert as insert
    from structedit.api import move_block as move_block
    from structedit.api import outline as outline
    from structedit.api import rename_local as rename_local
    from structedit.api import replace_all as replace_all
    from structedit.api import replace_block as replace_block
    from structedit.api import replace_function_body as replace_function_body
    from structedit.api import str_replace as str_replace
    from structedit.api import unwrap as unwrap
    from structedit.api import wrap as wrap
    from structedit.errors import FileError as FileError
    from structedit.errors import FormatError as FormatError
    from structedit.errors import ProfileError as ProfileError
    from structedit.errors import SelectorError as SelectorError
    from structedit.errors import StructEditError as StructEditError
    from structedit.errors import TooSlowError as TooSlowError
    from structedit.errors import UsageError as UsageError
    from structedit.judging.risk import Thresholds as Thresholds
    from structedit.model.batch_outcomes import Action as Action
    from structedit.model.batch_outcomes import BatchOutcome as BatchOutcome
    from structedit.model.batch_outcomes import EditOutcome as EditOutcome
    from structedit.model.batch_outcomes import Fate as Fate
    from structedit.model.batch_outcomes import FileOutcome as FileOutcome
    from structedit.model.batch_outcomes import Totals as Totals
    from structedit.model.batches import ApplyHunks as ApplyHunks
    from structedit.model.batches import CreateFile as CreateFile
    from structedit.model.batches import DeleteFile as DeleteFile
    from structedit.model.batches import EditFile as EditFile
    from structedit.model.batches import ExtendFile as ExtendFile
    from structedit.model.batches import Hunk as Hunk
    from structedit.model.batches import HunkLine as HunkLine
    from structedit.model.batches import MoveFile as MoveFile
    from structedit.model.edit_stats import EditStats as EditStats
    from structedit.model.hooks import Allow as Allow
    from structedit.model.hooks import Deny as Deny
    from structedit.model.hooks import Hooks as Hooks
    from structedit.model.hooks import Proposal as Proposal
    from structedit.model.outcomes import Diagnosis as Diagnosis
    from structedit.model.outcomes import Outcome as Outcome
    from structedit.model.outcomes import Reason as Reason
    from structedit.model.outcomes import Risk as Risk
    from structedit.model.outcomes import Status as Status
    from structedit.model.places import Anchor as Anchor
    from structedit.model.places import AnchorRange as AnchorRange
    from structedit.model.places import Attach as Attach
    from structedit.model.places import Hints as Hints
    from structedit.model.places import Landmark as Landmark
    from structedit.model.places import Lines as Lines
    from structedit.model.places import Part as Part
    from structedit.model.places import Place as Place
    from structedit.model.places import Selector as Selector
    from structedit.model.reflections import ReflectionOutcome as ReflectionOutcome
    from structedit.model.reflections import Round as Round
    from structedit.model.reflections import Verdict as Verdict
    from structedit.model.requests import DeleteBlock as DeleteBlock
    from structedit.model.requests import Insert as Insert
    from structedit.model.requests import Match as Match
    from structedit.model.requests import MoveBlock as MoveBlock
    from structedit.model.requests import Options as Options
    from structedit.model.requests import RenameLocal as RenameLocal
    from structedit.model.requests import ReplaceAll as ReplaceAll
    from structedit.model.requests import ReplaceBlock as ReplaceBlock
    from structedit.model.requests import ReplaceFunctionBody as ReplaceFunctionBody
    from structedit.model.requests import StrReplace as StrReplace
    from structedit.model.requests import Unwrap as Unwrap
    from structedit.model.requests import Wrap as Wrap
    from structedit.reading import Check as Check
    from structedit.reading import Outline as Outline
    from structedit.reading import OutlineItem as OutlineItem
    from structedit.reading import Region as Region
    from structedit.reflection import apply_with_reflection as apply_with_reflection
    from structedit.reflection import apply_with_reflection_async as apply_with_reflection_async
    from structedit.runs import RunOutcome as RunOutcome
    from structedit.runs import parse as parse
    from structedit.runs import rewrite as rewrite
    from structedit.runs import run as run
    from structedit.scripting import BlockNode as BlockNode
    from structedit.scripting import QueryNode as QueryNode
    from structedit.scripting import ScriptTree as ScriptTree
    from structedit.session import Session as Session
    from structedit.statistics import get_edit_stats as get_edit_stats
    from structedit.syntax.source import Source as Source
    from structedit.text.document import Document as Document
    from structedit.text.document import LineRange as LineRange
    from structedit.text.document import Span as Span
    from structedit.text.edit import Edit as Edit
    from structedit.text.edit import EditSet as EditSet
    from structedit.transactions import apply_edits as apply_edits
    from structedit.transactions import history as history
    from structedit.transactions import multi_edit as multi_edit
    from structedit.transactions import parse_edits as parse_edits
    from structedit.transactions import redo as redo
    from structedit.transactions import show as show
    from structedit.transactions import undo as undo

_HOMES = {
    "structedit.api": (
        "check delete_block find get_region insert move_block outline replace_all replace_block"
        " rename_local replace_function_body str_replace unwrap wrap"
    ),
    "structedit.errors": (
        "FileError FormatError ProfileError SelectorError StructEditError TooSlowError UsageError"
    ),
    "structedit.judging.risk": "Thresholds",
    "structedit.model.batch_outcomes": "Action BatchOutcome EditOutcome Fate FileOutcome Totals",
    "structedit.model.batches": (
        "ApplyHunks CreateFile DeleteFile EditFile ExtendFile Hunk HunkLine MoveFile"
    ),
    "structedit.model.edit_stats": "EditStats",
    "structedit.model.outcomes": "Diagnosis Outcome Reason Risk Status",
    "structedit.model.places": "Anchor AnchorRange Attach Hints Landmark Lines Part Place Selector",
    "structedit.model.requests": (
        "DeleteBlock Insert Match MoveBlock Options ReplaceAll ReplaceBlock ReplaceFunctionBody"
        " RenameLocal StrReplace Unwrap Wrap"
    ),
    "structedit.reading": "Check Outline OutlineItem Region",
    "structedit.model.hooks": "Allow Deny Hooks Proposal",
    "structedit.reflection": "apply_with_reflection apply_with_reflection_async",
    "structedit.model.reflections": "ReflectionOutcome Round Verdict",
    "structedit.runs": "RunOutcome parse rewrite run",
    "structedit.scripting": "BlockNode QueryNode ScriptTree",
    "structedit.session": "Session",
    "structedit.statistics": "get_edit_stats",
    "structedit.syntax.source": "Source",
    "structedit.text.document": "Document LineRange Span",
    "structedit.text.edit": "Edit EditSet",
    "structedit.transactions": "apply_edits history multi_edit parse_edits redo show undo",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__version__ = "0.1.0"
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
