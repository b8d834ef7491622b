"""What is made when first used is right when it is used."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import re
import subprocess
import sys

import pytest

import structedit
from structedit.languages import config_files
from structedit.text import hashing
from structedit.text.errors import ProfileError
from structedit.text.lazily import regex

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(structedit.__path__, "structedit.")
    if not module.name.endswith(("__main__", "mcp_server"))
)


def test_a_pattern_has_what_a_compiled_one_has() -> None:
    word = regex(r"(\w+)", re.IGNORECASE)
    assert [m[1] for m in word.finditer("a b")] == ["a", "b"]
    assert word.sub("-", "a b") == "- -" and word.flags & re.IGNORECASE
    assert word.pattern == r"(\w+)"
    with pytest.raises(AttributeError):
        word.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_pattern_can_be_copied_and_sent_to_another_process() -> None:
    for other in (copy.deepcopy(regex(rb"a+")), pickle.loads(pickle.dumps(regex(rb"a+")))):
        assert other.fullmatch(b"aaa") is not None and other.fullmatch(b"b") is None


@pytest.mark.parametrize("name", MODULES)
def test_every_pattern_of_a_module_compiles(name: str) -> None:
    lazy = type(regex("a"))
    for value in vars(importlib.import_module(name)).values():
        if isinstance(value, lazy):
            assert value.pattern is not None


def test_a_module_of_a_room_is_loaded_when_it_is_used() -> None:
    script = """if True:
        import sys
        from structedit.explain import missed_text
        from structedit.disk import limits
        assert not {"structedit.explain.missed_text", "structedit.disk.limits"} & set(sys.modules)
        limits.AGAIN_SECONDS = 7.0
        import structedit.disk.limits
        assert limits.AGAIN_SECONDS == structedit.disk.limits.AGAIN_SECONDS == 7.0
        assert "structedit.explain.missed_text" not in sys.modules
        assert missed_text.of_search.__name__ == "of_search"
        assert vars(missed_text) is vars(sys.modules["structedit.explain.missed_text"])
        missed_text.added = 1
        del missed_text.added
        assert not hasattr(sys.modules["structedit.explain.missed_text"], "added")
        assert not hasattr(structedit.disk, "__wrapped__")
        from structedit.disk import limits as again
        assert again is sys.modules["structedit.disk.limits"]
    """
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_module_that_is_being_loaded_by_another_thread_is_waited_for() -> None:
    script = """if True:
        import sys, threading, time
        from structedit.text import lazily
        class Slow:
            def find_spec(self, name, path, target=None):
                if name == "structedit.explain.missed_text":
                    time.sleep(0.2)
        sys.meta_path.insert(0, Slow())
        from structedit.explain import missed_text
        found = []
        def look():
            found.append(missed_text.of_search)
        threads = [threading.Thread(target=look) for _ in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        assert len(found) == 8, found
    """
    subprocess.run([sys.executable, "-c", script], check=True)


def test_hashes_are_those_of_hashlib() -> None:
    import hashlib

    for raw in (b"", b"abc", bytes(2_000_000), b"abc"):  # the last one by OpenSSL
        assert hashing.sha256(raw) == hashlib.sha256(raw).hexdigest()
        keyed = hashlib.blake2b(raw, key=b"k" * 16, digest_size=8).hexdigest()
        assert hashing.keyed(raw, b"k" * 16, size=8) == keyed


def test_a_table_is_that_of_the_file_as_it_is_now(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(config_files, "config_root", lambda: str(tmp_path))
    file = tmp_path / "some.toml"
    for text, table in (('a = [1, "x"]', {"a": [1, "x"]}), ("[b]\nc = false", {"b": {"c": False}})):
        file.write_text(text)
        assert config_files.read_table("some.toml") == table
        config_files.read_table("some.toml")["d"] = 1
        assert config_files.read_table("some.toml") == table, "each call makes its own"


def test_a_table_that_does_not_parse_or_is_not_there(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(config_files, "config_root", lambda: str(tmp_path))
    (tmp_path / "some.toml").write_text("a = ")
    with pytest.raises(ProfileError, match=r"some\.toml does not parse"):
        config_files.read_table("some.toml")
    with pytest.raises(FileNotFoundError):
        config_files.read_table("other.toml")
