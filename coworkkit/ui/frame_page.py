"""The document inside the framed card: the card's own modules in one inline script, and nothing to fetch."""

from __future__ import annotations

import json
import re
import secrets
from functools import cache
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent / "js"
ENTRY = "frame_main.js"

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w.]+)";\n', re.MULTILINE)
EXPORT_LIST = re.compile(r"^export\s*\{([^}]*)\};\n", re.MULTILINE)
EXPORT_PARTS = re.compile(r"^export\s+const\s*\{([^}]*)\}\s*=", re.MULTILINE)
EXPORT = re.compile(r"^export\s+(async function|function|const|let|class)\s+(\w+)", re.MULTILINE)

DOCUMENT = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>Confirmation</title>
<style>html, body {{ margin: 0; height: 100%; background: transparent; }}</style></head>
<body><script nonce="{nonce}">{script}
modules["{entry}"].start({given});</script></body></html>
"""


@cache
def bundle() -> str:
    """Return the card's modules as one script. Each keeps its own scope, so that equal names do not meet."""
    done: dict[str, str] = {}

    def take(name: str) -> None:
        if name in done:
            return
        done[name] = ""
        source = (SCRIPTS / name).read_text(encoding="utf-8")
        for _, wanted in IMPORT.findall(source):
            take(wanted)
        done[name] = done.pop(name) + wrapped(name, source)

    take(ENTRY)
    return '"use strict"; const modules = {};\n' + "\n".join(done.values())


def wrapped(name: str, source: str) -> str:
    """Return one module as a function that fills its own entry of `modules`."""
    exported = [found[1] for found in EXPORT.findall(source)]
    for listed in EXPORT_LIST.findall(source) + EXPORT_PARTS.findall(source):
        exported += [part.strip() for part in listed.split(",") if part.strip()]
    body = EXPORT_LIST.sub("", EXPORT_PARTS.sub(r"const {\1} =", EXPORT.sub(r"\1 \2", source)))
    body = IMPORT.sub(lambda found: f'const {{{found[1]}}} = modules["{found[2]}"];\n', body)
    if leftover := re.search(r"^(import|export)\b.*", body, re.MULTILINE):
        raise ValueError(f"{name} uses a form of import or export that the frame cannot inline: {leftover[0]}")
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {", ".join(exported)} }};\n}})();'

HOST = re.compile(r"[\w.\-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")
"""A host and port that may stand in a policy; anything else of a Host header may not."""


def frame_page(
    given: dict[str, Any], *, host: str, language: str = "en", embedded_by: tuple[str, ...] = ()
) -> tuple[str, dict[str, str]]:
    """Return the frame's document and its headers.

    Args:
        given: what the card needs to know; it stands in the document and nowhere else.
        language: the page's language, for the numbers on the card.
        host: host and port of the app, where the decision may be sent.
        embedded_by: the sites that may show the page around it, because browsers ask all of its ancestors.
    """
    nonce = secrets.token_urlsafe(16)
    safe = json.dumps(given).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    document = DOCUMENT.format(nonce=nonce, script=bundle(), entry=ENTRY, given=safe, language=language)
    ancestors = " ".join(dict.fromkeys(("'self'", *embedded_by)))
    own = f"http://{host} https://{host}" if HOST.fullmatch(host) else ""
    # With the schemes: to WebKit an opaque origin has none of its own that 'self' or a bare host could stand for.
    policy = (
        f"sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; "
        f"connect-src 'self' {own}; base-uri 'none'; form-action 'none'; "
        f"frame-ancestors {ancestors}"
    )
    return document, {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
