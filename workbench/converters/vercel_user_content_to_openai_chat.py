"""The content of a user message, as `@ai-sdk/openai` sends it to OpenAI; the same for SDK 4 and for 5 to 7.

A single text becomes a string and empty texts are dropped. The bytes of an image determine its type before the declared
type does. Where the SDK throws, this continues: any inline file is sent as a file, not only PDF and audio, and parts in
OpenAI's own form stay unchanged. Dropped: files given by address that are not images, and unknown parts.
"""

from __future__ import annotations

import base64
from typing import Any

from workbench.json.media import looks_like_base64, media_type_of_base64, split_data_url
from workbench.json.text import Json

_OWN_PARTS = ("image_url", "input_audio", "refusal")
_AUDIO = {"audio/wav": "wav", "audio/mp3": "mp3", "audio/mpeg": "mp3"}


def user_content(content: object, media_key: str, sdk: int | None = None) -> Json:
    """Convert a user's content. `media_key` is the SDK version's key for the media type: `mimeType` or `mediaType`."""
    if not isinstance(content, list):
        return content
    parts: list[Any] = []
    for part in content:
        if isinstance(part, dict) and (converted := _part(part, len(parts), media_key, sdk)) is not None:
            parts.append(converted)
    if len(parts) == 1 and parts[0]["type"] == "text":
        return parts[0]["text"]
    return parts


def _part(part: dict[str, Json], at: int, media_key: str, sdk: int | None) -> Json:
    kind, declared = part.get("type"), part.get(media_key)
    if kind == "text":
        text = part.get("text")
        return {"type": "text", "text": text} if isinstance(text, str) and text else None
    if kind == "image":
        return _image(part, part.get("image"), declared)
    if kind in _OWN_PARTS or (kind == "file" and isinstance(part.get("file"), dict)):
        return part
    if kind != "file":
        return None
    trusts_declared_type = media_key == "mediaType" and sdk != 7
    return _file(part, at, declared, trusts_declared_type, sdk)


def _image(part: dict[str, Json], value: object, declared: object) -> Json:
    return _image_at(part, image_address(value, declared))


def _image_at(part: dict[str, Json], address: object) -> Json:
    image: dict[str, Json] = {"url": address}
    options = part.get("providerOptions", part.get("experimental_providerMetadata"))
    openai = options.get("openai") if isinstance(options, dict) else None
    if isinstance(openai, dict) and isinstance(openai.get("imageDetail"), str):
        image["detail"] = openai["imageDetail"]
    return {"type": "image_url", "image_url": image}


def image_address(value: object, declared: object) -> Json:
    """Return bare base64 as a data URL. Addresses and all other values stay unchanged."""
    if not isinstance(value, str):
        return value
    url = split_data_url(value)
    if url is None and not looks_like_base64(value):
        return value
    if url is not None and not url.base64:
        return value
    data = value if url is None else url.data
    detected_type = media_type_of_base64(data)
    if detected_type is None or not detected_type.startswith("image/"):
        if url is not None:
            return value
        detected_type = declared if isinstance(declared, str) and declared != "image/*" else "image/jpeg"
    return value if url is not None and detected_type == url.media_type else f"data:{detected_type};base64,{data}"


def _file(part: dict[str, Json], at: int, declared: object, trusts_declared_type: bool, sdk: int | None) -> Json:
    """Convert a file. SDK 5 and 6 trust the declared type of an image that is sent as a file."""
    if (uploaded_id := _uploaded_file_id(part.get("data"))) is not None:
        return {"type": "file", "file": {"file_id": uploaded_id}}
    data, media_type = inline_data(part.get("data")), declared
    if url := split_data_url(data):
        media_type = url.media_type or declared
        data = url.data if url.base64 else data
    if not isinstance(data, str) or not isinstance(media_type, str):
        return None
    if media_type.startswith("image/"):
        if trusts_declared_type and "://" not in data[:12] and looks_like_base64(data):
            image_type = "image/jpeg" if media_type == "image/*" else media_type
            return _image_at(part, f"data:{image_type};base64,{data}")
        return _image(part, inline_data(part.get("data")), media_type)
    if data.startswith("file-") and sdk != 7:
        return {"type": "file", "file": {"file_id": data}}
    if "://" in data[:12]:
        return None
    if media_type in _AUDIO:
        return {"type": "input_audio", "input_audio": {"data": data, "format": _AUDIO[media_type]}}
    name = part.get("filename")
    filename = name if isinstance(name, str) else f"part-{at}.pdf" if media_type == "application/pdf" else f"part-{at}"
    file_data = data if data.startswith("data:") else f"data:{media_type};base64,{data}"
    return {"type": "file", "file": {"filename": filename, "file_data": file_data}}


def _uploaded_file_id(data: object) -> str | None:
    """Return the id of a file uploaded to OpenAI, in the form of SDK 7, or None."""
    reference = data.get("reference") if isinstance(data, dict) else None
    file_id = reference.get("openai") if isinstance(reference, dict) else None
    return file_id if isinstance(file_id, str) else None


def inline_data(data: Any) -> Json:
    """Return a file's data without the tag of SDK 7: `{type: url, url}`, `{type: data, data}`, `{type: text, text}`."""
    tag = data.get("type") if isinstance(data, dict) else None
    if tag in ("url", "data"):
        return data.get(tag)
    if tag == "text" and isinstance(text := data.get("text"), str):
        return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()
    return data
