"""Levels of escaping and gutters: which one is seen, and what becomes of the new text."""

import pytest

from structedit.search.alignment.escapes import VARIANTS, variants_of, varied
from structedit.search.alignment.ladder import find
from structedit.search.alignment.merge import Conflict, merge

ROWS = [
    (
        "gutter bar",
        "if x:\n    y\n",
        "12| if x:\n13|     y",
        "12| if x:\n13|     z",
        "if x:\n    z\n",
    ),
    ("gutter bar", "if x:\n    y\n", "12|if x:\n13|    y", "12|if x:\n13|    z", "if x:\n    z\n"),
    ("gutter bar", "a\nb\n", "1 | a\n2 | b", "1 | a\nnew\n2 | b", "a\nnew\nb\n"),
    ("gutter bar", "a\n\nb\n", "9| a\n10|\n11| b", "9| a\n10|\n11| c", "a\n\nc\n"),
    ("gutter bar", "a\n\nb\n", "9| a\n\n11| b", "9| a\n\n11| c", "a\n\nc\n"),
    (  # the content of the file is a listing itself
        "gutter bar",
        "914 | a\n915 | b\n",
        "8| 914 | a\n9| 915 | b",
        "914 | a\n915 | c",
        "914 | a\n915 | c\n",
    ),
    (
        "gutter tab",
        "if x:\n    y\n",
        " 9\tif x:\n10\t    y",
        " 9\tif x:\n10\t    z",
        "if x:\n    z\n",
    ),
    ("gutter tab", " a\n b\n", "1\t a\n2\t b", "1\t a\n2\t c", " a\n c\n"),
    (
        "gutter colon",
        "if x:\n    y\n",
        "9: if x:\n10:     y",
        "9: if x:\n10:     z",
        "if x:\n    z\n",
    ),
    ("gutter arrow", "if x:\n    y\n", "9→if x:\n10→    y", "9→if x:\n10→    z", "if x:\n    z\n"),
    (
        "quotes unescaped",
        "say(\"hi\", 'a')\n",
        "say(\\\"hi\\\", \\'a\\')",
        "say(\\\"ho\\\", \\'a\\')",
        "say(\"ho\", 'a')\n",
    ),
    ("quotes unescaped", 'say("a\\n")\n', 'say(\\"a\\n\\")', 'say(\\"b\\n\\")', 'say("b\\n")\n'),
    (
        "signs unescaped",
        "u = `/${id}`;\n",
        "u = \\`/\\${id}\\`;",
        "u = \\`/v2/\\${id}\\`;",
        "u = `/v2/${id}`;\n",
    ),
    (
        "strings escaped",
        '#\' Print rows\n\nsay("a\\n")\n',
        '#\' Print rows\n\nsay("a\n")',
        '#\' Print rows\n\nsay("b\n")',
        '#\' Print rows\n\nsay("b\\n")\n',
    ),
    ("line ends unescaped", "if x:\n\ty\n", "if x:\\n\\ty", "if x:\\n\\tz", "if x:\n\tz\n"),
    ("line ends unescaped", "a\nb\n", "a\\r\\nb", "a\\r\\nc", "a\nc\n"),
    ("letters unescaped", "s = 'é'\n", "s = '\\u00e9'", "t = '\\u00e9'", "t = 'é'\n"),
    ("unescaped", 'say("a\\n")\n', 'say(\\"a\\\\n\\")', 'say(\\"b\\\\n\\")', 'say("b\\n")\n'),
    ("unescaped", "url = a/b\n", "url = a\\/b", "url = a\\/c", "url = a/c\n"),
    ("unescaped", "s = 'A'\n", "s = '\\x41'", "s = '\\x42'", "s = 'B'\n"),
    ("strings escaped", 'say("a\\n")\n', 'say("a\n")', 'say("b\n")', 'say("b\\n")\n'),
    ("strings escaped", 'say("a\\tb")\n', 'say("a\tb")', 'say("a\tc")', 'say("a\\tc")\n'),
    (
        "strings escaped",
        "x = 1\nsay('a\\nb')\n",
        "x = 1\nsay('a\nb')",
        "x = 2  # don't\nsay('a\nb')\nsay('c\n')",
        "x = 2  # don't\nsay('a\\nb')\nsay('c\\n')\n",
    ),
    (
        "entities unescaped",
        "if a < b && c > 'd':\n",
        "if a &lt; b &amp;&amp; c &gt; &#39;d&#39;:",
        "if a &lt; b:",
        "if a < b:\n",
    ),
    (
        "entities unescaped",
        'say("&lt;")\n',
        "say(&quot;&amp;lt;&quot;)",
        "say(&quot;&amp;gt;&quot;)",
        'say("&gt;")\n',
    ),
    ("double quotes escaped", 's = "a \\"b\\""\n', 'a "b"', 'a "c"', 's = "a \\"c\\""\n'),
    ("single quotes escaped", "s = 'it\\'s so'\n", "it's so", "it's not", "s = 'it\\'s not'\n"),
    ("backslashes escaped", 's = "a\\\\d+"\n', "a\\d+", "a\\w+", 's = "a\\\\w+"\n'),
    ("letters escaped", 's = "caf\\u00e9"\n', "café", "cafés", 's = "caf\\u00e9s"\n'),
    ("escaped", 's = "a\\n\\"b\\"\\tc"\n', 'a\n"b"\tc', 'a\n"b"\td', 's = "a\\n\\"b\\"\\td"\n'),
    (
        "angles escaped",
        "<p>a &lt; b &amp; c &gt; d</p>\n",
        "a < b & c > d",
        "a < b & c > e",
        "<p>a &lt; b &amp; c &gt; e</p>\n",
    ),
    (
        "entities escaped",
        "<p>&lt;a b=&quot;c&quot;&gt;</p>\n",
        '<a b="c">',
        '<a b="d">',
        "<p>&lt;a b=&quot;d&quot;&gt;</p>\n",
    ),
]


