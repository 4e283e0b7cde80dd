"""An HTML page that came instead of an answer: what it calls itself is all that matters of it."""

from __future__ import annotations

import html
import re

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>|<h1[^>]*>(.*?)</h1>", re.IGNORECASE | re.DOTALL)
_SAID = re.compile(r"<(?:pre|p|h1|h2)[^>]*>(.*?)</(?:pre|p|h1|h2)>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_LONGEST = 200


def looks_like_html(text: str) -> bool:
    start = text.lstrip()[:200].lower()
    return start.startswith(("<!doctype html", "<html", "<head", "<body")) or "<html" in start


def title_of(page: str) -> str:
    found = _TITLE.search(page)
    title = next((group for group in found.groups() if group), "") if found else ""
    return _plain(title)[:_LONGEST]


def words_of(page: str) -> str:
    """The title, and what the page says below it in its own words."""
    pieces = dict.fromkeys([title_of(page), *(_plain(piece) for piece in _SAID.findall(page)[:4])])
    return " ".join(piece for piece in pieces if piece)


def _plain(piece: str) -> str:
    return html.unescape(" ".join(_TAG.sub(" ", piece).split()))
