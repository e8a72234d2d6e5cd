"""Origins: whether a text is one, and whether a request comes from the host it is sent to."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}

# Only what a CSP can hold: a host in ASCII, so no space, ";" or "," can end the policy early.
ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:(?P<port>\d{1,5}))?")


def is_origin(text: str) -> bool:
    """Return whether a text is the origin of one site: scheme, host and perhaps a port, and nothing else."""
    found = ORIGIN.fullmatch(text.lower())
    return found is not None and 0 < int(found["port"] or 1) < 65536


def is_of_host(origin: str, host: str) -> bool:
    """Return whether an `Origin` header is that of the `Host` asked; a default port may be written or not."""
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    default = f":{DEFAULT_PORTS.get(parts.scheme, '')}"
    return parts.netloc != "" and parts.netloc.removesuffix(default) == host.lower().removesuffix(default)
