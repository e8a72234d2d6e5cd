"""Names that every model provider takes, made from names that people chose."""

from __future__ import annotations

import hashlib
import re
import unicodedata

LONGEST = 64
SAFE = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
"""What OpenAI, Anthropic, Gemini and MCP clients all take. Gemini's must not begin with a digit or a hyphen."""

MADE = re.compile(r".*_[0-9a-f]{8}")
"""What a made name looks like; a chosen one that looks so is made anew, so that the two never meet."""


def safe_name(name: str) -> str:
    """Return a name for a provider. It depends on the given name alone, so it stays the same between two steps.

    A name that is safe stays as it is. Of any other, what can be read is kept, and a digest makes it its own.
    """
    if SAFE.fullmatch(name) and not MADE.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()
    readable = re.sub(r"[^a-zA-Z0-9]+", "_", plain).strip("_")[: LONGEST - 10].rstrip("_") or "action"
    return f"{'_' if readable[0].isdigit() else ''}{readable}_{digest}"
