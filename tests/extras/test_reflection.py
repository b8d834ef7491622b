"""Reflection: which edits are asked for again, which are kept meanwhile, when it ends, what a check does."""

import asyncio
import json
import os
import select
import sys

import pytest

import structedit as se
from structedit.extras.reflection.outcomes import Stop

SHOP = """\
def total(prices):
    return sum(prices)


def label(name):
    return name.upper()
"""


def block(old, new, path="shop.py"):
    return f"{path}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


GOOD = block("    return sum(prices)", "    return sum(prices, 0)")
BAD = block("    return name.lower()", "    return name.title()")
MENDED = block("    return name.upper()", "    return name.title()")
LANDED = SHOP.replace("sum(prices)", "sum(prices, 0)").replace("upper", "title")


class Model:
    """Answers in turn, and remembers what it was asked; it says nothing when it runs out."""

    def __init__(self, *answers):
        self.answers, self.prompts = list(answers), []

    def __call__(self, prompt):
        self.prompts.append(prompt)
        return self.answers.pop(0) if self.answers else None


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.py").write_text(SHOP)
    return folder


def content(root):
    return (root / "shop.py").read_text()


def test_what_lands_at_once_asks_nothing(root):
    model = Model()
    out = se.apply_with_reflection(GOOD, model, root)
    assert (out.landed, out.status, out.stopped, len(out.rounds)) == (True, "applied", "landed", 1)
    assert model.prompts == []
    assert out.undo_ids == (out.batch.undo_id,)


def test_only_what_failed_is_asked_for_and_all_lands_as_one(root):
    model = Model(MENDED)
    out = se.apply_with_reflection(GOOD + BAD, model, root)
    assert out.landed and content(root) == LANDED
    (prompt,) = model.prompts
    assert "1 of 2 edits did not land; nothing is written yet." in prompt
    assert "The other one fits" in prompt
    assert "return name.upper()" in prompt  # what the file holds
    assert "sum(prices" not in prompt  # what fits is not told again
    assert [batch.status for batch in out.batches] == ["refused", "applied"]
    assert [edit.status for edit in out.batches[0].edits] == ["would_apply", "failed"]
    assert len(se.history(root)) == 1
    se.undo(root=root)
    assert content(root) == SHOP


def test_nothing_is_written_while_something_fails(root):
    seen = []
    out = se.apply_with_reflection(GOOD + BAD, lambda _: seen.append(content(root)), root)
    assert seen == [SHOP]
    assert (out.status, out.stopped, content(root)) == ("refused", Stop.SILENT, SHOP)
    assert not out.landed and out.undo_ids == ()


def test_partial_writes_in_the_end_what_fits(root):
    out = se.apply_with_reflection(GOOD + BAD, Model(), root, partial=True)
    assert content(root) == SHOP.replace("sum(prices)", "sum(prices, 0)")
    assert not out.landed
    assert out.status == "applied" and len(out.undo_ids) == 1


def test_an_answer_takes_the_place_of_what_failed(root):
    """The second edit of three fails; the third builds on what it writes."""
    third = block("    return name.title()", "    return name.title().strip()")
    out = se.apply_with_reflection(GOOD + BAD + third, Model(MENDED + third), root)
    assert out.landed
    assert content(root) == LANDED.replace("title()", "title().strip()")


def test_an_answer_that_repeats_what_fits_does_no_harm(root):
    out = se.apply_with_reflection(GOOD + BAD, Model(GOOD + MENDED), root)
    assert out.landed and content(root) == LANDED
    assert [edit.status for edit in out.batch.edits] == ["applied", "already_applied", "applied"]


def test_malformed_text_is_sent_back_with_its_line(root):
    model = Model(GOOD)
    broken = "shop.py\n<<<<<<< SEARCH\n    return sum(prices)\n=======\n    return 0\n"
    out = se.apply_with_reflection(broken, model, root)
    assert out.landed and out.rounds[0].malformed.startswith("line 2: ")
    assert "> 2| <<<<<<< SEARCH" in model.prompts[0]
    assert "cannot be read" in model.prompts[0] and "is not closed" in model.prompts[0]


