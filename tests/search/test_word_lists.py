"""The lists of words that tell a slip of the pen: sound data, read when first asked for."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import structedit
from structedit.search.alignment.spelling import common_words, confusable_words

LOADED = {"common_words.txt": common_words, "confusable_words.txt": confusable_words}
SHORTEST_OF = {"common_words.txt": 5, "confusable_words.txt": 4}
LISTS = Path(structedit.__file__).parent / "search" / "alignment"


def read(name):
    """Return the comments and the words of a list."""
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    return comments, [line for line in lines if line not in comments]


@pytest.mark.parametrize("name", LOADED)
def test_a_list_is_sorted_and_each_word_stands_once(name):
    comments, words = read(name)
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    assert lines == comments + words, "comments come first"
    assert words == sorted(set(words))
    wanted = re.compile(f"[a-z]{{{SHORTEST_OF[name]},14}}")
    assert not [word for word in words if not wanted.fullmatch(word)]


@pytest.mark.parametrize("name", LOADED)
def test_what_is_loaded_is_the_list(name):
    assert LOADED[name]() == {word.encode() for word in read(name)[1]}


def test_confusable_words_are_a_slip_from_another_known_word():
    words = confusable_words() | common_words()
    shared = Counter(key for word in words for key in with_a_letter_less(word))
    assert not [w for w in confusable_words() if all(shared[k] == 1 for k in with_a_letter_less(w))]
    assert {b"content", b"context"} <= confusable_words()
    assert b"averge" not in confusable_words()


def with_a_letter_less(word):
    """A word and all that one letter less makes of it: words a slip apart have one of these alike."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def test_importing_reads_no_list():
    script = (
        "import structedit.search.alignment.spelling as s;"
        "print(s.common_words.cache_info().currsize + s.confusable_words.cache_info().currsize)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(structedit.__file__).parents[1])},
    )
    assert ran.stdout.strip() == "0"
