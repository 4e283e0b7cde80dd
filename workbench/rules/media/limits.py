"""Images and documents that are too large, too wide or too many."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.pictures import bytes_of_base64, dimensions, pages_of_pdf
from workbench.rules.contract import Violation, at, rule
from workbench.rules.media.data import base64_of
from workbench.rules.occasions import has_images, has_media, has_rest
from workbench.targets.contract import WARNING, Target

SMALL_WINDOW = 200_000
"""In tokens. Models with a larger context window accept more images."""
_MANY = 20
"""In a request with more images than this, each must be smaller."""


@rule("ME709", "image-too-large", may_be_healed=True, occasion=has_images)
def image_too_large(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is larger (in bytes) than the provider allows.

    This usually comes from a screenshot or photo that was not scaled down.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/gif",
          "data": "R0lGODlhAQABAAAA…×450000…"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/gif",
          "data": "R0lGODlhAQABAAAA"}}]}]
    """
    limit, characters = target.media.image_bytes, target.media.image_characters
    if limit is None and characters is None:
        return
    for image in chat.images:
        value = image.value
        if not isinstance(value, str) or len(value) <= min(limit or len(value), characters or len(value)):
            continue
        if characters is not None and len(value) > characters:
            text = f"The image has {len(value):,} characters; {characters:,} are allowed."
            yield at(image, text, "value", length=len(value), limit=characters)
        elif limit is not None and (data := base64_of(image)) is not None and (size := bytes_of_base64(data)) > limit:
            text = f"The image has {size:,} bytes; {limit:,} are allowed."
            yield at(image, text, "value", length=size, limit=limit)


@rule("ME710", "image-dimensions-too-large", may_be_healed=True, occasion=has_images)
def image_dimensions_too_large(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is wider or higher than the provider allows. The limit is lower in a request with many images.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAAJxAAAABkCAIAAAA="}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAAA+gAAABkCAIAAAA="}}]}]
    """
    if target.media.side is None:
        return
    many = len(chat.images) > _MANY and target.media.side_with_many_images is not None
    limit = target.media.side_with_many_images if many and target.media.side_with_many_images else target.media.side
    for image in chat.images:
        data = base64_of(image)
        size = dimensions(data) if data else None
        if size is not None and max(size) > limit:
            text = f"The image is {size[0]} × {size[1]} pixels; {limit} on either side are allowed."
            violation = at(image, text, "value", limit=limit)
            yield violation._replace(variant="many" if many else "")


@rule("ME711", "image-too-many", occasion=has_images)
def image_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request contains more images than the provider, or this model, allows.

    This usually comes from an agent that keeps every screenshot of a long session.

    Bad (groq):
        {"model": "qwen/qwen3.6-27b", "messages": [{"role": "user", "content": [
         {"type": "image_url", "image_url": {"url": "https://files.example/1.png"}},
         {"type": "image_url", "image_url": {"url": "https://files.example/2.png"}},
         {"type": "image_url", "image_url": {"url": "https://files.example/3.png"}},
         {"type": "image_url", "image_url": {"url": "https://files.example/4.png"}}]}]}
    Good (groq):
        {"model": "qwen/qwen3.6-27b", "messages": [{"role": "user", "content": [
         {"type": "image_url", "image_url": {"url": "https://files.example/1.png"}}]}]}
    """
    media, window = target.media, chat.facts.window
    limit = chat.facts.images if media.images_by_model else media.images
    if media.images_in_small_windows is not None and window is not None and window <= SMALL_WINDOW:
        limit = media.images_in_small_windows
    if limit is None or len(chat.images) <= limit:
        return
    documents = len(_documents(chat))
    text = f"The request contains {len(chat.images)} images; {limit} are allowed."
    yield at(chat.images[limit], text, found=len(chat.images), others=documents, limit=limit)


@rule("ME712", "document-too-many", occasion=has_rest)
def document_too_many(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request contains more documents than the provider allows.

    Bad (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Compare."},
         {"document": {"name": "1", "format": "pdf", "source": {"bytes": "JVBERi0="}}},
         {"document": {"name": "2", "format": "pdf", "source": {"bytes": "JVBERi0="}}},
         {"document": {"name": "3", "format": "pdf", "source": {"bytes": "JVBERi0="}}},
         {"document": {"name": "4", "format": "pdf", "source": {"bytes": "JVBERi0="}}},
         {"document": {"name": "5", "format": "pdf", "source": {"bytes": "JVBERi0="}}},
         {"document": {"name": "6", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Read."},
         {"document": {"name": "1", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]}
    """
    limit = target.media.documents
    documents = _documents(chat) if limit is not None else []
    if limit is not None and len(documents) > limit:
        text = f"The request contains {len(documents)} documents; {limit} are allowed."
        yield at(documents[limit], text, found=len(documents), limit=limit)


@rule("ME713", "pdf-too-many-pages", occasion=has_rest)
def pdf_too_many_pages(chat: Chat, target: Target) -> Iterator[Violation]:
    """A PDF has more pages than the provider allows.

    Models with a large context window accept more pages; if the window is unknown, it is a warning. Pages
    inside compressed objects cannot be counted, so a document that passes may still be refused.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKJSBQL1R5cGUgL1BhZ2Ug…×101…"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKJSBhIGRvY3VtZW50"}}]}]
    """
    media, window = target.media, chat.facts.window
    most, fewer = media.pdf_pages, media.pdf_pages_in_small_windows
    limit = most if fewer is None or (window is not None and window > SMALL_WINDOW) else fewer
    if limit is None or most is None:
        return
    for document in _documents(chat):
        data = base64_of(document)
        if data and data.startswith("JVBER") and (pages := pages_of_pdf(data)) > limit:
            text = f"The document has {pages} pages; {limit} are allowed."
            is_certain = window is not None or pages > most
            yield at(document, text, severity=None if is_certain else WARNING, found=pages, limit=limit)


@rule("ME714", "request-too-large", occasion=has_media)
def request_too_large(chat: Chat, target: Target) -> Iterator[Violation]:
    """Images and files together are larger than a request may be.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKJSBQL1BhZ2VzIEFuZCBz…×2200000…"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKJSBhIGRvY3VtZW50"}}]}]
    """
    limit = target.media.request_bytes
    if limit is None:
        return
    total = 0
    for event in (*chat.images, *_documents(chat)):
        total += len(event.value) if isinstance(event.value, str) else 0
        if total > limit:
            text = f"Images and files up to here have more than {limit:,} bytes."
            yield at(event, text, severity=WARNING, limit=limit)
            return


def _documents(chat: Chat) -> list[Event]:
    return list(chat.of_kind("file"))