def test_a_malformed_answer_keeps_what_fits_and_repeats_what_is_asked(root):
    model = Model("shop.py\n<<<<<<< SEARCH\n    return", MENDED)
    out = se.apply_with_reflection(GOOD + BAD, model, root)
    assert out.landed and content(root) == LANDED
    assert model.prompts[1].endswith(f"They were meant to answer this:\n\n{model.prompts[0]}\n")


def test_a_second_malformed_answer_repeats_the_question_once(root):
    model = Model("<<<<<<< SEARCH", "shop.py\n<<<<<<< SEARCH\n", MENDED)
    out = se.apply_with_reflection(GOOD + BAD, model, root)
    assert out.landed
    assert model.prompts[2].count("They were meant to answer this:") == 1
    assert model.prompts[2].count("return name.upper()") == model.prompts[0].count(
        "return name.upper()"
    )


def test_an_unknown_argument_in_json_is_malformed_too(root):
    call = {"op": "str_replace", "path": "shop.py", "old": "sum(prices)", "nwe": "0"}
    right = {"op": "str_replace", "path": "shop.py", "old": "sum(prices)", "new": "0"}
    model = Model(json.dumps([right]))
    out = se.apply_with_reflection(json.dumps([call]), model, root)
    assert out.landed and "nwe" in model.prompts[0]


def test_the_same_text_again_ends_it(root):
    model = Model(BAD, MENDED)
    out = se.apply_with_reflection(BAD, model, root, max_reflections=9)
    assert (out.stopped, len(out.rounds), len(model.prompts)) == (Stop.ALIKE, 1, 1)
    assert content(root) == SHOP
    assert "the answer was the same text again" in out.report()


def test_the_same_malformed_text_again_ends_it(root):
    out = se.apply_with_reflection("no edits", Model("no edits", GOOD), root)
    assert (out.stopped, len(out.rounds), out.status) == (Stop.ALIKE, 1, "refused")


def test_other_failures_go_on_up_to_the_bound(root):
    tries = [block(f"    return name.x{n}y{n}()", "    pass") for n in range(9)]
    model = Model(*tries[1:])
    out = se.apply_with_reflection(tries[0], model, root, max_reflections=2)
    assert (out.stopped, len(model.prompts), len(out.batches)) == (Stop.ROUNDS, 2, 3)


def test_no_prompt_at_all_with_a_bound_of_zero(root):
    model = Model(MENDED)
    out = se.apply_with_reflection(BAD, model, root, max_reflections=0)
    assert (out.stopped, model.prompts, out.status) == (Stop.ROUNDS, [], "refused")


def test_a_refused_file_is_asked_for_with_its_edits(root):
    """Both edits fit, but what they make of the file does not parse."""
    model = Model(GOOD)
    broken = block("    return sum(prices)", "    return sum((prices)")
    out = se.apply_with_reflection(broken, model, root)
    assert out.landed
    assert "new_syntax_error" in model.prompts[0]


def test_calls_as_data_are_taken_too(root):
    edit = {"op": "replace_function_body", "path": "shop.py", "selector": "label", "new": "pass"}
    assert se.apply_with_reflection([edit], Model(), root).landed
    assert content(root).endswith("    pass\n")


# Checks


def passes_when(text):
    return [
        sys.executable,
        "-c",
        f"import sys; s = open('shop.py').read(); print('looked');"
        f" sys.exit(0 if {text!r} in s else 'it lacks {text}')",
    ]


def test_a_check_that_fails_asks_for_more_and_keeps(root):
    model = Model(MENDED)
    out = se.apply_with_reflection(GOOD, model, root, verify=passes_when("title"))
    assert out.landed and out.verified and content(root) == LANDED
    assert "failed with exit code 1" in model.prompts[0]
    assert "looked" in model.prompts[0] and "it lacks title" in model.prompts[0]
    assert "The edits are in the files" in model.prompts[0]
    assert "+    return sum(prices, 0)" in model.prompts[0]
    assert len(out.undo_ids) == 2


def test_a_check_that_fails_may_take_the_edits_back(root):
    seen = []

    def model(prompt):
        seen.append((prompt, content(root)))
        return GOOD + MENDED

    out = se.apply_with_reflection(
        GOOD, model, root, verify=passes_when("title"), on_verify_failure="rollback"
    )
    ((prompt, between),) = seen
    assert between == SHOP and "were undone" in prompt
    assert out.landed and content(root) == LANDED
    assert out.rounds[0].taken_back and len(out.undo_ids) == 1


