"""Every way to reach an agent, put through the same calls."""
