"""JavaScript and TypeScript: what is a definition, what is a block, and where they end."""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, find, text, tree_of
from structedit.tree.broken.doubt import guessed_definitions

JAVASCRIPT: list[Fact] = [
    # Functions by every way of writing them
    ("function f(a) { g(); }", "f", "body", " g(); "),
    ("async function* f() {}", "f", "header", "async function* f()"),
    ("export const f = (a) => a * 2;", "f", "span", "export const f = (a) => a * 2;"),
    ("export const f = (a) => a * 2;", "f", "core", "f = (a) => a * 2"),
    ("export const f = (a) => a * 2;", "f", "header", "f = (a) =>"),
    ("export const f = (a) => a * 2;", "f", "body", "a * 2"),
    ("export const f = (a) => a * 2;", "f", "kind", "function"),
    ("const f = () => ({ a: 1 });", "f", "body", "({ a: 1 })"),
    ("const f = function () {};", "f", "body", ""),
    ("let a = 1, f = () => {}, b;", "f", "span", "f = () => {}"),
    ("module.exports.x = function () {};", "module.exports.x", "span", "module.exports.x = function () {};"),
    ("exports.y = () => 1;", "exports.y", "body", "1"),
    ("X.prototype.m = function m() {}", "X.prototype.m", "span", "X.prototype.m = function m() {}"),
    ("x['y'] = function () {};", "x.y", "kind", "function"),
    ("class A { constructor() { this.q = () => 1; } }", "A.constructor.q", "span", "this.q = () => 1;"),
    ("function f() { return function g() {}; }", "f.g", "span", "function g() {}"),
    ("export default function () { a }", "default", "body", " a "),
    ("export default function f() { a }", "f", "span", "export default function f() { a }"),
    ("export default () => {};", "default", "header", "export default () =>"),
    ("export default class {}", "default", "kind", "class"),
    ("const A = class B { m() {} };", "A.m", "kind", "method"),
    ("for (let f = () => 1; ; ) {}", "f", "span", "f = () => 1"),
    # Classes
    ("class A { constructor() {} }", "A.constructor", "kind", "method"),
    ("class A { get v() { return 1 } set v(x) {} }", "A.v~2", "span", "set v(x) {}"),
    ("class A { static async *m() {} }", "A.m", "span", "static async *m() {}"),
    ("class A { #p = 1; }", "A.#p", "span", "#p = 1;"),
    ("class A { x = 1 }", "A.x", "kind", "field"),
    ("class A { h = (e) => { go(e) }; }", "A.h", "kind", "method"),
    ("class A { h = (e) => { go(e) }; }", "A.h", "body", " go(e) "),
    ("class A { 'a-b'() {} }", "A.a-b", "span", "'a-b'() {}"),
    # Objects
    ("const o = { m() {}, n: 1 };", "o.m", "span", "m() {}"),
    ("const o = { f: function () { a }, n: 1 };", "o.f", "body", " a "),
    ("const o = { p: { q: () => 1 } };", "o.p.q", "span", "q: () => 1"),
    ("function f() { const o = { m() {} }; }", "f.o.m", "kind", "method"),
    ("module.exports = { url: 'x', dev: { port: 1 } };", "module.exports.dev.port", "span", "port: 1"),
    ("export default { data() {}, methods: { go() {} } };", "default.methods.go", "span", "go() {}"),
    ("const o = { a: 1 };", "o", "body", " a: 1 "),
    ("var x = 1;", "x", "kind", "variable"),
    # Comments and ends
    ("// one\n\n// two\n/** doc */\nfunction f() {} // tail\n", "f", "attached", "// two|/** doc */"),
    ("// one\n\n// two\n/** doc */\nfunction f() {} // tail\n", "f", "doc", "/** doc */"),
    ("// one\n\n// two\n/** doc */\nfunction f() {} // tail\n", "f", "span", "function f() {}"),
    ("// one\n\n// two\n/** doc */\nfunction f() {} // tail\n", "f", "trailing", "// tail"),
    ("class A {\n  x = 1 // tail\n  y = 2\n}", "A.x", "trailing", "// tail"),
    ("function f() /* a */ { // b\n  c;\n  // d\n}", "f", "header", "function f()"),
    ("function f() /* a */ { // b\n  c;\n  // d\n}", "f", "body", " // b\n  c;\n  // d\n"),
    # Arms
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@if", "span", "if (a) b();\nelse if (c) { d }\nelse { e }"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@if", "arm", "if (a) b();"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@if", "body", "b();"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@if", "condition", "a"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@elif", "span", "else if (c) { d }"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@elif", "condition", "c"),
    ("if (a) b();\nelse if (c) { d }\nelse { e }", "@else", "span", "else { e }"),
    ("if (a) {\n} // why\nelse {\n}", "@if", "arm", "if (a) {\n}"),
    ("if (a) {\n} // why\nelse {\n}", "@if", "body", "\n"),
    ("if (a) { b }\n// why\nelse { c }", "@if", "arm", "if (a) { b }"),
    ("if (a, b) c;", "@if", "condition", "a, b"),
    ("try { a } catch (e) { b } finally { c }", "@try", "arm", "try { a }"),
    ("try { a } catch (e) { b } finally { c }", "@catch", "span", "catch (e) { b }"),
    ("try { a } catch (e) { b } finally { c }", "@finally", "body", " c "),
    # Loops and cases
    ("for (const a of b) c();", "@for", "body", "c();"),
    ("for (const a in b) { c }", "@for", "header", "for (const a in b)"),
    ("for (let i = 0; i < 9; i++) {}", "@for", "condition", "i < 9"),
    ("while (a) { b }", "@while", "condition", "a"),
    ("do { a } while (b);", "@do", "span", "do { a } while (b);"),
    ("do { a } while (b);", "@do", "condition", "b"),
    ("switch (a) {\n  case 1: // c\n    b();\n    break;\n  default: d();\n}", "@switch", "condition", "a"),
    ("switch (a) {\n  case 1: // c\n    b();\n    break;\n  default: d();\n}", "@case", "body", " // c\n    b();\n    break;"),
    ("switch (a) {\n  case 1: // c\n    b();\n    break;\n  default: d();\n}", "@case~2", "body", " d();"),
    ("switch (a) { case 1: case 2: { b } }", "@case", "body", None),
    ("switch (a) { case 1: case 2: { b } }", "@case~2", "body", " b "),
    # Functions without a name, calls with a label
    ("xs.map(x => x + 1);", "@lambda", "span", "x => x + 1"),
    ("xs.map(x => x + 1);", "@lambda", "header", "x =>"),
    ("setTimeout(function () { a }, 1);", "@lambda", "body", " a "),
    ("return_(<a onClick={() => go()} />);", "@lambda", "body", "go()"),
    ('it("adds", async () => {\n  a;\n});', "@call", "span", 'it("adds", async () => {\n  a;\n});'),
    ('it("adds", async () => {\n  a;\n});', "@call", "label", "adds"),
    ('it("adds", async () => {\n  a;\n});', "@call", "name", "it"),
    ('it("adds", async () => {\n  a;\n});', "@call", "body", "\n  a;\n"),
    ("test.only('adds', () => {}, 500)", "@call", "name", "test.only"),
    ("it.each([1])('n %s', (n) => {})", "@call", "name", "it.each"),
    ("app.get('/x', auth, (q, r) => { r.end() });", "@call", "body", " r.end() "),
    ("return describe(`a`, () => { b });", "@call", "span", "describe(`a`, () => { b })"),
    ("class A { static { go() } }", "@block", "body", " go() "),
]

