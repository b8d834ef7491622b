"""C, C++, Go, Rust, Java, Ruby: what is a definition, what is a block, and where they end."""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

import pytest

from profile_facts import text, tree_of
from structedit.languages.known import profile

C = """\
#ifndef SHAPES_H
#define SHAPES_H
#include <stdio.h>
#include "own.h"

/* A point. */
typedef struct { int x, *y; } Point;
typedef struct node { struct node *next; } Node, *NodeRef;
typedef struct same { int a; } same;
enum color { RED, GREEN = 2 };
static struct opts { int level; } defaults = { 1 };
extern int limit;
int first, *second = 0;
int *area(Point p);
#define SQUARE(x) \\
    ((x) * (x))

#ifdef WIDE
int width(void) { return 2; }
#else
int width(int scale) { return scale; }
#endif

static int **table(int (*cb)(int)) /* why */ {
    /* first */
    if (cb) return 0; else if (limit) { cb(1); } else { cb(2); }
    do { limit--; } while (limit);
    switch (limit) {
    case 1: // one
        cb(1);
        break;
        // after
    case 2:
    default: { cb(3); }
    }
    int local = 1;
#if DEBUG
    trace();
#else
    quiet();
#endif
}
int old(a, b) int a; char *b; { return a; }
int (*chooser(void))(int) { return 0; }
struct box { int w; };
#endif
"""

CPP = """\
namespace a::b {
class C : public D {
public:
    C(int x) : y(x) {}
    ~C() = default;
    explicit operator bool() const { return true; }
    bool operator==(const C& other) const { return y == other.y; }
    void plain();
    template <class T> void cast(T t) {}
    struct In { int z; };
private:
    int y;
};
}  // namespace a::b

// Pushes.
template <typename T>
void Stack<T>::push(T x) { items.push_back(x); }
template <typename T> T& ns::Stack<T>::operator[](int i) const { return items[i]; }
E::E() : y(1) {}
E::operator std::string() const { return ""; }
extern "C" void single() {}
extern "C" {
void inside() {}
}
template <typename T> concept Small = sizeof(T) < 4;
auto twice = [](int x) { return 2 * x; };
void run() {
    try { go(); } catch (const E& e) { stop(); } catch (...) { }
    for (auto& x : xs) x.f();
}
class EXPORT_API Shown {
    int q;
};
"""

GO = """\
// Package p is.
package p

import "fmt"

type (
	// A is first.
	A struct {
		X, Y int
	}
	B = int
)

// Only one.
type S[T any] interface {
	M(x int) error
}

const (
	One = iota
	Two
)
const Left, Right = 1, 2

// F does.
//go:noinline
func F(a int) (int, error) { // here
	if x := f(); x > 0 {
		a()
	} else if y {
	} else {
		// nothing
	}
	switch {
	case a > 1: // big
		b()
		// still big
	default:
	}
	select {
	case v := <-ch:
		use(v)
	}
	g := func(x int) int { return 1 }
	{
		bare()
	}
}

func (s *List[T]) Push(x T) {}
func (s List[T]) Pop() {}
"""

RUST = """\
//! The crate.
use std::{fmt, io};

/// A thing.
/// Two lines.
#[derive(Debug)]

#[repr(C)]
pub struct S<T> where T: X {
    a: T,
}
impl<T> fmt::Display for m::S<T> {
    /// Formats.
    fn fmt(&self) {}
}
pub trait Shape { fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }
#[macro_export]
macro_rules! five { () => { 5 }; }
mod inner { const K: u8 = 1; }
fn main() {
    if let Some(x) = y { 1 } else if q { 2 } else { 3 }
    match x { 1 | 2 => a(), _ if q => { b() } }
    unsafe { danger() }
    let Some(v) = w else { return };
    let c = |x| x + 1;
    'outer: loop { break 'outer; }
}
"""

