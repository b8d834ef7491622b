"""Further languages: what is a definition, what is a block, and where they end."""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, text
from structedit.languages.known import profile

CSHARP: list[Fact] = [
    ("namespace A.B { class C { } }", "A.B.C", "kind", "class"),
    ("namespace A.B;\nclass C { }", "C", "span", "class C { }"),
    ("class C { int p { get; set; } = 5; }", "C.p", "span", "int p { get; set; } = 5;"),
    ("class C { int p { get { return 1; } set => q = value; } }", "C.p.get", "body", " return 1; "),
    ("class C { int p { get { return 1; } set => q = value; } }", "C.p.set", "body", "q = value"),
    ("class C { int P => q * 2; }", "C.P", "header", "int P =>"),
    ("class C { int P => q * 2; }", "C.P", "span", "int P => q * 2;"),
    ("class C { int a = 1, b; }", "C.b", "span", "b"),
    ("class C { int a = 1; }", "C.a", "span", "int a = 1;"),
    ("class C { ~C() { A(); } }", "C.~C", "body", " A(); "),
    ("class C { static C operator +(C a, C b) => a; }", "C.operator+", "body", "a"),
    ("class C { static explicit operator int(C c) { return 1; } }", "C.operator int", "body", " return 1; "),
    ("class C { int this[int i] { get { return 1; } } }", "C.this.get", "kind", "method"),
    ("partial class C { partial void F(); }", "C.F", "kind", "declaration"),
    ("class C { void I.Go() { } }", "C.Go", "header", "void I.Go()"),
    ("class C { C() : base(1) { } }", "C.C", "kind", "constructor"),
    ("// why\n/// <summary/>\n[A]\nclass C { }", "C", "attached", "// why|/// <summary/>"),
    ("// why\n/// <summary/>\n[A]\nclass C { }", "C", "decorators", "[A]"),
    ("record P(int X);", "P", "span", "record P(int X);"),
    ("enum E { A = 1, B }", "E.A", "span", "A = 1"),
    ("class C { void F() { int G(int q) { return q; } } }", "C.F.G", "kind", "function"),
    ("if (a) { b(); } else if (c) { d(); } else e();", "@elif", "span", "else if (c) { d(); }"),
    ("if (a) { b(); } else if (c) { d(); } else e();", "@else", "body", "e();"),
    ("switch (a) { case 1: b(); break; default: c(); break; }", "@case", "condition", "1"),
    ("switch (a) { case 1: b(); break; default: c(); break; }", "@case~2", "body", " c(); break;"),
    ("var s = x switch { 1 => a, _ => b };", "@match", "condition", "x"),
    ("var s = x switch { 1 => a, _ => b };", "@case~2", "body", "b"),
    ("try { a(); } catch (E e) when (e.X) { b(); } finally { c(); }", "@catch", "header", "catch (E e) when (e.X)"),
    ("foreach (var a in b) { c(); }", "@for", "condition", "b"),
    ("using (var a = b()) { c(); }", "@with", "body", " c(); "),
    ("f(x => x + 1);", "@lambda", "body", "x + 1"),
    ("class C {\n#if A\n    int x;\n#endif\n}", "@region", "condition", "A"),
]

