"""What the site adds to the pages when mkdocs builds it: its version, and colours in what a shell prints."""

from __future__ import annotations

import re
import tomllib
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
