"""The gate and what it decides on. Pure Python: no web framework, no network."""
