"""Which language a file has: by name, shebang, modeline and, where endings are shared, by content."""

from __future__ import annotations

import pytest

from structedit.languages.derived import derivation
from structedit.languages.detection import language_of, resolve_name
from structedit.languages.known import all_languages, known_languages, profile

ROWS = [
    ("src/app.py", b"", "python"),
    ("a/Dockerfile", b"", "dockerfile"),
    ("go.mod", b"", "gomod"),
    ("x.d.ts", b"export {};\n", "typescript"),
    ("cart.js", b"/**\n * @flow strict\n */\n", "tsx"),
    ("cart.js", b"/** Reads @param. */\n// @flow\n", "javascript"),
    ("app_de.ts", b"<?xml version='1.0'?>\n<!DOCTYPE TS>\n", "xml"),
    ("list.h", b"#include <stdio.h>\nint f(void);\n", "c"),
    ("list.h", b"#include <string>\nint f();\n", "cpp"),
    ("list.h", b"#pragma once\nnamespace a {\n}\n", "cpp"),
    ("list.h", b"struct a { int class_; };\n", "c"),
    ("View.h", b"@interface View : NSView\n@end\n", "objc"),
    ("View.m", b"#import <x.h>\n@implementation View\n@end\n", "objc"),
    ("fit.m", b"function y = fit(x)\n  y = x;\nend\n", "matlab"),
    ("adder.v", b"module adder(input a);\nendmodule\n", "verilog"),
    ("main.v", b"module main\n\nfn main() {\n}\n", "v"),
    ("site.pp", b"class ntp { }\n", "puppet"),
    ("main.pp", b"program Main;\nbegin end.\n", "pascal"),
    ("shade.fs", b"#version 330\nvoid main() {}\n", "glsl"),
    ("Lib.fs", b"module Lib\nlet f x = x\n", "fsharp"),
    ("run", b"#!/usr/bin/env -S python3 -u\n", "python"),
    ("run", b"#!/bin/sh\n", "bash"),
    ("notes", b"# -*- mode: ruby -*-\n", "ruby"),
    ("notes", b"// -*- C++ -*-\n", "cpp"),
    ("notes", b"\n" * 50 + b"# vim: set ft=yaml :\n", "yaml"),
    ("notes", b"just text\n", None),
    ("notes.zzz", b"x", None),
]


@pytest.mark.parametrize(("path", "content", "language"), ROWS)
def test_language_of(path: str, content: bytes, language: str | None) -> None:
    assert language_of(path, content) == language


def test_what_is_named_exists() -> None:
    from structedit.languages.detection import detection_table

    found = detection_table()
    named = {*found.extensions.values(), *found.filenames.values(), *found.shebangs.values()}
    named |= {*found.aliases.values(), *(s.language for row in found.shared.values() for s in row)}
    assert named <= set(all_languages())
    assert set(derivation().blocked).isdisjoint(all_languages())


# What `identify` calls a language that has another name here.
OTHER_WORDS: dict[str, set[str]] = {
    "arduino": {"ino"},
    "bash": {"shell", "sh", "bash", "zsh", "ksh", "bats"},
    "csharp": {"c#", "csharp"},
    "cpp": {"c++"},
    "bibtex": {"bib"},
    "ini": {"ini", "desktop", "text"},
    "nim": {"nim", "nimble"},
    "objc": {"objective-c", "objective-c++"},
    "po": {"pofile"},
    "properties": {"java-properties"},
    "python": {"python", "pyi"},
    "proto": {"proto", "protobuf"},
    "embeddedtemplate": {"erb", "ejs"},
    "typescript": {"ts"},
    "javascript": {"javascript", "jsx"},
    "json": {
        "json",
        "geojson",
        "topojson",
        "webmanifest",
        "jsonc",
        "avro-schema",
    },
    "notebook": {"jupyter"},
    "commonlisp": {"common-lisp", "lisp"},
    "elisp": {"emacs-lisp", "lisp"},
    "verilog": {"verilog", "system-verilog"},
    "make": {"makefile"},
    "hcl": {"hcl", "terraform"},
    "fsharp": {"f#", "fsharp"},
    "xml": {"xml", "xsd", "xslt", "svg", "plist", "wsdl", "msbuild"},
    "starlark": {"starlark", "bazel"},
    "ocaml": {"ocaml", "ml"},
    "ocaml_interface": {"ocaml", "mli"},
    "qmljs": {"qml"},
    "latex": {"tex"},
}


def test_extensions_agree_with_identify() -> None:
    extensions = pytest.importorskip("identify.extensions").EXTENSIONS
    from structedit.languages.detection import detection_table

    wrong = {
        ending: (language, sorted(extensions[ending]))
        for ending, language in detection_table().extensions.items()
        if ending in extensions and not extensions[ending] & OTHER_WORDS.get(language, {language})
    }
    assert wrong == {}


def test_names_and_aliases() -> None:
    assert resolve_name("C++") == "cpp"
    assert resolve_name("golang") == "go"
    assert {"python", "go"} <= set(known_languages()) < set(all_languages())
    assert profile("cairo").support == "derived"
    assert profile("csv").support == "text"
