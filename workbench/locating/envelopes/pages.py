"""Read the title and text of an HTML page that came in place of an answer."""

from __future__ import annotations

import html
import re

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>|<h1[^>]*>(.*?)</h1>", re.IGNORECASE | re.DOTALL)
_PARAGRAPH = re.compile(r"<(?:pre|p|h1|h2)[^>]*>(.*?)</(?:pre|p|h1|h2)>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_MAX_LENGTH = 200


def looks_like_html(text: str) -> bool:
    start = text.lstrip()[:200].lower()
    return start.startswith(("<!doctype html", "<html", "<head", "<body")) or "<html" in start


def title_of(page: str) -> str:
    match = _TITLE.search(page)
    title = next((group for group in match.groups() if group), "") if match else ""
    return _plain(title)[:_MAX_LENGTH]


def visible_text(page: str) -> str:
    """Return the title and the first paragraphs of the page."""
    pieces = dict.fromkeys([title_of(page), *(_plain(piece) for piece in _PARAGRAPH.findall(page)[:4])])
    return " ".join(piece for piece in pieces if piece)


def _plain(piece: str) -> str:
    return html.unescape(" ".join(_TAG.sub(" ", piece).split()))
