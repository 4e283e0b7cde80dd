"""Markdown that shows a text as it is: labels, hints and notices of Streamlit are always Markdown."""

from __future__ import annotations

import re

from workbench.outputs.visible import visible_lines

_MARKUP = re.compile(r"[\\`*_\[\]<>$:~#!|&]")


def as_markdown(text: str) -> str:
    """Return the Markdown of a text with external words, such as the name of a file."""
    return _MARKUP.sub(lambda match: f"\\{match[0]}", visible_lines(text))
