"""The bytes of a file, as OpenAI's APIs want them: a data URL with base64 in it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.media import (
    has_non_base64_characters,
    media_type_of_base64,
    name_by_type,
    split_data_url,
    text_in_base64,
)
from workbench.json.patch import add, move, replace
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_rest
from workbench.targets.contract import WARNING, Target


def with_prefix(context: RepairContext, finding: Finding) -> Fix | None:
    """Only where the first bytes show what the file is."""
    data = context.value(finding.at)
    kind = media_type_of_base64(data) if isinstance(data, str) and split_data_url(data) is None else None
    if kind is None or has_non_base64_characters(str(data)):
        return None
    why = f"The same bytes, which begin as those of a {kind}."
    return Fix(
        f"Write it as a data URL of {kind}", (replace(finding.at, f"data:{kind};base64,{data}"),), True, why, 0.9
    )


def write_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a file that is a text, and must be a PDF here, as a part with that text and the name of the file."""
    place = finding.at.removesuffix("/file/file_data")
    part, url = context.value(place), split_data_url(str(context.value(finding.at)))
    holder = part.get("file") if isinstance(part, dict) and part.keys() == {"type", "file"} else None
    text = text_in_base64(url.data) if url and url.base64 and not url.data.startswith("JVBER") else None
    if text is None or not isinstance(holder, dict) or not holder.keys() <= {"file_data", "filename"}:
        return None
    name = holder.get("filename") or ""
    if not isinstance(name, str):
        return None
    named = f"{name}:\n{text}" if name else text
    why = "Its bytes are a text. The text is the same, decoded."
    return Fix("Write the file as text", (replace(place, {"type": "text", "text": named}),), True, why, 0.8)


def write_as_address(context: RepairContext, finding: Finding) -> Fix | None:
    """Move an address to the field for addresses, which only the Responses API has. A name is only for bytes."""
    place = finding.at.removesuffix("/file_data")
    part, data = context.value(place), context.value(finding.at)
    if not isinstance(part, dict) or part.get("type") != "input_file" or part.keys() & {"file_url", "filename"}:
        return None
    if not isinstance(data, str) or not data.startswith("https://"):
        return None
    why = "It is the address of the file, not its bytes."
    return Fix("Write it as the file's address", (move(finding.at, f"{place}/file_url"),), True, why, 0.95)


@rule("ME729", "file-data-invalid", fix=first_of(with_prefix, write_as_address, write_as_text), occasion=has_rest)
def file_data_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The data of a file is not a data URL with base64 in it.

    It usually comes from sending the bare base64, or the address of a file in the place of its bytes.

    Bad (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "plan.pdf", "file_data": "JVBERi0xLjQK"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "plan.pdf",
          "file_data": "data:application/pdf;base64,JVBERi0xLjQK"}}]}]
    """
    for event in chat.of_kind("file"):
        found = _data_of(event.raw)
        if found is None:
            continue
        fault = _fault_of(found[1])
        kind = _type_of(found[1]) if target.media.files_are_pdf and found[0][0] == "file" else None
        if fault is None and kind not in (None, "application/pdf"):
            severity = None if chat.facts.prefix else WARNING  # the recorded refusals are of known models
            violation = at(event, f"A file of type {kind} is not accepted here, only a PDF.", kind=kind)
            yield violation._replace(path=(*event.path, *found[0]), variant="type", severity=severity)
        if fault is None:
            continue
        text, variant = fault
        if event.path[:1] == ("output",):
            variant = "output"
        violation = at(event, text)
        yield violation._replace(path=(*event.path, *found[0]), variant=variant)


def _data_of(part: Json) -> tuple[Path, str] | None:
    inner = part.get("file") if isinstance(part, dict) else None
    for path, holder in ((("file", "file_data"), inner), (("file_data",), part)):
        data = holder.get("file_data") if isinstance(holder, dict) else None
        if isinstance(data, str):
            return path, data
    return None


def _type_of(data: str) -> str | None:
    url = split_data_url(data)
    return url.media_type if url else None


def _fault_of(data: str) -> tuple[str, str] | None:
    url = split_data_url(data)
    if url is None:
        return "The data of the file does not begin with data: and its type.", "prefix"
    if url.base64 and not url.data:
        return "The data of the file is empty.", "empty"
    if url.base64 and has_non_base64_characters(url.data):
        return "The data of the file is not base64.", ""
    return None


def add_name(context: RepairContext, finding: Finding) -> Fix | None:
    """Name the file after its type, which is all that is known of it."""
    holder = context.value(finding.at)
    name = name_by_type(holder.get("file_data")) if isinstance(holder, dict) else None
    if name is None:
        return None
    why = "The API requires a name; this one says only the type of the file."
    return Fix(f"Name it {name}", (add(f"{finding.at}/filename", name),), True, why, 0.8)


@rule("ME730", "file-name-missing", fix=add_name, occasion=has_rest)
def file_name_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A file whose data is in the request has no name.

    This usually comes from a converter that carries only the data of a file.

    Bad (openai):
        [{"role": "user", "content": [{"type": "file", "file": {
          "file_data": "data:application/pdf;base64,JVBERi0xLjQK"}}]}]
    Good (openai):
        [{"role": "user", "content": [{"type": "file", "file": {"filename": "plan.pdf",
          "file_data": "data:application/pdf;base64,JVBERi0xLjQK"}}]}]
    """
    for event in chat.of_kind("file"):
        found = _data_of(event.raw)
        if found is None or event.path[:1] != ("content",):
            continue
        holder = event.raw["file"] if found[0][0] == "file" else event.raw
        if not holder.get("filename") and not holder.get("file_id"):
            yield at(event, "The file has no name.")._replace(path=(*event.path, *found[0][:-1]))