def test_taken_back_for_good(root):
    out = se.apply_with_reflection(
        GOOD, Model(), root, verify=passes_when("never"), on_verify_failure="rollback"
    )
    assert (out.status, out.verified, out.landed) == ("refused", False, False)
    assert content(root) == SHOP and out.undo_ids == ()
    assert "undone" in out.report() and "it lacks never" in out.report()


def test_edits_that_were_there_already_are_not_taken_back(root):
    """A check that fails after edits which changed nothing has nothing to undo, and asks on."""
    both = block(
        "def label(name):\n    return name.upper()", "def label(name):\n    return name.title()"
    )
    (root / "shop.py").write_text(SHOP.replace("upper", "title"))
    model = Model(GOOD)
    out = se.apply_with_reflection(
        both, model, root, verify=passes_when("prices, 0"), on_verify_failure="rollback"
    )
    assert out.landed and content(root) == LANDED
    assert out.rounds[0].batch.status == "already_applied" and out.rounds[0].taken_back is None
    assert "The edits are in the files" in model.prompts[0]


def test_edits_kept_for_the_end_are_checked_and_taken_back_too(root):
    out = se.apply_with_reflection(
        GOOD + BAD,
        Model(),
        root,
        partial=True,
        verify=passes_when("title"),
        on_verify_failure="rollback",
    )
    assert content(root) == SHOP and out.rounds[-1].taken_back
    assert (out.status, out.verified, out.undo_ids) == ("refused", False, ())


def test_earlier_edits_that_stay_are_the_status(root):
    """The first batch is kept although the check failed; the second never landed."""
    out = se.apply_with_reflection(GOOD, Model(BAD), root, verify=passes_when("title"))
    assert (out.status, out.landed, len(out.undo_ids)) == ("applied", False, 1)
    assert content(root) == SHOP.replace("sum(prices)", "sum(prices, 0)")


def test_what_a_check_itself_changes_is_not_taken_back_over(root):
    def formats(batch):
        (root / "shop.py").write_text("# by the check\n")
        return "wrong"

    out = se.apply_with_reflection(
        GOOD, Model(GOOD), root, verify=formats, on_verify_failure="rollback"
    )
    assert out.stopped is Stop.NOT_TAKEN_BACK and content(root) == "# by the check\n"
    assert "the edits could not be undone" in out.message
    assert not out.landed and out.undo_ids


@pytest.mark.parametrize(
    ("opinion", "passed", "output"),
    [
        (None, True, ""),
        (True, True, ""),
        ("", True, ""),
        (False, False, ""),
        ("two tests fail", False, "two tests fail"),
        (se.Verdict(False, "lint", "E501"), False, "E501"),
    ],
)
def test_what_a_callable_may_say(root, opinion, passed, output):
    out = se.apply_with_reflection(GOOD, Model(), root, verify=lambda batch: opinion)
    verdict = out.rounds[0].verdict
    assert (verdict.passed, verdict.output, out.landed) == (passed, output, passed)


def test_a_failed_assertion_is_a_failed_check(root):
    def check(batch):
        assert batch.totals.files == 2, "one file only"

    out = se.apply_with_reflection(GOOD, Model(), root, verify=check)
    assert "one file only" in out.rounds[0].verdict.output


def test_an_error_of_the_check_is_the_callers_and_takes_back(root):
    def check(batch):
        raise KeyError("typo")

    with pytest.raises(KeyError):
        se.apply_with_reflection(GOOD, Model(), root, verify=check, on_verify_failure="rollback")
    assert content(root) == SHOP


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_command_over_its_time_ends_with_all_it_started(root):
    os.mkfifo(root / "held")
    held = os.open(root / "held", os.O_RDONLY | os.O_NONBLOCK)
    out = se.apply_with_reflection(
        GOOD,
        Model(),
        root,
        verify="echo begun; sleep 600 > held & sleep 600",
        verify_seconds=3,
        on_verify_failure="rollback",
    )
    verdict = out.rounds[0].verdict
    assert verdict.timed_out and "begun" in verdict.output and content(root) == SHOP
    ended, _, _ = select.select([held], [], [], 60)  # once nothing holds its other end
    os.close(held)
    assert ended


