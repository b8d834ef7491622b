"""Tests of rules: texts in which a rule must find nothing, and texts in which it must find something.

They are in the rule's own document, or in a file next to it, in which `id` names the rule.

Not here: finding the tests (`rule_folders`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from structedit.calls.statuses import JsonValue
from structedit.extras.codemods.rules.file_scan import scan_source
from structedit.extras.codemods.rules.rule_files import CodeRule
from structedit.extras.codemods.rules.rule_folders import RuleTest
from structedit.search.patterns.rule_reading import nearest
from structedit.text.document import Document
from structedit.text.errors import UsageError
from structedit.text.values import dataclass
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result for one text: whether it should be `valid`, and how often the rule found something."""

    rule_id: str
    place: str
    valid: bool
    text: str
    found: int

    __test__ = False

    @property
    def passed(self) -> bool:
        """True if the rule did what the test expects."""
        return (self.found == 0) is self.valid

    def to_dict(self) -> dict[str, JsonValue]:
        """The result as JSON values."""
        return {
            "ruleId": self.rule_id,
            "place": self.place,
            "valid": self.valid,
            "text": self.text,
            "found": self.found,
            "passed": self.passed,
        }


def results(
    rules: Iterable[CodeRule], tests: Iterable[RuleTest], known: Collection[str]
) -> tuple[TestResult, ...]:
    """Return the results of the rules' own tests and of others; tests of unselected rules are left out.

    Raises:
        UsageError: when a test is of an unknown rule.
    """
    by_id = {rule.id: rule for rule in rules}
    found: list[TestResult] = []
    own = (RuleTest(r.id, f"{r.file}:{r.line}", r.valid, r.invalid) for r in by_id.values())
    for test in (*own, *tests):
        if test.rule_id in by_id:
            found += _results(by_id[test.rule_id], test)
        elif test.rule_id not in known:
            raise UsageError(
                f"{test.place}: no rule has the id {test.rule_id!r}",
                hint=nearest(test.rule_id, known),
            )
    return tuple(found)


def _results(rule: CodeRule, test: RuleTest) -> Iterator[TestResult]:
    for valid, texts in ((True, test.valid), (False, test.invalid)):
        for text in texts:
            source = Source.of(Document.from_text(text, language=rule.language))
            count = len(scan_source(source, (rule,)).findings)
            yield TestResult(rule.id, test.place, valid, text, count)
