"""Items of a tool's result as each version of the AI SDK hands them to a provider's package.

SDK 5 passes them on as they are. SDK 6 names what 5 called `media` by what it is. SDK 7 makes files of all old shapes,
and knows `media` no more.
"""

from __future__ import annotations

from workbench.converters.file_names import media_type_by_name
from workbench.converters.vercel_turns_for_providers import Part, medium_of
from workbench.json.text import Json


def items_given(value: object, sdk: int, provider: str) -> Json:
    """`provider` is whose file a bare file id names."""
    if not isinstance(value, list) or sdk < 6:
        return value
    return [_given(item, sdk, provider) if isinstance(item, dict) else item for item in value]


def _given(item: Part, sdk: int, provider: str) -> Json:
    if sdk == 6:
        return _named(item) if item.get("type") == "media" else item
    made = _as_file(item, provider)
    if made is None:
        return item
    options = item.get("providerOptions")
    return made if options is None else {**made, "providerOptions": options}


def _named(item: Part) -> Json:
    is_picture = str(item.get("mediaType")).startswith("image/")
    return {**_fields(item, "data", "mediaType"), "type": "image-data" if is_picture else "file-data"}


def _fields(item: Part, *names: str) -> dict[str, Json]:
    return {"type": item.get("type"), **_kept(item, *names)}


def _as_file(item: Part, provider: str) -> dict[str, Json] | None:
    kind, declared = item.get("type"), item.get("mediaType")
    if kind == "file":
        medium = medium_of(item, 7)
        seen = medium.media_type if medium is not None and medium.data is not None else declared
        return {"type": "file", "mediaType": seen, **_kept(item, "filename", "data")}
    if kind in ("file-data", "image-data"):
        data = {"type": "data", "data": item.get("data")}
        return {"type": "file", "data": data, **_kept(item, "filename"), "mediaType": declared}
    if kind in ("file-url", "image-url"):
        url = item.get("url")
        named = "image" if kind == "image-url" else declared or media_type_by_name(str(url))
        return {
            "type": "file",
            "data": {"type": "url", "url": url},
            "mediaType": named or "application/octet-stream",
        }
    if (reference := file_reference(item, provider)) is not None:
        is_picture = str(kind).startswith("image")
        return {
            "type": "file",
            "data": {"type": "reference", "reference": reference},
            "mediaType": "image" if is_picture else "application",
        }
    return None


def _kept(item: Part, *names: str) -> dict[str, Json]:
    return {name: item[name] for name in names if item.get(name) is not None}


def file_reference(part: Part, provider: str) -> dict[str, Json] | None:
    """Provider → the id of a file that it holds, in whichever of its spellings a part names one."""
    data = part.get("data")
    if isinstance(data, dict) and data.get("type") == "reference":
        reference = data.get("reference")
    elif part.get("type") in ("file-id", "image-file-id"):
        named = part.get("fileId")
        reference = {provider: named} if isinstance(named, str) else named
    else:
        reference = part.get("providerReference")
    return reference if isinstance(reference, dict) else None


def file_id(part: Part, provider: str) -> str | None:
    """The id under which this provider holds the file of a part."""
    found = (file_reference(part, provider) or {}).get(provider)
    return found if isinstance(found, str) else None