PHP: list[Fact] = [
    ("<?php\nnamespace A\\B;\nclass C {}", "C", "span", "class C {}"),
    ("<?php\nnamespace A\\B { class C {} }", "A\\B.C", "kind", "class"),
    ("<?php\n/** d */\n#[A]\nfinal class C {}", "C", "span", "#[A]\nfinal class C {}"),
    ("<?php\n/** d */\n#[A]\nfinal class C {}", "C", "doc", "/** d */"),
    ("<?php\nclass C { private int $a = 1; }", "C.a", "span", "private int $a = 1;"),
    ("<?php\nclass C { private int $a = 1, $b; }", "C.b", "span", "$b"),
    ("<?php\nclass C { const A = 1, B = 2; }", "C.B", "span", "B = 2"),
    ("<?php\nclass C { public $a { get { return 1; } } }", "C.a.get", "body", " return 1; "),
    ("<?php\nabstract class C { abstract function f(int $a): int; }", "C.f", "kind", "declaration"),
    ("<?php\ntrait T { function m() { a(); } }", "T.m", "body", " a(); "),
    ("<?php\nenum E: string { case A = 'a'; }", "E.A", "span", "case A = 'a';"),
    ("<?php\n$f = fn($x) => $x + 1;", "f", "body", "$x + 1"),
    ("<p>\n<?php function f() { ?><b><?php } ?>", "f", "body", " ?><b><?php "),
    ("<?php\nif ($a) { b(); } elseif ($c) { d(); } else if ($e) { f(); } else { g(); }", "@elif", "condition", "$c"),
    ("<?php\nif ($a) { b(); } elseif ($c) { d(); } else if ($e) { f(); } else { g(); }", "@elif~2", "span", "else if ($e) { f(); }"),
    ("<?php\nif ($a) { b(); } elseif ($c) { d(); } else if ($e) { f(); } else { g(); }", "@else", "span", "else { g(); }"),
    ("<?php if ($a): ?>\n<b>\n<?php else: ?>\n<i>\n<?php endif; ?>", "@if", "body", " ?>\n<b>\n<?php"),
    ("<?php if ($a): ?>\n<b>\n<?php endif; ?>", "@if", "body", " ?>\n<b>\n<?php "),
    ("<?php\nforeach ($a as $b): c(); endforeach;", "@for", "body", " c(); "),
    ("<?php\nforeach ($a as $k => $b) { c(); }", "@for", "condition", "$a"),
    ("<?php\nswitch ($a) { case 1: b(); break; default: c(); }", "@case~2", "body", " c();"),
    ("<?php\n$a = match (true) { $b > 1 => 'x', default => 'y' };", "@case", "condition", "$b > 1"),
    ("<?php\ntry { a(); } catch (A | B $e) { b(); }", "@catch", "condition", "A | B"),
    ("<?php\nit('works', function () { a(); });", "@call", "label", "works"),
]

KOTLIN: list[Fact] = [
    ("class A {\n    val t: Int\n        get() = 1\n\n    fun f() {}\n}", "A.t", "span", "val t: Int\n        get() = 1"),
    ("class A {\n    val t: Int\n        get() = 1\n\n    fun f() {}\n}", "A.t.get", "body", "1"),
    ("class A {\n    var t = 1\n        get() = 1\n        set(v) { field = v }\n}", "A.t.get", "span", "get() = 1"),
    ("class A {\n    var t = 1\n        get() = 1\n        set(v) { field = v }\n}", "A.t.set", "body", " field = v "),
    ("fun String?.shout(): String = this", "String.shout", "header", "fun String?.shout(): String ="),
    ("class A {\n    companion object {\n        val M = 1\n    }\n}", "A.companion.M", "kind", "property"),
    ("class A {\n    constructor(z: Int) : this(z) { go() }\n}", "A.constructor", "body", " go() "),
    ("enum class E {\n    A,\n    B(2) {\n        fun f() {}\n    };\n}", "E.B", "span", "B(2) {\n        fun f() {}\n    }"),
    ("interface I {\n    fun go()\n}", "I.go", "kind", "declaration"),
    ("/** d */\n@A\ndata class P(val x: Int)", "P", "span", "@A\ndata class P(val x: Int)"),
    ("package a\n\nimport b.c\n\n/** d */\nclass P", "P", "doc", "/** d */"),
    ("fun f() { val x = 1 }", "f", "body", " val x = 1 "),
    ("fun f() {\n    if (a) { b() } else if (c) { d() } else { e() }\n}", "@elif", "condition", "c"),
    ("fun f() {\n    if (a) { b() } else if (c) { d() } else { e() }\n}", "@else", "body", " e() "),
    ("fun f() {\n    when (a) {\n        1, 2 -> b()\n        else -> { c() }\n    }\n}", "@case", "condition", "1, 2"),
    ("fun f() {\n    when (a) {\n        1, 2 -> b()\n        else -> { c() }\n    }\n}", "@case~2", "body", " c() "),
    ("fun f() {\n    try { a() } catch (e: E) { b() } finally { c() }\n}", "@try", "body", " a() "),
    ("fun f() {\n    try { a() } catch (e: E) { b() } finally { c() }\n}", "@catch", "span", "catch (e: E) { b() }"),
    ("val x = list.map { v -> v + 1 }", "@lambda", "body", " v + 1 "),
    ('fun f() {\n    it("adds") { go() }\n}', "@call", "label", "adds"),
]

