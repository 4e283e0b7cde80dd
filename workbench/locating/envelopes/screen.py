"""What terminals, boxes and loggers add to a text, taken off again."""

from __future__ import annotations

import re

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_BOX = re.compile(r"^[ \t]*[│┃║╎▌❯⎿]+ ?|[ \t]*[│┃║╎]+[ \t]*$", re.MULTILINE)
_BORDER = re.compile(r"^[ \t]*[╭╰┌└├╔╚─━═╌┄╮╯┐┘╗╝┤ \t]{4,}$", re.MULTILINE)
_WRAP = re.compile(r"\n[ \t]*")


def without_decoration(text: str) -> str:
    """Without colours, frames and a frame's borders."""
    text = _COLOURS.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _BOX.sub("", _BORDER.sub("", text))


def unwrapped_lines(text: str) -> str:
    """With the lines joined that a terminal broke: where all are as long as it is wide, in the middle of a word."""
    widths = [len(line) for line in text.split("\n")[1:-1]]
    return _WRAP.sub("" if not widths or max(widths) - min(widths) <= 1 else " ", text)