JAVA = """\
package a.b;

import java.util.List;

/** A cart. */
@Entity(name = "cart")
public class Cart extends Base {
    private int x = 1, y;
    static { load(); }

    Cart(int x) { this.x = x; }

    // Totals.
    @Override
    public int total() throws E {
        if (x > 0) return 1; else if (y > 0) { two(); } else { three(); }
        try (var r = open()) { read(r); } catch (E e) { log(e); } finally { done(); }
        switch (x) { case 1: case 2: a(); break; default: b(); }
        var z = switch (x) { case 1 -> 10; default -> { yield 0; } };
        Runnable run = () -> { go(); };
        synchronized (this) { y++; }
        return 0;
    }

    enum Color { RED, GREEN { void f() {} }; int q; }
    record Pair(int a, int b) { Pair { check(a); } }
    @interface Mark { int value() default 1; }
    interface Shape { double area(); }
}
"""

RUBY = """\
# frozen_string_literal: true
class Cart < Base
  LIMIT = 10

  # Adds.
  def add(item, n = 1) # here
    # first
    @items << item
  rescue Full => e
    warn e
    # still
  ensure
    done
  end

  def empty
  end

  def only_comment(a)
    # nothing yet
  end

  def size = @items.size
  def self.build; new; end
  class << self
    def load() 1 end
  end
  private def secret; 1; end
end
module A::B
end
Point = Struct.new(:x) do
  def norm; x; end
end
def Cart.reset
end
describe "cart" do
  it "adds" do |x|
    x
  end
end
if a then b elsif c
  d
else
  if e
    f
  end
end
unless g
end
case v
when 1, 2 then w
when 3
  # three
else
  z
end
begin
  risky
rescue
  safe
end
while busy do
  wait
end
items.each { |i| use(i) }
x if y
"""

SOURCES = {"c": C, "cpp": CPP, "go": GO, "rust": RUST, "java": JAVA, "ruby": RUBY}

