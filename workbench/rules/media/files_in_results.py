"""Files in the result of a tool, if the model accepts none there, or none of that kind."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import Target

_RESULT_KEYS = ("functionResponse", "function_response")
_DATA_KEYS = ("inlineData", "inline_data", "fileData", "file_data")
_TYPES = ("mimeType", "mime_type")


@rule("ME725", "result-files-unsupported")
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
            kind = _media_type(file)
            if kind.startswith(refused):
                text = f"A file of type {quoted(kind)} is not accepted in the result of a tool."
                yield at(result, text, kind=kind)._replace(path=(*path, number), variant="kind")


def _files(result: Event) -> tuple[Path, list[Json]]:
    """The files of a result, and their place."""
    raw = result.raw if isinstance(result.raw, dict) else {}
    key = next((key for key in _RESULT_KEYS if isinstance(raw.get(key), dict)), None)
    parts = raw[key].get("parts") if key else None
    return (*result.path, key or "", "parts"), parts if isinstance(parts, list) else []


def _media_type(file: object) -> str:
    sources = [file[key] for key in _DATA_KEYS if isinstance(file.get(key), dict)] if isinstance(file, dict) else []
    return next((str(data[key]) for data in sources for key in _TYPES if key in data), "")
