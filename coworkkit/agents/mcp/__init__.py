"""MCP: an agent from outside reaches the page its user has open. Needs ``pip install coworkkit[mcp]``."""

from .endpoint import MCPEndpoint

__all__ = ["MCPEndpoint"]
