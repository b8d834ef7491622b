"""What mkdocs adds to the pages: their version, colours in what a shell prints, and texts for models."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import BashLexer

_CONSOLE = re.compile(
    r'<div class="highlight">(?P<before><pre><span></span><code>)(?=<span class="gp">\$ </span>)'
    r"(?P<code>.*?)(?P<after></code></pre></div>)",
    re.S,
)
_SNIPPET = re.compile(r'^--8<-- "([^"]+)"$', re.M)
_TAG = re.compile(r"<[^>]+>")
_DIFF = {"---": "gh", "+++": "gh", "@@ ": "gu", "-": "gd", "+": "gi", " ": "go", "\\": "go"}
"""How lines of a diff begin, the longest first, with their classes of Pygments."""


def on_config(config: Any) -> Any:
    """Name the version that the pages describe, at the top of each and in its title."""
    project = tomllib.loads(Path(config.config_file_path).with_name("pyproject.toml").read_text())
    config.site_name = f"{config.site_name} {project['project']['version']}"
    return config


def on_page_content(html: str, **_: Any) -> str:
    """Colour examples of a shell, and let their button copy the commands alone."""
    return _CONSOLE.sub(_session, html)


def _session(found: re.Match[str]) -> str:
    shown, commands, in_diff = [], [], False
    continues = False
    for line in unescape(_TAG.sub("", found["code"])).splitlines():
        continues = line.startswith("$ ") or (continues and line.startswith("> "))
        if continues:
            commands.append(line[2:])
            code = highlight(line[2:], BashLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")
            shown.append(f'<span class="gp">{escape(line[:2])}</span>{code}')
            continue
        kind = next((kind for start, kind in _DIFF.items() if (line or " ").startswith(start)), "")
        in_diff = (in_diff and kind != "") or line.startswith(("--- a/", "--- /dev/null"))
        shown.append(f'<span class="{kind if in_diff else "go"}">{escape(line)}</span>')
    return "".join(
        (
            f'<div class="highlight console" data-copy="{escape(chr(10).join(commands))}">',
            *(found["before"], "\n".join(shown), "\n", found["after"]),
        )
    )


def on_post_build(config: Any) -> None:
    """Write `llms.txt`, the list of all pages, `llms-full.txt` with all of them, and each page as Markdown."""
    site, docs = Path(config.site_dir), Path(config.docs_dir)
    listed, full = [f"# {config.site_name}", f"> {config.site_description}"], []
    for group, pages in _groups(config.nav):
        rows = []
        for name in pages:
            text = _SNIPPET.sub(
                lambda found: (docs.parent / found[1]).read_text(), (docs / name).read_text()
            )
            (site / name).write_text(text)
            full.append(text)
            told = _first_sentence(text)
            title = text.partition("\n")[0].removeprefix("# ")
            rows.append(f"- [{title}]({name})" + (f": {told}" if told else ""))
        listed += [f"## {group}", "\n".join(rows)]
    (site / "llms.txt").write_text("\n\n".join(listed) + "\n")
    (site / "llms-full.txt").write_text("\n".join((f"# {config.site_name}\n", *full)))


def _groups(nav: list[dict[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """The headings of the navigation, each with the files below it; single pages come first."""
    items = [item for row in nav for item in row.items()]
    yield "Start", [below for _, below in items if isinstance(below, str)]
    for title, below in items:
        if not isinstance(below, str):
            yield title, [name for row in below for name in row.values()]


def _first_sentence(text: str) -> str:
    """The sentence below the title of a page, without links; empty where a page begins with an example."""
    below = text.partition("\n")[2].strip().partition("\n\n")[0].replace("\n", " ")
    told = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", below).replace("**", "")
    return "" if told.startswith(("```", "|", "<", "#")) else re.split(r"(?<=[.!?])\s", told)[0]
