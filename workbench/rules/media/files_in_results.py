"""Files in the result of a tool, if the model accepts none there, or none of that kind."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import Target

_RESULT_KEYS = ("functionResponse", "function_response")
_DATA_KEYS = ("inlineData", "inline_data", "fileData", "file_data")
_TYPES = ("mimeType", "mime_type")


def move_files_after_result(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the files of the results to the end of the message, as parts of their own."""
    message = context.message(finding.message_index)
    parts = message.get(_PARTS) if isinstance(message, dict) else None
    result = context.event(finding.at, "result")
    if result is None or not isinstance(parts, list):
        return None
    path, files = _files(result)
    place = context.pointer(finding.message_index, path)
    number = finding.at.removeprefix(f"{place}/").partition("/")[0]
    moved = files if finding.at == place else [files[int(number)]] if number.isdigit() else []
    left = [file for file in files if file not in moved]
    if not moved or not all(isinstance(file, dict) and file.keys() & set(_DATA_KEYS) for file in moved):
        return None
    after = context.pointer(finding.message_index, (_PARTS, "-"))
    patch = (replace(place, left) if left else remove(place), *(add(after, file) for file in moved))
    why = "The files do not change. They are accepted next to the result, but not inside it."
    return Fix("Move the files after the result", patch, True, why, 0.85)


_PARTS = "parts"


@rule("ME725", "result-files-unsupported", fix=move_files_after_result)
def result_files_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The result of a tool contains files, but this model accepts none there, or none of this kind.

    Send the files in a part of their own, after the result.

    Bad (vertex-gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"output": "ok"}, "parts": [
           {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgoAAAANSUhEUgAA"}}]}}]}]}
    Good (vertex-gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"output": "ok"}}}]}]}
    """
    accepts_files = chat.facts.files_in_results
    refused = target.media.refused_in_results
    for result in chat.results if accepts_files is False or refused else ():
        path, files = _files(result)
        if files and accepts_files is False:
            text = f"The model {chat.model} does not accept files in the result of a tool."
            yield at(result, text)._replace(path=path)
            continue
        for number, file in enumerate(files):
            field, kind = _media_type(file)
            if kind.startswith(refused):
                text = f"A file of type {quoted(kind)} is not accepted in the result of a tool."
                yield at(result, text, kind=kind)._replace(path=(*path, number, *field), variant="kind")


def _files(result: Event) -> tuple[Path, list[Json]]:
    """The files of a result, and their place."""
    raw = result.raw if isinstance(result.raw, dict) else {}
    key = next((key for key in _RESULT_KEYS if isinstance(raw.get(key), dict)), None)
    parts = raw[key].get("parts") if key else None
    return (*result.path, key or "", "parts"), parts if isinstance(parts, list) else []


def _media_type(file: object) -> tuple[Path, str]:
    """The place of a file's type, and the type."""
    sources = file if isinstance(file, dict) else {}
    for key in _DATA_KEYS:
        data = sources.get(key)
        named = [name for name in _TYPES if name in data] if isinstance(data, dict) else []
        if isinstance(data, dict) and named:
            return (key, named[0]), str(data[named[0]])
    return (), ""
