"""Reading and writing: bytes that stay, files that are old or new, names that are listed."""

import errno
import multiprocessing
import os
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.disk import direct, file_change, files, locks, staging
from structedit.disk.file_change import write_apart
from structedit.text import document
from structedit.text.document import Document
from structedit.text.errors import FileError

CONTENTS = {
    "lf": b"a = 1\nb = 2\n",
    "crlf": b"a = 1\r\nb = 2\r\n",
    "mixed": b"a = 1\r\nb = 2\nc = 3\rd = 4\n",
    "cr_only": b"a = 1\rb = 2\r",
    "no_final_newline": b"a = 1\nb = 2",
    "blank_end": b"a = 1\n\n\n",
    "empty": b"",
    "utf8_bom": b"\xef\xbb\xbfa = 1\n",
    "utf16_le": "a = 1 é 😀\r\n".encode("utf-16"),
    "utf16_be": b"\xfe\xff" + "a = 1\n".encode("utf-16-be"),
    "utf16_no_bom": ("a = 1\n" * 20).encode("utf-16-le"),
    "utf32": "a = 1\n".encode("utf-32"),
    "latin1": b"x = 1\n# caf\xe9 note\n",
    "declared": b"# -*- coding: cp1251 -*-\nx = '\xcf\xf0'\n",
    "invalid_utf8": "é\n".encode() + b"\xff\xfe \x80\n",
    "line_separators": "a\u2028b\u2029c\x85d\x0be\n".encode(),
    "form_feed": b"a\x0c\nb\x1c\x1d\x1e\n",
    "non_bmp": "x = '𝒳'\n".encode(),
}

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
needs_root = pytest.mark.skipif(not AS_ROOT, reason="only root may give files away")
needs_attributes = pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no such attributes")


@pytest.fixture
def target(tmp_path):
    path = tmp_path / "app.py"
    path.write_bytes(b"old\n")
    return path


