"""Nodes of scripts: the parts of a block, its neighbours, and attributes that do not exist."""

import pytest

import structedit as se
from structedit.extras.codemods.scripting import combined, source_of

FILES = {
    "cart.py": '''\
class Cart:
    """A cart."""

    @property
    def total(self, key=lambda x: x):
        """The sum."""
        if self.open and key:
            return 1
        elif self.late:
            return 2
        else:
            for item in self.items:
                pass
        return 3


def f(): return 1
''',
    "cart.js": """\
/** A cart. */
export class Cart {
  total(x) {
    if (x) {
      a();
    } else {
      b();
    }
  }
}
const g = (a) => { return a; };
""",
    "cart.go": """\
package cart

// Total is the sum.
func (c *Cart) Total(x int) int {
	if x > 1 {
		return 1
	}
	return 2
}
""",
    "cart.json": '{"a": {"b": [1, 2], "c": 3}}\n',
    "cart.md": "# A\n\ntext\n\n## B\n\nmore\n",
    "cart.css": ".a { b: c; }\n@media print {\n  .d { e: f; }\n}\n",
    "broken.py": "def f(x):\n    return x\n\n\ndef g(:\n    if x:\n        pass\n",
}


def tree(path):
    return se.parse(se.Document.from_text(FILES[path], path=path))


def every_node(shown):
    return (*shown.definitions(), *shown.blocks())


def test_the_parts_of_a_block_are_texts():
    shown = tree("cart.py")
    method = shown.find("Cart.total")
    assert method.header == "    def total(self, key=lambda x: x):"
    assert method.body.startswith('        """The sum."""\n') and method.body.endswith("return 3")
    assert method.doc == '        """The sum."""'
    assert shown.find("Cart.total > if").condition == "self.open and key"
    assert shown.find("Cart.total > elif").body == "            return 2"


def test_a_part_that_a_block_does_not_have_is_none():
    shown = tree("cart.py")
    assert shown.find("Cart.total > else").condition is None
    assert (shown.find("f").doc, shown.find("f").condition) == (None, None)


@pytest.mark.parametrize(
    ("path", "parents"),
    [
        (
            "cart.py",
            {
                "Cart": None,
                "Cart.total": "Cart",
                "Cart.total > lambda": "Cart.total",
                "Cart.total > if": "Cart.total",
                "Cart.total > elif": "Cart.total",
                "Cart.total > else": "Cart.total",
                "Cart.total > for": "Cart.total > else",
                "f": None,
            },
        ),
        (
            "cart.js",
            {
                "Cart": None,
                "Cart.total": "Cart",
                "Cart.total > if": "Cart.total",
                "Cart.total > else": "Cart.total",
                "g": None,
            },
        ),
        ("cart.json", {"a": None, "a.b": "a", "a.b[0]": "a.b", "a.b[1]": "a.b", "a.c": "a"}),
        ("cart.md", {"# A": None, "# B": "# A"}),
    ],
)
def test_parents_and_children_mirror_each_other(path, parents):
    shown = tree(path)
    nodes = {node.selector: node for node in every_node(shown)}
    found = {key: node.parent and node.parent.selector for key, node in nodes.items()}
    assert found == parents
    for selector, node in nodes.items():
        children = [child.selector for child in node.children]
        assert children == [one for one, around in parents.items() if around == selector]
        assert all(child.parent == node for child in node.children)


@pytest.mark.parametrize("path", FILES)
def test_a_part_replaced_by_itself_changes_nothing(path):
    shown = tree(path)
    for node in every_node(shown):
        for part in ("header", "body", "condition", "doc"):
            text = getattr(node, part)
            if not text:
                continue
            outcome = combined(source_of(shown), [node.replace(**{part: text})])
            if path == "broken.py" and not outcome.landed:
                continue  # refused, as for any edit beside an error
            assert outcome.status == "unchanged", (node.selector, part, outcome.report())


@pytest.mark.parametrize(
    ("path", "selector", "name"),
    [
        ("cart.py", "Cart.total", "total"),
        ("cart.py", "f", "f"),
        ("cart.py", "Cart.total > if", ""),
        ("cart.go", "Cart.Total", "Total"),
        ("cart.json", "a.b", "b"),
    ],
)
def test_a_name_is_the_plain_one(path, selector, name):
    shown = tree(path)
    assert shown.find(selector).name == name
    (node,) = [node for node in every_node(shown) if node.selector == selector]
    assert node.name == name


def test_a_script_finds_a_method_by_its_name():
    shown = tree("cart.py")
    edits = [node.replace(body="return 0") for node in shown.definitions() if node.name == "total"]
    text = combined(source_of(shown), edits).text
    assert "return 3" not in text and text.count("return 0") == 1


def test_methods_of_the_same_name_are_told_apart_by_their_parents():
    text = "class A:\n    def run(self):\n        pass\n\n\nclass B:\n    def run(self):\n        pass\n"
    shown = se.parse(se.Document.from_text(text, path="a.py"))
    found = [node for node in shown.definitions() if node.name == "run"]
    assert [node.parent.name for node in found] == ["A", "B"]