TYPESCRIPT: list[Fact] = [
    ("interface I { a: string; m(): void }", "I", "body", " a: string; m(): void "),
    ("interface I { a: string; m(): void }", "I.a", "span", "a: string;"),
    ("interface I { a: string; m(): void }", "I.m", "kind", "method"),
    ("enum E { A = 1, B }", "E.A", "span", "A = 1"),
    ("enum E { A = 1, B }", "E.B", "kind", "constant"),
    ("export const enum E { A }", "E", "span", "export const enum E { A }"),
    ("export type T = { a: string };", "T", "span", "export type T = { a: string };"),
    ("type T = A | B;", "T", "body", "A | B"),
    ("namespace N.M { export function f() {} }", "N.M.f", "span", "export function f() {}"),
    ('declare module "m/x" { function f(): void }', "m/x.f", "body", None),
    ("declare global { interface W { x: 1 } }", "global.W", "kind", "interface"),
    ("declare const a: number;", "a", "span", "declare const a: number;"),
    ("abstract class A { abstract m(): void; }", "A.m", "span", "abstract m(): void;"),
    ("abstract class A { abstract m(): void; }", "A.m", "body", None),
    ("class A { m(a: string): void; m(a: any) {} }", "A.m~1", "span", "m(a: string): void;"),
    ("class A { m(a: string): void; m(a: any) {} }", "A.m~2", "span", "m(a: any) {}"),
    ("export function f(a: 1): void;\nexport function f(a: any) {}", "f~1", "span", "export function f(a: 1): void;"),
    ("export declare function f(): void;", "f", "span", "export declare function f(): void;"),
    ("export abstract class A<T> extends B {}", "A", "header", "abstract class A<T> extends B"),
    ("export default interface I {}", "I", "span", "export default interface I {}"),
    # Decorators
    ("@D() export class A {}", "A", "span", "@D() export class A {}"),
    ("export @D() class A {}", "A", "decorators", "@D()"),
    ("class A {\n  // why\n  @B()\n\n  // how\n  @C() m() {}\n}", "A.m", "span", "@B()\n\n  // how\n  @C() m() {}"),
    ("class A {\n  // why\n  @B()\n\n  // how\n  @C() m() {}\n}", "A.m", "attached", "// why"),
    ("class A {\n  // why\n  @B()\n\n  // how\n  @C() m() {}\n}", "A.m", "core", "m() {}"),
    ("class A {\n  @I() x: string;\n  m() {}\n}", "A.x", "span", "@I() x: string;"),
    ("class A {\n  @I() x: string;\n  m() {}\n}", "A.m", "span", "m() {}"),
    ("class A {\n  @I()\n  set x(v) {}\n}", "A.x", "decorators", "@I()"),
]
# fmt: on


