"""Compare definitions in real C and C++ files with those that libclang finds.

    python benchmarks/judges/libclang_c.py [--limit N] [--show N] [--lang c|cpp] [FILE_OR_FOLDER ...]

Without paths: the headers of the system, of the C++ library and of Python. For every function,
method, struct, union, enum, class and namespace that libclang sees defined in a file, and that no
macro makes, structedit must have a definition of the same name and extent; files that libclang has
errors in are skipped. Needs `pip install libclang`. What stands in inactive `#if` branches is seen
by structedit only, and is not judged.
"""

from __future__ import annotations

import argparse
import re
import sys
import sysconfig
from collections import Counter
from ctypes import byref, c_uint
from pathlib import Path

try:
    from clang import cindex
except ImportError:
    sys.exit("skipped: libclang is not installed (pip install libclang)")

from structedit.languages.known import profile
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import SyntaxTree, parse

K = cindex.CursorKind
FUNCTIONS = {
    K.FUNCTION_DECL,
    K.CXX_METHOD,
    K.CONSTRUCTOR,
    K.DESTRUCTOR,
    K.CONVERSION_FUNCTION,
    K.FUNCTION_TEMPLATE,
}
TEMPLATES = {K.FUNCTION_TEMPLATE, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
TYPES = {
    K.STRUCT_DECL,
    K.UNION_DECL,
    K.ENUM_DECL,
    K.CLASS_DECL,
    K.CLASS_TEMPLATE,
    K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
}
OURS = {
    "field",
    "variable",
    "function",
    "method",
    "constructor",
    "struct",
    "union",
    "enum",
    "class",
    "namespace",
}

LEAD = re.compile(
    rb"(?:\s|\[\[.*?\]\]|__extension__\b|_*[A-Z][A-Z0-9_]+\b|template\s*<[^;{]*>)*", re.DOTALL
)
"""What belongs to a definition for one of the two and not for the other."""

Found = tuple[str, int, int, bool]
"""Name, start, end, and whether it is a template."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("paths", nargs="*", type=Path)
    options.add_argument("--limit", type=int, default=150, help="files a language")
    options.add_argument("--show", type=int, default=3, help="examples of each class")
    options.add_argument("--lang", choices=("c", "cpp"), help="only one of the two")
    arguments = options.parse_args()
    for language in ("c", "cpp"):
        if arguments.lang in (None, language):
            files = list(_files(language, arguments.paths))
            _report(language, files[:: max(1, len(files) // arguments.limit)], arguments.show)


def _files(language: str, paths: list[Path]) -> list[Path]:
    suffixes = {"c": {".c", ".h"}, "cpp": {".cc", ".cpp", ".cxx", ".hpp", ".tcc", ""}}[language]
    if not paths and language == "c":
        include = Path("/usr/include")
        folders = [
            include / name for name in ("sys", "net", "netinet", "arpa", "X11", "GL", "openssl")
        ]
        found = [f for folder in (include, *folders) if folder.is_dir() for f in folder.glob("*.h")]
        return sorted(found) + sorted(Path(sysconfig.get_paths()["include"]).rglob("*.h"))
    if not paths:
        roots = sorted(Path("/usr/include/c++").glob("*"))[:1]
        return [
            f
            for root in roots
            for folder in (root, root / "bits", root / "ext", root / "tr1", root / "experimental")
            for f in sorted(folder.glob("*"))
            if f.is_file() and f.suffix in suffixes | {".h"}
        ]
    if language == "cpp":
        suffixes.add(".h")
    found = [f for p in paths for f in ([p] if p.is_file() else sorted(p.rglob("*")))]
    return [f for f in found if f.is_file() and f.suffix in suffixes]


def _report(language: str, files: list[Path], show: int) -> None:
    counts: Counter[str] = Counter()
    classes: dict[str, list[str]] = {}
    for file in files:
        data = file.read_bytes()
        tree = parse(data, profile(language))
        judged = _judged(file, data, language)
        if isinstance(tree, str) or judged is None:
            counts["skipped"] += 1
            continue
        counts["files"] += 1
        counts["made by macros"] += judged[1]
        ours = [b for b in tree.definitions() if b.kind in OURS]
        for found in judged[0]:
            verdict = _verdict(found, ours, tree, data)
            counts["definitions"] += 1
            counts[verdict.split(":")[0]] += 1
            if verdict != "exact":
                line = data.count(b"\n", 0, found[1]) + 1
                classes.setdefault(verdict, []).append(f"{file}:{line} {found[0]}")
    total = max(1, counts["definitions"])
    print(
        f"{language}: "
        + ", ".join(
            f"{key} {counts[key]}"
            for key in (
                "files",
                "skipped",
                "definitions",
                "made by macros",
                "exact",
                "missing",
                "different",
            )
        )
    )
    print(f"{language}: {100 * counts['exact'] / total:.2f} % exact")
    for verdict, places in sorted(classes.items(), key=lambda row: -len(row[1])):
        print(f"  {len(places):5} {verdict}")
        for place in places[:: max(1, len(places) // show)][:show]:
            print(f"        {place}")


def _verdict(found: Found, ours: list[Block], tree: SyntaxTree, data: bytes) -> str:
    name, start, end, _ = found
    named = [b for b in ours if _plain(b.path[-1]) == _plain(name)]
    for block in ours:
        before = data[min(start, block.core.start) : max(start, block.core.start)]
        if end == block.core.end and (start == block.span.start or LEAD.fullmatch(before)):
            if block in named or name.startswith("operator "):
                return "exact"
        body = block.body
        if block in named and body is not None and body.end + 1 == end and start > block.core.start:
            if block.kind in ("field", "variable") or data.startswith(b"typedef", block.core.start):
                return "exact"
    near = [b for b in named if b.span.start < end and start < b.span.end]
    faulty = any(f.span.start <= end and start <= f.span.end for f in tree.faults())
    if not near:
        before = any(f.span.start <= start and start - f.span.end < 200 for f in tree.faults())
        return "missing: " + ("in what does not parse" if faulty or before else "parsed otherwise")
    block = near[0]
    if faulty:
        return "different: something inside does not parse"
    if block.core.end != end:
        return "different: end"
    low, high = sorted((block.core.start, start))
    between = re.sub(rb"\s+", b" ", data[low:high]).decode("latin-1")[:40]
    return f"different: structedit starts {'earlier' if block.core.start < start else 'later'} by {between!r}"


def _plain(name: str) -> str:
    return re.sub(r"<[^=<>]*>$|\s", "", name)


def _judged(file: Path, data: bytes, language: str) -> tuple[list[Found], int] | None:
    """Give what libclang finds in the file, and how much of it comes from macros."""
    standard = {"c": ["-x", "c", "-std=gnu17"], "cpp": ["-x", "c++", "-std=gnu++20"]}[language]
    index = cindex.Index.create()
    try:
        unit = index.parse(
            str(file), [*standard, "-ferror-limit=0", f"-I{file.parent}", *_includes()]
        )
    except cindex.TranslationUnitLoadError:
        return None
    if any(d.severity >= d.Error and str(d.location.file) == str(file) for d in unit.diagnostics):
        return None
    found: list[Found] = []
    macros = 0
    stack = list(unit.cursor.get_children())
    while stack:
        cursor = stack.pop()
        if cursor.location.file is None or cursor.location.file.name != str(file):
            continue
        if cursor.kind in FUNCTIONS | TYPES | {
            K.NAMESPACE,
            K.UNEXPOSED_DECL,
            K.LINKAGE_SPEC,
            K.FRIEND_DECL,
        }:
            stack.extend(cursor.get_children())
        item = _item(cursor, data)
        if item is not None and _from_macro(cursor, item, data):
            macros += 1
        elif item is not None:
            found.append(item)
    return sorted(set(found), key=lambda row: row[1]), macros


def _item(cursor: cindex.Cursor, data: bytes) -> Found | None:
    start, end = cursor.extent.start.offset, cursor.extent.end.offset
    name = cursor.spelling
    if cursor.kind is K.TYPEDEF_DECL:
        inner = [c for c in cursor.get_children() if c.kind in TYPES and c.is_definition()]
        anonymous = inner and (
            not inner[0].spelling or "unnamed" in inner[0].spelling or "(" in inner[0].spelling
        )
        body = inner[0].extent if inner else None
        if not anonymous or body is None or not start <= body.start.offset < end:
            return None
        at = data.find(b";", end)
        return name, start, at + 1 if at >= 0 else end, False
    is_type = cursor.kind in TYPES
    if cursor.kind is not K.NAMESPACE and not (
        (is_type or cursor.kind in FUNCTIONS) and cursor.is_definition()
    ):
        return None
    if (
        not name
        or "unnamed" in name
        or "anonymous" in name
        or "(" in name.replace("operator()", "")
    ):
        return None
    if not data[start:end].rstrip().endswith((b"}", b"default", b"delete")):
        return None
    if not data[start:end].endswith(b"}"):
        end = data.find(b";", end) + 1
    if is_type and not cursor.is_anonymous() and re.match(rb"typedef\b", data[start:end]):
        return None
    return name, start, end, cursor.kind in TEMPLATES


def _from_macro(cursor: cindex.Cursor, item: Found, data: bytes) -> bool:
    name, start, end, _ = item
    places = (cursor.extent.start, cursor.extent.end, cursor.location)
    if any(_spelling(place) != (place.file.name, place.offset) for place in places):
        return True
    word = re.sub(r"<.*>$", "", name).removeprefix("~").split(" ")[0].encode()
    return word.split(b"operator")[0] not in data[start:end]


def _spelling(place: cindex.SourceLocation) -> tuple[str, int]:
    """Give where the characters stand; a macro's stand elsewhere than where it is used."""
    file, line, column, offset = cindex.c_object_p(), c_uint(), c_uint(), c_uint()
    cindex.conf.lib.clang_getSpellingLocation(
        place, byref(file), byref(line), byref(column), byref(offset)
    )
    return (cindex.File(file).name if file else "", int(offset.value))


def _includes() -> list[str]:
    """Give the folders of the compiler's own headers, which libclang's wheel lacks."""
    own = sorted(Path("/usr/lib").glob("llvm-*/lib/clang/*/include")) or sorted(
        Path("/usr/lib/gcc").glob("*/*/include")
    )
    return [f"-isystem{folder}" for folder in own[-1:]] + [f"-I{sysconfig.get_paths()['include']}"]


if __name__ == "__main__":
    main()
