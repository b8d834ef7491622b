"""Answers to the questions: rates, intervals and what is found."""

from statistics_calls import alike, asked, many_calls, stats_of

from structedit.extras.statistics.questions import LEAST


def answer(key, *calls):
    return asked(stats_of([call for some in calls for call in some]), key)


def test_too_few_calls_have_no_rate():
    found = answer("old_length", alike(LEAST - 1), alike(2, old_lines=40))
    assert found["finding"] == "not enough data"
    assert not found["enough"]
    assert [(group["calls"], group["rate"]) for group in found["groups"]] == [(9, None), (2, None)]


def test_a_clear_difference_is_said():
    few, many = alike(60), alike(20, "not_found", old_lines=40)
    found = answer("old_length", few, many, alike(20, old_lines=40))
    assert found["finding"] == "30 lines and more: 50 % failed; 1 line: 0 %"


def test_no_difference_is_said():
    found = answer("old_length", alike(10), alike(10, old_lines=40), alike(1, "not_found"))
    assert found["finding"] == "no clear difference"


def test_each_question_of_a_large_store_has_an_answer():
    stats = stats_of(many_calls())
    assert [question["title"] for question in stats.questions if not question["enough"]] == []
    for question in stats.questions:
        for group in question["groups"]:
            assert 0 <= group["count"] <= group["calls"]
            assert group["rate"] is None or group["low"] <= group["rate"] <= group["high"]


def test_groups_by_lines_are_in_the_order_of_their_lines():
    lengths = alike(1, old_lines=40), alike(5, old_lines=12), alike(2), alike(1, old_lines=3)
    names = [group["name"] for group in answer("old_length", *lengths)["groups"]]
    assert names == ["1 line", "2-3 lines", "10-29 lines", "30 lines and more"]
    sizes = alike(2, size="5000 and more"), alike(9, size="400-999"), alike(1)
    names = [group["name"] for group in answer("file_size", *sizes)["groups"]]
    assert names == ["under 100 lines", "400-999 lines", "5000 and more lines"]


def test_shares_are_of_all():
    saved = alike(8, tier="syntax"), alike(4, tier="fuzzy"), alike(50)
    found = answer("tiers", *saved)
    groups = [(group["name"], group["calls"], group["count"]) for group in found["groups"]]
    assert groups == [("syntax", 12, 8), ("fuzzy", 12, 4)]
    assert found["finding"] == "most often syntax: 8 of 12"