BASH: list[Fact] = [
    ("# d\nf() {\n  a\n}\n", "f", "span", "f() {\n  a\n}"),
    ("# d\nf() {\n  a\n}\n", "f", "attached", "# d"),
    ("function f {\n  a\n}\n", "f", "body", "\n  a\n"),
    ("f() ( a )\n", "f", "body", " a "),
    ("#!/bin/sh\nA=1\n", "A", "attached", ""),
    ("readonly A=1\n", "A", "span", "readonly A=1"),
    ("f() { local a=1; }\n", "f", "body", " local a=1; "),
    ("if a; then\n  b\nelif c; then\n  d\nelse\n  e\nfi\n", "@if", "body", "\n  b"),
    ("if a; then\n  b\nelif c; then\n  d\nelse\n  e\nfi\n", "@elif", "span", "elif c; then\n  d"),
    ("if a; then\n  b\nelif c; then\n  d\nelse\n  e\nfi\n", "@else", "body", "\n  e"),
    ("for a in b; do\n  c\ndone\n", "@for", "header", "for a in b"),
    ("until a; do b; done\n", "@while", "condition", "a"),
    ("case $a in\n  b|c) d ;;\n  *) e ;;\nesac\n", "@case", "condition", "b|c"),
    ("case $a in\n  b|c) d ;;\n  *) e ;;\nesac\n", "@case~2", "span", "*) e ;;"),
]

LUA: list[Fact] = [
    ("local function f(a) return a end", "f", "header", "local function f(a)"),
    ("function M.f() end", "M.f", "body", " "),
    ("function M:g() return 1 end", "M.g", "body", " return 1 "),
    ("M.f = function(a) return a end", "M.f", "span", "M.f = function(a) return a end"),
    ("M.f = function(a) return a end", "M.f", "body", " return a "),
    ("local f = function() end", "f", "span", "local f = function() end"),
    ("local t = { a = 1, b = function() end }", "t.a", "span", "a = 1"),
    ("local t = { a = 1, b = function() end }", "t.b", "kind", "function"),
    ("return { a = 1 }", "a", "kind", "field"),
    ("-- one\n\n--- two\n-- three\nfunction f() end", "f", "attached", "--- two|-- three"),
    ("if a then b() elseif c then d() else e() end", "@if", "body", " b()"),
    ("if a then b() elseif c then d() else e() end", "@elif", "body", " d()"),
    ("if a then b() elseif c then d() else e() end", "@else", "body", " e()"),
    ("for i = 1, 3 do f() end", "@for", "condition", "i = 1, 3"),
    ("repeat f() until a", "@loop", "condition", "a"),
    ("do f() end", "@block", "body", " f() "),
    ('it("adds", function() go() end)', "@call", "label", "adds"),
    ("f(function(q) return q end)", "@lambda", "body", " return q "),
]
SWIFT: list[Fact] = [
    ("@objc final class A: B { func f() {} }", "A.f", "kind", "method"),
    ("extension A: B { func f() { a } }", "A.f", "body", " a "),
    ("extension A: B { func f() { a } }", "A", "kind", "extension"),
    ("class A { var x: Int { get { return 1 } set { y = 2 } } }", "A.x.set", "body", " y = 2 "),
    ("class A { var x = 1 { didSet { go() } } }", "A.x.didSet", "body", " go() "),
    ("class A { let x = 1 }", "A.x", "kind", "field"),
    ("class A {\n init(a: Int) { x }\n deinit { y }\n}", "A.init", "body", " x "),
    ("class A {\n init(a: Int) { x }\n deinit { y }\n}", "A.deinit", "body", " y "),
    ("class A { subscript(i: Int) -> Int { return 1 } }", "A.subscript", "kind", "property"),
    ("enum E { case a, b }", "E.b", "span", "b"),
    ("enum E { case a\n case b(Int) }", "E.b", "span", "case b(Int)"),
    ("protocol P { func f()\n var p: Int { get } }", "P.f", "kind", "declaration"),
    ("typealias N = String", "N", "span", "typealias N = String"),
    ("/// d\n@A\nfunc f() {}", "f", "span", "@A\nfunc f() {}"),
    ("/// d\n@A\nfunc f() {}", "f", "doc", "/// d"),
    ("if a > 1 { x() } else if let y = z { y() } else { z() }", "@if", "arm", "if a > 1 { x() }"),
    ("if a > 1 { x() } else if let y = z { y() } else { z() }", "@elif", "span", "else if let y = z { y() }"),
    ("if a > 1 { x() } else if let y = z { y() } else { z() }", "@else", "span", "else { z() }"),
    ("guard let q = w else { return }", "@if", "body", " return "),
    ("switch a {\ncase 1, 2: x()\ndefault: y()\n}", "@case", "condition", "1, 2"),
    ("switch a {\ncase 1, 2: x()\ndefault: y()\n}", "@case~2", "body", " y()"),
    ("do { try x() } catch let e as F { y() } catch { z() }", "@try", "arm", "do { try x() }"),
    ("do { try x() } catch let e as F { y() } catch { z() }", "@catch~2", "body", " z() "),
    ("xs.map { v in v + 1 }", "@lambda", "body", " v + 1 "),
]

