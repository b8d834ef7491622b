"""Retries: every call that is offered lands where the report says, and traps never get one."""

from __future__ import annotations

import json

import pytest

from cases_support import EDITING, all_cases, trial
from structedit import api
from structedit.judging.asked import arguments_of

CALLS = [
    pytest.param(trial(case, "plain"), id=case.name)
    for case in all_cases()
    if case.operation in EDITING and "raises" not in case.facts()
]


@pytest.mark.parametrize("tried", CALLS)
def test_arguments_of_a_request_build_it_again(tried, monkeypatch):
    asked = []
    monkeypatch.setattr(api, "perform", lambda subject, request, common: asked.append(request))
    call = getattr(api, tried.case.operation)
    call(tried.document, **tried.arguments)
    call(tried.document, **json.loads(json.dumps(arguments_of(asked[0]))))
    assert asked[0] == asked[1]
