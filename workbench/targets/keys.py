"""Prefixes of the providers' API keys."""

from __future__ import annotations

KEY_PREFIXES = (
    *("sk", "rk", "pk", "gsk", "csk", "xai", "hf", "tgp", "pplx", "nvapi"),
    *("ghp", "glpat", "github_pat"),
)
"""A hyphen or an underscore follows each prefix."""
