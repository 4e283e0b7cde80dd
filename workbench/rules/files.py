"""Images and files: not a data URL, empty, of the wrong type, or not what the bytes say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.media import is_image, looks_like_base64, media_type_of_base64, split_data_url
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import WARNING, Target

_SOUND_OR_FILM = re.compile(r"\.(mp3|mp4|wav|ogg|flac|m4a|aac|webm|mov|avi|mkv)(\?|\Z)", re.IGNORECASE)
_NO_PDF_URL = re.compile(r"\.(txt|md|csv|html?|json|xml|rtf|docx?|xlsx?|pptx?|odt)(\?|\Z)", re.IGNORECASE)
_CHECKED_TYPES = {"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"}


@rule("ME701", "image-no-data-prefix", mended_on_the_way=True)
def image_no_data_prefix(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is given as bare base64 and not as a data URL.

    It usually comes from a converter that takes the data of one format for the URL of another. What kind of image it
    is can be read from its first bytes.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    if chat.format.name not in ("icontent", "openai-chat", "openai-responses"):
        return  # other formats keep the bytes and their type apart
    for image in chat.images:
        value = image.value
        if isinstance(value, str) and value and not value.startswith(("data:", "http://", "https://", "gs://", "file")):
            yield at(image, "The image is neither a data URL nor a web address.", "value")


@rule("ME702", "image-empty")
def image_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image has no bytes.

    It usually comes from a screenshot that failed.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    for image in chat.images:
        url = split_data_url(image.value)
        if image.value == "" or (url is not None and not url.data):
            yield at(image, "The image is empty.", "value")


@rule("ME703", "image-media-type-unsupported")
def image_media_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is of a type that the provider does not take.

    Most take jpeg, png, gif and webp.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/bmp",
          "data": "Qk0eAAAAAAAAAA=="}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    allowed = target.limits.image_types
    if allowed is None:
        return
    for image in chat.images:
        if image.media_type is not None and image.media_type not in allowed:
            text = f"Images of type {image.media_type!r} are not taken."
            yield at(image, text, "media_type" if "media_type" in image.places else "value", kind=image.media_type)


@rule("ME704", "image-media-type-mismatch")
def image_media_type_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image says it is of one type, and its bytes say another.

    It usually comes from a tool that calls every screenshot a PNG.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/jpeg",
          "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"}}]}]
    """
    for image in chat.images:
        shown = media_type_of_base64(_base64(image))
        if shown and image.media_type and is_image(image.media_type) and shown != _plain(image.media_type):
            text = f"The image says {image.media_type}; its bytes are {shown}."
            yield at(image, text, "value", said=image.media_type, shown=shown)


@rule("ME705", "image-data-invalid")
def image_data_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The data of an image or file is no base64, or its bytes are not of the type it says.

    It usually comes from encoding an image twice, or from passing on a path or a placeholder instead of the bytes.

    Bad (ai@4):
        [{"role": "user", "content": [{"type": "image", "image": "not base64 at all!"}]}]
    Good (ai@4):
        [{"role": "user", "content": [{"type": "image", "image": "iVBORw0KGgoAAAANSUhEUgAA"}]}]
    """
    for image in (*chat.images, *chat.of_kind("file")):
        data = _base64(image)
        if data is None or not data:
            continue
        if not looks_like_base64(data):
            yield at(image, "The data is not base64.", "value")
        elif image.media_type in _CHECKED_TYPES and len(data) >= 16 and media_type_of_base64(data) is None:
            yield at(image, f"The bytes are no {image.media_type}.", "value")


@rule("ME706", "media-type-unsupported")
def media_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A file is of a kind that this API does not take as a file: sound, film, or here anything but a PDF.

    It usually comes from a tool that returns whatever file it was asked for.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": [{"type": "input_file",
         "file_url": "https://files.example/voice.mp3"}]}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": [{"type": "input_file",
         "file_url": "https://files.example/page.pdf"}]}]}
    """
    for event in chat.of_kind("file"):
        raw = event.raw if isinstance(event.raw, dict) else {}
        kind = event.media_type or _media_type(raw)
        if target.limits.documents_are_pdf:
            if _is_no_pdf(raw.get("source")):
                yield at(event, "A document given so must be a PDF.", kind=kind)
        elif kind and kind.startswith(("audio/", "video/")):
            yield at(event, f"A file of type {kind!r} is not taken here.", kind=kind)
        elif any(isinstance(raw.get(key), str) and _SOUND_OR_FILM.search(raw[key]) for key in ("file_url", "filename")):
            yield at(event, "A sound or film file is not taken here.", kind="audio or video")


def _is_no_pdf(source: Json) -> bool:
    """Plain text is given as text; what has to be decoded or fetched must be a PDF."""
    if not isinstance(source, dict):
        return False
    if source.get("type") == "base64":
        return isinstance(source.get("media_type"), str) and source["media_type"] != "application/pdf"
    return (
        source.get("type") == "url" and isinstance(source.get("url"), str) and bool(_NO_PDF_URL.search(source["url"]))
    )


@rule("ME707", "document-without-text")
def document_without_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message holds a document and no text beside it.

    The provider wants a text block in the same message.

    Bad (bedrock):
        [{"role": "user", "content": [
         {"document": {"name": "Plan", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]
    Good (bedrock):
        [{"role": "user", "content": [{"text": "See the plan."},
         {"document": {"name": "Plan", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]
    """
    documents = [event for event in chat.of_kind("file") if isinstance(event.raw, dict) and "document" in event.raw]
    speaking = {text.message for text in chat.texts if len(text.path) == 2} if documents else set()
    for event in documents:
        if len(event.path) == 2 and event.message not in speaking:
            yield at(event, "A document needs a text block beside it.")


@rule("ME708", "media-unsupported-by-model")
def media_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The model behind this API does not take such media: film, or files that lie in a bucket.

    Claude on Bedrock takes no video and no S3 locations; other models do.

    Bad (bedrock):
        {"model": "anthropic.claude-sonnet-4-5", "messages": [{"role": "user", "content": [{"text": "Look."},
         {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}}]}]}
    Good (bedrock):
        {"model": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Look."},
         {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}}]}]}
    """
    model = chat.settings.get("model") or chat.settings.get("modelId")
    if not isinstance(model, str) or "claude" not in model:
        return
    for event in (*chat.images, *chat.of_kind("file")):
        raw = event.raw if isinstance(event.raw, dict) else {}
        kind = next((key for key in ("video", "image", "document") if isinstance(raw.get(key), dict)), None)
        source = raw[kind].get("source") if kind else None
        if kind == "video":
            yield at(event, "This model takes no video.", kind="video", words="video content block that you provided")
        elif isinstance(source, dict) and "s3Location" in source:
            yield at(
                event,
                "This model takes no files from a bucket.",
                severity=None if kind == "image" or len(event.path) == 2 else WARNING,
                kind="s3Uri",
            )


def _base64(image: Event) -> str | None:
    """The image's base64, taken out of its data URL; None if it is a web address or not text."""
    if not isinstance(image.value, str) or image.value.startswith(("http://", "https://", "gs://", "file", "s3://")):
        return None
    url = split_data_url(image.value)
    if url is not None:
        return url.data if url.base64 else None
    return image.value if not image.value.startswith("data:") else None


def _media_type(raw: dict[str, Json]) -> str | None:
    for value in (raw.get("file_data"), *(raw["file"].values() if isinstance(raw.get("file"), dict) else ())):
        url = split_data_url(value)
        if url is not None:
            return url.media_type
    return None


def _plain(media_type: str) -> str:
    return "image/jpeg" if media_type == "image/jpg" else media_type
