"""What a script sees of a file: nodes that make edits, as values.

    def edit(tree):
        for node in tree.query('(call function: (identifier) @f (#eq? @f "old"))'):
            yield node.replace("new")

Nodes of definitions and blocks make requests by selector; nodes of a query make edits of their own
bytes. All edits of one file are of the text as it was parsed, in any order; two that touch the
same place are refused. `combined` puts them together and has them judged as one.

Not here: many files (`runs`), templates (`rewriting`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from structedit.calls.arguments import content
from structedit.calls.code_patterns import code_pattern
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.fields import word
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Attach, Part, Place, Selector
from structedit.calls.requests import (
    DEFAULTS,
    DeleteBlock,
    Insert,
    MoveBlock,
    Options,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    Unwrap,
    Wrap,
)
from structedit.calls.result_attributes import suggesting_attributes
from structedit.calls.statuses import Reason, Status
from structedit.explain import missed_pattern
from structedit.extras.codemods.whole_hits import (
    Change,
    Decisions,
    NodeEdit,
    change_of,
    laid_out,
    made_whole,
)
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.languages.grammars import check_query
from structedit.languages.kinds import VALUES
from structedit.plan import reading
from structedit.plan.one_request import draft, judge
from structedit.plan.results import Failed, Planned, failure
from structedit.search import embedded
from structedit.search.addresses import selector_at, selectors_of
from structedit.search.patterns.pattern_hits import pattern_hits
from structedit.search.patterns.pattern_reading import check_pattern
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import ProfileError, UsageError
from structedit.text.lines import begins_line, ends_line, text_start, trimmed, with_endings
from structedit.text.values import dataclass, field, replace
from structedit.tree.nodes import Block
from structedit.tree.pattern_matching import Fit
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

ScriptEdit = Request | Edit | NodeEdit
"""A script's edit: a request on the file, bytes for a span of it, or a new text for a node."""

NO_TREE, UNFIT = "no_tree", "unfit"
"""Codes of errors for which a run skips a file: it has no tree, or its language lacks what is requested."""

