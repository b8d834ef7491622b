"""Open a page of HTML in Chromium without a window, where it is installed (`apt-get install chromium`)."""

import json
import re
import shutil
import subprocess

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

ALONE = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # the browser's own calls home do not leave the machine either
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9"),
)


def opened(html, folder, *options):
    """Open a page, and return what it wrote to the console, what it asked for, and what is printed."""
    path, log = folder / "page.html", folder / "net.json"
    path.write_text(html)
    done = subprocess.run(
        [
            *(BROWSER, *ALONE, f"--user-data-dir={folder / 'profile'}", f"--log-net-log={log}"),
            *("--enable-logging=stderr", "--v=0", *options, path.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=90,
    )
    console = re.findall(r"CONSOLE[:(]\d+\)?\] (.*)", done.stderr)
    events = json.loads(log.read_text())["events"]
    facts = [event.get("params") or {} for event in events]
    asked = {
        fact["url"]
        for fact in facts
        if fact.get("initiator", "not an origin") != "not an origin"
        and fact.get("url", "").startswith("http")
    }
    return console, asked, done.stdout