FACTS: list[tuple[str, str, str, str | None]] = [
    ("c", "Point", "core", "typedef struct { int x, *y; } Point;"),
    ("c", "Point", "kind", "struct"),
    ("c", "Point", "attached", "/* A point. */"),
    ("c", "Point.y", "span", "*y"),
    ("c", "Node", "body", " struct node *next; "),
    ("c", "node", "core", "struct node { struct node *next; }"),
    ("c", "same", "core", "typedef struct same { int a; } same;"),
    ("c", "opts", "core", "struct opts { int level; }"),
    ("c", "defaults", "span", "static struct opts { int level; } defaults = { 1 };"),
    ("c", "box", "span", "struct box { int w; };"),
    ("c", "color.GREEN", "span", "GREEN = 2"),
    ("c", "limit", "kind", "variable"),
    ("c", "limit", "span", "extern int limit;"),
    ("c", "second", "span", "*second = 0"),
    ("c", "area", "kind", "declaration"),
    ("c", "area", "span", "int *area(Point p);"),
    ("c", "SQUARE", "span", "#define SQUARE(x) \\\n    ((x) * (x))"),
    ("c", "width~1", "header", "int width(void)"),
    ("c", "width~2", "header", "int width(int scale)"),
    ("c", "table", "header", "static int **table(int (*cb)(int))"),
    ("c", "old", "header", "int old(a, b) int a; char *b;"),
    ("c", "chooser", "body", " return 0; "),
    ("c", "@if~1", "arm", "if (cb) return 0;"),
    ("c", "@if~1", "body", "return 0;"),
    ("c", "@if~1", "layout", "none"),
    ("c", "@elif~1", "core", "else if (limit) { cb(1); }"),
    ("c", "@else~1", "core", "else { cb(2); }"),
    ("c", "@do~1", "body", " limit--; "),
    ("c", "@do~1", "condition", "(limit)"),
    ("c", "@case~1", "header", "case 1:"),
    ("c", "@case~1", "body", " // one\n        cb(1);\n        break;\n        // after"),
    ("c", "@case~2", "body", ""),
    ("c", "@case~3", "body", " { cb(3); }"),
    ("c", "@region~4", "arm", "#if DEBUG\n    trace();"),
    ("c", "@region~5", "core", "#else\n    quiet();"),
    ("cpp", "a.b", "header", "namespace a::b"),
    ("cpp", "a.b.C", "header", "class C : public D"),
    ("cpp", "a.b.C.C", "kind", "constructor"),
    ("cpp", "a.b.C.C", "header", "C(int x) : y(x)"),
    ("cpp", "a.b.C.~C", "span", "~C() = default;"),
    ("cpp", "a.b.C.~C", "body", None),
    ("cpp", "a.b.C.operator bool", "body", " return true; "),
    ("cpp", "a.b.C.operator==", "body", " return y == other.y; "),
    ("cpp", "a.b.C.plain", "span", "void plain();"),
    ("cpp", "a.b.C.cast", "span", "template <class T> void cast(T t) {}"),
    ("cpp", "a.b.C.cast", "core", "void cast(T t) {}"),
    ("cpp", "a.b.C.cast", "kind", "method"),
    ("cpp", "a.b.C.In", "span", "struct In { int z; };"),
    ("cpp", "a.b.C.y", "span", "int y;"),
    ("cpp", "Stack.push", "attached", "// Pushes."),
    ("cpp", "Stack.push", "span", "template <typename T>\nvoid Stack<T>::push(T x) { items.push_back(x); }"),
    ("cpp", "ns.Stack.operator[]", "body", " return items[i]; "),
    ("cpp", "E.E", "kind", "constructor"),
    ("cpp", "E.E", "header", "E::E() : y(1)"),
    ("cpp", "E.operator std::string", "body", ' return ""; '),
    ("cpp", "single", "span", 'extern "C" void single() {}'),
    ("cpp", "inside", "span", "void inside() {}"),
    ("cpp", "Small", "span", "template <typename T> concept Small = sizeof(T) < 4;"),
    ("cpp", "Shown", "span", "class EXPORT_API Shown {\n    int q;\n};"),
    ("cpp", "@lambda~1", "header", "[](int x)"),
    ("cpp", "@try~1", "arm", "try { go(); }"),
    ("cpp", "@catch~1", "condition", "(const E& e)"),
    ("cpp", "@for~1", "body", "x.f();"),
    ("cpp", "@region~1", "header", 'extern "C"'),
    ("go", "A", "span", "A struct {\n\t\tX, Y int\n\t}"),
    ("go", "A", "attached", "// A is first."),
    ("go", "A.Y", "span", "Y"),
    ("go", "S", "span", "type S[T any] interface {\n\tM(x int) error\n}"),
    ("go", "S", "header", "S[T any] interface"),
    ("go", "S", "body", "\n\tM(x int) error\n"),
    ("go", "S.M", "span", "M(x int) error"),
    ("go", "Two", "span", "Two"),
    ("go", "Right", "span", "Right"),
    ("go", "F", "attached", "// F does.|//go:noinline"),
    ("go", "F", "header", "func F(a int) (int, error)"),
    ("go", "List.Push", "header", "func (s *List[T]) Push(x T)"),
    ("go", "List.Push", "kind", "method"),
    ("go", "List.Pop", "body", ""),
    ("go", "@if~1", "header", "if x := f(); x > 0"),
    ("go", "@if~1", "condition", "x > 0"),
    ("go", "@if~1", "arm", "if x := f(); x > 0 {\n\t\ta()\n\t}"),
    ("go", "@elif~1", "core", "else if y {\n\t}"),
    ("go", "@else~1", "header", "else"),
    ("go", "@else~1", "body", "\n\t\t// nothing\n\t"),
    ("go", "@switch~1", "header", "switch"),
    ("go", "@case~1", "body", " // big\n\t\tb()\n\t\t// still big"),
    ("go", "@case~2", "core", "default:"),
    ("go", "@case~3", "condition", "v := <-ch"),
    ("go", "@lambda~1", "body", " return 1 "),
    ("go", "@block~1", "body", "\n\t\tbare()\n\t"),
    ("rust", "S~1", "decorators", "#[derive(Debug)]|#[repr(C)]"),
    ("rust", "S~1", "attached", "/// A thing.|/// Two lines."),
    ("rust", "S~1", "doc", "/// A thing.\n/// Two lines."),
    ("rust", "S~1", "header", "pub struct S<T> where T: X"),
    ("rust", "S~2", "header", "impl<T> fmt::Display for m::S<T>"),
    ("rust", "S~2", "kind", "impl"),
    ("rust", "S.fmt", "attached", "/// Formats."),
    ("rust", "Shape.area", "body", None),
    ("rust", "Shape.twice", "body", " 2.0 "),
    ("rust", "five", "span", "#[macro_export]\nmacro_rules! five { () => { 5 }; }"),
    ("rust", "five", "body", " () => { 5 }; "),
    ("rust", "inner.K", "span", "const K: u8 = 1;"),
    ("rust", "@if~1", "condition", "let Some(x) = y"),
    ("rust", "@elif~1", "core", "else if q { 2 }"),
    ("rust", "@else~2", "core", "else { return }"),
    ("rust", "@case~1", "body", "a()"),
    ("rust", "@case~2", "body", " b() "),
    ("rust", "@block~1", "core", "unsafe { danger() }"),
    ("rust", "@lambda~1", "layout", "none"),
    ("rust", "@loop~1", "header", "'outer: loop"),
    ("java", "Cart", "attached", "/** A cart. */"),
    ("java", "Cart", "decorators", '@Entity(name = "cart")'),
    ("java", "Cart.x", "span", "x = 1"),
    ("java", "Cart.y", "span", "y"),
    ("java", "Cart.Cart", "kind", "constructor"),
    ("java", "Cart.Cart", "header", "Cart(int x)"),
    ("java", "Cart.total", "attached", "// Totals."),
    ("java", "Cart.total", "header", "@Override\n    public int total() throws E"),
    ("java", "Cart.Color.GREEN", "body", " void f() {} "),
    ("java", "Cart.Color.GREEN.f", "body", ""),
    ("java", "Cart.Pair.Pair", "body", " check(a); "),
    ("java", "Cart.Mark.value", "span", "int value() default 1;"),
    ("java", "Cart.Shape.area", "body", None),
    ("java", "@if~1", "arm", "if (x > 0) return 1;"),
    ("java", "@elif~1", "core", "else if (y > 0) { two(); }"),
    ("java", "@else~1", "body", " three(); "),
    ("java", "@try~1", "arm", "try (var r = open()) { read(r); }"),
    ("java", "@catch~1", "condition", "E e"),
    ("java", "@finally~1", "body", " done(); "),
    ("java", "@case~2", "body", " a(); break;"),
    ("java", "@case~4", "body", "10;"),
    ("java", "@lambda~1", "body", " go(); "),
    ("java", "@with~1", "header", "synchronized (this)"),
    ("java", "@block~1", "header", "static"),
    ("ruby", "Cart", "attached", ""),
    ("ruby", "Cart", "layout", "end"),
    ("ruby", "Cart.LIMIT", "span", "LIMIT = 10"),
    ("ruby", "Cart.add", "header", "def add(item, n = 1)"),
    ("ruby", "Cart.add", "attached", "# Adds."),
    ("ruby", "Cart.empty", "body", "\n  "),
    ("ruby", "Cart.only_comment", "body", "\n    # nothing yet\n  "),
    ("ruby", "Cart.size", "body", "@items.size"),
    ("ruby", "Cart.build", "body", "; new; "),
    ("ruby", "Cart.load", "body", " 1 "),
    ("ruby", "Cart.secret", "span", "private def secret; 1; end"),
    ("ruby", "A.B", "body", "\n"),
    ("ruby", "Point.norm", "header", "def norm"),
    ("ruby", "Cart.reset", "body", "\n"),
    ("ruby", "@catch~1", "body", "\n    warn e\n    # still"),
    ("ruby", "@finally~1", "core", "ensure\n    done"),
    ("ruby", "@call~2", "label", "cart"),
    ("ruby", "@call~3", "body", "\n    x\n  "),
    ("ruby", "@if~1", "arm", "if a then b"),
    ("ruby", "@elif~1", "core", "elsif c\n  d"),
    ("ruby", "@if~2", "core", "if e\n    f\n  end"),
    ("ruby", "@if~3", "body", "\n"),
    ("ruby", "@case~1", "condition", "1, 2"),
    ("ruby", "@case~1", "body", " w"),
    ("ruby", "@case~2", "body", "\n  # three"),
    ("ruby", "@try~1", "arm", "begin\n  risky"),
    ("ruby", "@catch~2", "core", "rescue\n  safe"),
    ("ruby", "@while~1", "body", "\n  wait\n"),
    ("ruby", "@lambda~1", "body", " use(i) "),
]


