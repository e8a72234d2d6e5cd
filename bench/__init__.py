"""What a call through the gate costs. Run with ``make bench``."""