@pytest.fixture
def public_folder():
    """Give a folder that every user may write to: the parents of `tmp_path` are private."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o777)
        yield path


def code_of(call, *arguments):
    with pytest.raises(FileError) as caught:
        call(*arguments)
    return caught.value.code


def leftovers(folder):
    return [path for path in Path(folder).rglob("*") if path.name.endswith(staging.TEMP_SUFFIX)]


class TestRead:
    @pytest.mark.parametrize("name", CONTENTS)
    def test_every_byte_comes_back(self, name, tmp_path):
        path = tmp_path / "file.txt"
        path.write_bytes(CONTENTS[name])
        document = files.read(path)
        assert document.encode() == CONTENTS[name]
        assert document.path == str(path)

    @pytest.mark.parametrize("name", CONTENTS)
    def test_every_byte_survives_an_edit_before_it(self, name, tmp_path):
        path = tmp_path / "file.txt"
        path.write_bytes(CONTENTS[name])
        document = files.read(path)
        changed = document.with_data(b"new " + document.data)
        write_apart(path, document.encode(), changed.encode())
        assert files.read(path).with_data(document.data).encode() == CONTENTS[name]

    @given(st.binary(max_size=200))
    def test_no_content_is_altered(self, raw):
        try:
            document = Document.from_bytes(raw)
        except FileError as error:
            assert error.code == "not_text"
        else:
            assert document.encode() == raw

    def test_missing_names_what_is_near(self, target):
        with pytest.raises(FileError, match=r"did you mean 'app\.py'") as caught:
            files.read(target.with_name("App.py"))
        assert caught.value.code == "missing_file"

    def test_missing_folder_is_said(self, tmp_path):
        with pytest.raises(FileError, match="no folder"):
            files.read(tmp_path / "nowhere" / "app.py")
        with pytest.raises(FileError, match="no file"):
            files.read("nowhere.py")

    def test_file_as_a_folder_is_missing(self, target):
        assert code_of(files.read, target / "x.py") == "missing_file"

    def test_dangling_link_names_what_it_points_to(self, tmp_path):
        (tmp_path / "link").symlink_to("gone")
        with pytest.raises(FileError, match="link to 'gone'"):
            files.read(tmp_path / "link")

    def test_path_with_nul(self):
        assert code_of(files.read, "a\0b") == "missing_file"

    def test_folder(self, tmp_path):
        assert code_of(files.read, tmp_path) == "not_text"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
    def test_pipe_is_refused_without_waiting(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        assert code_of(files.read, tmp_path / "pipe") == "not_text"
        assert code_of(write_apart, tmp_path / "pipe", b"a", b"b") == "not_text"

    def test_device_and_socket(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("socket")
            assert code_of(files.read, "socket") == "not_text"
        assert code_of(files.read, "/dev/zero") == "not_text"

    def test_binary(self, tmp_path):
        (tmp_path / "x.bin").write_bytes(b"\x00\x01\x02" * 9)
        assert code_of(files.read, tmp_path / "x.bin") == "not_text"

    def test_size_limit(self, target, monkeypatch):
        monkeypatch.setattr(files, "MAX_BYTES", 4)
        assert files.read(target).data == b"old\n"
        target.write_bytes(b"12345")
        assert code_of(files.read, target) == "too_large"

    @pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc")
    def test_size_limit_where_the_size_is_a_lie(self, monkeypatch):
        monkeypatch.setattr(files, "MAX_BYTES", 64)
        assert code_of(files.read, "/proc/self/maps") == "too_large"


class TestCommit:
    def test_replaces_and_leaves_nothing_behind(self, target):
        write_apart(target, b"old\n", b"new\n")
        assert target.read_bytes() == b"new\n"
        assert os.listdir(target.parent) == ["app.py"]

    def test_no_change_leaves_the_time_alone(self, target):
        os.utime(target, ns=(1, 1))
        write_apart(target, b"old\n", b"old\n")
        assert target.stat().st_mtime_ns == 1

    def test_stale(self, target):
        assert code_of(write_apart, target, b"older\n", b"new\n") == "stale"
        assert target.read_bytes() == b"old\n"

    @pytest.mark.parametrize("linked", [False, True])
    def test_stale_at_the_last_moment(self, target, monkeypatch, linked):
        if linked:
            os.link(target, target.with_name("other.py"))
        once = iter([None])

        def write_and_meddle(descriptor, raw):
            if next(once, "done") is None:
                target.write_bytes(b"foreign\n")
            return os.write(descriptor, raw)

        intercept(monkeypatch, Intercepted({"write": write_and_meddle}))
        assert code_of(write_apart, target, b"old\n", b"new\n") == "stale"
        assert target.read_bytes() == b"foreign\n"
        assert not leftovers(target.parent)

    def test_missing(self, tmp_path):
        assert code_of(write_apart, tmp_path / "gone.py", b"a", b"b") == "missing_file"

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o640, 0o4755, 0o2755])
    def test_mode_stays(self, target, mode):
        target.chmod(mode)
        write_apart(target, b"old\n", b"new\n")
        assert stat.S_IMODE(target.stat().st_mode) == mode

    def test_read_only_is_refused_for_everybody(self, target):
        target.chmod(0o444)
        assert code_of(write_apart, target, b"old\n", b"new\n") == "read_only"
        assert target.read_bytes() == b"old\n"

    @needs_root
    def test_another_users_file_is_refused(self, public_folder):
        path = public_folder / "app.py"
        path.write_bytes(b"old\n")
        assert as_nobody(public_folder, "b'old\\n', b'new\\n'") == "read_only"
        assert path.read_bytes() == b"old\n"

    @needs_root
    def test_owner_that_cannot_be_restored_is_kept_in_place(self, public_folder):
        path = public_folder / "app.py"
        path.write_bytes(b"old\n")
        path.chmod(0o666)
        before = path.stat()
        assert as_nobody(public_folder, "b'old\\n', b'new\\n'") == "done"
        after = path.stat()
        assert path.read_bytes() == b"new\n"
        assert (before.st_ino, before.st_uid) == (after.st_ino, after.st_uid)
        assert not leftovers(public_folder)

    @needs_root
    def test_owner_stays(self, target):
        os.chown(target, 65534, 65534)
        target.chmod(0o4750)
        write_apart(target, b"old\n", b"new\n")
        status = target.stat()
        assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (
            65534,
            65534,
            0o4750,
        )

    @needs_attributes
    def test_extended_attributes_stay(self, target):
        try:
            os.setxattr(target, "user.note", b"kept")
        except OSError:
            pytest.skip("the file system has no user attributes")
        write_apart(target, b"old\n", b"new\n")
        assert os.getxattr(target, "user.note") == b"kept"

    @needs_attributes
    def test_access_control_list_stays_and_a_default_one_is_not_caught(self, target):
        acl = access_control_list(user=65534)
        name = "system.posix_acl_access"
        try:
            os.setxattr(target, name, acl)
            os.setxattr(target.parent, "system.posix_acl_default", access_control_list(user=12))
        except OSError:
            pytest.skip("the file system has no access control lists")
        write_apart(target, b"old\n", b"new\n")
        assert os.getxattr(target, name) == acl
        os.removexattr(target, name)
        write_apart(target, b"new\n", b"newer\n")
        assert name not in os.listxattr(target)

    @needs_attributes
    def test_attributes_that_we_may_not_give_are_kept_in_place(self, target, monkeypatch):
        def denied(*_):
            raise OSError(errno.EPERM, "not yours")

        try:
            os.setxattr(target, "user.note", b"kept")
        except OSError:
            pytest.skip("the file system has no user attributes")
        before = target.stat().st_ino
        intercept(monkeypatch, Intercepted({"setxattr": denied}))
        write_apart(target, b"old\n", b"new\n")
        assert (target.read_bytes(), target.stat().st_ino) == (b"new\n", before)
        assert os.getxattr(target, "user.note") == b"kept"
        assert not leftovers(target.parent)

    def test_link_stays_a_link(self, target):
        link = target.with_name("link.py")
        link.symlink_to("app.py")
        write_apart(link, b"old\n", b"new\n")
        assert link.is_symlink()
        assert target.read_bytes() == b"new\n"

    def test_dangling_link_is_refused(self, tmp_path):
        (tmp_path / "link").symlink_to("gone")
        assert code_of(write_apart, tmp_path / "link", b"", b"new") == "missing_file"
        assert code_of(write_apart, tmp_path / "link", None, b"new") == "stale"
        assert os.listdir(tmp_path) == ["link"]

    @pytest.mark.parametrize("new", [b"new\n", b"", b"a longer text\n" * 999])
    def test_hard_link_stays(self, target, new):
        other = target.with_name("other.py")
        os.link(target, other)
        write_apart(target, b"old\n", new)
        assert other.read_bytes() == new
        assert other.samefile(target)
        assert not leftovers(target.parent)

    @pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="no way to claim space")
    def test_full_disk_shows_before_a_linked_file_is_touched(self, target, monkeypatch):
        def full(*_):
            raise OSError(errno.ENOSPC, "full")

        def write(descriptor, raw):
            written.append(bytes(raw))
            return os.write(descriptor, raw)

        written = []
        os.link(target, target.with_name("other.py"))
        intercept(monkeypatch, Intercepted({"posix_fallocate": full, "write": write}))
        assert code_of(write_apart, target, b"old\n", b"new\n") == "write_failed"
        assert set(written) == {b"old\n"}

    def test_mount_point_is_written_in_place(self, target, monkeypatch):
        def busy(*_, **__):
            raise OSError(errno.EBUSY, "busy")

        intercept(monkeypatch, Intercepted({"replace": busy}))
        write_apart(target, b"old\n", b"new\n")
        assert target.read_bytes() == b"new\n"
        assert not leftovers(target.parent)

    def test_short_writes_are_carried_on(self, target, monkeypatch):
        intercept(monkeypatch, Intercepted({"write": lambda file, raw: os.write(file, raw[:1])}))
        write_apart(target, b"old\n", b"new and long\n")
        assert target.read_bytes() == b"new and long\n"

    def test_long_name(self, tmp_path):
        path = tmp_path / ("é" * 127)
        path.write_bytes(b"old\n")
        write_apart(path, b"old\n", b"new\n")
        assert path.read_bytes() == b"new\n"

    def test_works_without_a_state_folder(self, target, monkeypatch):
        monkeypatch.setenv("XDG_STATE_HOME", str(target))
        write_apart(target, b"old\n", b"new\n")
        assert target.read_bytes() == b"new\n"

    def test_locks_are_private(self, target, state_folder):
        write_apart(target, b"old\n", b"new\n")
        (lock,) = (state_folder / "locks").iterdir()
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600
        assert stat.S_IMODE(lock.parent.stat().st_mode) == 0o700
        assert files.state_folder() == str(state_folder)


class TestCreate:
    def test_new_file_with_the_usual_mode(self, tmp_path):
        write_apart(tmp_path / "new.py", None, b"x\n")
        (tmp_path / "plain.py").write_bytes(b"")
        assert (tmp_path / "new.py").read_bytes() == b"x\n"
        assert (tmp_path / "new.py").stat().st_mode == (tmp_path / "plain.py").stat().st_mode
        assert not leftovers(tmp_path)

    def test_existing_file_is_left_alone(self, target):
        assert code_of(write_apart, target, None, b"x") == "stale"
        assert target.read_bytes() == b"old\n"
        assert not leftovers(target.parent)

    def test_parent_must_exist(self, tmp_path):
        assert code_of(write_apart, tmp_path / "no" / "new.py", None, b"x") == "missing_file"

    def test_without_hard_links(self, tmp_path, monkeypatch):
        intercept(monkeypatch, Intercepted({"link": no_links}))
        write_apart(tmp_path / "new.py", None, b"x\n")
        assert (tmp_path / "new.py").read_bytes() == b"x\n"
        assert os.listdir(tmp_path) == ["new.py"]


def no_links(*_, **__):
    raise OSError(errno.EPERM, "no links here")


def intercept(monkeypatch, calls):
    """Let `calls` stand for the `os` module wherever files are read and written."""
    for module in (direct, file_change, files, staging):
        monkeypatch.setattr(module, "os", calls)


class Intercepted:
    """The `os` module with some of its calls replaced."""

    def __init__(self, replaced):
        self.replaced = replaced

    def __getattr__(self, name):
        return self.replaced.get(name) or getattr(os, name)


class FailingDisk:
    """The `os` module, whose call number `at` fails as on a full disk, and all after if `sticky`.

    Removing and closing need no space: closing fails only after it is done, and removing never.
    """

    NEVER = frozenset({"unlink", "fspath", "fsencode", "fsdecode", "getpid", "access"})

    def __init__(self, at, sticky):
        self.at, self.sticky, self.calls, self.failed = at, sticky, 0, []

    def __getattr__(self, name):
        real = getattr(os, name)
        if not callable(real) or isinstance(real, type) or name in self.NEVER:
            return real

        def call(*arguments, **options):
            if name == "open" and arguments[1] & os.O_DIRECTORY:
                return real(*arguments, **options)  # a step to a folder needs no space
            number, self.calls = self.calls, self.calls + 1
            failing = number >= self.at if self.sticky else number == self.at
            if not failing:
                return real(*arguments, **options)
            self.failed.append(name)
            if name == "close":
                real(*arguments)
            raise OSError(errno.ENOSPC, "No space left on device")

        return call


class TestCrashes:
    """Whatever call fails, the file is old when `write_apart` raises and new when it returns."""

    @pytest.mark.parametrize("sticky", [False, True], ids=["once", "sticky"])
    def test_commit_by_rename(self, tmp_path, monkeypatch, sticky):
        for path in every_failure(tmp_path, monkeypatch, sticky):
            path.write_bytes(b"old\n" * 9)
            path.chmod(0o755)
            try:
                write_apart(path, b"old\n" * 9, b"new\n" * 99)
            except FileError:
                assert path.read_bytes() == b"old\n" * 9
            else:
                assert path.read_bytes() == b"new\n" * 99
                assert stat.S_IMODE(path.stat().st_mode) == 0o755

    @pytest.mark.parametrize("sticky", [False, True], ids=["once", "sticky"])
    @pytest.mark.parametrize("new", [b"new\n" * 99, b"new\n"], ids=["longer", "shorter"])
    def test_commit_in_place(self, tmp_path, monkeypatch, sticky, new):
        for path in every_failure(tmp_path, monkeypatch, sticky):
            path.write_bytes(b"old\n" * 9)
            os.link(path, path.with_name("other"))
            try:
                write_apart(path, b"old\n" * 9, new)
            except FileError as error:
                if copies := leftovers(path.parent):
                    assert sticky
                    assert str(copies[0]) in error.hint
                    assert copies[0].read_bytes() == b"old\n" * 9
                    copies[0].unlink()
                else:
                    assert path.read_bytes() == b"old\n" * 9
            else:
                assert path.read_bytes() == new

    @pytest.mark.parametrize("sticky", [False, True], ids=["once", "sticky"])
    @pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
    def test_create(self, tmp_path, monkeypatch, sticky, links):
        if not links:
            monkeypatch.setattr(os, "link", no_links)
        for path in every_failure(tmp_path, monkeypatch, sticky):
            try:
                write_apart(path, None, b"new\n")
            except FileError:
                assert not path.exists()
            else:
                assert path.read_bytes() == b"new\n"

    def test_killed_at_every_call(self, tmp_path):
        """A killed process leaves the old or the new file, and only a named temporary one."""
        seen = set()
        for at in range(400):
            path = tmp_path / f"{at}.py"
            path.write_bytes(b"old\n")
            child = os.fork()
            if child == 0:
                die_at_call(at, path)
            _, status = os.waitpid(child, 0)
            seen.add(path.read_bytes())
            assert path.read_bytes() in (b"old\n", b"new\n")
            if os.waitstatus_to_exitcode(status) == 0:
                break
        else:
            pytest.fail("the commit never ended")
        assert seen == {b"old\n", b"new\n"}


def every_failure(folder, monkeypatch, sticky):
    """Give a fresh path per failing call until a run meets no failure; check for litter."""
    for at in range(200):
        disk = FailingDisk(at, sticky)
        place = folder / str(at)
        place.mkdir()
        with monkeypatch.context() as patch:
            intercept(patch, disk)
            patch.setattr(locks, "os", disk)
            yield place / "app.py"
        assert not leftovers(place), disk.failed
        if not disk.failed:
            assert at > 10
            return
    pytest.fail("every run met a failure")


def die_at_call(at, path):
    """Commit in a forked child that dies, without any cleaning up, at its call number `at`."""

    class Dying(FailingDisk):
        NEVER = frozenset({"_exit"})

        def __getattr__(self, name):
            if callable(getattr(os, name)):
                self.calls += 1
                if self.calls > self.at:
                    os._exit(9)
            return getattr(os, name)

    files.os = file_change.os = staging.os = direct.os = locks.os = Dying(at, True)
    write_apart(str(path), b"old\n", b"new\n")
    os._exit(0)


def add_ones(path, times):
    for _ in range(times):
        while True:
            before = files.read_bytes(path)
            try:
                write_apart(path, before, b"%d\n" % (int(before) + 1))
                break
            except FileError as error:
                assert error.code == "stale"


def test_no_update_is_lost(tmp_path):
    path = tmp_path / "counter"
    path.write_bytes(b"0\n")
    spawn = multiprocessing.get_context("fork")
    workers = [spawn.Process(target=add_ones, args=(str(path), 8)) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    assert path.read_bytes() == b"64\n"
    assert os.listdir(tmp_path) == ["counter"]


def as_nobody(folder, arguments):
    """Commit `app.py` in `folder` as an unprivileged user, in a process of its own."""
    script = (
        "import os, hashlib\n"
        "from structedit.disk.file_change import write_apart\n"
        "from structedit.text.errors import FileError\n"
        f"os.chdir({str(folder)!r})\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "os.environ['XDG_STATE_HOME'] = os.getcwd() + '/state'\n"
        "try:\n"
        f"    write_apart('app.py', {arguments})\n"
        "except FileError as error:\n"
        "    print(error.code)\n"
        "else:\n"
        "    print('done')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return ran.stdout.strip()


def access_control_list(user):
    """Build the kernel's form of u::rw-,u:USER:r--,g::r--,m::r--,o::r--."""
    nobody = 0xFFFFFFFF
    entries = [(1, 6, nobody), (2, 4, user), (4, 4, nobody), (16, 4, nobody), (32, 4, nobody)]
    packed = b"".join(
        tag.to_bytes(2, "little") + bits.to_bytes(2, "little") + who.to_bytes(4, "little")
        for tag, bits, who in entries
    )
    return (2).to_bytes(4, "little") + packed


@pytest.mark.parametrize("text", [b"", b"\n", b"a\n\nbc\n" * 9, b"a\r\nb\rc\n" * 5])
def test_lines_are_numbered_in_any_order_and_however_often_asked(text):
    starts = [
        0,
        *(
            at + 1
            for at in range(len(text))
            if text[at : at + 2] != b"\r\n" and text[at] in b"\r\n"
        ),
    ]
    asked = [at * 37 % (len(text) + 1) for at in range(40 * len(text) + 1)]
    document._recent.clear()
    found = [document.line_number(text, at) for at in asked]
    assert found == [sum(start <= at for start in starts) for at in asked]