@pytest.mark.parametrize(("language", "place", "part", "expected"), FACTS)
def test_part_of_a_definition_or_block(language: str, place: str, part: str, expected: str | None) -> None:
    assert text(language, SOURCES[language], place, part) == expected


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_samples_and_probes_parse(language: str) -> None:
    assert tree_of(language, SOURCES[language]).clean
    assert tree_of(language, profile(language).probe).clean


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_finding_one_name_agrees_with_finding_all(language: str) -> None:
    every = tree_of(language, SOURCES[language]).definitions()
    for name in {b.path[-1] for b in every}:
        named = tree_of(language, SOURCES[language]).definitions_named(name)
        assert named == tuple(b for b in every if b.path[-1] == name)


@pytest.mark.parametrize(
    ("language", "imports", "head"),
    [
        ("c", ["#include <stdio.h>", '#include "own.h"'], "#define SHAPES_H"),
        ("cpp", [], ""),
        ("go", ['import "fmt"'], "package p"),
        ("rust", ["use std::{fmt, io};"], "//! The crate."),
        ("java", ["import java.util.List;"], "package a.b;"),
        ("ruby", [], "# frozen_string_literal: true"),
    ],
)
def test_imports_and_what_stays_above_them(language: str, imports: list[str], head: str) -> None:
    tree = tree_of(language, SOURCES[language])
    found = tree.imports()
    assert [one.span.of(tree.data).decode() for one in found.group] == imports
    above = found.above.of(tree.data).decode() if found.above is not None else ""
    assert above.rstrip().endswith(head)


