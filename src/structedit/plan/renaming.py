"""Plan the renaming of a local name: all occurrences in its scope, or none."""

from __future__ import annotations

import re

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.places import Selector
from structedit.calls.requests import Match, RenameLocal
from structedit.calls.statuses import Reason, Status
from structedit.edits.new_text import Draft
from structedit.explain import missed_text
from structedit.plan.results import Failed, Planned, refuse
from structedit.plan.targets import find_place, planned_at
from structedit.search.found import Miss, Place, block_of
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes
from structedit.text.edit import Edit, EditSet
from structedit.tree.local_names import Doubt, Places, Unbound
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_NAME = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_MOST_NAMES = 12
"""Local names that a refusal lists. Chosen by judgement."""


def rename_local(
    source: Source, request: RenameLocal, scope: Scope, limit: Match
) -> Planned | Failed:
    """Plan to rename a local name or parameter of the named definition or block."""
    wrong = _refuse_names(request)
    if wrong is not None:
        return wrong
    only = _only_binding_block(source, request, scope)
    place = only or find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    tree = source.tree
    if tree is None or place.by_text or place.block is None or not source.profile.locals.names:
        return _refuse_language(source, request)
    old, new = _with_sigil(source, request.old), _with_sigil(source, request.new)
    if not source.reads_as_name(new):
        return refuse(
            Reason.NAME_CLASH,
            f"{request.new!r} is a keyword of {source.profile.id}, not a name",
            "choose another name",
        )
    area = _area(place.block)
    if faults := source.faults(area):
        line = source.document.line_of(faults[0].span.start)
        return refuse(
            Reason.BROKEN_TARGET,
            f"line {line} does not parse, and may use {request.old!r}",
            "rename it with str_replace, one place at a time",
        )
    found = tree.places_of_local(area, old, new)
    match found:
        case Unbound():
            return _refuse_unbound(source, request.old, found)
        case Doubt():
            return _refuse_doubt(source, request, found)
    return _renamed(source, request, place, found, new)


def _area(block: Block) -> Span:
    return block.whole if block.is_definition else block.core


def _with_sigil(source: Source, name: str) -> bytes:
    sigil = to_bytes(source.profile.locals.sigil)
    return sigil + to_bytes(name).removeprefix(sigil)


def _only_binding_block(source: Source, request: RenameLocal, scope: Scope) -> Place | None:
    """Return the block that binds the old name, if exactly one of several blocks with the same selector does.

    A type and a function may have one name, and so may the clauses of a function. If another block contains the name,
    or cannot be parsed, return None: it could be meant too.
    """
    tree, target = source.tree, request.target
    if tree is None or not isinstance(target, Selector) or target.lines is not None:
        return None
    if scope.hints or not source.profile.locals.names:
        return None
    miss = block_of(source, target)
    if not isinstance(miss, Miss) or miss.reason is not Reason.SELECTOR_AMBIGUOUS:
        return None
    if target.steps[-1].index is not None or miss.resolved is None:
        return None
    old, new = _with_sigil(source, request.old), _with_sigil(source, request.new)
    meant = []
    for block in miss.candidates:
        found = (
            None if source.faults(_area(block)) else tree.places_of_local(_area(block), old, new)
        )
        if not isinstance(found, Unbound) or found.used is not None:
            meant.append((block, found))
    if len(meant) != 1 or meant[0][1] is None or isinstance(meant[0][1], Unbound):
        return None
    return Place(meant[0][0].span, meant[0][0])


def _refuse_names(request: RenameLocal) -> Failed | None:
    for name in (request.old, request.new):
        if not _NAME.fullmatch(name):
            return refuse(Reason.MALFORMED_EDIT, f"{name!r} is not a name", "pass one word")
    if request.old == request.new:
        diagnosis = Diagnosis("the old name and the new one are the same", "")
        return Failed(Status.UNCHANGED, Reason.NO_CHANGE, diagnosis)
    return None


def _refuse_language(source: Source, request: RenameLocal) -> Failed:
    if source.tree is None:
        why = source.why_text
    elif not source.profile.locals.names:
        why = f"the scopes of {source.profile.id} are not known"
    else:
        why = "the place is not a block of the syntax tree"
    fix = _textual_step(request)
    return refuse(Reason.NOT_A_BLOCK, f"a local name cannot be renamed here: {why}", fix)


def _textual_step(request: RenameLocal) -> str:
    """Return the next step if no local can be renamed: the call that replaces the word."""
    target = request.target
    if not isinstance(target, Selector) or target.lines is not None:
        return "rename it with str_replace, one place at a time"
    return (
        f"rename it as text: str_replace with within={target.text!r} and replace_all"
        " changes this word everywhere there, also in strings and comments"
    )


def _refuse_unbound(source: Source, old: str, found: Unbound) -> Failed:
    used = found.used
    line = f"; it is used at line {source.document.line_of(used.start)}" if used else ""
    names = ", ".join(found.bound[:_MOST_NAMES]) or "none"
    closest = None
    if used is not None:
        closest = missed_text.shown(source, used, missed_text.numbered(source, used))
    diagnosis = Diagnosis(
        f"{old!r} is not bound there{line}",
        "name the definition that binds it; top-level names and members are not local",
        notes=(f"local names there: {names}",),
        closest=closest,
    )
    return Failed(Status.NOT_FOUND, Reason.NO_MATCH, diagnosis)


def _refuse_doubt(source: Source, request: RenameLocal, doubt: Doubt) -> Failed:
    closest = missed_text.shown(source, doubt.at, missed_text.numbered(source, doubt.at))
    diagnosis = Diagnosis(doubt.message, doubt.fix or _textual_step(request), closest=closest)
    return Failed(Status.REFUSED, Reason.NAME_CLASH, diagnosis)


def _renamed(
    source: Source, request: RenameLocal, place: Place, found: Places, new: bytes
) -> Planned | Failed:
    tree, block = source.tree, place.named or place.block
    assert tree is not None and block is not None
    warnings: tuple[str, ...] = ()
    if found.is_parameter and source.profile.names_arguments and block.path:
        caller = tree.named_by_callers(to_bytes(block.path[-1]), to_bytes(request.old))
        if caller is not None:
            line = source.document.line_of(caller.start)
            message = f"a call at line {line} passes {request.old!r} by name"
            return _refuse_doubt(
                source, request, Doubt(message, caller, "change that call in the same batch")
            )
        warnings = (f"calls in other files may pass {request.old!r} by name",)
    if found.inherited:
        line = source.document.line_of(found.inherited[0].start)
        warnings = (
            *warnings,
            f"line {line} is inside a class body: if that class inherits a member {request.old!r}, the name"
            " means the member",
        )
    if found.hidden:
        lines = " and ".join(str(source.document.line_of(place.start)) for place in found.hidden)
        warnings = (
            *warnings,
            f"another local {request.old!r}, in its own scope at line {lines}, keeps its name",
        )
    edits = _edits(source, found, new)
    return planned_at(source, place, Draft(edits, warnings=warnings))


def _edits(source: Source, found: Places, new: bytes) -> EditSet:
    short = to_bytes(source.profile.locals.short)
    return EditSet.of(
        [
            Edit(Span(use.end, use.end), short + new) if use in found.short else Edit(use, new)
            for use in found.uses
        ]
    )
