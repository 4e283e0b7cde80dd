"""The items of a tool's result, as each version of the AI SDK passes them to a provider's package.

SDK 5 passes them unchanged. SDK 6 replaces `media` by a specific type. SDK 7 turns all older shapes except `media` into
files.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name
from workbench.converters.vercel_turns_for_providers import Part, medium_of
from workbench.json.text import Json


def items_for_package(value: object, sdk: int, provider: str) -> Json:
    """Return the items that a package receives. A file id without a provider belongs to `provider`."""
    if not isinstance(value, list) or sdk < 6:
        return value
    return [_item_for_package(item, sdk, provider) if isinstance(item, dict) else item for item in value]


def _item_for_package(item: Part, sdk: int, provider: str) -> Json:
    if sdk == 6:
        return _with_specific_type(item) if item.get("type") == "media" else item
    file = _as_file(item, provider)
    if file is None:
        return item
    options = item.get("providerOptions")
    return file if options is None else {**file, "providerOptions": options}


def _with_specific_type(item: Part) -> Json:
    is_picture = str(item.get("mediaType")).startswith("image/")
    return {**_type_and_fields(item, "data", "mediaType"), "type": "image-data" if is_picture else "file-data"}


def _type_and_fields(item: Part, *names: str) -> dict[str, Json]:
    return {"type": item.get("type"), **_present_fields(item, *names)}


def _as_file(item: Part, provider: str) -> dict[str, Json] | None:
    kind, declared = item.get("type"), item.get("mediaType")
    if kind == "file":
        medium = medium_of(item, 7)
        media_type = medium.media_type if medium is not None and medium.data is not None else declared
        return {"type": "file", "mediaType": media_type, **_present_fields(item, "filename", "data")}
    if kind in ("file-data", "image-data"):
        data = {"type": "data", "data": item.get("data")}
        return {"type": "file", "data": data, **_present_fields(item, "filename"), "mediaType": declared}
    if kind in ("file-url", "image-url"):
        url = item.get("url")
        media_type = "image" if kind == "image-url" else declared or media_type_by_name(str(url))
        return {
            "type": "file",
            "data": {"type": "url", "url": url},
            "mediaType": media_type or "application/octet-stream",
        }
    if (reference := file_reference(item, provider)) is not None:
        is_picture = str(kind).startswith("image")
        return {
            "type": "file",
            "data": {"type": "reference", "reference": reference},
            "mediaType": "image" if is_picture else "application",
        }
    return None


def _present_fields(item: Part, *names: str) -> dict[str, Json]:
    return {name: item[name] for name in names if item.get(name) is not None}


def file_reference(part: Part, provider: str) -> dict[str, Json] | None:
    """Return a map from providers to their ids of an uploaded file, from any of the forms in which a part has one."""
    data = part.get("data")
    if isinstance(data, dict) and data.get("type") == "reference":
        reference = data.get("reference")
    elif part.get("type") in ("file-id", "image-file-id"):
        reference_id = part.get("fileId")
        reference = {provider: reference_id} if isinstance(reference_id, str) else reference_id
    else:
        reference = part.get("providerReference")
    return reference if isinstance(reference, dict) else None


def file_id(part: Part, provider: str) -> str | None:
    """Return this provider's id of an uploaded file, or None."""
    uploaded = (file_reference(part, provider) or {}).get(provider)
    return uploaded if isinstance(uploaded, str) else None
