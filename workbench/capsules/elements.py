"""Pieces of the capsule's HTML. Whatever comes from the conversation is escaped here and nowhere else."""

from __future__ import annotations

from html import escape

from workbench.outputs.as_json import indented
from workbench.outputs.visible import shortened, visible, visible_lines

LONGEST = 4_000
"""Letters of one value that the page shows; the data in the file has them all."""


def text_of(text: str) -> str:
    return escape(visible(shortened(text, LONGEST)))


def json_block(value: object) -> str:
    return f"<pre>{escape(visible_lines(shortened(indented(value), LONGEST)))}</pre>"


def folded(title: str, content: str) -> str:
    return f"<details><summary>{text_of(title)}</summary>{content}</details>"
