"""Folders of the checkout, for tests in folders of any depth."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