@pytest.mark.parametrize(("variant", "data", "old", "new", "result"), ROWS)
def test_the_variant_that_finds_a_text_is_applied_to_the_new_one(variant, data, old, new, result):
    (hit,) = find(data.encode(), old.encode(), new=new.encode()).occurrences
    assert (hit.tier, hit.variant) == ("escape", variant)
    merged = merge(data.encode(), hit, old.encode(), new.encode())
    assert not isinstance(merged, Conflict)
    assert merged.apply(data.encode()).decode() == result


def test_every_variant_has_a_row():
    assert {row[0] for row in ROWS} == {variant.name for variant in VARIANTS}


@pytest.mark.parametrize(
    ("needle", "names"),
    [
        ("plain", set()),
        ("13| b\n12| a", {"escaped"}),
        ("12| a\n12| b", {"escaped"}),
        ("12| a\nb", {"escaped"}),
        ("12| a", {"gutter bar"}),
        ("\\ud83d", {"backslashes escaped"}),
        ("\\xe9", {"unescaped", "backslashes escaped"}),
        ("😀", set()),
        ("'", {"single quotes escaped"}),
        ("\\n", {"backslashes escaped"}),
    ],
)
def test_what_is_no_variant(needle, names):
    assert {name for name, _ in variants_of(needle.encode())} == names


def test_a_new_text_on_another_level_has_no_variant():
    old = b'say(\\"hi\\\\n\\")'
    assert varied("unescaped", old, b'say("ho")') is None
    assert varied("unescaped", old, b'say(\\"ho\\")') == (b'say("hi\\n")', b'say("ho")')
    assert varied("unescaped", b"a\\tb", b'"c"') == (b"a\tb", b'"c"')
    assert varied("", old, b"x") == (old, b"x")
    assert varied("gutter bar", b"2| a\n1| b", b"2| a") is None


def test_a_needle_that_is_blank_in_a_variant_is_none():
    assert "line ends unescaped" not in dict(variants_of(b"\\n\\n"))
