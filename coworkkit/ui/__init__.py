"""The part that lives in NiceGUI: the Provider, the hooks, and what they draw."""
