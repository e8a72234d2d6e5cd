"""Any agent that speaks AG-UI, over HTTP. Needs ``pip install coworkkit[agui]``."""

try:
    import ag_ui.core
    import httpx_sse
    import jsonpatch
except ImportError as error:
    raise ImportError(
        'AGUIAgent needs ag-ui-protocol, httpx-sse and jsonpatch. Install them with: pip install "coworkkit[agui]"'
    ) from error

from .agent import AGUIAgent

__all__ = ["AGUIAgent", "ag_ui", "httpx_sse", "jsonpatch"]
