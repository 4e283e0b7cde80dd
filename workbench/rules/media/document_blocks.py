"""Documents in the block that fits their bytes: a PDF that is sent as an image, or a text that is sent as a PDF."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.media import media_type_of_base64, office_format_of_base64, text_in_base64
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext
from workbench.rules.media.data import base64_of
from workbench.targets.contract import ERROR

_PDF = "application/pdf"
_TEXT = "text/plain"


def pdf_as_document(context: RepairContext, image: Event) -> Fix | None:
    """Make the block of an image a document, if its bytes are those of a PDF."""
    source = image.raw.get("source") if isinstance(image.raw, dict) else None
    if (
        not isinstance(source, dict)
        or image.raw.get("type") != "image"
        or media_type_of_base64(base64_of(image)) != _PDF
    ):
        return None
    place = context.at(image)
    patch = (replace(f"{place}/type", "document"), replace(f"{place}/source", {**source, "media_type": _PDF}))
    return Fix("Send the PDF as a document", patch, True, "Its first bytes are those of a PDF.", 0.95)


def pdf_as_file(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a PDF in the part of an image as a file, where the API has a part for files."""
    image = context.event(finding.at, "image")
    part = image.raw if image is not None and isinstance(image.raw, dict) else {}
    make = _FILE_PARTS.get(str(part.get("type")))
    if image is None or make is None or finding.severity != ERROR or not str(image.value).startswith(_PDF_URL):
        return None
    if media_type_of_base64(base64_of(image)) != _PDF:
        return None
    patch = (replace(context.at(image), make(str(image.value))),)
    return Fix("Send the PDF as a file", patch, True, "Its first bytes are those of a PDF.", 0.95)


def _chat_file(url: str) -> Json:
    return {"type": "file", "file": {"filename": _NAME, "file_data": url}}


def _input_file(url: str) -> Json:
    return {"type": "input_file", "filename": _NAME, "file_data": url}


_NAME = "document.pdf"
"""The APIs require a name; it is only a label."""
_PDF_URL = f"data:{_PDF};base64,"
_FILE_PARTS = {"image_url": _chat_file, "input_image": _input_file}
"""Type of the part of an image → what makes the part of a file in the same API."""


def text_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Send a document as plain text, if it must be a PDF but its bytes are a text."""
    file = context.event(finding.at, "file")
    raw = file.raw if file is not None and isinstance(file.raw, dict) else {}
    source = raw.get("source")
    if file is None or raw.get("type") != "document" or not isinstance(source, dict) or source.get("type") != "base64":
        return None
    text = text_in_base64(base64_of(file) or "")
    if text is None:
        return None
    plain = {"type": "text", "media_type": _TEXT, "data": text}
    why = "Its bytes are a text, not a PDF. The text is the same, decoded."
    return Fix("Send the document as plain text", (replace(f"{context.at(file)}/source", plain),), True, why, 0.8)


def format_of_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the format that a document's bytes have, where the stated format is another one or none of the API's."""
    place = finding.at.removesuffix("/source/bytes").removesuffix("/format")
    document = context.value(place)
    source = document.get("source") if isinstance(document, dict) and "format" in document else None
    data = source.get("bytes") if isinstance(source, dict) else None
    shown = _format_of(data) if isinstance(data, str) else None
    if place == finding.at or shown is None or shown not in _FORMATS or document["format"] == shown:
        return None
    why = f"Its bytes are those of {_FORMATS[shown]}."
    return Fix(f"State the format {shown}", (replace(f"{place}/format", shown),), True, why, 0.9)


_FORMATS = {"pdf": "a PDF", "txt": "a text", "docx": "a text document", "xlsx": "a spreadsheet"}
"""The formats that bytes show, of those that Converse accepts."""


def _format_of(data: str) -> str | None:
    if media_type_of_base64(data) == _PDF:
        return "pdf"
    return office_format_of_base64(data) or ("txt" if text_in_base64(data) is not None else None)