def test_ruby_imports_are_calls_of_certain_words() -> None:
    tree = tree_of("ruby", 'require "set"\nputs "x"\nrequire_relative "own"\n')
    found = [one.span.of(tree.data) for one in tree.imports().statements]
    assert found == [b'require "set"', b'require_relative "own"']


@pytest.mark.parametrize(
    ("language", "source", "name", "span"),
    [
        ("c", "STATIC_INLINE const int f(int a) {\n    return a;\n}\n", "f", "STATIC_INLINE const int f(int a) {\n    return a;\n}"),
        ("c", "MEM_STATIC FORCE_ATTR size_t f(int a) {}\n", "f", "MEM_STATIC FORCE_ATTR size_t f(int a) {}"),
        ("c", "__BEGIN_DECLS\nstruct s\n{\n    int a;\n};\nint CALLBACK_FN g(void) {}\n", "s", "struct s\n{\n    int a;\n};"),
        ("cpp", "namespace n VISIBLE(default)\n{\nvoid f() noexcept {}\n}\n", "f", "void f() noexcept {}"),
    ],
)
def test_macros_keep_their_place_in_the_span(language: str, source: str, name: str, span: str) -> None:
    tree = tree_of(language, source)
    (found,) = tree.definitions_named(name)
    assert found.span.of(tree.data).decode() == span
    assert tree.clean


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("c", "void f(void) { int local = 1; int g(void); }\n"),
        ("go", "package p\nfunc f() { const local = 1 }\n"),
        ("rust", "fn f() { const LOCAL: u8 = 1; }\n"),
    ],
)
def test_a_variable_of_a_function_is_no_definition(language: str, source: str) -> None:
    assert [b.path for b in tree_of(language, source).definitions()] == [("f",)]
