"""The bytes that an image or a file brings along."""

from __future__ import annotations

from workbench.formats.contract import Event
from workbench.json.media import split_data_url

_ADDRESSES = ("http://", "https://", "gs://", "file", "s3://")


def base64_of(event: Event) -> str | None:
    """The base64, taken out of its data URL; None if it is a web address, a plain text or not text at all."""
    if not isinstance(event.value, str) or event.value.startswith(_ADDRESSES) or _is_plain_text(event):
        return None
    url = split_data_url(event.value)
    if url is not None:
        return url.data if url.base64 else None
    return event.value if not event.value.startswith("data:") else None


def _is_plain_text(event: Event) -> bool:
    """A document may be given as its text: then nothing is encoded."""
    source = event.raw.get("source") if isinstance(event.raw, dict) else None
    return isinstance(source, dict) and source.get("type") in ("text", "content")
