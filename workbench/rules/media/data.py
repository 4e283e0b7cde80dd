"""The base64 data of an image or a file."""

from __future__ import annotations

from workbench.formats.contract import Event
from workbench.json.media import is_placeholder, split_data_url

_ADDRESSES = ("http://", "https://", "gs://", "file", "s3://")


def base64_of(event: Event) -> str | None:
    """The base64 data, without the prefix of a data URL; None if the value is a URL, plain text, a placeholder of a
    template or not a string."""
    if not isinstance(event.value, str) or event.value.startswith(_ADDRESSES) or _is_plain_text(event):
        return None
    if is_placeholder(event.value):
        return None
    url = split_data_url(event.value)
    if url is not None:
        return url.data if url.base64 else None
    return event.value if not event.value.startswith("data:") else None


def _is_plain_text(event: Event) -> bool:
    """Whether a document is given as text, so that nothing is encoded."""
    source = event.raw.get("source") if isinstance(event.raw, dict) else None
    return isinstance(source, dict) and source.get("type") in ("text", "content")