def test_long_output_keeps_its_beginning_and_its_end(root):
    script = "print('first'); print('x' * 200_000); print('last'); raise SystemExit(3)"
    out = se.apply_with_reflection(GOOD, Model(), root, verify=[sys.executable, "-c", script])
    output = out.rounds[0].verdict.output
    assert output.startswith("first") and output.endswith("last\n") and len(output) < 70_000


def test_the_whole_outcome_is_json(root):
    out = se.apply_with_reflection(GOOD + BAD, Model("?", MENDED), root, verify="exit 1")
    found = json.loads(json.dumps(out.to_dict()))
    assert found["stopped"] == "silent" and found["verified"] is False
    assert [("malformed", r["malformed"] is not None) for r in found["rounds"]] == [
        ("malformed", False),
        ("malformed", True),
        ("malformed", False),
    ]
    assert found["rounds"][2]["verdict"]["code"] == 1


# Wrong calls


@pytest.mark.parametrize(
    "arguments",
    [
        {"max_reflections": -1},
        {"on_verify_failure": "undo"},
        {"format": "xml"},
        {"on_verify_failure": "rollback", "verify": "true", "backup": False},
        {"verify": lambda batch: 3},
    ],
)
def test_wrong_calls_are_errors(root, arguments):
    with pytest.raises(se.UsageError):
        se.apply_with_reflection(GOOD, Model(), root, **arguments)


def test_a_coroutine_function_in_the_sync_call_is_an_error(root):
    async def model(prompt):
        return MENDED

    with pytest.raises(se.UsageError, match="apply_with_reflection_async"):
        se.apply_with_reflection(BAD, model, root)


# Without waiting


def test_async_with_coroutine_functions(root):
    async def model(prompt):
        await asyncio.sleep(0)
        return MENDED

    async def check(batch):
        await asyncio.sleep(0)
        return None if "title" in content(root) else "no title"

    out = asyncio.run(se.apply_with_reflection_async(GOOD + BAD, model, root, verify=check))
    assert out.landed and content(root) == LANDED


def test_async_with_plain_functions_and_a_command(root):
    out = asyncio.run(
        se.apply_with_reflection_async(
            GOOD,
            Model(GOOD + MENDED),
            root,
            verify=passes_when("title"),
            on_verify_failure="rollback",
        )
    )
    assert out.landed and content(root) == LANDED and len(out.undo_ids) == 1


def test_async_lets_others_run_during_a_command(root):
    async def both():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        ticking = asyncio.create_task(tick())
        out = await se.apply_with_reflection_async(GOOD, Model(), root, verify="sleep 0.3")
        ticking.cancel()
        return out, ticks

    out, ticks = asyncio.run(both())
    assert out.landed and ticks > 3


@pytest.mark.parametrize("error", [KeyError("typo"), asyncio.CancelledError()])
def test_async_an_error_of_the_check_takes_back(root, error):
    async def check(batch):
        await asyncio.sleep(0)
        raise error

    async def run():
        await se.apply_with_reflection_async(
            GOOD, Model(), root, verify=check, on_verify_failure="rollback"
        )

    with pytest.raises(type(error)):
        asyncio.run(run())
    assert content(root) == SHOP


def test_async_a_task_that_is_cancelled_in_its_check_takes_back(root):
    async def cancelled():
        begun = asyncio.Event()

        async def check(batch):
            begun.set()
            await asyncio.sleep(60)

        task = asyncio.create_task(
            se.apply_with_reflection_async(
                GOOD, Model(), root, verify=check, on_verify_failure="rollback"
            )
        )
        await begun.wait()
        assert content(root) != SHOP
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert content(root) == SHOP


def test_async_a_failed_assertion_is_a_failed_check(root):
    async def check(batch):
        assert batch.totals.files == 2, "one file only"

    out = asyncio.run(se.apply_with_reflection_async(GOOD, Model(), root, verify=check))
    assert "one file only" in out.rounds[0].verdict.output and not out.landed


def test_an_error_of_the_model_is_the_callers(root):
    def model(prompt):
        raise ConnectionError("offline")

    with pytest.raises(ConnectionError):
        se.apply_with_reflection(GOOD + BAD, model, root)
    assert content(root) == SHOP
