"""How the keys of providers begin."""

from __future__ import annotations

KEY_PREFIXES = (
    *("sk", "rk", "pk", "gsk", "csk", "xai", "hf", "tgp", "pplx", "nvapi"),
    *("ghp", "glpat", "github_pat"),
)
"""Each is followed by a hyphen or an underscore."""
