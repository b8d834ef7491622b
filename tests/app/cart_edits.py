"""A folder with one file, `cart.py`, and the ways in which a caller makes one edit of it."""

from pathlib import Path

import pytest

import structedit as se
from structedit.disk import surroundings


def shop(tmp_path, text):
    """Make the folder and return it."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text(text)
    return folder


def content(root, name="cart.py"):
    return (root / name).read_text()


def by_user(text):
    """Write the user's own configuration."""
    file = Path(surroundings.users_file())
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def ways_of(edit):
    """Return functions that make an edit: by the path, in a session, as a batch, as a batch of a session."""

    def by_path(root, **options):
        return se.str_replace(root / "cart.py", edit["old"], edit["new"], **options)

    def by_session(root, **options):
        with se.Session(root) as session:
            return session.str_replace("cart.py", edit["old"], edit["new"], **options)

    def by_batch(root, **options):
        return se.multi_edit(root, [edit], **options)

    def by_batch_of_session(root, **options):
        with se.Session(root) as session:
            return session.apply_edits([edit], **options)

    return by_path, by_session, by_batch, by_batch_of_session


def each_of(*ways):
    """Run a test once for each way."""
    return pytest.mark.parametrize("edit", ways)
