"""Building blocks of the capsule's HTML. They escape everything that comes from the conversation."""

from __future__ import annotations

from html import escape

from workbench.outputs.as_json import indented
from workbench.outputs.visible import shortened, visible, visible_lines

MAX_LENGTH = 4_000
"""Characters of one value that the page shows. The data in the file is complete."""


def text_of(text: str) -> str:
    return escape(visible(shortened(text, MAX_LENGTH)))


def json_block(value: object) -> str:
    return f"<pre>{escape(visible_lines(shortened(indented(value), MAX_LENGTH)))}</pre>"


def folded(title: str, content: str) -> str:
    return f"<details><summary>{text_of(title)}</summary>{content}</details>"
