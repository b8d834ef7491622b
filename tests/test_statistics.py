"""The statistics: exact counts by every route, resets, the store's schema, and what it never holds."""

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import structedit as se
from structedit.disk import ledger, spool
from structedit.faces.page import page, percent
from structedit.faces.stats_report import stats_csv, stats_dict, stats_text
from structedit.model.advice import advice_of
from structedit.model.calls_made import Addressing, CallMade, call_made, size_class
from structedit.model.edit_stats import Scope, edit_stats
from structedit.model.questions import LEAST, questions_of
from structedit.model.tallies import Tally

SOURCE = """\
def load(path):
    total = 0
    for line in open(path):
        total += len(line)
    return total


def save(path, text):
    total = 0
    with open(path, "w") as file:
        total += file.write(text)
    return total
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "work.py"
    path.write_text(SOURCE)
    return path


def scripted(str_replace, replace_block, delete_block, insert, path):
    """Make twelve calls: nine edits of which six hit, and three dry runs of which two would."""
    str_replace(path, "return total", "return 0")  # several_matches
    str_replace(path, "    return total", "    return -total", within="load")  # narrowed; a retry
    str_replace(path, "with open(path, 'w') as file:", 'with open(path, "a") as file:')  # syntax
    str_replace(path, "nothing like it\nat all", "x")  # no_match, two lines
    replace_block(path, "lode", "def load(p):\n    return 1\n")  # selector_not_found; a retry
    replace_block(path, "load", "def load(p):\n    return 1\n", dry_run=True)  # a retry, dry
    replace_block(path, "load", "def load(p):\n    return 1\n")
    insert(path, "import os\n", at="top")
    delete_block(path, "save", dry_run=True)  # never carried out
    delete_block(path, "nothing", dry_run=True)
    str_replace(path, "    return 1\n", "    return 2\n", after="def load", occurrence=1)
    delete_block(path, lines="4", expected="    return 2")  # hits: load is broken? see below


def by_library(path):
    return scripted(se.str_replace, se.replace_block, se.delete_block, se.insert, path)


def by_session(path):
    session = se.Session(path.parent)
    calls = session.str_replace, session.replace_block, session.delete_block, session.insert
    return scripted(*calls, path.name)
