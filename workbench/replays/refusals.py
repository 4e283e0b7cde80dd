"""A provider's error body → its own words, and where it points, whatever shape the provider gives them."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from workbench.json.text import compact, parse_or_none

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>|<h1[^>]*>(.*?)</h1>", re.IGNORECASE | re.DOTALL)
_LONGEST = 2000


class Refusal(NamedTuple):
    words: str
    param: str | None = None
    code: str | None = None
    type: str | None = None


def read_refusal(text: str) -> Refusal:
    """`{"error": {…}}` (OpenAI), that in a list (Gemini), `message` (Bedrock, Mistral), `detail` (FastAPI), or text."""
    body = parse_or_none(text)
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, dict):
        return refusal_of(body.get("error", body))
    if looks_like_html(text):
        return Refusal(title_of(text))
    return Refusal(text.strip()[:_LONGEST])


def refusal_of(error: object) -> Refusal:
    """The object that holds the message itself."""
    if not isinstance(error, dict):
        return Refusal(error if isinstance(error, str) else compact(error))
    message = next((error[key] for key in ("message", "Message", "detail", "error") if error.get(key)), error)
    words = message if isinstance(message, str) else compact(message)
    kind = error.get("type") or error.get("status") or error.get("__type")
    return Refusal(words[:_LONGEST], _text(error.get("param")), _text(error.get("code")), _text(kind))


def _text(value: object) -> str | None:
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def looks_like_html(text: str) -> bool:
    start = text.lstrip()[:200].lower()
    return start.startswith(("<!doctype html", "<html", "<head", "<body")) or "<html" in start


def title_of(page: str) -> str:
    """What an HTML page calls itself, which is all that matters of a page that came instead of an answer."""
    found = _TITLE.search(page)
    message = next((group for group in found.groups() if group), "") if found else ""
    return html.unescape(" ".join(message.split()))[:200]