def test_an_edit_of_a_parent_or_a_child_lands():
    shown = tree("cart.py")
    inner = shown.find("Cart.total > for")
    edits = [inner.parent.delete(), shown.find("Cart").children[0].replace(doc='"""New."""')]
    text = combined(source_of(shown), edits).text
    assert "for item" not in text and '"""New."""' in text


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda t: t.find("f").heder, "no 'heder'; did you mean 'header'"),
        (lambda t: t.find("f").bdy, "did you mean 'body'"),
        (lambda t: t.find("f").code, "did you mean 'text'"),
        (lambda t: t.find("f").functions, "did you mean 'children'"),
        (lambda t: t.defintions(), "did you mean 'definitions'"),
        (lambda t: t.query("(identifier) @x")[0].txt, "did you mean 'text'"),
        (lambda t: t.query("(identifier) @x")[0].name, "no 'name'$"),
        (lambda t: t.find("f").quux, "no 'quux'$"),
    ],
)
def test_an_attribute_that_does_not_exist_raises(ask, said):
    with pytest.raises(AttributeError, match=said):
        ask(tree("cart.py"))


def test_in_a_run_such_an_attribute_is_an_error_of_the_script(tmp_path):
    (tmp_path / "a.py").write_text(FILES["cart.py"])
    out = se.run(lambda t: [d.replace("") for d in t.definitions() if d.nam == "f"], tmp_path)
    assert out.batch.reason == "script_failed"
    assert "did you mean 'name'?" in out.batch.message


def test_blocks_that_a_selector_finds_inside_other_code_have_parts_too():
    text = "<script>\nclass A {\n  f(x) {\n    if (x) {\n      g()\n    }\n  }\n}\n</script>\n"
    shown = se.parse(se.Document.from_text(text, path="a.vue"))
    node = shown.find("A.f")
    assert (node.selector, node.name, node.header) == ("script > A.f", "f", "  f(x)")
    assert node.body == "    if (x) {\n      g()\n    }\n  "
    assert node.parent.selector == "script > A" and node.parent.parent is None
    (inner,) = node.children
    assert (inner.selector, inner.condition, inner.lines.first) == ("script > A.f > if", "x", 4)
    assert inner.parent == node.parent.children[0]
    assert "g()" not in combined(source_of(shown), [inner.delete()]).text


THREE = "def a():\n    pass\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n"


@pytest.mark.parametrize(
    ("path", "text", "names", "left"),
    [
        ("a.py", THREE, "ab", "def c():\n    pass\n"),
        ("a.py", THREE, "bc", "def a():\n    pass\n"),
        ("a.py", THREE, "abc", ""),
        ("a.json", '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', "bc", '{\n  "a": 1\n}\n'),
        ("a.json", '{"a": 1, "b": 2, "c": 3}\n', "bc", '{"a": 1}\n'),
        ("a.json", '{"a": 1, "b": 2, "c": 3}\n', "ab", '{"c": 3}\n'),
        ("a.yaml", "a: 1\nb: 2\nc: 3\n", "ab", "c: 3\n"),
    ],
)
def test_neighbours_are_deleted_with_what_is_between_them(path, text, names, left):
    tree = se.parse(se.Document.from_text(text, path=path))
    out = combined(source_of(tree), [tree.find(name).delete() for name in names])
    assert out.landed and out.text == left


@pytest.mark.parametrize(
    ("path", "text", "pattern", "template", "made"),
    [
        ("a.py", "y = double(x + 1)\n", "double($A)", "{A} * 2", "y = (x + 1) * 2\n"),
        ("a.js", "y = add(1) * 3;\n", "add($A)", "{A} + 1", "y = (1 + 1) * 3;\n"),
        ("a.js", "f(text(a + b));\n", "text($A)", '"a + b"', 'f("a + b");\n'),
        ("a.py", "if x: log(1)\nf(a, log(1))\n", "log($A)", "", "if x: pass\nf(a)\n"),
        ("a.js", "if (x)\n  log(1);\nlog(2);\nb()\n", "log($A);", "", "if (x) {}\nb()\n"),
        (
            "a.html",
            "<script>\nlet y = double(x + 1);\n</script>\n",
            "double($A)",
            "{A} * 2",
            "<script>\nlet y = (x + 1) * 2;\n</script>\n",
        ),
        ("a.pl", "log($x) if $d;\n", "log($A)", "a(); b()", None),
    ],
)
def test_what_a_script_writes_for_a_node_takes_its_place_alone(path, text, pattern, template, made):
    tree = se.parse(se.Document.from_text(text, path=path))
    nodes = tree.match(pattern)
    edits = [
        node.replace(template.format(A=node["A"].text)) if template else node.delete()
        for node in nodes
    ]
    out = combined(source_of(tree), edits)
    assert out.landed == (made is not None)
    assert out.text == made if made else "line 1" in out.message and out.reason == "read_back"
