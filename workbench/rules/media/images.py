"""Images that are empty, not a data URL, of an unsupported type, or of another type than declared."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.media import (
    has_non_base64_characters,
    is_image,
    is_placeholder,
    looks_like_base64,
    media_type_of_base64,
    split_data_url,
)
from workbench.json.patch import remove, replace
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import is_one_of_several
from workbench.rules.editing.part_kinds import write_note_as_text
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.media.data import base64_of
from workbench.rules.media.document_blocks import format_of_bytes, pdf_as_document, text_as_text
from workbench.rules.media.keeping import encoded_once
from workbench.rules.occasions import has_images, has_media
from workbench.targets.contract import WARNING, Target

_ALIASES = {"image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png"}
_CHECKED_TYPES = {"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"}


def prefix_from_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    image = context.event(finding.at, "image")
    value = image.value if image else None
    kind = media_type_of_base64(value)
    if image is None or kind is None:
        return None
    url = f"data:{kind};base64,{value}"
    why = f"Its first bytes are those of a {kind}."
    place = context.at(image, "value")
    if isinstance(image.raw, dict) and isinstance(image.raw.get("image_url"), str) and place.endswith("/url"):
        return Fix(f"Write it as a data URL of {kind}", (replace(place[:-4], {"url": url}),), True, why, 0.95)
    return Fix(f"Write it as a data URL of {kind}", (replace(place, url),), True, why, 0.97)


@rule(
    "ME701",
    "image-no-data-prefix",
    may_be_healed=True,
    fix=first_of(write_note_as_text, prefix_from_bytes),
    occasion=has_images,
)
def image_no_data_prefix(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image is bare base64 instead of a data URL.

    This usually comes from a converter that uses the data of one format as the URL of another. Its first bytes show
    what kind of image it is.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    if not chat.format.traits.images_are_urls:
        return
    for image in chat.images:
        value = image.value
        if not isinstance(value, str) or not value or is_placeholder(value):
            continue
        if not value.startswith(("data:", "http://", "https://", "gs://", "file")):
            variant = "" if looks_like_base64(value) else _variant(image)
            yield at(image, "The image is neither a data URL nor a web URL.", "value")._replace(variant=variant)


def without_empty_image(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty image, unless its message has nothing else."""
    image = context.event(finding.at, "image")
    if image is None or not is_one_of_several(context, image):
        return None
    return Fix("Leave out the empty image", (remove(context.at(image)),), True, "It is empty.", 0.9)


@rule("ME702", "image-empty", may_be_healed=True, fix=without_empty_image, occasion=has_images)
def image_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """An image has no bytes.

    This usually comes from a screenshot that failed.

    Bad (openai):
        [{"role": "user", "content": [{"type": "text", "text": "What is it?"},
          {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    for image in chat.images:
        url = split_data_url(image.value)
        if image.value == "" or (url is not None and not url.data):
            yield at(image, "The image is empty.", "value")
        elif image.value == {}:  # a source without the field for its bytes
            empty = at(image, "The image is empty.", "value")
            yield empty._replace(path=empty.path[:-1], variant="source")


def usual_media_type(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace an alias of an accepted type, or write the type that the bytes show."""
    image = context.event(finding.at, "image")
    if image is None or image.media_type is None or not isinstance(image.value, str):
        return None
    if (document := pdf_as_document(context, image)) is not None:
        return document
    allowed = context.target.limits.image_types or frozenset()
    if (usual := _without_alias(image.media_type.lower())) == image.media_type:
        shown = media_type_of_base64(base64_of(image))
        return type_from_bytes(context, finding) if shown in allowed else None
    place = context.at(image, "media_type" if "media_type" in image.places else "value")
    written = str(context.value(place))
    short = image.media_type.partition("/")[2]
    usual_form = (
        written.replace(image.media_type, usual, 1)
        if image.media_type in written
        else written.replace(short, usual.partition("/")[2], 1)
    )
    return Fix(
        f"Write it as {usual}", (replace(place, usual_form),), True, "The same type, under its usual name.", 0.97
    )