TARGET = "target"
"""The capture with this name is the place of a query's match."""


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class BlockNode:
    """A definition or an anonymous block, with its parts as texts and methods that make edits.

    `selector` names it and nothing else in the file (`Cart.total`), `name` is its own name (`total`), empty for an
    anonymous block.
    """

    selector: str
    kind: str
    name: str
    lines: LineRange
    text: str
    _tree: ScriptTree = field(repr=False, compare=False)
    _block: Block | None = field(repr=False, compare=False)

    @property
    def header(self) -> str | None:
        """The text that `replace(header=…)` replaces, such as `def f(x):`; None if it has no header."""
        return self._part(Part.HEADER)

    @property
    def body(self) -> str | None:
        """The text that `replace(body=…)` replaces, as it is in the file; None if it has no body."""
        return self._part(Part.BODY)

    @property
    def condition(self) -> str | None:
        """The text that `replace(condition=…)` replaces; None if it has no condition."""
        return self._part(Part.CONDITION)

    @property
    def doc(self) -> str | None:
        """The text that `replace(doc=…)` replaces; None if it has no documentation."""
        return self._part(Part.DOC)

    @property
    def parent(self) -> BlockNode | None:
        """The smallest definition or block around it; None at the top of the file, or of a script in it."""
        around = self._tree._parents.get(self._block) if self._block is not None else None
        return self._tree._nodes([around])[0] if around is not None else None

    @property
    def children(self) -> tuple[BlockNode, ...]:
        """The definitions and blocks whose `parent` it is, in document order."""
        parents = self._tree._parents if self._block is not None else {}
        return self._tree._nodes([one for one, around in parents.items() if around == self._block])

    def _part(self, part: Part) -> str | None:
        """Return the text of a part; None if there is none."""
        file = self._tree._outer or self._tree
        region = reading.get_region(file._source, self._target, part=part)
        return region.text if region.reason is None else None

    def replace(
        self,
        new: str | None = None,
        *,
        body: str | None = None,
        header: str | None = None,
        doc: str | None = None,
        condition: str | None = None,
        attach: str = "whole",
    ) -> Request:
        """Replace the whole hit, or one part of it."""
        parts = {
            Part.WHOLE: new,
            Part.BODY: body,
            Part.HEADER: header,
            Part.DOC: doc,
            Part.CONDITION: condition,
        }
        given = [(part, text) for part, text in parts.items() if text is not None]
        if len(given) != 1:
            raise UsageError(
                "replace takes exactly one text",
                hint='pass a string, or body="…", header="…" or another part',
            )
        part, text = given[0]
        options = replace(DEFAULTS, attach=word(Attach, attach, "attach"))
        text = content("new", text)
        if part is Part.BODY and self.name and self.kind not in VALUES:
            return ReplaceFunctionBody(self._target, text, options=options)
        return ReplaceBlock(self._target, text, part, options=options)

    def delete(self) -> Request:
        """Delete the hit, with its separators and what is attached to it."""
        return DeleteBlock(self._target)

    def insert_before(self, text: str) -> Request:
        """Put text above it."""
        return Insert(content("text", text), Place.BEFORE, self._target)

    def insert_after(self, text: str) -> Request:
        """Put text below it."""
        return Insert(content("text", text), Place.AFTER, self._target)

    def insert_at_start(self, text: str) -> Request:
        """Put text at the start of its body."""
        return Insert(content("text", text), Place.START, self._target)

    def insert_at_end(self, text: str) -> Request:
        """Put text at the end of its body."""
        return Insert(content("text", text), Place.END, self._target)

    def wrap(self, header: str, footer: str | None = None) -> Request:
        """Put it inside a new block."""
        closer = content("footer", footer) if footer is not None else None
        return Wrap(self._target, content("header", header), closer)

    def unwrap(self) -> Request:
        """Put its body in the place of the block."""
        return Unwrap(self._target)

    def move_before(self, other: BlockNode) -> Request:
        """Move it above another."""
        return MoveBlock(self._target, Place.BEFORE, other._target)

    def move_after(self, other: BlockNode) -> Request:
        """Move it below another."""
        return MoveBlock(self._target, Place.AFTER, other._target)

    @property
    def _target(self) -> Selector:
        return Selector.parse(self.selector)


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class QueryNode:
    """The match of a query or a pattern: the place to edit, and all captures by name.

    The place is the capture `@target`, else the one that holds all others; of a pattern all of the hit, and
    `rest` then the code and comments in it that the pattern says nothing of.
    """

    capture: str
    text: str
    span: Span
    lines: LineRange
    captures: tuple[tuple[str, QueryNode], ...] = ()
    rest: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> QueryNode:
        """The capture of a name."""
        for key, node in self.captures:
            if key == name:
                return node
        raise KeyError(name)

    def get(self, name: str) -> QueryNode | None:
        """The capture of a name; None where this match has none."""
        return next((node for key, node in self.captures if key == name), None)

    def replace(self, new: str) -> NodeEdit:
        """Put another text in its place; line ends become those of the file.

        It stays one node: where it, or the text of a capture in it, would be torn apart, parentheses are added.
        """
        nodes = [node for _, node in self.captures if node.span != self.span]
        places = tuple(node.span for node in nodes)
        texts = tuple(to_bytes(node.text) for node in nodes)
        return NodeEdit(self.span, to_bytes(content("new", new)), places, texts)

    def delete(self) -> NodeEdit:
        """Delete it, with its separator in a list, the `;` of a statement, and the line that would be blank."""
        return NodeEdit(self.span, b"")

    def insert_before(self, text: str) -> Edit:
        """Put text right before it."""
        return Edit(Span(self.span.start, self.span.start), to_bytes(content("text", text)))

    def insert_after(self, text: str) -> Edit:
        """Put text right after it."""
        return Edit(Span(self.span.end, self.span.end), to_bytes(content("text", text)))


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class ScriptTree:
    """A file as a script sees it. `note` is why it has no tree, if it has none."""

    path: str | None
    language: str | None
    text: str
    note: str
    _source: Source = field(repr=False)
    _outer: ScriptTree | None = field(default=None, repr=False)  # the file, if this is code in it
    _prefix: str = field(default="", repr=False)  # the selector that leads to this code

    def find(self, selector: str) -> BlockNode | None:
        """The block that a selector names; None where it names nothing.

        Raises:
            UsageError: when it names several; `definitions` lists them all.
        """
        region = reading.get_region(self._source, Selector.parse(selector))
        if region.reason is not None:
            if region.status is Status.AMBIGUOUS:
                assert region.diagnosis is not None
                named = ", ".join(c.selector for c in region.diagnosis.candidates)
                raise UsageError(
                    f"{selector!r} names several nodes: {named}", hint="use one of these"
                )
            return None
        assert region.lines is not None
        found = region.selector or selector
        name = Selector.parse(found).text.rsplit(" > ", 1)[-1] if region.kind is None else ""
        home, block = self._block(found)
        if block is not None:
            name = _name_of(block)
        return BlockNode(found, region.kind or "", name, region.lines, region.text, home, block)

    def definitions(self, *kinds: str) -> tuple[BlockNode, ...]:
        """All definitions in document order, or those of some kinds."""
        tree = self._source.tree
        found = tree.definitions() if tree is not None else ()
        return self._nodes([b for b in found if not kinds or b.kind in kinds])

    def blocks(self, *kinds: str) -> tuple[BlockNode, ...]:
        """All anonymous blocks in document order, or those of some kinds."""
        tree = self._source.tree
        found = tree.blocks() if tree is not None else ()
        return self._nodes([b for b in found if not kinds or b.kind in kinds])

    def query(self, query: str) -> tuple[QueryNode, ...]:
        """Run a tree-sitter query, text predicates included; returns a node for each match.

        Raises:
            ProfileError: when the query does not fit the grammar of the file, or the file has no
                tree; a run over many files passes over those.
            UsageError: when no grammar can compile the query, or the captures of a match have no common place.
        """
        query = content("query", query)
        self._require_tree()
        check_query(query)
        tree = self._source.tree
        assert tree is not None
        try:
            matches = tree.matches(query)
        except ProfileError as error:
            raise ProfileError(error.message, hint=error.hint, code=UNFIT) from error
        return tuple(self._matched(dict(match)) for match in matches if match)

    def match(
        self,
        pattern: str,
        *,
        strictness: str = "smart",
        node_type: str | None = None,
        context: str | None = None,
        reading: str = "auto",
        backtrack: bool = False,
        language: str | None = None,
    ) -> tuple[QueryNode, ...]:
        """Find a pattern of code (`foo($A, $$$REST)`); returns a node for each hit, `node["A"]` a capture.

        Code inside other files is searched too, with `language` code of that language alone. The hits in code
        that does not parse are among them; their edits are refused. How a pattern is misread, as one with a
        bracket that is never closed, is a warning.

        Raises:
            UsageError: when the pattern cannot be read in any language.
            ProfileError: when the file has no tree, or the pattern does not parse in any language of it; a run over
                many files passes over those.
        """
        self._require_tree()
        asked = code_pattern(
            pattern,
            strictness=strictness,
            reading=reading,
            node_type=node_type,
            context=context,
            backtrack=backtrack,
        )
        check_pattern(asked)
        try:
            found = pattern_hits(self._source, asked, language)
        except ProfileError as error:
            raise ProfileError(error.message, hint=error.hint, code=UNFIT) from error
        broken = [read.warning for read in found.read.values() if read.is_broken]
        if broken and len(broken) == len(found.read) and not found.hits:
            hint = "correct it, or check the language of the tree first"
            raise ProfileError(broken[0], hint=hint, code=UNFIT)
        profiles = {hit.source.profile.id: hit.source.profile for hit in found.hits}
        for said in missed_pattern.remarks(asked, profiles.values(), found=True):
            warnings.warn(said, stacklevel=2)
        return tuple(self._hit(hit.fit) for hit in found.hits)

    def _require_tree(self) -> None:
        if self._source.tree is None:
            message = f"there is no syntax tree to query: {self.note}"
            raise ProfileError(message, hint="edit it as text", code=NO_TREE)

    def _hit(self, fit: Fit) -> QueryNode:
        rows = tuple(
            (name, self._node(name, Span(spans[0].start, spans[-1].end)))
            for name, spans in fit.captures
        )
        rest = tuple(to_text(span.of(self._source.data)) for span in fit.rest)
        return replace(self._node("", fit.span), captures=rows, rest=rest)

    def _matched(self, captures: dict[str, tuple[Span, ...]]) -> QueryNode:
        spans = {name: Span(found[0].start, found[-1].end) for name, found in captures.items()}
        name = TARGET if TARGET in spans else _widest(spans)
        rows = tuple((key, self._node(key, span)) for key, span in spans.items())
        return replace(self._node(name, spans[name]), captures=rows)

    def _node(self, name: str, span: Span) -> QueryNode:
        lines = self._source.document.line_range(span)
        return QueryNode(name, to_text(span.of(self._source.data)), span, lines)

    def _nodes(self, blocks: list[Block]) -> tuple[BlockNode, ...]:
        tree, document = self._source.tree, self._source.document
        if tree is None:
            return ()
        return tuple(
            BlockNode(
                self._prefix + selector,
                block.kind,
                _name_of(block),
                document.line_range(block.span),
                to_text(Span(block.span.start, block.end).of(document.data)),
                self,
                block,
            )
            for block, selector in zip(blocks, selectors_of(tree, blocks), strict=True)
        )

    @property
    def _parents(self) -> dict[Block, Block | None]:
        """Each definition and block of the file in document order, with the smallest one around it."""
        tree = self._source.tree
        return tree.kept(_parents_in, _parents_in) if tree is not None else {}

    def _block(self, selector: str) -> tuple[ScriptTree, Block | None]:
        """Return the block of a selector, with its tree: this one, or that of embedded code."""
        from structedit.search.found import block_of

        home, parsed = self, Selector.parse(selector)
        inside = embedded.through(self._source, parsed)
        if inside is not None and inside.rest is not None:
            home = replace(self, _source=inside.source, _outer=self, _prefix=f"{inside.prefix} > ")
            parsed = inside.rest
        found = block_of(home._source, parsed) if parsed.lines is None else None
        return home, found if isinstance(found, Block) else None


