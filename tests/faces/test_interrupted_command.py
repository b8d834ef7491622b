"""Ends of the command that no arguments bring about: an interrupt, a fault of its own."""

import json

import click
import pytest

from structedit.faces.command import cli


def ends_with(monkeypatch, error, *arguments):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(cli.program, "main", fail)
    monkeypatch.setattr("sys.argv", ["structedit", *arguments])
    return cli.main()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_is_130(monkeypatch, error):
    assert ends_with(monkeypatch, error) == 130


def test_a_fault_of_its_own_is_2_and_never_not_found(monkeypatch, capfdbinary):
    assert ends_with(monkeypatch, KeyError("x"), "outline", "a.py", "--json") == 2
    said = capfdbinary.readouterr()
    assert json.loads(said.out)["reason"] == "internal"
    assert b"Traceback" in said.err


def test_json_is_not_asked_for_behind_two_dashes(monkeypatch, capfdbinary):
    assert ends_with(monkeypatch, OSError("no"), "outline", "--", "--json") == 2
    assert capfdbinary.readouterr().out == b""
