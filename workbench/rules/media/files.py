"""Files of a kind that the API does not accept, or without a type or text that it requires."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.patch import add, replace
from workbench.json.text import JsonObject
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.media.data import base64_of
from workbench.rules.media.document_blocks import text_as_text
from workbench.rules.media.keeping import keep_file
from workbench.rules.occasions import has_media, has_rest
from workbench.targets.contract import WARNING, Target

_AUDIO_OR_VIDEO = re.compile(r"\.(mp3|mp4|wav|ogg|flac|m4a|aac|webm|mov|avi|mkv)(\?|\Z)", re.IGNORECASE)


_OTHER_THAN_PDF = re.compile(r"\.(txt|md|csv|html?|json|xml|rtf|docx?|xlsx?|pptx?|odt)(\?|\Z)", re.IGNORECASE)


_TEXT_TYPES = frozenset({"application/json", "application/x-yaml", "application/yaml", "application/xml"})


def _is_plain_text(context: RepairContext, event: Event) -> bool:
    """Whether a file is text of a type that the API refuses by its name only."""
    refused = context.target.media.refused_types
    if refused is None or event.media_type not in _TEXT_TYPES & refused or "media_type" not in event.places:
        return False
    try:
        b64decode(base64_of(event) or "", validate=True).decode()
    except ValueError:
        return False
    return True


def correct_type_or_keep(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the type that the first bytes show; otherwise keep as much of the file as possible."""
    event = context.event(finding.at, "file")
    shown = media_type_of_base64(base64_of(event)) if event is not None else None
    if event is not None and shown is None and _is_plain_text(context, event):
        why = "The bytes are plain text and stay the same; the API accepts them as such."
        return Fix("Mark it as text/plain", (replace(context.at(event, "media_type"), "text/plain"),), True, why, 0.9)
    if event is None or shown is None or "media_type" not in event.places:
        return text_as_text(context, finding) or keep_file(context, finding)
    why = f"Its first bytes are those of a {shown}."
    return Fix(f"Mark it as {shown}", (replace(context.at(event, "media_type"), shown),), True, why, 0.95)


@rule("ME706", "media-type-unsupported", fix=correct_type_or_keep, occasion=has_rest)
def media_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The API does not accept this kind of file: audio, video, or here anything but a PDF.

    This usually comes from a tool that returns files of any kind.

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
        if target.media.refused_types is not None:
            if kind in target.media.refused_types or (kind and "/" not in kind):
                place = "media_type" if "media_type" in event.places else ""
                yield at(event, f"A file of type {quoted(kind)} is not accepted here.", place, kind=kind)
        elif target.limits.documents_are_pdf:
            source = raw.get("source")
            if _is_not_pdf(source):
                encoded = isinstance(source, dict) and source.get("type") == "base64"
                text, place = "A document passed this way must be a PDF.", "media_type" if encoded else ""
                yield at(event, text, place, kind=kind)._replace(variant="base64" if encoded else "")
        elif kind and kind.startswith(("audio/", "video/")):
            yield at(event, f"A file of type {quoted(kind)} is not accepted here.", kind=kind)
        elif any(
            isinstance(raw.get(key), str) and _AUDIO_OR_VIDEO.search(raw[key]) for key in ("file_url", "filename")
        ):
            violation = at(event, "An audio or video file is not accepted here.", kind="audio or video")
            yield violation._replace(variant="fetched")
        elif isinstance(raw.get("file_url"), str) and _OTHER_THAN_PDF.search(raw["file_url"]):
            text = "A file given as a URL may have to be a PDF; not every model accepts other types."
            yield at(event, text, severity=WARNING, kind=kind)._replace(variant="fetched")


def _is_not_pdf(source: object) -> bool:
    """Whether the source has to be decoded or fetched, but is not a PDF. Plain text is sent as text."""
    if not isinstance(source, dict):
        return False
    if source.get("type") == "base64":
        return isinstance(source.get("media_type"), str) and source["media_type"] != "application/pdf"
    return (
        source.get("type") == "url"
        and isinstance(source.get("url"), str)
        and bool(_OTHER_THAN_PDF.search(source["url"]))
    )