def _name_of(block: Block) -> str:
    return block.path[-1] if block.path else ""


def _parents_in(tree: SyntaxTree) -> dict[Block, Block | None]:
    blocks = {*tree.definitions(), *tree.blocks()}
    found: dict[Block, Block | None] = {}
    around: list[Block] = []
    for block in sorted(blocks, key=lambda b: (b.core.start, -b.core.end, -b.arm.end)):
        while around and not around[-1].core.contains(block.core):
            around.pop()
        # An `else` is inside the node of its `if`, behind the arm of it: the two are neighbours.
        holders = (
            b for b in reversed(around) if b.arm.contains(block.core) and b.core != block.core
        )
        found[block] = next(holders, None)
        around.append(block)
    return found


def tree_of(source: Source) -> ScriptTree:
    """Return a source as a script sees it.

    >>> from structedit.text.document import Document
    >>> tree = tree_of(Source.of(Document.from_text("def f():\\n    pass\\n", path="x.py")))
    >>> [(node.selector, node.kind) for node in tree.definitions()]
    [('f', 'function')]
    >>> combined(source_of(tree), [tree.definitions()[0].replace(body="return 1")]).text
    'def f():\\n    return 1\\n'
    """
    return ScriptTree(
        source.document.path, source.language, source.document.text, source.why_text, source
    )


