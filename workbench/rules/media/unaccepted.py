"""Images, audio and documents in a place, role or format that is not accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.lost_words import lost_words
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.pictures import unsupported_image_type
from workbench.rules.content.parts import parts_after_results
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import is_one_of_several
from workbench.rules.media.data import base64_of
from workbench.rules.media.document_blocks import pdf_as_file
from workbench.rules.occasions import has_images, has_media, has_rest
from workbench.targets.contract import ERROR, WARNING, Target

_BAD_IN_NAME = re.compile(r"[^A-Za-z0-9_ ()\[\]-]|  ")


@rule("ME715", "image-role-unsupported", fix=parts_after_results, occasion=has_images)
def image_role_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is in a message whose role may not contain images.

    OpenAI accepts images only from the user. This usually comes from a tool that returns a screenshot.

    Bad (openai):
        [{"role": "user", "content": "Look."}, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "type": "function", "function": {"name": "look", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "image_url",
           "image_url": {"url": "https://files.example/ship.png"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]
    """
    allowed = target.media.image_roles
    if allowed is None:
        return
    for image in chat.images:
        role = chat.roles[image.message]
        if role not in allowed and role != "other":
            own_role = chat.messages[image.message].get(chat.format.role_key, role)
            yield at(image, f"An image may not be in a message of role {quoted(own_role)}.", role=own_role)


@rule(
    "ME716",
    "image-format-unsupported",
    may_be_healed=True,
    with_rules=("image-data-invalid", "image-media-type-unsupported"),
    fix=pdf_as_file,
    occasion=has_images,
)
def image_format_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """No model accepts images of this kind: SVG, HEIC, TIFF, BMP, an icon, or a PDF page.

    This usually comes from a phone photo, from a drawing that was never rendered, or from a document that is sent like
    an image.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:application/pdf;base64,JVBERi0xLjQKJeLjz9MKMSAwIG9iago8PC9UeXBl"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "plan.pdf",
          "file_data": "data:application/pdf;base64,JVBERi0xLjQKJeLjz9MKMSAwIG9iag=="}}]}]
    """
    checks_declared_type = target.rules.get("image-media-type-unsupported") == ERROR
    allowed = target.limits.image_types if checks_declared_type else None
    for image in chat.images:
        if allowed is not None and image.media_type is not None and image.media_type not in allowed:
            continue  # another rule reports the declared type
        data = base64_of(image)
        if data and (kind := unsupported_image_type(data)) is not None:
            fault = at(image, f"The bytes are {kind}, which is not accepted as an image.", "value", kind=kind)
            declared = image.media_type or ""
            is_other = bool(declared) and not declared.startswith("image/")
            yield fault._replace(variant="declared", facts={**fault.facts, "kind": declared}) if is_other else fault


def without_image(context: RepairContext, finding: Finding) -> Fix | None:
    image = context.event(finding.at, "image")
    if image is None or not is_one_of_several(context, image):
        return None
    why = "The model cannot see it, but its content would be lost."
    return Fix("Leave out the image", (remove(context.at(image)),), False, why, 0.5)