SCALA: list[Fact] = [
    ("@a case class A(x: Int) extends B { val y = 1 }", "A.y", "kind", "field"),
    ("object A { def f(x: Int): Int = { x } }", "A.f", "body", " x "),
    ("object A { def f = x }", "A.f", "header", "def f ="),
    ("trait T { def go(): Unit }", "T.go", "kind", "declaration"),
    ("object A:\n  def f =\n    x\n    y\n  def g = 1\n", "A.f", "body", "\n    x\n    y"),
    ("object A:\n  def f =\n    x\n    y\n  def g = 1\n", "A.g", "span", "def g = 1"),
    ("/** d */\n@a\nclass A", "A", "span", "@a\nclass A"),
    ("object A { if (a) x() else if (b) { y() } else { z() } }", "@elif", "condition", "b"),
    ("object A { if (a) x() else if (b) { y() } else { z() } }", "@else", "body", " z() "),
    ("object A { a match {\n case 1 => x()\n case v if v > 1 =>\n  y()\n  z()\n} }", "@case~2", "body", "\n  y()\n  z()"),
    ("object A { try { x() } catch { case e: F => y() } finally { z() } }", "@finally", "body", " z() "),
    ('object A { test("adds") { go() } }', "@call", "label", "adds"),
]

DART: list[Fact] = [
    ("class A { int f(int a) { return a; } }", "A.f", "span", "int f(int a) { return a; }"),
    ("class A { int f(int a) { return a; } }", "A.f", "body", " return a; "),
    ("class A { int f() => a.b(); }", "A.f", "body", "a.b()"),
    ("class A { int f() => a.b(); }", "A.f", "span", "int f() => a.b();"),
    ("class A { int get x => 1; }", "A.x", "kind", "property"),
    ("class A { A.named(int z) : x = z; }", "A.named", "span", "A.named(int z) : x = z;"),
    ("class A { A(this.x) { go(); } }", "A.A", "body", " go(); "),
    ("class A { A operator +(A o) => o; }", "A.operator+", "kind", "method"),
    ("class A { final int x = 1, y; }", "A.y", "span", "y"),
    ("class A { final int x = 1; }", "A.x", "span", "final int x = 1;"),
    ("/// d\n@a\nint f() { return 1; }", "f", "span", "@a\nint f() { return 1; }"),
    ("int f() { int g(int q) { return q; } return 1; }", "f.g", "body", " return q; "),
    ("enum E { a, b; void f() {} }", "E.b", "span", "b"),
    ("void f() { if (a.b) { x(); } else if (c.d > 1) { y(); } }", "@if", "condition", "a.b"),
    ("void f() { if (a.b) { x(); } else if (c.d > 1) { y(); } }", "@elif", "condition", "c.d > 1"),
    ("void f() { switch (a) { case b.c: x(); break; default: y(); } }", "@case", "condition", "b.c"),
    ("void f() { try { x(); } on F catch (e) { y(); } finally { z(); } }", "@catch", "header", "on F catch (e)"),
    ("var f = (v) => v + 1;", "@lambda", "body", "v + 1"),
]