def source_of(tree: ScriptTree) -> Source:
    """Return the source behind a script's tree."""
    return tree._source


def combined(
    source: Source,
    edits: Iterable[ScriptEdit],
    operation: str = "run",
    options: Options = DEFAULTS,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """Combine all edits of one file and judge them as one.

    Each is relative to the original text. The first that fails is the outcome: then none of them is made.
    """
    given = list(dict.fromkeys(edits))
    drafts: list[Planned] = []
    deletions: list[tuple[DeleteBlock, Planned]] = []
    for edit in given:
        drafted = _drafted(source, edit)
        if isinstance(drafted, Failed):
            if drafted.status in (Status.UNCHANGED, Status.ALREADY_APPLIED):
                continue
            return failure(source, operation, drafted)
        if isinstance(edit, DeleteBlock):
            deletions.append((edit, drafted))
        elif not isinstance(edit, NodeEdit):
            drafts.append(drafted)
        if not isinstance(edit, Edit | NodeEdit):
            own = edit.options
            options = replace(
                options,
                allow_errors=options.allow_errors or own.allow_errors,
                force=options.force or own.force,
                accept=(*options.accept, *own.accept),
            )
    for run in _neighbours(deletions):
        deleted = _deleted_in_turn(source, run)
        if isinstance(deleted, Failed):
            return failure(source, operation, deleted)
        drafts.append(deleted)
    whole = _whole(source, [one for one in given if isinstance(one, NodeEdit)], options)
    if isinstance(whole, Failed):
        return failure(source, operation, whole)
    drafts += whole
    if not drafts:
        nothing = Diagnosis("there is nothing to change", "")
        return failure(source, operation, Failed(Status.UNCHANGED, Reason.NO_CHANGE, nothing))
    joined = _put_together(source, drafts)
    if isinstance(joined, Failed):
        return failure(source, operation, joined)
    return judge(source, operation, options, joined, thresholds, is_shown=False)


def _widest(spans: dict[str, Span]) -> str:
    """Return the name of the capture that contains all others."""
    for name, span in spans.items():
        if all(span.contains(other) for other in spans.values()):
            return name
    raise UsageError(
        f"no capture of the query contains the others: {', '.join('@' + name for name in spans)}",
        hint="name the capture to replace @target",
    )


def _whole(source: Source, given: list[NodeEdit], options: Options) -> list[Planned] | Failed:
    """Return the edits of nodes, each of which stays a whole node; a failure for the first that does not."""
    in_order = sorted(given, key=lambda one: (one.span.start, one.span.end))
    for before, after in pairwise(in_order):
        if before.span.end > after.span.start:
            return _overlap(source, Edit(after.span, after.new))
    homes = {one.span: _home(source, one.span) for one in in_order}

    def build(decisions: Decisions) -> list[Change]:
        changes: list[Change] = []
        for one in in_order:
            home, new = homes[one.span], with_endings(source.data, one.span.start, one.new)
            if not decisions.skips(one.span):
                laid = laid_out(replace(one, new=new))
                changes.append(change_of(home, one.span, laid, decisions))
        return changes

    made = made_whole(build, allow_errors=options.allow_errors)
    if made.refused:
        first = made.refused[0]
        line = source.document.line_of(first.hit.start)
        fix = "return text that can replace the node, or also replace the code around it"
        return Failed(Status.REFUSED, first.reason, Diagnosis(f"line {line}: {first.message}", fix))
    return [Planned(EditSet.of([edit]), hit, replacements=1) for hit, edit in made.edits]


def _home(source: Source, span: Span) -> Source:
    """Return the embedded code that contains a span, else the file."""
    inside = embedded.region_at(source, span)
    return source if inside is None else _home(inside.source, span)


def _drafted(source: Source, edit: ScriptEdit) -> Planned | Failed:
    if not isinstance(edit, Edit | NodeEdit):
        return draft(source, edit)
    if edit.span.end > len(source.data):
        raise UsageError(
            f"an edit ends at byte {edit.span.end}, but the file has {len(source.data)} bytes",
            hint="use the nodes of this file's own tree",
        )
    if edit.new and source.faults(edit.span):
        line = source.document.line_of(edit.span.start)
        message = f"the code to replace at line {line} has a syntax error"
        broken = Diagnosis(message, "correct that code first")
        return Failed(Status.REFUSED, Reason.BROKEN_TARGET, broken)
    new = with_endings(source.data, edit.span.start, edit.new)
    return Planned(EditSet.of([Edit(edit.span, new)]), edit.span, replacements=1)


def _neighbours(
    deletions: list[tuple[DeleteBlock, Planned]],
) -> list[list[tuple[DeleteBlock, Planned]]]:
    """Group deletions whose edits overlap or touch, in document order."""
    runs: list[list[tuple[DeleteBlock, Planned]]] = []
    end = -1
    for row in sorted(deletions, key=lambda row: row[1].edits.old_hull()):
        hull = row[1].edits.old_hull()
        if runs and hull.start <= end:
            runs[-1].append(row)
        else:
            runs.append([row])
        end = max(end, hull.end)
    return runs


def _deleted_in_turn(source: Source, run: list[tuple[DeleteBlock, Planned]]) -> Planned | Failed:
    """Return the deletion of neighbours, each relative to the text that those below it leave.

    Two neighbours share a separator or a gap, and all members of a body together leave it empty. The last one is
    deleted first, so that the numbers in the selectors of the others stay right.
    """
    first = run[0][1]
    if len(run) == 1:
        return first
    now, edits = source, EditSet()
    warnings: dict[str, None] = {}
    for request, _ in reversed(run):
        drafted = draft(now, request)
        if isinstance(drafted, Failed):
            return drafted
        now, edits = now.edited_further(drafted.edits), edits.then(drafted.edits)
        warnings |= dict.fromkeys(drafted.warnings)
    targets = [planned.target for _, planned in run]
    hull = Span(targets[0].start, max(target.end for target in targets))
    return replace(first, edits=edits, target=hull, replacements=len(run), warnings=tuple(warnings))


def _put_together(source: Source, drafts: list[Planned]) -> Planned | Failed:
    edits: list[Edit] = []
    drafted = (edit for draft in drafts for edit in draft.edits.edits)
    for edit in sorted(dict.fromkeys((*drafted, *_separators(source, drafts)))):
        before = edits[-1] if edits else None
        are_gone = before is not None and not (before.new or edit.new)
        if before is None or (
            before.span.end < edit.span.start + (not are_gone) and before.span != edit.span
        ):
            edits.append(edit)
        elif not are_gone or not _share_blanks(source, before.span, edit.span):
            return _overlap(source, edit)
        else:  # two neighbours are deleted, each with the blank lines or the separator between them
            from structedit.edits.deletion import delete_span  # seldom needed

            both = Span(before.span.start, max(before.span.end, edit.span.end))
            own = trimmed(source.data, both)
            if begins_line(source.data, own.start) and ends_line(source.data, own.end):
                lines = delete_span(source, own).edits.old_hull()
                both = Span(min(both.start, lines.start), max(both.end, lines.end))
            edits[-1] = Edit(both, b"")
    targets = tuple(draft.target for draft in drafts)
    hull = Span(min(t.start for t in targets), max(t.end for t in targets))
    count = sum(draft.replacements for draft in drafts)
    return Planned(
        EditSet.of(edits),
        hull,
        by_text=any(draft.by_text for draft in drafts),
        replacements=count,
        alike=count,
        warnings=tuple(dict.fromkeys(w for d in drafts for w in d.warnings)),
        targets=targets,
    )


def _share_blanks(source: Source, some: Span, other: Span) -> bool:
    """Return True if two spans share nothing but blanks and separators."""
    shared = Span(other.start, min(some.end, other.end))
    return not shared.of(source.data).strip(b" \t\r\n,;")


def _separators(source: Source, drafts: list[Planned]) -> list[Edit]:
    """Return the deletions of separators before several deleted items at the end of a list."""
    gone = [draft.deleted for draft in drafts if draft.deleted is not None]
    items = [item for block in gone if (item := source.list_item(block.span)) is not None]
    found: list[Edit] = []
    for parent in dict.fromkeys(item.parent for item in items):
        some = [item for item in items if item.parent == parent]
        taken = {item.index for item in some}
        every, separator = some[0].items, some[0].separator
        first = len(every)
        while first and first - 1 in taken:
            first -= 1
        if not separator or first in (0, len(every), len(every) - 1):
            continue
        behind = every[first - 1].end
        at = source.data.find(separator, behind, every[first].start)
        place = Span(at, text_start(source.data, at + len(separator), b" \t"))
        if at >= 0:
            found.append(Edit(place, b""))
    return found


def _overlap(source: Source, edit: Edit) -> Failed:
    line = source.document.line_of(edit.span.start)
    tree = source.tree
    inside = selector_at(tree, edit.span) if tree is not None else None
    where = f"line {line}" + (f", in {inside}" if inside else "")
    message = f"two edits change the same text at {where}"
    fix = "edit either the outer or the inner place, not both"
    return Failed(Status.REFUSED, Reason.MERGE_CONFLICT, Diagnosis(message, fix))