@pytest.mark.parametrize(("source", "place", "part", "expected"), JAVASCRIPT)
def test_javascript_and_its_supersets(
    source: str, place: str, part: str, expected: str | None
) -> None:
    for language in ("javascript", "typescript", "tsx"):
        if "<a " in source and language == "typescript":
            continue
        assert text(language, source, place, part) == expected, language


@pytest.mark.parametrize(("source", "place", "part", "expected"), TYPESCRIPT)
@pytest.mark.parametrize("language", ["typescript", "tsx"])
def test_typescript(
    language: str, source: str, place: str, part: str, expected: str | None
) -> None:
    assert text(language, source, place, part) == expected


def test_a_function_that_has_a_name_is_no_lambda() -> None:
    source = "const f = () => { a }; o.m = function () {}; class A { h = () => 1 } export default () => {}"
    assert [b.kind for b in tree_of("javascript", source).blocks()] == []


def test_else_if_is_one_elif_and_no_if() -> None:
    source = "if (a) {} else if (b) {} else if (c) {} else {}"
    assert [b.kind for b in tree_of("javascript", source).blocks()] == [
        "if",
        "elif",
        "elif",
        "else",
    ]


def test_a_function_torn_from_its_export_is_broken() -> None:
    source = "interface I {\n  a: string\n  <T>(b: T): T\n\nexport function f() {}\n"
    tree = tree_of("typescript", source)
    block = find(tree, "f")
    assert block.broken or block.span.of(tree.data).startswith(b"export")


def test_a_class_in_lines_that_do_not_parse_is_broken() -> None:
    tree = tree_of("javascript", "class A { m( { }\n}\nfunction g() {}")
    assert [block.path for block in tree.definitions()] == [("g",)]
    (guessed,) = guessed_definitions(tree)
    assert guessed.path == ("A",) and guessed.broken