@rule("ME703", "image-media-type-unsupported", may_be_healed=True, fix=usual_media_type, occasion=has_images)
def image_media_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The provider does not accept images of this type.

    Most accept jpeg, png, gif and webp. Anthropic does not accept `image/jpg`, another name for jpeg.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/jpg",
          "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    allowed = target.limits.image_types
    if allowed is None:
        return
    for image in chat.images:
        if image.media_type is not None and image.media_type not in allowed:
            text = f"Images of type {quoted(image.media_type)} are not accepted."
            yield at(image, text, "media_type" if "media_type" in image.places else "value", kind=image.media_type)


def type_from_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    image = context.event(finding.at, "image")
    if image is None or not isinstance(image.value, str):
        return None
    url = split_data_url(image.value)
    kind = media_type_of_base64(url.data if url else image.value)
    if kind is None or image.media_type is None:
        return None
    why = f"Its first bytes are those of a {kind}."
    title = f"Mark it as {kind}"
    if url is not None:
        return Fix(
            title,
            (replace(context.at(image, "value"), image.value.replace(str(url.media_type), kind, 1)),),
            True,
            why,
            0.97,
        )
    if "media_type" not in image.places:
        return None
    written = kind.split("/")[1] if "/" not in str(context.value(context.at(image, "media_type"))) else kind
    return Fix(title, (replace(context.at(image, "media_type"), written),), True, why, 0.97)


@rule("ME704", "image-media-type-mismatch", may_be_healed=True, fix=type_from_bytes, occasion=has_images)
def image_media_type_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """The declared type of an image differs from the type of its bytes.

    This usually comes from a tool that declares every screenshot as PNG.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
          "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/jpeg",
          "data": "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"}}]}]
    """
    for image in chat.images:
        shown = media_type_of_base64(base64_of(image))
        if shown and image.media_type and is_image(image.media_type) and shown != _without_alias(image.media_type):
            text = f"The image is declared as {image.media_type}, but its bytes are {shown}."
            yield at(image, text, "value", declared=image.media_type, shown=shown)


@rule(
    "ME705",
    "image-data-invalid",
    may_be_healed=True,
    fix=first_of(write_note_as_text, encoded_once, text_as_text, format_of_bytes),
    occasion=has_media,
)
def image_data_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The data of an image or file is not base64, or its bytes are not of the declared type.

    This usually comes from encoding an image twice, or from passing on a path or a placeholder instead of the bytes.

    Bad (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,aVZCT1J3MEtHZ29BQUFBTlNVaEVVZ0FB"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "image_url",
          "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA"}}]}]
    """
    bare = target.media.bare_base64 and chat.format.name in target.formats  # other formats use data URLs
    for image in (*chat.images, *chat.of_kind("file")):
        data = base64_of(image)
        if is_placeholder(image.value):
            text = "A template fills in this value later, so its data is not known."
            yield at(image, text, "value", severity=WARNING)
        if data is None or not data:
            continue
        kind = "document" if image.kind == "file" and not _is_film_or_sound(image) else ""
        if bare and str(image.value).startswith("data:"):
            text = "The data is a data URL, but only base64 is accepted here."
            yield at(image, text, "value")._replace(variant="data url")
        elif not looks_like_base64(data) and not _is_short_text(image, data):
            severity = WARNING if data.startswith(_PRINTED) else None  # the program itself sends the bytes
            variant = kind or _variant(image)
            yield at(image, "The data is not base64.", "value", severity=severity)._replace(variant=variant)
        elif image.media_type in _CHECKED_TYPES and len(data) >= 16 and media_type_of_base64(data) is None:
            yield at(image, f"The bytes are not {image.media_type}.", "value")._replace(variant=kind)


def _variant(image: Event) -> str:
    """Whether the server reads the value as an address, because nothing marks it as data, and where it is."""
    if str(image.value).startswith("data:"):
        return ""
    return "address in output" if "output" in image.path else "address"


_PRINTED = ("b'", 'b"')
"""How Python prints bytes."""


def _is_film_or_sound(file: Event) -> bool:
    return str(file.media_type).startswith(("video/", "audio/"))


def _is_short_text(file: Event, data: str) -> bool:
    """Whether this is a text file of a few bytes, whose base64 is too short to be told from a word by its look."""
    is_text = bool(file.media_type) and str(file.media_type).startswith("text/")
    return is_text and len(data) % 4 == 0 and not has_non_base64_characters(data)


def _without_alias(media_type: str) -> str:
    return _ALIASES.get(media_type, media_type)
