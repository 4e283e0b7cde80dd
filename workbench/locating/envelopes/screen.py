"""Remove what terminals add to a text: colours, boxes and line breaks."""

from __future__ import annotations

import re

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_BOX = re.compile(r"^[ \t]*[│┃║╎▌❯⎿]+ ?|[ \t]*[│┃║╎]+[ \t]*$", re.MULTILINE)
_BORDER = re.compile(r"^[ \t]*[╭╰┌└├╔╚─━═╌┄╮╯┐┘╗╝┤ \t]{4,}$", re.MULTILINE)
_WRAP = re.compile(r"\n[ \t]*")


def without_decoration(text: str) -> str:
    """Remove colours, and the sides and borders of boxes."""
    text = _COLOURS.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _BOX.sub("", _BORDER.sub("", text))


def unwrapped_lines(text: str) -> str:
    """Join the lines that a terminal wrapped; without a space if all are equally long, because words were cut too."""
    widths = [len(line) for line in text.split("\n")[1:-1]]
    return _WRAP.sub("" if not widths or max(widths) - min(widths) <= 1 else " ", text)
