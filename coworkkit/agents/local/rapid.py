"""The one door to rapidfuzz, so that its absence is told in one place."""

try:
    from rapidfuzz import fuzz
    from rapidfuzz.distance import OSA
except ImportError as error:
    raise ImportError("LocalAgent needs rapidfuzz. Install it with: pip install coworkkit[local]") from error

__all__ = ["OSA", "fuzz"]