def write_type_from_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the type that the first bytes show."""
    event = context.event(finding.at, "file")
    shown = media_type_of_base64(base64_of(event)) if event is not None else None
    if shown is None:
        return None
    why = f"Its first bytes are those of a {shown}."
    return Fix(f"Mark it as {shown}", (add(f"{finding.at}/mimeType", shown),), True, why, 0.95)


_DATA_KEYS = ("inlineData", "inline_data", "fileData", "file_data")


@rule("ME727", "media-type-missing", fix=write_type_from_bytes, occasion=has_rest)
def media_type_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A file has no media type, which this platform requires even for URLs.

    The provider's own API guesses the type from the URL.

    Bad (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Read."}, {"inlineData": {"data": "JVBERi0xLjQKJSBh"}}]}]}
    Good (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Read."},
          {"fileData": {"fileUri": "gs://ships/plan.pdf", "mimeType": "application/pdf"}}]}]}
    """
    for event in chat.of_kind("file"):
        source = next((key for key in _DATA_KEYS if isinstance(event.raw, dict) and key in event.raw), None)
        if source is not None and not event.media_type and isinstance(event.raw[source], dict):
            yield Violation(
                event.message, (*event.path, source), "The file has no media type.", facts={"holder": source}
            )


def add_text_block(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "file")
    block = context.text_block("(document attached)")
    if event is None or block is None or len(event.path) != 2:
        return None
    why = "The provider requires a text block with a document. The new text only mentions the document."
    return Fix(
        "Add a text block",
        (add(context.at(event), block),),
        True,
        why,
        0.8,
    )


@rule("ME707", "document-without-text", fix=add_text_block, occasion=has_rest)
def document_without_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message contains a document but no text.

    The provider requires a text block in the same message.

    Bad (bedrock):
        [{"role": "user", "content": [
         {"document": {"name": "Plan", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]
    Good (bedrock):
        [{"role": "user", "content": [{"text": "See the plan."},
         {"document": {"name": "Plan", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]
    """
    documents = [event for event in chat.of_kind("file") if isinstance(event.raw, dict) and "document" in event.raw]
    with_text = {text.message for text in chat.texts if len(text.path) == 2} if documents else set()
    for event in documents:
        if len(event.path) == 2 and event.message not in with_text:
            yield at(event, "A document needs a text block in the same message.")


@rule("ME708", "media-unsupported-by-model", fix=keep_file, occasion=has_media)
def media_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The model does not accept this kind of media: video, or files by S3 location.

    Claude on Bedrock accepts neither video nor S3 locations; other models do. Nova accepts images in a tool result,
    but not documents or video; models of other vendors do not accept images there.

    Bad (bedrock):
        {"model": "anthropic.claude-sonnet-4-5", "messages": [{"role": "user", "content": [{"text": "Look."},
         {"video": {"format": "mp4", "source": {"bytes": "AAAAIGZ0eXBpc29t"}}}]}]}
    Good (bedrock):
        {"model": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Look."},
         {"video": {"format": "mp4", "source": {"bytes": "AAAAIGZ0eXBpc29t"}}}]}]}
    """
    if chat.facts.files_in_results is False:
        yield from _files_in_results(chat)
    if not chat.facts.images_in_results and chat.facts.sees is not False:
        yield from _images_in_results(chat)
    if chat.facts.watches is not False:
        return
    for event in (*chat.images, *chat.of_kind("file")):
        raw = event.raw if isinstance(event.raw, dict) else {}
        kind = next((key for key in ("video", "image", "document") if isinstance(raw.get(key), dict)), None)
        source = raw[kind].get("source") if kind else None
        if kind == "video":
            yield at(
                event, "This model does not accept video.", kind="video", words="video content block that you provided"
            )
        elif isinstance(source, dict) and "s3Location" in source:
            is_certain = kind == "image" or len(event.path) == 2
            violation = at(event, "This model does not accept S3 locations.", severity=None if is_certain else WARNING)
            yield violation._replace(variant="bucket")


def _files_in_results(chat: Chat) -> Iterator[Violation]:
    for event in chat.of_kind("file"):
        raw = event.raw if isinstance(event.raw, dict) else {}
        inner = next((raw[key] for key in ("document", "video") if isinstance(raw.get(key), dict)), None)
        if inner is None or len(event.path) <= 2:
            continue
        # Refusals are known for files in a bucket, but not for bytes.
        is_certain = isinstance(inner.get("source"), dict) and "s3Location" in inner["source"]
        text = "This model accepts images in a tool result, but not documents or video."
        violation = at(event, text, severity=None if is_certain else WARNING, block=event.path[1])
        yield violation._replace(variant="in result")


def _images_in_results(chat: Chat) -> Iterator[Violation]:
    known = chat.facts.images_in_results is False
    for event in chat.images:
        if len(event.path) > 2:
            text = "This model does not accept an image in a tool result." if known else _IMAGES_BY_MODEL
            yield at(event, text, severity=None if known else WARNING)._replace(variant="image in result")


_IMAGES_BY_MODEL = "Whether a tool result may contain an image depends on the model; for this one it is unknown."


def _media_type(raw: JsonObject) -> str | None:
    for value in (raw.get("file_data"), *(raw["file"].values() if isinstance(raw.get("file"), dict) else ())):
        url = split_data_url(value)
        if url is not None:
            return url.media_type
    return None
