"""Agents from outside, by MCP."""