ELIXIR: list[Fact] = [
    ("defmodule A.B do\n  def f(x), do: x\nend", "A.B.f", "body", "x"),
    ("defmodule A do\n  defp f(x) when x > 1 do\n    x\n  end\nend", "A.f", "body", "\n    x\n  "),
    ("defmodule A do\n  @max 1\n\n  @doc \"d\"\n  @spec f(t) :: t\n  def f(x), do: x\nend", "A.f", "decorators", '@doc "d"|@spec f(t) :: t'),
    ("def f(1), do: 1\ndef f(x), do: x", "f~2", "span", "def f(x), do: x"),
    ("defmacro m(x) do\n  x\nend", "m", "kind", "macro"),
    ("defimpl P, for: A do\n  def f(x), do: x\nend", "P", "kind", "impl"),
    ("if a do\n  b()\nelse\n  c()\nend", "@if", "body", "\n  b()"),
    ("if a do\n  b()\nelse\n  c()\nend", "@else", "body", "\n  c()"),
    ("case a do\n  1 -> x()\n  v when v > 1 ->\n    y()\n    z()\nend", "@case~2", "body", "\n    y()\n    z()"),
    ("case a do\n  1 -> x()\n  v when v > 1 ->\n    y()\n    z()\nend", "@case~2", "condition", "v when v > 1"),
    ("try do\n  a()\nrescue\n  e in F -> b()\nafter\n  c()\nend", "@finally", "body", "\n  c()"),
    ('test "adds", %{a: a} do\n  go()\nend', "@call", "label", "adds"),
    ("Enum.map(xs, fn x -> x + 1 end)", "@lambda", "body", "x + 1"),
]
CUDA: list[Fact] = [
    ("__global__ void f(int a) { g<<<1, 2>>>(a); }", "f", "body", " g<<<1, 2>>>(a); "),
    ("template <class T> struct S { __device__ void m() { } };", "S.m", "kind", "method"),
    ("void f() { if (a) { b(); } else if (c) { d(); } }", "@elif", "span", "else if (c) { d(); }"),
]

ARDUINO: list[Fact] = [
    ("int led = 13;\nvoid setup() { a(); }", "setup", "body", " a(); "),
    ("class B { public: void m() { x(); } };", "B.m", "kind", "method"),
]

GLSL: list[Fact] = [
    ("uniform float x;\nvoid main() { f(); }", "x", "span", "uniform float x;"),
    ("struct L { vec3 p; };", "L.p", "kind", "field"),
]

HLSL: list[Fact] = [
    ("float4 f(float2 a : TEXCOORD0) : SV_Target { return a; }", "f", "header", "float4 f(float2 a : TEXCOORD0) : SV_Target"),
]
# fmt: on

FACTS = {
    "csharp": CSHARP,
    "php": PHP,
    "kotlin": KOTLIN,
    "bash": BASH,
    "lua": LUA,
    "swift": SWIFT,
    "scala": SCALA,
    "dart": DART,
    "elixir": ELIXIR,
    "cuda": CUDA,
    "arduino": ARDUINO,
    "glsl": GLSL,
    "hlsl": HLSL,
}


@pytest.mark.parametrize(
    ("language", "fact"), [(language, fact) for language, facts in FACTS.items() for fact in facts]
)
def test_profile(language: str, fact: Fact) -> None:
    source, place, part, expected = fact
    assert text(language, source, place, part) == expected


def test_a_language_with_a_base_has_its_tables_and_its_own_grammar() -> None:
    cuda, cpp = profile("cuda"), profile("cpp")
    assert (cuda.grammar, cuda.base, cuda.family) == ("cuda", "cpp", cpp.family)
    assert (cuda.lists, cuda.symbols, cuda.blocks) == (cpp.lists, cpp.symbols, cpp.blocks)
    assert len(cuda.stand_ins) < len(cpp.stand_ins)
