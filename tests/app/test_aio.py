"""The library for programs with an event loop: the same names and arguments, and what cancelling means."""

import asyncio
import inspect
import subprocess
import sys
import threading

import pytest

import structedit as se
from structedit import aio

NOT_AWAITED = {"apply_with_reflection_async"}
"""Functions of the library that `aio` has under another name."""


def functions_of(module, names):
    found = {name: getattr(module, name) for name in names if not name.startswith("_")}
    return {name: one for name, one in found.items() if inspect.isroutine(one)}


def test_each_function_of_the_library_can_be_awaited():
    ours = functions_of(se, se.__all__)
    theirs = functions_of(aio, vars(aio))
    assert set(ours) - NOT_AWAITED == set(theirs)
    for name, function in theirs.items():
        assert inspect.iscoroutinefunction(function), name
        if name != "apply_with_reflection":
            assert inspect.signature(function) == inspect.signature(ours[name])
            assert function.__doc__ == ours[name].__doc__


def test_each_call_of_a_session_can_be_awaited():
    own = {"document", "steps_since", "failures", "matches", "news", "undone", "documents"}
    own |= {"perform", "perform_reading", "edit_by_name"}
    calls = functions_of(se.Session, dir(se.Session)).keys() - own
    assert set(functions_of(aio.Session, vars(aio.Session))) == calls
    for name in calls:
        here, there = getattr(aio.Session, name), getattr(se.Session, name)
        assert inspect.signature(here) == inspect.signature(there)


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "app.py").write_text("def load():\n    return 1\n\n\ndef save():\n    return 2\n")
    return folder


def test_calls_run_beside_the_loop(root):
    async def work():
        session = aio.Session(se.Session(root))
        landed = await asyncio.gather(
            session.replace_block("app.py", "load", "return 3", part="body"),
            session.replace_block("app.py", "save", "return 4", part="body"),
        )
        pure = await aio.str_replace(se.Document.from_text("a = 1\n", "a.py"), "1", "2")
        return landed, pure, await aio.outline(root / "app.py")

    landed, pure, outline = asyncio.run(work())
    assert all(one.landed for one in landed)
    assert pure.text == "a = 2\n"
    assert [item.name for item in outline] == ["load", "save"]
    text = (root / "app.py").read_text()
    assert "return 3" in text and "return 4" in text


def test_errors_are_those_of_the_library(root):
    with pytest.raises(se.FileError, match="there is no file"):
        asyncio.run(aio.outline(root / "none.py"))
    with pytest.raises(se.UsageError, match="has no argument 'old_str'"):
        asyncio.run(aio.str_replace(root / "app.py", old_str="a", new_str="b"))


@pytest.mark.parametrize("times", [1, 3])
def test_a_cancelled_call_has_ended_when_its_await_raises(root, times):
    begun, may_go_on = threading.Event(), threading.Event()

    def hook(proposal):
        begun.set()
        assert may_go_on.wait(30)

    async def work():
        hooks = se.Hooks(pre_edit=(hook,))
        path = root / "app.py"
        call = asyncio.create_task(aio.str_replace(path, "return 1", "return 9", hooks=hooks))
        assert await asyncio.to_thread(begun.wait, 30)
        for _ in range(times):
            call.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not call.done()
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await call
        return path.read_text()

    assert "return 9" in asyncio.run(work())


def test_it_is_there_without_an_import_of_its_own():
    call = "import structedit; print(structedit.aio.str_replace.__name__)"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False)
    assert done.stdout == "str_replace\n", done.stderr
