"""Other tools behind one interface: runs in the environment of each, with nothing of ours.

    PYTHON peers.py NAME < tasks.jsonl > answers.jsonl

A task is `{"file", "old", "new"}`, an answer `{"text", "ms"}`, with null where the tool refuses
or takes longer than `LIMIT_SECONDS`.
"""

import json
import signal
import sys
from time import perf_counter, process_time

LIMIT_SECONDS = 5
"""A tool that takes longer counts as refusing."""


def plain(file, old, new):
    return file.replace(old, new, 1) if file.count(old) == 1 else None


def aider():
    from aider.coders.editblock_coder import replace_most_similar_chunk

    return replace_most_similar_chunk


def apply_edit_block():
    from apply_edit_block import apply_edit

    def answer(file, old, new):
        result = apply_edit(file, {"search": old, "replace": new})
        return result.text if result.ok else None

    return answer


def purepatch():
    from purepatch.errors import PatchError
    from purepatch.fuzzy import apply_edit

    def answer(file, old, new):
        try:
            result = apply_edit(file, old, new)
        except PatchError:
            return None
        return result if isinstance(result, str) else result[0]

    return answer


PEERS = {
    "plain": lambda: plain,
    "aider-chat": aider,
    "apply-edit-block": apply_edit_block,
    "purepatch": purepatch,
}


class _TooLongError(Exception):
    pass


def _alarm(_number, _frame):
    raise _TooLongError


def main(name):
    answer = PEERS[name]()
    signal.signal(signal.SIGALRM, _alarm)
    for line in sys.stdin:
        task = json.loads(line)
        start, used = perf_counter(), process_time()
        signal.alarm(LIMIT_SECONDS)
        try:
            text = answer(task["file"], task["old"], task["new"])
        except _TooLongError:
            text = None
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            text = None
        finally:
            signal.alarm(0)
        row = {"text": text or None, "ms": (perf_counter() - start) * 1000}
        row["processor ms"] = (process_time() - used) * 1000
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
