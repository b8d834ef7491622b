"""Tasks of a worker: a content that it was sent last is named, not repeated."""

import pytest

from structedit.disk.worker_tasks import LEAST_BYTES, MOST_BYTES, Receiver, Sender

ONE, OTHER = b"1" * LEAST_BYTES, b"2" * LEAST_BYTES


@pytest.fixture
def pair():
    return Sender(), Receiver()


def sent(pair, value):
    """Send a value, check that it arrives, and return how many bytes were sent, and counted."""
    sender, receiver = pair
    task, size = sender.task(value)
    assert receiver.value(task) == value
    return len(task), size


def test_a_content_is_sent_once_in_a_row(pair):
    first, size = sent(pair, ("look", ONE, {"selector": "total"}))
    assert first > len(ONE)
    again, size_again = sent(pair, ("look", bytes(bytearray(ONE)), {"selector": "total"}))
    assert again < 200
    assert size_again == pytest.approx(size, abs=20)  # its time limit is that of the whole content


def test_a_content_twice_in_one_task_is_sent_once(pair):
    length, _ = sent(pair, [ONE, bytes(bytearray(ONE))])
    assert length < 2 * len(ONE)


def test_another_content_is_sent_and_kept_instead(pair):
    sent(pair, ONE)
    assert sent(pair, OTHER)[0] > len(OTHER)
    assert sent(pair, OTHER)[0] < 200
    assert sent(pair, ONE)[0] > len(ONE)


def test_the_content_kept_is_the_last_one_of_a_task(pair):
    sent(pair, (ONE, OTHER))
    assert sent(pair, (OTHER, ONE, OTHER))[0] > len(ONE)
    assert sent(pair, OTHER)[0] < 200


def test_an_equal_content_comes_back_as_the_same_object(pair):
    sender, receiver = pair
    first = receiver.value(sender.task(ONE)[0])
    assert receiver.value(sender.task(bytes(bytearray(ONE)))[0]) is first


@pytest.mark.parametrize("size", [0, LEAST_BYTES - 1, MOST_BYTES + 1])
def test_short_and_very_long_contents_are_not_kept(pair, size):
    content = b"3" * size
    assert sent(pair, content)[0] >= size
    assert sent(pair, content)[0] >= size


def test_a_task_that_cannot_be_sent_leaves_what_is_kept(pair):
    sent(pair, ONE)
    with pytest.raises(Exception, match="pickle"):
        pair[0].task((OTHER, lambda: None))
    assert sent(pair, ONE)[0] < 200