@rule("ME717", "image-unsupported-by-model", fix=without_image, occasion=has_images)
def image_unsupported_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is sent to a model that does not accept images.

    The model is looked up by the beginning of its name, so it is a warning if the server may have another model of that
    name.

    Bad (openai):
        {"model": "o3-mini", "messages": [{"role": "user", "content": [{"type": "text", "text": "What is it?"},
         {"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": [{"type": "text", "text": "What is it?"},
         {"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]}
    """
    if not chat.images or chat.facts.sees is not False:
        return
    for image in chat.images:
        kind = image.raw.get("type") if isinstance(image.raw, dict) else "image"
        yield at(image, f"The model {chat.model} does not accept images.", kind=kind, model=chat.model)


@rule("ME718", "image-url-unsupported", occasion=has_media)
def image_url_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image or a file is given as a URL, but the server does not fetch it, or not for this model.

    Send the bytes instead.

    Bad (ollama):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://files.example/ship.png"}}]}]
    Good (ollama):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    media = target.media
    fetches = media.fetches and not (media.fetches_by_model and chat.facts.fetches is False)
    if fetches and not media.fetches_secure:
        return
    for event in (*chat.images, *chat.of_kind("file")):
        if not isinstance(event.value, str) or not event.value.startswith(_ADDRESSES):
            continue
        if fetches:
            if event.value.startswith("http://"):
                kind = event.raw.get("type") if isinstance(event.raw, dict) else event.kind
                violation = at(event, "The server only fetches https URLs.", "value", kind=kind)
                yield violation._replace(variant="insecure")
        elif media.accepted_addresses is None or not media.accepted_addresses.match(event.value):
            media_name = "images" if event.kind == "image" else "files"
            text = f"The server does not fetch {media_name}; it needs the bytes."
            yield at(event, text, "value", address=event.value)


_ADDRESSES = ("http://", "https://")


def without_detail(context: RepairContext, finding: Finding) -> Fix | None:
    if not finding.at.endswith("/detail"):
        return None
    why = "The API does not accept this value; without it, the default applies."
    return Fix("Leave out the detail", (remove(finding.at),), True, why, 0.9)


@rule("ME719", "image-detail-unknown", fix=without_detail, occasion=has_images)
def image_detail_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """The `detail` of an image has a value that the API does not accept.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "https://files.example/ship.png", "detail": "medium"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "https://files.example/ship.png", "detail": "high"}}]}]
    """
    known = target.media.details
    if known is None:
        return
    for image in chat.images:
        raw = image.raw if isinstance(image.raw, dict) else {}
        inner = raw.get("image_url")
        source, path = (inner, (*image.path, "image_url")) if isinstance(inner, dict) else (raw, image.path)
        detail = source.get("detail")
        if isinstance(detail, str) and detail not in known:
            listed = ", ".join(f"'{word}'" for word in sorted(known))
            violation = at(
                image, f"The detail {quoted(detail)} is unknown. The API accepts {listed}.", value=detail, values=listed
            )
            yield violation._replace(path=(*path, "detail"))


@rule("ME720", "audio-format-unsupported", with_rules=("content-part-unsupported",), occasion=has_rest)
def audio_format_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The API does not accept audio in this format.

    Bad (openai):
        {"model": "gpt-4o-audio-preview", "messages": [{"role": "user", "content": [{"type": "input_audio",
         "input_audio": {"data": "T2dnUwACAAAAAAAA", "format": "ogg"}}]}]}
    Good (openai):
        {"model": "gpt-4o-audio-preview", "messages": [{"role": "user", "content": [{"type": "input_audio",
         "input_audio": {"data": "UklGRiQAAABXQVZF", "format": "wav"}}]}]}
    """
    known = target.media.audio_formats
    if known is None:
        return
    for event in chat.of_kind("file"):
        audio = event.raw.get("input_audio") if isinstance(event.raw, dict) else None
        form = audio.get("format") if isinstance(audio, dict) else None
        if isinstance(form, str) and form not in known:
            listed = " and ".join(f"'{word}'" for word in sorted(known, reverse=True))
            violation = at(event, f"Audio in the format {quoted(form)} is not accepted.", value=form, values=listed)
            yield violation._replace(path=(*event.path, "input_audio", "format"))


@rule("ME721", "document-in-assistant", occasion=has_media)
def document_in_assistant(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image or a document is in an assistant message; only user messages may contain one.

    Bad (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Draw."}]},
         {"role": "assistant", "content": [{"text": "Here."}, {"image": {"format": "png",
           "source": {"bytes": "iVBORw0KGgoAAAANSUhEUgAA"}}}]}, {"role": "user", "content": [{"text": "Thanks."}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Look."},
         {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgoAAAANSUhEUgAA"}}}]}]}
    """
    for event in (*chat.images, *chat.of_kind("file")):
        if chat.roles[event.message] == "assistant" and len(event.path) == 2:
            yield at(event, "Only a user message may contain an image or a document.", severity=WARNING)


_NAME_OF_DOCUMENT = "/document/name"


def plain_name(context: RepairContext, finding: Finding) -> Fix | None:
    name = context.value(finding.at)
    if not isinstance(name, str):
        return None
    plain = re.sub(r"\s+", " ", re.sub(r"[^A-Za-z0-9_\s()\[\]-]", "-", name)).strip()[:200]
    why = "The model reads the name; characters that are not accepted become dashes."
    patch: tuple[Operation, ...] = (replace(finding.at, plain or "document"),)
    is_lost = bool(lost_words([name], [plain]))
    note = context.text_block(f"The next document is named: {name}") if is_lost else None
    if note is not None and finding.at.endswith(_NAME_OF_DOCUMENT):
        patch += (add(finding.at.removesuffix(_NAME_OF_DOCUMENT), note),)
        why += " The name itself is then a text before the document."
        is_lost = False
    return Fix("Write the name in plain characters", patch, not is_lost, why, 0.8)


@rule("ME722", "document-name-bad-chars", fix=plain_name, occasion=has_rest)
def document_name_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """The name of a document is too long or contains characters that the service does not accept.

    Letters, digits, single spaces, hyphens, parentheses and square brackets are accepted, and underscores, although the
    documentation does not list them. No other kind of space is: neither a tab nor the wide space of Japanese text. This
    usually comes from using the file name, with its dot.

    Bad (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Read."},
         {"document": {"name": "plan_v2.pdf", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Read."},
         {"document": {"name": "plan v2", "format": "pdf", "source": {"bytes": "JVBERi0="}}}]}]}
    """
    for event in chat.of_kind("file"):
        document = event.raw.get("document") if isinstance(event.raw, dict) else None
        name = document.get("name") if isinstance(document, dict) else None
        if isinstance(name, str) and (len(name) > 200 or not name or _BAD_IN_NAME.search(name)):
            violation = at(event, f"The name {quoted(name[:40])} has characters that are not accepted.")
            yield violation._replace(path=(*event.path, "document", "name"))
